"""The lobby's screens, whoever looks for whatever."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.handlers.lobby import LISTED
from bot.app.model.ratings import Player
from bot.app.model.terms import CLOCKS, Terms
from bot.app.screens import lobby
from bot.app.screens.duels import Record, record_line
from bot.app.screens.lobby import Hall, Listed, Waiting
from bot.app.texts import LANGUAGES, texts_in
from bot.game.rating import Rating
from solver.variant import VARIANTS
from tests.bot.strategies import FOR_TWO
from tests.bot.test_screens import NAMES, assert_telegram_takes_it
from tests.distribution import examples

TERMS = st.builds(
    Terms,
    mode=st.sampled_from(FOR_TWO),
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
    is_open=st.booleans(),
)
PEOPLE = st.lists(st.tuples(NAMES, TERMS, st.floats(0, 1e6)), max_size=LISTED)
WIDEST = 40
"""So many characters of a button a phone shows."""


def listed(number: int, name: str, terms: Terms, language: str, seconds: float = 5.0) -> Listed:
    rating = Rating(2999.6, 350.0, 0.06)
    record = Record(name, Player(1, finished=12345), rating)
    return Listed(f"{number}:5.0", name, record_line(record, texts_in(language)), terms, 1.7e9, seconds)


@given(PEOPLE, PEOPLE, st.integers(0, 100), st.none() | TERMS, st.booleans())
@settings(max_examples=examples(40))
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_list_fits(
    language: str,
    challenges: list[tuple[str, Terms, float]],
    lookers: list[tuple[str, Terms, float]],
    more: int,
    own: Terms | None,
    is_open: bool,  # noqa: FBT001
) -> None:
    rows = [
        tuple(listed(number, name, terms, language, seconds) for number, (name, terms, seconds) in enumerate(people))
        for people in (challenges, lookers)
    ]
    hall = Hall(rows[0], rows[1], more, more > 40, own, own is not None and is_open)
    assert_telegram_takes_it(lobby.lobby(hall, texts_in(language)))


def test_whoever_is_listed_has_a_button_of_their_own() -> None:
    race = Terms("race")
    people = [listed(number, name, terms, "en") for number, (name, terms) in enumerate(
        [("Ann", Terms()), ("Bob", Terms()), ("Cyd", race), ("Dan", race), ("Eve", Terms())]
    )]  # fmt: skip
    hall = Hall(tuple(people[:2]), tuple(people[2:]), 0, many=False, own=None, own_is_open=False)
    labels = [row[0].text for row in lobby.lobby(hall, texts_in("en")).rows]
    taken, joined = ["▶️ Ann · ⚔️ Duel", "▶️ Bob · ⚔️ Duel"], ["🔎 Cyd · 🏁 Race", "🔎 Dan · 🏁 Race", "🔎 Eve · ⚔️ Duel"]
    assert labels[:5] == taken + joined


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("terms", [Terms(mode) for mode in FOR_TWO])
def test_a_button_names_the_rival_first_and_fits_a_phone(language: str, terms: Terms) -> None:
    people = (listed(1, "Костянтинополіна Перехрестенко", terms, language),)
    for hall in (Hall(people, (), 0, False, None, False), Hall((), people * 9, 0, False, None, False)):  # noqa: FBT003
        label = lobby.lobby(hall, texts_in(language)).rows[0][0].text
        assert label[2:].strip().startswith("Костянтиноп…")
        assert len(label) <= WIDEST


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_looks_is_told_so_and_may_still_play_whoever_is_listed(language: str) -> None:
    texts = texts_in(language)
    people = (listed(1, "Ann", Terms(), language),)
    for is_open in (False, True):
        screen = lobby.lobby(Hall(people, people, 0, False, Terms("race"), is_open), texts)  # noqa: FBT003
        labels = [button.text for row in screen.rows for button in row]
        assert sum("Ann" in label for label in labels) == 2
        assert texts.plain("button.find-rival") not in labels
        assert texts.plain("lobby.alone") not in screen.html
        assert (texts.plain("button.challenge-all") in labels) is not is_open
        assert (texts.plain("lobby.posted") in screen.html) is is_open


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_looks_alone_is_told_so(language: str) -> None:
    texts = texts_in(language)
    hall = Hall((), (), 0, many=False, own=Terms(), own_is_open=False)
    assert texts.plain("lobby.alone") in lobby.lobby(hall, texts).html


@given(WAITING)
@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_waits_reads_how_it_stands(language: str, state: Waiting) -> None:
    texts = texts_in(language)
    screen = lobby.waiting(state, texts)
    assert_telegram_takes_it(screen)
    assert len(screen.rows) == 2 + state.alone - state.is_open
    assert (texts.plain("lobby.posted") in screen.html) is state.is_open
    assert (str(state.others) in screen.html.rpartition("⏱")[2].partition("\n")[2]) or not state.others


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_left_of_a_search_can_be_begun_anew(language: str) -> None:
    texts = texts_in(language)
    for why in ("lobby.stopped", "lobby.gave-up", "lobby.full", "lobby.absent"):
        screen = lobby.ended_screen(why, texts)
        assert_telegram_takes_it(screen)
        assert screen.rows


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00"), (59.6, "1:00"), (3599, "59:59"), (3723, "1:02:03")])
def test_waiting_is_told_as_clocks_tell_it_and_counted_on_by_telegram(seconds: float, text: str) -> None:
    html = lobby.waiting(Waiting(Terms(), 1.7e9 + 0.9, seconds, 0), texts_in("en")).html
    assert f'Search began <tg-time unix="1700000000" format="r">{text} ago</tg-time>\n' in html


@given(TERMS, TERMS)
def test_wishes_are_told_apart_in_buttons(one: Terms, other: Terms) -> None:
    assert (lobby.terms_key(one) == lobby.terms_key(other)) == (one == other)
