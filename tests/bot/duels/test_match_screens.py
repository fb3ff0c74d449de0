"""What the person in a seat sees of a match: in each language, whatever they are called, and nothing too soon."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.buttons import GamePress, GameVerb, OnMatch, OnTalk, press_from
from bot.app.kinds.match.model import Match, Sitter
from bot.app.kinds.match.screen import SeatViewer, match_screen
from bot.app.screen import Screen
from bot.app.screens.board import STYLES
from bot.app.screens.duels import terms_line
from bot.app.texts import LANGUAGES, NOTHING, Html, texts_in
from bot.game.model import MODES, Game, Phase, Seat, Termination, Turn
from bot.game.notation import game_at
from sandbox.html import parse
from solver.feedback import feedback_for, is_consistent
from solver.variant import VARIANTS, Code
from tests.bot.seals import PROOF, coded
from tests.bot.strategies import FOR_TWO, matched_games, matches

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


def verbs(screen: Screen) -> set[GameVerb]:
    presses = [press_from(button.data or "") for row in screen.rows for button in row]
    return {press.verb for press in presses if isinstance(press, GamePress)}


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


def without_fingerprints(match: Match, viewer: SeatViewer) -> Screen:
    """The screen without what depends on the secrets, but tells nothing of them to whoever knows no salt."""
    match = called(match, "Ann", "Ben")
    screen = match_screen(match, viewer)
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


@settings(deadline=None)
@given(matches(matched_games(variants=SMALL, most=5, ends=False)), st.data())
def test_what_a_screen_shows_does_not_depend_on_what_its_looker_may_not_see(match: Match, data: st.DataObject) -> None:
    viewer = data.draw(looks(match))
    twin = replace(match, game=data.draw(unseen_twins(match.game, viewer.seat)))
    assert without_fingerprints(match, viewer) == without_fingerprints(twin, viewer)


@settings(deadline=None)
@given(matches(matched_games(variants=SMALL, modes=["duel", "sudden"], most=5, ends=False)), st.data())
def test_nor_does_it_on_their_own_secret_for_others_look_over_shoulders(match: Match, data: st.DataObject) -> None:
    viewer = data.draw(looks(match))
    twin = replace(match, game=data.draw(unseen_twins(match.game, Seat(1 - viewer.seat))))
    assert without_fingerprints(match, viewer) == without_fingerprints(twin, viewer)


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
    talk = set(OnTalk)
    assert verbs(seen(match_at(line), seat)) - talk == offered


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


@pytest.mark.parametrize(("seat", "theirs", "mine"), [(0, "0123", "4567"), (1, "4567", "0123")])
def test_who_breaks_which_secret_is_told_the_right_way_round(seat: int, theirs: str, mine: str) -> None:
    html = seen(match_at(f"{DUEL} | 0:8901 | resigned 1"), seat).html
    assert f"— <code>{theirs}</code>, you — <code>{mine}</code>" in html


ENDED = f"{DUEL} | 0:8901 1:8901 0:2345 | resigned 1"


def test_both_paths_stand_side_by_side_where_a_phone_has_room() -> None:
    lines = seen(match_at(ENDED)).html.splitlines()
    assert "1. <code>8901</code> 0\u2060🐂\u00a02\u2060🐄 ┊ <code>8901</code> 0\u2060🐂\u00a00\u2060🐄" in lines
    assert "2. <code>2345</code> 0\u2060🐂\u00a02\u2060🐄 ┊ <code>····</code>" in lines
    assert (
        "2. <code>····</code> ┊ <code>2345</code> 0\u2060🐂\u00a02\u2060🐄"
        in seen(match_at(ENDED), 1).html.splitlines()
    )


def test_paths_that_are_too_wide_stand_one_above_the_other() -> None:
    html = seen(match_at(ENDED), style="words").html
    assert "┊" not in html
    assert html.index("<u>Your guesses</u>") < html.index("<u>Your rival’s guesses</u>")


@pytest.mark.parametrize(("language", "letters"), [("en", "ROYG"), ("uk", "ЧОЖЗ"), ("ru", "КОЖЗ")])
def test_the_readers_letters_stand_beside_colours(language: str, letters: str) -> None:
    texts = texts_in(language)
    screen = seen(match_at("duel mastermind ROYG GYOR first 0 | 0:VVVV 1:ROYG"), texts=texts)
    assert f"<code>🔴🟠🟡🟢</code>\u00a0\u00a00\u2060🐂\u00a04\u2060🐄 {letters}" in screen.html
    assert f"🔴 {letters[0]}" in {button.text for row in screen.rows for button in row}
