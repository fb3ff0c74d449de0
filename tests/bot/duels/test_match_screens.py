"""What somebody in a seat, and everybody on a card, sees of a match: whatever they are called, nothing too soon."""

from dataclasses import fields, replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.app.buttons import CardPress, GamePress, GameVerb, OnCard, OnMatch, OnTalk, press_from
from bot.app.kinds.match.card_screen import ROOM_OF_ANSWER, own_guesses, playable_card
from bot.app.kinds.match.model import Match, Sitter
from bot.app.kinds.match.moves import with_deadlines
from bot.app.kinds.match.screen import SeatViewer, match_screen
from bot.app.messages import Inline
from bot.app.model.terms import CLOCKS, Terms
from bot.app.screen import Screen
from bot.app.screens.board import STYLES
from bot.app.screens.common import Viewer
from bot.app.screens.duels import terms_line
from bot.app.texts import LANGUAGES, NOTHING, Html, texts_in
from bot.game.model import MODES, Game, Phase, Seat, Termination, Turn
from bot.game.notation import game_at
from sandbox.html import parse
from solver.feedback import feedback_for, is_consistent
from solver.variant import VARIANTS, Code
from tests.bot.seals import PROOF, coded
from tests.bot.strategies import FOR_TWO, matched_games, matches, sitters
from tests.bot.test_screens import NAMES, USERNAME, assert_telegram_takes_it
from tests.solver.games import codes

ENGLISH = texts_in("en")
SEATS = st.sampled_from([Seat(0), Seat(1)])
NASTY = [
    "<b>Bob</b>",
    "&lt;b&gt;",
    "</code>",
    "\u202egnp.exe",
    "שלום",
    "a\nb",
    "👩\u200d👧" * 20,
    "\x00\ufeff",
    "Zoë & Co",
]
SMALL = st.sampled_from([VARIANTS["mini"], VARIANTS["three"], VARIANTS["mastermind"]])


@st.composite
def looks(draw: st.DrawFn, match: Match) -> SeatViewer:
    """Any way in which somebody may look at the match."""
    variant = match.game.variant
    draft = draw(st.lists(st.sampled_from(variant.alphabet), max_size=variant.length, unique=not variant.repeats))
    texts = texts_in(draw(st.sampled_from(LANGUAGES)))
    note = draw(st.sampled_from([NOTHING, texts.html("note.not-your-turn")]))
    return SeatViewer(texts, draw(st.sampled_from([*STYLES])), "BullsBot", "".join(draft), note, seat=draw(SEATS))


def match_at(line: str, **fields: object) -> Match:
    """The match of a position, between Alice and Bob."""
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


def verbs(screen: Screen, kind: type[GamePress | CardPress] = GamePress) -> set[GameVerb | OnCard]:
    presses = [press_from(button.data or "") for row in screen.rows for button in row]
    return {press.verb for press in presses if isinstance(press, kind)}


@given(matches(), st.data())
def test_every_screen_is_one_that_telegram_shows(match: Match, data: st.DataObject) -> None:
    screen = match_screen(called(match, "Ann", "Ben"), data.draw(looks(match)))
    text, _ = parse(screen.html)
    assert 0 < len(text.encode("utf-16-le")) // 2 <= 4096
    assert all(len((button.data or "").encode()) <= 64 for row in screen.rows for button in row)
    assert all(0 < len(row) <= 8 for row in screen.rows)
    assert "{" not in text


@given(matches(), st.data())
def test_every_lock_says_what_it_is_of(match: Match, data: st.DataObject) -> None:
    viewer = data.draw(looks(match))
    locks = PROOF.findall(match_screen(match, viewer).html)
    assert all(len(words) > len("🔒 ") for _, words in locks)
    assert len({words for _, words in locks}) == len(locks)


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
    """The match between people of these names."""
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


def assert_twins_look_alike(match: Match, game: Game, viewer: SeatViewer) -> None:
    both = [called(each, "Ann", "Ben") for each in (match, replace(match, game=game))]
    shown = [without_fingerprints(each, match_screen(each, viewer)) for each in both]
    assert shown[0] == shown[1]


@settings(deadline=None)
@given(matches(matched_games(variants=SMALL, most=5, ends=False)), st.data())
def test_what_a_screen_shows_does_not_depend_on_what_its_looker_may_not_see(match: Match, data: st.DataObject) -> None:
    viewer = data.draw(looks(match))
    assert_twins_look_alike(match, data.draw(unseen_twins(match.game, viewer.seat)), viewer)


@settings(deadline=None)
@given(matches(matched_games(variants=SMALL, modes=["duel", "sudden"], most=5, ends=False)), st.data())
def test_nor_does_it_on_their_own_secret_for_others_look_over_shoulders(match: Match, data: st.DataObject) -> None:
    viewer = data.draw(looks(match))
    assert_twins_look_alike(match, data.draw(unseen_twins(match.game, Seat(1 - viewer.seat))), viewer)


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
    keys = {button.data for row in screen.rows for button in row if button.data and ":mkey:" in button.data}
    assert len(keys) == (0 if VARIANTS[variant].words else len(VARIANTS[variant].alphabet))
    over = seen(match_at(f"{mode} {variant} {secrets}{order} | 0:{secret} | resigned 1"), texts=texts_in(language))
    assert VARIANTS[variant].show(VARIANTS[variant].parse(secret)) in over.html


DUEL = "duel classic 0123 4567 first 0"
KEYPAD = {OnMatch.KEY, OnMatch.ERASE, OnMatch.SUBMIT}


