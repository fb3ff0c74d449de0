"""What is seen of a match, in a seat or on a card, of the lobby and of challenges: it fits, and tells nothing early."""

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import islice
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.app.buttons import GamePress, GameVerb, MenuPress, OnCard, OnMatch, OnTalk, press_from
from bot.app.duels import arranging_screens as arranging
from bot.app.duels import screens as private
from bot.app.duels.arranging_screens import TermsChoice, is_of_lobby
from bot.app.duels.model import Challenge, ChallengeState, token_on
from bot.app.duels.screens import Record, challenge_card, record_line
from bot.app.kinds.match.card_screen import ROOM_OF_ANSWER, own_guesses, playable_card, scoreboard, scoreboard_offer
from bot.app.kinds.match.model import Match, Sitter
from bot.app.kinds.match.moves import with_deadlines
from bot.app.kinds.match.screen import SeatViewer, match_screen
from bot.app.lobby import screens as lobby
from bot.app.lobby.handlers import LISTED
from bot.app.lobby.screens import Hall, LobbyEntry, ShownSearch
from bot.app.messages import Inline
from bot.app.model.options import FAMILIES, LEVELS, family_of, variants_of
from bot.app.model.terms import CLOCKS, Terms
from bot.app.ratings.model import Player
from bot.app.screen import Screen
from bot.app.screens.board import STYLES, noun_of
from bot.app.screens.common import Viewer
from bot.app.screens.share import challenge_offer
from bot.app.screens.terms import figure, terms_line
from bot.app.texts import LANGUAGES, NOTHING, Html, texts_in
from bot.game.model import MODES, Game, Phase, Seat, Termination, Turn
from bot.game.notation import game_at
from bot.game.rating import START, Rating
from bot.game.rules import Abort, Guess, Leave, apply
from sandbox.html import parse
from solver.feedback import feedback_for, is_consistent
from solver.variant import VARIANTS, Code, Variant
from tests.bot.duels.played import FIRST_WINS, ended
from tests.bot.seals import PROOF, coded
from tests.bot.solo.test_board import NASTY
from tests.bot.strategies import FOR_TWO, matched_games, matches, sitters
from tests.bot.test_screens import NAMES, USERNAME, assert_telegram_takes_it
from tests.distribution import examples
from tests.solver.games import codes

ENGLISH = texts_in("en")
SEATS = st.sampled_from([Seat(0), Seat(1)])
SMALL = st.sampled_from([VARIANTS["mini"], VARIANTS["three"], VARIANTS["mastermind"]])


@st.composite
def looks(draw: st.DrawFn, match: Match) -> SeatViewer:
    variant = match.game.variant
    draft = draw(st.lists(st.sampled_from(variant.alphabet), max_size=variant.length, unique=not variant.repeats))
    texts = texts_in(draw(st.sampled_from(LANGUAGES)))
    note = draw(st.sampled_from([NOTHING, texts.html("note.not-your-turn")]))
    return SeatViewer(texts, draw(st.sampled_from([*STYLES])), "BullsBot", "".join(draft), note, seat=draw(SEATS))


def match_at(line: str, **fields: object) -> Match:
    game = game_at(line)
    match = Match(
        id="0123456789abcdef",
        starter=1,
        game=game,
        clock="live",
        rated=True,
        sitters=(Sitter(1, "Alice", 1), Sitter(2, "Bob", 2)),
        salts=("5a" * 16, "5b" * 16)[: len(game.secrets)],
        salt="5c" * 16,
        opened_at=100.0,
        ended_at=200.0 if game.phase is Phase.OVER else None,
    )
    return replace(match, **fields)  # type: ignore[arg-type]


def seen(match: Match, seat: int = 0, **fields: object) -> Screen:
    viewer = replace(SeatViewer(ENGLISH, seat=Seat(seat)), **fields)  # type: ignore[arg-type]
    return match_screen(match, viewer)


