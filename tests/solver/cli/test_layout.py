from solver.cli.layout import decimals, quantity, text_table


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    assert text_table(("code", "n"), [("0", "1"), ("12345", "100")]) == "code     n\n0        1\n12345  100"


def test_every_column_has_its_side() -> None:
    assert text_table(("a", "b", "c"), [("x", "yy", "zz")], "<<>") == "a  b    c\nx  yy  zz"
    assert text_table(("a", "b", "c"), [("xx", "yy", "zz")], "><") == " a  b   c\nxx  yy  zz"


def test_a_number_takes_the_right_form() -> None:
    assert [quantity(number, "guess", "guesses") for number in (0, 1, 2)] == ["0 guesses", "1 guess", "2 guesses"]
    assert quantity(2, "code") == "2 codes"


def test_what_is_not_there_leaves_its_cell_empty() -> None:
    assert (decimals(None), decimals(0.5), decimals(1, 1)) == ("", "0.500", "1.0")