@pytest.mark.parametrize(
    ("line", "seat", "offered"),
    [
        ("duel classic - - first 0 |", 0, {*KEYPAD, OnMatch.DRAWN, OnMatch.ABORT}),
        ("duel classic - 4567 first 0 |", 0, {OnMatch.MINE, OnMatch.ABORT}),
        (f"{DUEL} |", 0, {*KEYPAD, OnMatch.MINE, OnMatch.ABORT}),
        (f"{DUEL} |", 1, {OnMatch.MINE, OnMatch.ABORT}),
        (f"{DUEL} | 0:8901 1:8901", 0, {*KEYPAD, OnMatch.MINE, OnMatch.DRAW, OnMatch.RESIGN, OnMatch.NOTES}),
        ("race classic 0123 |", 1, {*KEYPAD, OnMatch.ABORT}),
        ("race classic 0123 | 0:4567@1.0 0:0123@2.0", 0, set()),
    ],
)
def test_the_buttons_are_what_can_be_done(line: str, seat: int, offered: set[OnMatch]) -> None:
    assert verbs(seen(match_at(line), seat)) - set(OnTalk) == offered


@pytest.mark.parametrize("asking", ["resign", "abort"])
def test_a_question_leaves_only_its_answers(asking: str) -> None:
    match = match_at(f"{DUEL} | 0:8901")
    match = match.with_sitter(Seat(1), replace(match.sitters[1], asking=asking))
    instead = {OnMatch.CALL_OFF} if asking == "resign" else set()
    assert verbs(seen(match, 1)) == {OnMatch.YES, OnMatch.NO} | instead
    assert OnMatch.YES not in verbs(seen(match, 0))


def test_a_keypad_that_was_put_away_can_be_had_again() -> None:
    match = match_at(f"{DUEL} |")
    match = match.with_sitter(Seat(0), replace(match.sitters[0], keypad=False))
    assert OnMatch.KEYPAD in verbs(seen(match, 0))
    assert OnMatch.KEY not in verbs(seen(match, 0))


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


# The card of a match that is played on it: of nothing that only one may know.

KEYED = st.sampled_from([variant for variant in VARIANTS.values() if not variant.words])
SHOWN_TO_ALL = {"name", "deadline", "since", "offers", "rematch_asked"}
"""What of a sitter stands on the card."""
CARD_KEYS = {OnCard.KEY, OnCard.ERASE, OnCard.SUBMIT}
VIEWS = st.builds(Viewer, st.sampled_from(LANGUAGES).map(texts_in), st.sampled_from([*STYLES]), st.just(USERNAME))


@st.composite
def on_cards(draw: st.DrawFn) -> Match:
    """A match that is played on a card, at any time."""
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
    sitting = tuple(_shown_alike(sitter, draw(sitters(game.variant))) for sitter in match.sitters)
    return replace(match, game=replace(game, secrets=secrets, turns=turns), sitters=sitting)


def _shown_alike(sitter: Sitter, other: Sitter) -> Sitter:
    same = {field.name: getattr(sitter, field.name) for field in fields(Sitter) if field.name in SHOWN_TO_ALL}
    return replace(other, **same)


def before_the_end(match: Match) -> Match:
    """The match as it was before whatever ended it."""
    game = replace(match.game, gone=(), ended=None)
    game = replace(game, turns=game.turns[:-1]) if game.phase is Phase.OVER else game
    return replace(match, game=game, ended_at=None)


@given(on_cards().map(before_the_end), VIEWS, st.data())
def test_nothing_on_the_card_depends_on_what_only_one_may_know(
    match: Match, viewer: Viewer, data: st.DataObject
) -> None:
    match = called(match, "Ann", "Ben")
    assert not match.is_over
    twin = data.draw(twins(match))
    shown = [without_fingerprints(each, playable_card(each, viewer)) for each in (match, twin)]
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
        number = len(own) + more
        assert text.splitlines()[-1].startswith(f"{number}. {variant.show(own[-1].guess)} ")


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("duel classic - - first 0 |", {*CARD_KEYS, OnCard.DRAWN, OnCard.MINE, OnCard.LEAVE}),
        (f"{DUEL} |", {*CARD_KEYS, OnCard.MINE, OnCard.LEAVE}),
        (
            "duel classic 0123 4567 first 0 | 0:8901",
            {*CARD_KEYS, OnCard.MINE, OnCard.DRAW, OnCard.CALL_OFF, OnCard.LEAVE},
        ),
        ("race classic 0123 |", {*CARD_KEYS, OnCard.GUESSES, OnCard.LEAVE}),
        ("volley classic 0123 first 0 |", {*CARD_KEYS, OnCard.LEAVE}),
        ("race classic 0123 | 0:4567@1.0 | resigned 1", {OnCard.REMATCH}),
    ],
)
def test_the_keys_of_a_card_are_what_can_be_done(line: str, offered: set[OnCard]) -> None:
    match = match_at(line, card=Inline("x"), on_card=True)
    assert verbs(playable_card(match, Viewer(ENGLISH, username="bot")), CardPress) == offered


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("mode", FOR_TWO)
def test_whoever_is_not_called_has_a_day_at_least(mode: str, clock: str) -> None:
    terms = Terms(mode, "classic", clock).on_a_card
    game = Game(terms.the_variant, terms.the_mode, (None, None) if terms.the_mode.own_secrets else ((0, 1, 2, 3),))
    sitting = (Sitter(1, "Alice", None), Sitter(2, "Bob", None))
    match = match_at("race classic 0123 |", game=game, clock=terms.clock, sitters=sitting)
    deadlines = {sitter.deadline for sitter in with_deadlines(match, 1000.0).sitters} - {None}
    assert deadlines <= {1000.0 + 86_400.0}
    assert bool(deadlines) == (clock != "none")