def verbs(screen: Screen) -> set[GameVerb]:
    presses = [press_from(button.data or "") for row in screen.rows for button in row]
    return {press.verb for press in presses if isinstance(press, GamePress)}


def test_whoever_has_a_seat_looks_as_they_do_anywhere_else() -> None:
    looks_so: dict[str, Any] = {field.name: object() for field in fields(Viewer)}
    seated = SeatViewer.of(Viewer(**looks_so), seat=Seat(1))
    assert {name: getattr(seated, name) for name in looks_so} == looks_so


@given(matches(), st.data())
def test_every_screen_is_one_that_telegram_shows_with_locks_that_say_of_what(match: Match, data: st.DataObject) -> None:
    screen = match_screen(called(match, "Ann", "Ben"), data.draw(looks(match)))
    assert_telegram_takes_it(screen)
    assert "{" not in screen.html
    locks = [words for _, words in PROOF.findall(screen.html)]
    assert all(len(words) > len("🔒 ") for words in locks)
    assert len({*locks}) == len(locks)


@given(matches(), st.data())
def test_a_remark_stands_above_what_the_game_is(match: Match, data: st.DataObject) -> None:
    viewer = data.draw(looks(match).filter(lambda viewer: bool(viewer.note)))
    above = match_screen(match, viewer).html.partition(f"\n\n⚠️ {viewer.note}")[0]
    assert terms_line(match.terms, viewer.texts) not in above or match.level


@given(st.sampled_from(NASTY), matches(), st.data())
def test_a_name_changes_nothing_but_its_own_words(name: str, match: Match, data: st.DataObject) -> None:
    viewer = data.draw(looks(match))
    text, entities = parse(match_screen(called(match, name, name), viewer).html)
    expected, marked = parse(match_screen(called(match, "Al", "Al"), viewer).html)
    assert len(text.splitlines()) == len(expected.splitlines())
    assert [entity.type for entity in entities] == [entity.type for entity in marked]


def without_fingerprints(match: Match, screen: Screen) -> Screen:
    """What is shown of it without what depends on the secrets, but tells nothing of them to whoever knows no salt."""
    html = str(screen.html)
    for at, secret in enumerate(match.game.secrets):
        assert match.salts[at] not in screen.html
        if secret is not None:
            assert coded(match.commitment(at)) in screen.html
            html = html.replace(coded(match.commitment(at)), "#")
    assert not match.salt or match.salt not in screen.html
    return replace(screen, html=Html(html))


def called(match: Match, *names: str) -> Match:
    sitters = (replace(sitter, name=name) for sitter, name in zip(match.sitters, names, strict=True))
    return replace(match, sitters=tuple(sitters))


def unseen_twins(game: Game, seat: Seat) -> st.SearchStrategy[Game]:
    """Games that differ in what the seat may not see yet, and in nothing else."""
    if not game.secret_for(seat):
        return st.just(game)
    own, breaks = game.mode.own_secrets, (seat if game.mode.own_secrets else Seat(0))
    hidden = [] if own or game.mode.is_open else [turn for turn in game.turns if turn.seat != seat]

    def alike(turn: Turn, secret: Code) -> Code:
        """A guess that would have got the same feedback; an empty one where there is none."""
        return next((code for code in game.variant.codes() if feedback_for(code, secret) == turn.feedback), ())

    def twin(secret: Code) -> Game:
        shown = tuple(secret if at == breaks else other for at, other in enumerate(game.secrets))
        turns = (replace(turn, guess=alike(turn, secret)) if turn in hidden else turn for turn in game.turns)
        return replace(game, secrets=shown, turns=tuple(turns))

    secrets = [code for code in game.variant.codes() if is_consistent(code, game.history_of(seat))]
    return st.sampled_from([code for code in secrets if all(alike(turn, code) for turn in hidden)]).map(twin)


