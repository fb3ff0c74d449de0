"""What screens are put together from."""

from bot.app.buttons import MenuPress, OnMenu
from bot.app.screen import back, button, choice, dotted, go, grid, lines, page, rows, when
from bot.app.texts import Html, texts_in

ENGLISH = texts_in("en")
PRESS = MenuPress(OnMenu.PLAY)
PLAY = button("Play", PRESS)


def test_a_page_has_a_blank_line_between_the_paragraphs_that_there_are() -> None:
    assert page(Html("a"), None, Html(""), [Html("b"), None, Html("c")], [], Html("d")) == "a\n\nb\nc\n\nd"


def test_an_empty_line_stays_where_it_was_put() -> None:
    assert lines(Html("a"), Html(""), None, Html("b")) == "a\n\nb"


def test_parts_of_a_line_have_points_between_those_that_there_are() -> None:
    assert dotted("a", None, "", Html("b"), "c") == "a · b · c"


def test_rows_leave_out_what_there_is_not_and_a_button_alone_has_a_row() -> None:
    assert rows(PLAY, None, (), (None,), [PLAY, None, PLAY], *grid([PLAY] * 3)) == (
        (PLAY,),
        (PLAY, PLAY),
        (PLAY, PLAY),
        (PLAY,),
    )


def test_what_is_shown_only_if_something_holds_is_none_else() -> None:
    assert (when("yes", PLAY), when("", PLAY)) == (PLAY, None)


def test_the_last_row_of_a_grid_may_be_shorter() -> None:
    assert [len(row) for row in grid([PLAY] * 7, 3)] == [3, 3, 1]
    assert grid([]) == ()


def test_a_button_of_a_menu_has_its_text_by_its_key() -> None:
    assert go(ENGLISH, "menu.play", OnMenu.PLAY, "easy") == button("▶️ Play", MenuPress(OnMenu.PLAY, "easy"))
    assert back(ENGLISH, OnMenu.MORE).data == button("", MenuPress(OnMenu.MORE)).data


def test_the_chosen_one_of_several_has_a_mark() -> None:
    assert [choice("Dots", PRESS, chosen=chosen).text for chosen in (True, False)] == ["✓ Dots", "Dots"]
