"""The command that somebody meant who mistyped it."""

from bot.app.intents import FOR_OPERATORS, WORDS, Command

NAMES = [name for name, command in WORDS.items() if len(name) > 1 and command not in FOR_OPERATORS]
LONG = 5
"""Letters of a word in which two slips are forgiven; shorter ones are too like each other."""


def nearest(word: str) -> Command | None:
    """The command whose name is reached with fewest slips; None if that takes too many."""
    slips, name = min((slips_between(word, name), name) for name in NAMES)
    return WORDS[name] if slips <= (2 if len(word) >= LONG else 1) else None


def slips_between(one: str, other: str) -> int:
    """How many letters were left out, added, changed, or swapped with the next (optimal string alignment)."""
    before, above = [0] * (len(other) + 1), list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        row = [at]
        for beside, wanted in enumerate(other, 1):
            cost = min(above[beside] + 1, row[-1] + 1, above[beside - 1] + (letter != wanted))
            if at > 1 and beside > 1 and letter == other[beside - 2] and one[at - 2] == wanted:
                cost = min(cost, before[beside - 2] + 1)
            row.append(cost)
        before, above = above, row
    return above[-1]