@pytest.mark.parametrize(("modes", "of"), [(FOR_TWO, 0), (["duel", "sudden"], 1)], ids=["hidden", "their own"])
@given(st.data())
def test_what_a_screen_shows_does_not_depend_on_what_is_hidden_nor_on_ones_own_secret_for_others_look_over_shoulders(
    modes: list[str], of: int, data: st.DataObject
) -> None:
    match = data.draw(matches(matched_games(variants=SMALL, modes=modes, most=5, ends=False)))
    viewer = data.draw(looks(match))
    twin = replace(match, game=data.draw(unseen_twins(match.game, Seat(viewer.seat ^ of))))
    both = [called(each, "Ann", "Ben") for each in (match, twin)]
    shown = [without_fingerprints(each, match_screen(each, viewer)) for each in both]
    assert shown[0] == shown[1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("mode", FOR_TWO)
def test_every_mode_can_be_played_with_every_variant(mode: str, variant: str, language: str) -> None:
    secret = VARIANTS[variant].format(next(VARIANTS[variant].secrets()))
    secrets = f"{secret} {secret}" if MODES[mode].own_secrets else secret
    order = " first 0" if MODES[mode].in_turn else ""
    match = match_at(f"{mode} {variant} {secrets}{order} |")
    screen = seen(match, texts=texts_in(language))
    assert (OnMatch.KEY in verbs(screen)) == (not VARIANTS[variant].words)
    keys = {button.data for row in screen.rows for button in row if ":mkey:" in (button.data or "")}
    assert len(keys) == (0 if VARIANTS[variant].words else len(VARIANTS[variant].alphabet))
    over = seen(match_at(f"{mode} {variant} {secrets}{order} | 0:{secret} | resigned 1"), texts=texts_in(language))
    assert VARIANTS[variant].show(VARIANTS[variant].parse(secret)) in over.html


DUEL = "duel classic 0123 4567 first 0"
KEYPAD, ANSWERS = {OnMatch.KEY, OnMatch.ERASE, OnMatch.SUBMIT}, {OnMatch.YES, OnMatch.NO}


@pytest.mark.parametrize(
    ("line", "seat", "sits", "offered"),
    [
        ("duel classic - - first 0 |", 0, {}, {*KEYPAD, OnMatch.DRAWN, OnMatch.ABORT}),
        ("duel classic - 4567 first 0 |", 0, {}, {OnMatch.MINE, OnMatch.ABORT}),
        (f"{DUEL} |", 0, {}, {*KEYPAD, OnMatch.MINE, OnMatch.ABORT}),
        (f"{DUEL} |", 0, {"keypad": False}, {OnMatch.KEYPAD, OnMatch.MINE, OnMatch.ABORT}),
        (f"{DUEL} |", 1, {}, {OnMatch.MINE, OnMatch.ABORT}),
        (f"{DUEL} | 0:8901", 1, {"asking": "resign"}, {*ANSWERS, OnMatch.CALL_OFF}),
        (f"{DUEL} | 0:8901", 1, {"asking": "abort"}, ANSWERS),
        (f"{DUEL} | 0:8901 1:8901", 0, {}, {*KEYPAD, OnMatch.MINE, OnMatch.DRAW, OnMatch.RESIGN, OnMatch.NOTES}),
        ("race classic 0123 |", 1, {}, {*KEYPAD, OnMatch.ABORT}),
        ("race classic 0123 | 0:4567@1.0 0:0123@2.0", 0, {}, set()),
    ],
)
def test_the_buttons_are_what_can_be_done(line: str, seat: int, sits: dict[str, Any], offered: set[OnMatch]) -> None:
    match = match_at(line)
    match = match.with_sitter(Seat(seat), replace(match.sitters[seat], **sits))
    assert verbs(seen(match, seat)) - (set() if "asking" in sits else set(OnTalk)) == offered
    assert OnMatch.YES not in verbs(seen(match, 1 - seat))


@given(matches(), SEATS)
def test_the_proof_unfolds_only_when_it_is_over(match: Match, seat: Seat) -> None:
    match = match.with_sitter(seat, replace(match.sitters[seat], proof=True))
    was_played = match.is_over and match.game.ended is not Termination.ABORTED
    assert ("sha256sum" in seen(match, seat).html) == (was_played and any(match.game.secrets))


ENDED = f"{DUEL} | 0:8901 1:8901 0:2345 | resigned 1"


def test_both_paths_stand_side_by_side_where_a_phone_has_room_else_one_above_the_other() -> None:
    mine, theirs = (seen(match_at(ENDED), seat).html.splitlines() for seat in (0, 1))
    assert "1. <code>8901</code> 0\u2060🐂\u00a02\u2060🐄 ┊ <code>8901</code> 0\u2060🐂\u00a00\u2060🐄" in mine
    assert "2. <code>2345</code> 0\u2060🐂\u00a02\u2060🐄 ┊ <code>····</code>" in mine
    assert "2. <code>····</code> ┊ <code>2345</code> 0\u2060🐂\u00a02\u2060🐄" in theirs
    html = seen(match_at(ENDED), style="words").html
    assert "┊" not in html
    assert html.index("<u>Your guesses</u>") < html.index("<u>Your rival’s guesses</u>")


@pytest.mark.parametrize(("language", "letters"), [("en", "ROYG"), ("uk", "ЧОЖЗ"), ("ru", "КОЖЗ")])
def test_the_readers_letters_stand_beside_colours(language: str, letters: str) -> None:
    texts = texts_in(language)
    screen = seen(match_at("duel mastermind ROYG GYOR first 0 | 0:VVVV 1:ROYG"), texts=texts)
    assert f"<code>🔴🟠🟡🟢</code>\u00a0\u00a00\u2060🐂\u00a04\u2060🐄 {letters}" in screen.html
    assert f"🔴 {letters[0]}" in {button.text for row in screen.rows for button in row}


KEYED = st.sampled_from([variant for variant in VARIANTS.values() if not variant.words])
SHOWN_TO_ALL = {"name", "deadline", "since", "offers", "rematch_asked"}
"""What of a sitter stands on the card."""
CARD_KEYS = {OnCard.KEY, OnCard.ERASE, OnCard.SUBMIT}
VIEWS = st.builds(Viewer, st.sampled_from(LANGUAGES).map(texts_in), st.sampled_from([*STYLES]), st.just(USERNAME))


@st.composite
def on_cards(draw: st.DrawFn) -> Match:
    match = draw(matches(matched_games(variants=KEYED)))
    return replace(match, card=Inline("x"), on_card=True, clock=draw(st.sampled_from(["days", "none"])))


@given(on_cards(), VIEWS, NAMES, NAMES)
def test_every_card_is_one_that_telegram_shows(match: Match, viewer: Viewer, one: str, other: str) -> None:
    assert_telegram_takes_it(playable_card(called(match, one, other), viewer))


@st.composite
def twins(draw: st.DrawFn, match: Match) -> Match:
    """A match that differs in all that nobody may see before the end, and in nothing else."""
    game, code = match.game, codes(match.game.variant)
    secrets = tuple(None if secret is None else draw(code) for secret in game.secrets)
    turns = game.turns if game.mode.is_open else tuple(replace(turn, guess=draw(code)) for turn in game.turns)
    shown = [{name: getattr(sitter, name) for name in SHOWN_TO_ALL} for sitter in match.sitters]
    sitting = tuple(replace(draw(sitters(game.variant)), **same) for same in shown)
    return replace(match, game=replace(game, secrets=secrets, turns=turns), sitters=sitting)


def before_the_end(match: Match) -> Match:
    game = replace(match.game, gone=(), ended=None)
    game = replace(game, turns=game.turns[:-1]) if game.phase is Phase.OVER else game
    return replace(match, game=game, ended_at=None)


@given(on_cards().map(before_the_end), VIEWS, st.data())
def test_nothing_on_a_card_depends_on_what_only_one_knows(match: Match, viewer: Viewer, data: st.DataObject) -> None:
    match = called(match, "Ann", "Ben")
    assert not match.is_over
    both = match, data.draw(twins(match))
    shown = [without_fingerprints(each, playable_card(each, viewer)) for each in both]
    assert shown[0] == shown[1]


@given(on_cards(), VIEWS)
def test_in_the_end_every_secret_stands_there(match: Match, viewer: Viewer) -> None:
    assume(match.is_over)
    text = playable_card(match, viewer).html
    assert all(match.game.variant.show(secret) in text for secret in match.game.secrets if secret)


@given(on_cards(), st.sampled_from([Seat(0), Seat(1)]), VIEWS, st.integers(0, 60))
def test_ones_own_guesses_fit_an_answer_the_latest_of_them(match: Match, seat: Seat, viewer: Viewer, more: int) -> None:
    variant, own = match.game.variant, match.game.turns_of(seat)
    match = replace(match, game=replace(match.game, turns=own + own[-1:] * more))
    text = own_guesses(match, seat, viewer.style, viewer.texts)
    assert len(text) <= ROOM_OF_ANSWER
    assert bool(text) == bool(own)
    if own:
        assert text.splitlines()[-1].startswith(f"{len(own) + more}. {variant.show(own[-1].guess)} ")


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("duel classic - - first 0 |", {*CARD_KEYS, OnCard.DRAWN, OnCard.MINE, OnCard.LEAVE}),
        (f"{DUEL} |", {*CARD_KEYS, OnCard.MINE, OnCard.LEAVE}),
        (f"{DUEL} | 0:8901", {*CARD_KEYS, OnCard.MINE, OnCard.DRAW, OnCard.CALL_OFF, OnCard.LEAVE}),
        ("race classic 0123 |", {*CARD_KEYS, OnCard.GUESSES, OnCard.LEAVE}),
        ("volley classic 0123 first 0 |", {*CARD_KEYS, OnCard.LEAVE}),
        ("race classic 0123 | 0:4567@1.0 | resigned 1", {OnCard.REMATCH}),
    ],
)
def test_the_keys_of_a_card_are_what_can_be_done(line: str, offered: set[OnCard]) -> None:
    match = match_at(line, card=Inline("x"), on_card=True)
    assert verbs(playable_card(match, Viewer(ENGLISH, username="bot"))) == offered


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("mode", FOR_TWO)
def test_whoever_is_not_called_has_a_day_at_least(mode: str, clock: str) -> None:
    terms = Terms(mode, "classic", clock).on_a_card
    game = Game(terms.the_variant, terms.the_mode, (None, None) if terms.the_mode.own_secrets else ((0, 1, 2, 3),))
    sitting = (Sitter(1, "Alice", None), Sitter(2, "Bob", None))
    match = match_at("race classic 0123 |", game=game, clock=terms.clock, sitters=sitting)
    deadlines = {sitter.deadline for sitter in with_deadlines(match, 1000.0).sitters} - {None}
    assert deadlines == (set() if clock == "none" else {1000.0 + 86_400.0})


