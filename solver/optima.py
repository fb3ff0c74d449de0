"""Known optima: the least total of guesses over all secrets, with sources."""

OPTIMA: dict[tuple[str, str], int] = {
    # By shape and objective; each was proven again by our own search with width 0 (see solver/building).
    ("2x10", "mean"): 451,  # Chen and Lin 2004
    ("3x9", "mean"): 2337,
    ("3x10", "mean"): 3575,
    ("4x5", "mean"): 462,
    ("4x6", "mean"): 1446,
    ("4x7", "mean"): 3639,
    ("4x8", "mean"): 7817,
    ("4x9", "mean"): 14914,
    ("4x10", "mean"): 26274,  # Tanaka 1996
    ("4x10", "sevens"): 26450,  # with 50 sevens, as Slovesnov has with 26484; both least by our own search
    ("4x6r", "mean"): 5625,  # Koyama and Lai 1993
    ("4x6r", "max"): 5626,  # Koyama and Lai 1993: no more than five guesses
    ("4x7r", "mean"): 11228,  # Ville 2013
}

LONGEST: dict[str, int] = {
    # By shape, where play for the mean takes longer than need be: the least number of guesses that always suffices.
    "4x6r": 5,  # Knuth 1977; the tree for `max` is such play
}
