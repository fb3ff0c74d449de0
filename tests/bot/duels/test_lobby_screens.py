"""The screens of the lobby and of challenges, whoever looks for whatever: they fit, and show what all may know."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.buttons import MenuPress, press_from
from bot.app.handlers.lobby import LISTED
from bot.app.kinds.match.card_screen import scoreboard, scoreboard_offer
from bot.app.kinds.match.model import Match, Sitter
from bot.app.messages import Inline
from bot.app.model.duels import Challenge, State, token_on
from bot.app.model.options import FAMILIES, family_of, variants_of
from bot.app.model.ratings import Player
from bot.app.model.terms import CLOCKS, Terms
from bot.app.screen import Screen
from bot.app.screens import arranging, lobby
from bot.app.screens import duels as private
from bot.app.screens.arranging import Wish, is_of_lobby
from bot.app.screens.common import Viewer
from bot.app.screens.duels import Record, challenge_card, record_line
from bot.app.screens.lobby import Hall, Listed, Waiting
from bot.app.screens.share import challenge_offer
from bot.app.texts import LANGUAGES, texts_in
from bot.game.model import MODES, Game, Seat, Termination
from bot.game.rating import START, Rating
from bot.game.rules import Abort, Guess, Leave, apply
from solver.variant import VARIANTS, Variant
from tests.bot.duels.test_match_screens import match_at
from tests.bot.strategies import FOR_TWO
from tests.bot.test_screens import NAMES, USERNAME, assert_telegram_takes_it
from tests.distribution import examples

LANGUAGE, CLOCK = st.sampled_from(LANGUAGES), st.sampled_from([*CLOCKS])
TERMS = st.builds(Terms, st.sampled_from(FOR_TWO), st.sampled_from([*VARIANTS]), CLOCK, st.booleans())
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
Listing = list[tuple[str, Terms, float]]
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
    challenges: Listing,
    lookers: Listing,
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


# Challenges, and matches on cards.

WISHES = st.builds(Wish, TERMS, st.booleans())


@st.composite
def challenges(draw: st.DrawFn) -> Challenge:
    """A challenge as it may come to stand somewhere."""
    is_named, is_taken = draw(st.booleans()), draw(st.booleans())
    return Challenge(
        token="x" * 22,
        terms=draw(TERMS),
        person=1,
        name=draw(NAMES),
        made_at=0.0,
        expires_at=9e9,
        to=2 if is_named else None,
        to_name=draw(NAMES) if is_named else "",
        taker=2 if is_taken else None,
        taker_name=draw(NAMES) if is_taken else "",
        declined=tuple(draw(st.lists(NAMES, max_size=9))),
        consents=tuple(draw(st.lists(st.integers(1, 9), max_size=3))),
        seed="5a" * 16,
        state=draw(st.sampled_from(State)),
        match="f" * 16,
    )


def record(name: str, *, finished: int = 0) -> Record:
    return Record(name, Player(1, name, finished=finished, walked_out=finished // 3), START)


def screens_of(challenge: Challenge, language: str) -> Iterator[Screen]:
    texts = texts_in(language)
    records = record(challenge.name), record(challenge.to_name, finished=1234)
    for has_inline in (False, True):
        yield private.waiting(challenge, USERNAME, texts, has_inline=has_inline)
    yield private.offer_screen(challenge, records, USERNAME, texts)
    for is_new in (False, True):
        yield private.accepted_screen(challenge, texts, is_new=is_new)
    yield private.accepted_news(challenge, texts)
    yield private.taken_screen(challenge, texts)
    yield private.declined_screen(challenge, texts)
    yield private.declined_news(challenge, "", "Bot", texts, has_inline=True)
    yield challenge_card(challenge, records, USERNAME, texts)
    for state in private.CLOSED:
        yield private.closed_screen(replace(challenge, state=state), texts)


@given(challenges(), LANGUAGE)
@settings(max_examples=examples(50))
def test_whatever_is_shown_of_a_challenge_fits(challenge: Challenge, language: str) -> None:
    for screen in screens_of(challenge, language):
        assert_telegram_takes_it(screen)
    card = challenge_card(challenge, (), USERNAME, texts_in(language))
    offer = challenge_offer(challenge, card, texts_in(language))
    assert offer.title.strip()
    assert 1 <= len(offer.id.encode()) <= 64


@given(challenges(), LANGUAGE)
@settings(max_examples=examples(20))
def test_the_terms_are_told_where_one_decides_and_not_again_beside_the_board(
    challenge: Challenge, language: str
) -> None:
    texts = texts_in(language)
    terms = private.terms_line(challenge.terms, texts)
    assert terms in private.waiting(challenge, USERNAME, texts, has_inline=False).html
    assert terms not in private.accepted_news(challenge, texts).html


@given(WISHES, TERMS, LANGUAGE)
@settings(max_examples=examples(50))
def test_every_choice_of_terms_fits_and_marks_what_is_chosen(wish: Wish, others: Terms, language: str) -> None:
    texts, terms = texts_in(language), wish.terms
    menu = arranging.lobby_menu(terms, texts) if wish.in_lobby else arranging.duel_menu(terms, others, texts)
    assert_telegram_takes_it(menu)
    pairs = [row for row in menu.rows[2:] if len(row) > 1]
    assert all(len(button.text) <= arranging.LONGEST_OF_TERMS for row in pairs for button in row)
    variants = arranging.variants(wish, family_of(VARIANTS[terms.variant]), texts)
    for screen in (arranging.modes(wish, texts), variants, arranging.clocks(wish, texts)):
        assert_telegram_takes_it(screen)
        marked = [button.text for row in screen.rows for button in row if button.text.startswith("✓")]
        assert len(marked) == (2 if screen == variants else 1)


@given(WISHES, LANGUAGE)
@settings(max_examples=examples(50))
def test_every_button_of_a_page_says_whose_terms_it_is_about(wish: Wish, language: str) -> None:
    texts = texts_in(language)
    pages = [arranging.variants(wish, family, texts) for family in FAMILIES.values()]
    for screen in (arranging.modes(wish, texts), *pages, arranging.clocks(wish, texts)):
        presses = [press_from(button.data or "") for row in screen.rows for button in row]
        assert all(isinstance(press, MenuPress) for press in presses)
        assert {is_of_lobby(press.argument)[0] for press in presses if isinstance(press, MenuPress)} == {wish.in_lobby}


def test_every_variant_stands_on_one_page() -> None:
    assert sorted(name for family in FAMILIES.values() for name in variants_of(family)) == sorted(VARIANTS)


@given(st.text(max_size=40), st.text(max_size=40), st.text(max_size=30))
def test_each_card_has_a_token_of_its_own_that_fits_a_link(one: str, other: str, offered: str) -> None:
    token = token_on(Inline(one), offered)
    assert len(token) == 22
    assert token.replace("-", "").replace("_", "").isalnum()
    assert (token == token_on(Inline(other), offered)) == (one == other)


def match_of(mode: str, variant: Variant, turns: int, names: tuple[str, str] = ("Alice", "Bob")) -> Match:
    """A match after so many guesses, none of which is right."""
    last = tuple(islice(variant.secrets(), 2))
    game = Game(variant, MODES[mode], last if MODES[mode].own_secrets else last[:1])
    for number, code in enumerate(islice((code for code in variant.codes() if code not in last), turns)):
        game = apply(game, Guess(Seat(number % 2), code, knowingly=True)).game
    sitters = tuple(Sitter(person, name, person) for person, name in enumerate(names))
    return match_at("race classic 0123 |", game=game, sitters=sitters, salts=("5a" * 16,) * len(game.secrets))


@given(
    mode=st.sampled_from(FOR_TWO),
    variant=st.sampled_from(list(VARIANTS.values())),
    turns=st.integers(0, 110),
    names=st.tuples(NAMES, NAMES),
    language=LANGUAGE,
    over=st.booleans(),
)
@settings(max_examples=examples(60))
def test_every_scoreboard_fits(
    mode: str, variant: Variant, turns: int, names: tuple[str, str], language: str, *, over: bool
) -> None:
    match = match_of(mode, variant, turns, names)
    if over:
        end = Leave(Seat(1), Termination.TIMED_OUT) if match.game.turns else Abort(Seat(1))
        ended = apply(match.game, end).game
        match = replace(match, game=ended, ended_at=5.0, changes=((1500.0, 1662.3), (1500.0, 1337.7)))
    viewer = Viewer(texts_in(language), "words", USERNAME)
    assert_telegram_takes_it(scoreboard(match, viewer))
    assert_telegram_takes_it(scoreboard_offer("m" + match.id, match, viewer).screen)


@pytest.mark.parametrize("mode", FOR_TWO)
@pytest.mark.parametrize("variant", ["classic", "mastermind", "words-en-4"])
def test_no_scoreboard_depends_on_a_secret_before_the_end(mode: str, variant: str) -> None:
    match = match_of(mode, VARIANTS[variant], 5)
    others = tuple(islice(VARIANTS[variant].secrets(), 40, 42))
    other = replace(match, game=replace(match.game, secrets=others[: len(match.game.secrets)]))
    viewer = Viewer(texts_in("en"))
    assert scoreboard(match, viewer) == scoreboard(other, viewer)


def test_a_scoreboard_of_a_race_depends_on_no_guess_before_the_end() -> None:
    match = match_of("race", VARIANTS["classic"], 5)
    turns = tuple(replace(turn, guess=(9, 8, 7, 6)) for turn in match.game.turns)
    viewer = Viewer(texts_in("en"))
    assert scoreboard(match, viewer) == scoreboard(replace(match, game=replace(match.game, turns=turns)), viewer)