LANGUAGE, CLOCK, MODE = st.sampled_from(LANGUAGES), st.sampled_from([*CLOCKS]), st.sampled_from(FOR_TWO)
TERMS = st.builds(Terms, MODE, st.sampled_from([*VARIANTS]), CLOCK, st.booleans())
FLAGS = {name: st.booleans() for name in ("many", "alone", "is_open")}
THEIRS = st.lists(TERMS, max_size=5, unique=True).map(tuple)
WAITING = st.builds(
    ShownSearch, TERMS, st.floats(1.7e9, 2e9), st.floats(-1, 1e6), others=st.integers(0, 49), wishes=THEIRS, **FLAGS
)
PEOPLE = st.lists(st.tuples(NAMES, TERMS, st.floats(0, 1e6)), max_size=LISTED)
Listing = list[tuple[str, Terms, float]]
Own = tuple[Terms, bool] | None
WIDEST = 40
"""So many characters of a button a phone shows."""


def listed(number: int, name: str, terms: Terms, language: str, seconds: float = 5.0) -> LobbyEntry:
    record = Record(name, Player(1, finished=12345), Rating(2999.6, 350.0, 0.06))
    return LobbyEntry(f"{number}:5.0", name, record_line(record, terms, texts_in(language)), terms, 1.7e9, seconds)


