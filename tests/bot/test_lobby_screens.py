"""The lobby's screens, whoever looks for whatever."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.record import Player, Standing
from bot.app.screens import lobby
from bot.app.screens.challenge import Record, record_line
from bot.app.screens.lobby import Listed, Waiting
from bot.app.terms import Terms
from bot.app.texts import LANGUAGES, texts_in
from bot.game.clock import CLOCKS
from bot.game.modes import MODES
from bot.game.rating import Rating
from solver.variant import VARIANTS
from tests.bot.test_screens import NAMES, assert_telegram_takes_it

TERMS = st.builds(
    Terms,
    mode=st.sampled_from([mode for mode in MODES if mode != "solo"]),
    variant=st.sampled_from(list(VARIANTS)),
    clock=st.sampled_from(list(CLOCKS)),
    rated=st.booleans(),
)
WAITING = st.builds(
    Waiting,
    TERMS,
    st.floats(1.7e9, 2e9),
    st.floats(-1, 1e6),
    others=st.integers(0, 49),
    many=st.booleans(),
    alone=st.booleans(),
)


@given(st.lists(st.tuples(NAMES, TERMS, st.floats(0, 1e6)), max_size=8), st.integers(0, 50), st.booleans())
@settings(max_examples=40)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_list_fits(language: str, people: list[tuple[str, Terms, float]], more: int, looks: bool) -> None:  # noqa: FBT001
    texts = texts_in(language)
    rating = Rating(2999.6, 350.0, 0.06)
    listed = tuple(
        Listed(
            name,
            record_line(Record(name, Player(1, finished=12345), Standing(1, "4x10", rating), rating), texts),
            terms,
            1.7e9,
            seconds,
        )
        for name, terms, seconds in people
    )
    assert_telegram_takes_it(lobby.lobby(listed, more, texts, many=more > 40, looks=looks))


@given(WAITING)
@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_waits_reads_how_it_stands(language: str, state: Waiting) -> None:
    texts = texts_in(language)
    screen = lobby.waiting(state, texts)
    assert_telegram_takes_it(screen)
    assert len(screen.rows) == 1 + state.alone
    assert (str(state.others) in screen.html.rpartition("⏱")[2].partition("\n")[2]) or not state.others


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_left_of_a_search_can_be_begun_anew(language: str) -> None:
    texts = texts_in(language)
    for screen in (lobby.stopped(texts), lobby.gave_up(texts)):
        assert_telegram_takes_it(screen)
        assert screen.rows


@pytest.mark.parametrize(("seconds", "told"), [(0, "0:00"), (59.6, "1:00"), (3599, "59:59"), (3723, "1:02:03")])
def test_waiting_is_told_as_clocks_tell_it_and_counted_on_by_telegram(seconds: float, told: str) -> None:
    html = lobby.waiting(Waiting(Terms(), 1.7e9 + 0.9, seconds, 0), texts_in("en")).html
    assert f'Search began <tg-time unix="1700000000" format="r">{told} ago</tg-time>\n' in html


@given(TERMS, TERMS)
def test_wishes_are_told_apart_in_buttons(one: Terms, other: Terms) -> None:
    assert (lobby.wish_key(one) == lobby.wish_key(other)) == (one == other)