@given(PEOPLE, PEOPLE, st.integers(0, 100), st.none() | st.tuples(TERMS, st.booleans()))
@settings(max_examples=examples(40))
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_list_fits(language: str, challenges: Listing, lookers: Listing, more: int, own: Own) -> None:
    rows = [
        tuple(listed(number, name, terms, language, seconds) for number, (name, terms, seconds) in enumerate(people))
        for people in (challenges, lookers)
    ]
    hall = Hall(rows[0], rows[1], more, more > 40, *(own or (None, False)))
    assert_telegram_takes_it(lobby.lobby(hall, texts_in(language)))


def test_whoever_is_listed_has_a_button_of_their_own() -> None:
    race = Terms("race")
    wishes = {"Ann": Terms(), "Bob": Terms(), "Cyd": race, "Dan": race, "Eve": Terms()}
    people = [listed(number, name, terms, "en") for number, (name, terms) in enumerate(wishes.items())]
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
        assert label[2:].strip()[:12] == "Костянтиноп…"
        assert len(label) <= WIDEST


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_looks_is_told_so_and_whether_alone_and_may_still_play_whoever_is_listed(language: str) -> None:
    texts = texts_in(language)
    people = (listed(1, "Ann", Terms(), language),)
    for is_open in (False, True):
        screen = lobby.lobby(Hall(people, people, 0, False, Terms("race"), is_open), texts)  # noqa: FBT003
        labels = [button.text for row in screen.rows for button in row]
        assert sum("Ann" in label for label in labels) == 2
        offered = [texts.plain(f"button.{key}") in labels for key in ("find-rival", "challenge-all")]
        told = [texts.plain(f"lobby.{key}") in screen.html for key in ("alone", "posted")]
        assert (offered, told) == ([False, not is_open], [False, is_open])
    assert texts.plain("lobby.alone") in lobby.lobby(Hall((), (), 0, False, Terms(), False), texts).html  # noqa: FBT003
    for why in ("lobby.stopped", "lobby.gave-up", "lobby.full", "lobby.absent"):
        screen = lobby.ended_screen(why, texts)
        assert_telegram_takes_it(screen)
        assert screen.rows, "it can be begun anew"


@given(WAITING)
@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_waits_reads_how_it_stands(language: str, state: ShownSearch) -> None:
    texts = texts_in(language)
    screen = lobby.waiting(state, texts)
    assert_telegram_takes_it(screen)
    assert sum(map(len, screen.rows)) == 3 + state.alone - state.is_open + len(state.wishes[: lobby.OFFERED])
    named = [f"• {terms_line(terms, texts)}" in screen.html for terms in state.wishes]
    assert named == [place < lobby.OFFERED for place in range(len(named))]
    assert (texts.plain("lobby.posted") in screen.html) is state.is_open
    assert (str(state.others) in screen.html.rpartition("⏱")[2].partition("\n")[2]) or not state.others


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00"), (59.6, "1:00"), (3599, "59:59"), (3723, "1:02:03")])
def test_waiting_is_told_as_clocks_tell_it_and_counted_on_by_telegram(seconds: float, text: str) -> None:
    html = lobby.waiting(ShownSearch(Terms(), 1.7e9 + 0.9, seconds, 0), texts_in("en")).html
    assert f'Search began <tg-time unix="1700000000" format="r">{text} ago</tg-time>\n' in html


@given(TERMS, TERMS)
def test_wishes_are_told_apart_in_buttons(one: Terms, other: Terms) -> None:
    assert (lobby.terms_key(one) == lobby.terms_key(other)) == (one == other)


WISHES = st.builds(TermsChoice, TERMS, st.booleans())


@st.composite
def challenges(draw: st.DrawFn) -> Challenge:
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
        state=draw(st.sampled_from(ChallengeState)),
        match="f" * 16,
    )


def screens_of(challenge: Challenge, language: str) -> Iterator[Screen]:
    texts = texts_in(language)
    to = Player(1, challenge.to_name, finished=1234, walked_out=411)
    records = Record(challenge.name, Player(1, challenge.name), START), Record(challenge.to_name, to, START)
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
def test_a_challenge_fits_and_tells_terms_where_one_decides(challenge: Challenge, language: str) -> None:
    for screen in screens_of(challenge, language):
        assert_telegram_takes_it(screen)
    texts = texts_in(language)
    offer = challenge_offer(challenge, challenge_card(challenge, (), USERNAME, texts), texts)
    assert offer.title.strip()
    assert 1 <= len(offer.id.encode()) <= 64
    terms = terms_line(challenge.terms, texts)
    assert terms in private.waiting(challenge, USERNAME, texts, has_inline=False).html
    assert terms not in private.accepted_news(challenge, texts).html


@given(WISHES, TERMS, LANGUAGE)
@settings(max_examples=examples(50))
def test_every_choice_of_terms_fits_and_marks_what_is_chosen(wish: TermsChoice, others: Terms, language: str) -> None:
    texts, terms = texts_in(language), wish.terms
    own = arranging.duel_menu(terms, others, texts)
    assert len([button for row in own.rows for button in row]) <= 5
    assert_telegram_takes_it(own)
    menu = arranging.terms_menu(wish, texts)
    assert_telegram_takes_it(menu)
    pairs = [row for row in menu.rows[1:] if len(row) > 1]
    assert all(len(button.text) <= arranging.LONGEST_OF_TERMS for row in pairs for button in row)
    variants = arranging.variants(wish, family_of(VARIANTS[terms.variant]), texts)
    for screen in (arranging.modes(wish, texts), variants, arranging.clocks(wish, texts)):
        assert_telegram_takes_it(screen)
        marked = [button.text for row in screen.rows for button in row if button.text.startswith("✓")]
        assert len(marked) == (2 if screen == variants else 1)


@given(WISHES, LANGUAGE)
@settings(max_examples=examples(50))
def test_every_button_of_a_page_says_whose_terms_it_changes_and_each_variant_has_one(
    wish: TermsChoice, language: str
) -> None:
    texts = texts_in(language)
    pages = [arranging.variants(wish, family, texts) for family in FAMILIES.values()]
    for screen in (arranging.modes(wish, texts), *pages, arranging.clocks(wish, texts)):
        presses = [press_from(button.data or "") for row in screen.rows for button in row]
        assert all(isinstance(press, MenuPress) for press in presses)
        assert {is_of_lobby(press.argument)[0] for press in presses if isinstance(press, MenuPress)} == {wish.in_lobby}
    assert sorted(name for family in FAMILIES.values() for name in variants_of(family)) == sorted(VARIANTS)


@given(st.text(max_size=40), st.text(max_size=40), st.text(max_size=30))
def test_each_card_has_a_token_of_its_own_that_fits_a_link(one: str, other: str, offered: str) -> None:
    token = token_on(Inline(one), offered)
    assert re.fullmatch(r"[A-Za-z0-9_-]{22}", token)
    assert (token == token_on(Inline(other), offered)) == (one == other)


def match_of(mode: str, variant: Variant, turns: int, names: tuple[str, str] = ("Alice", "Bob")) -> Match:
    """A match after so many guesses, none of which is right."""
    last = tuple(islice(variant.secrets(), 2))
    game = Game(variant, MODES[mode], last if MODES[mode].own_secrets else last[:1])
    for number, code in enumerate(islice((code for code in variant.codes() if code not in last), turns)):
        game = apply(game, Guess(Seat(number % 2), code, knowingly=True)).game
    sitters = tuple(Sitter(person, name, person) for person, name in enumerate(names))
    return match_at("race classic 0123 |", game=game, sitters=sitters, salts=("5a" * 16,) * len(game.secrets))


ANY_VARIANT = st.sampled_from([*VARIANTS.values()])
PLAYED = st.builds(match_of, MODE, ANY_VARIANT, st.integers(0, 110), st.tuples(NAMES, NAMES))


@given(PLAYED, LANGUAGE, st.booleans())
@settings(max_examples=examples(60))
def test_every_scoreboard_fits(match: Match, language: str, over: bool) -> None:  # noqa: FBT001
    if over:
        end = Leave(Seat(1), Termination.TIMED_OUT) if match.game.turns else Abort(Seat(1))
        ended = apply(match.game, end).game
        match = replace(match, game=ended, ended_at=5.0, changes=((1500.0, 1662.3), (1500.0, 1337.7)))
    viewer = Viewer(texts_in(language), "words", USERNAME)
    assert_telegram_takes_it(scoreboard(match, viewer))
    assert_telegram_takes_it(scoreboard_offer("m" + match.id, match, viewer).screen)


@pytest.mark.parametrize("mode", FOR_TWO)
@pytest.mark.parametrize("variant", ["classic", "mastermind", "words-en-4"])
def test_no_scoreboard_depends_on_a_secret_before_the_end_nor_on_a_guess_in_a_race(mode: str, variant: str) -> None:
    match, viewer = match_of(mode, VARIANTS[variant], 5), Viewer(ENGLISH)
    one, other = islice(VARIANTS[variant].secrets(), 40, 42)
    game = replace(match.game, secrets=(one, other)[: len(match.game.secrets)])
    if mode == "race":
        game = replace(game, turns=tuple(replace(turn, guess=one) for turn in game.turns))
    assert scoreboard(match, viewer) == scoreboard(replace(match, game=game), viewer)


@given(challenges(), LANGUAGE)
@settings(max_examples=examples(50))
def test_an_invitation_to_an_unrated_game_tells_no_rating_and_one_to_digits_calls_them_so(
    challenge: Challenge, language: str
) -> None:
    texts, terms = texts_in(language), challenge.terms
    records = Record("Ann", Player(1), START), Record("Tom", Player(2), START)
    for screen in (
        private.offer_screen(challenge, records, USERNAME, texts),
        challenge_card(replace(challenge, state=ChallengeState.OPEN), records, USERNAME, texts),
    ):
        assert (figure(START) in screen.html) == terms.rated
        if noun_of(terms.the_variant) == "digit":
            assert not re.search("symbol|знак", screen.html)


@given(challenges(), LANGUAGE)
@settings(max_examples=examples(20))
def test_whoever_is_invited_for_the_first_time_reads_what_there_is_besides(challenge: Challenge, language: str) -> None:
    texts = texts_in(language)
    besides = texts.html("challenge.besides")
    for finished in (0, 1):
        records = Record("Ann", Player(1), START), Record("Tom", Player(2, finished=finished), START)
        screen = private.offer_screen(challenge, records, USERNAME, texts)
        assert (besides in screen.html) == (not finished)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("friends", [True, False])
@pytest.mark.parametrize("level", ["", *LEVELS])
@pytest.mark.parametrize("declined", [True, False])
def test_the_end_of_a_match_names_its_next_step_first(
    language: str, level: str, *, friends: bool, declined: bool
) -> None:
    match = replace(ended(1, FIRST_WINS), level=level, friends=friends)
    if declined:
        match = match.with_sitter(Seat(1), replace(match.sitters[1], declines_rematch=True))
    screen = match_screen(match, SeatViewer(texts_in(language), seat=Seat(0)))
    first = screen.rows[0][0]
    wanted = None if declined and friends else "button.new-rival" if declined else "button.rematch"
    primary = [button.text for row in screen.rows for button in row if button.style == "primary"]
    assert primary == ([] if wanted is None else [first.text])
    assert wanted is None or first.text == texts_in(language).plain(wanted)
