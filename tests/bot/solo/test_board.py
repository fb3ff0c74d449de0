from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.app.buttons import GamePress, GameVerb, OnBoard, OnEnd, press_from
from bot.app.kinds.alone.model import Alone
from bot.app.kinds.alone.screens import board
from bot.app.model.duels import Target
from bot.app.model.game import commitment
from bot.app.model.hints import Asked, Hint, Page
from bot.app.screen import Screen
from bot.app.screens.board import NOUNS, STYLES, example_of, meaning_line, noun_of
from bot.app.screens.common import EndPage, Viewer
from bot.app.screens.keypad import draft_line
from bot.app.texts import LANGUAGES, NOTHING, Html, texts_in
from bot.game.model import Game, Phase
from bot.game.notation import game_at
from sandbox.html import parse
from solver.feedback import Feedback, is_consistent
from solver.variant import VARIANTS, Variant
from tests.bot.seals import coded
from tests.bot.solo.hinted import with_hints
from tests.bot.strategies import ALONE, GROUP, PRIVATE, games, tables

TARGET = Target("t" * 22, "Ann", 6, solved=True)
ENGLISH = Viewer(texts_in("en"), username="BullsBot")
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


def table_at(line: str, **fields: object) -> Alone:
    """A table with the game of a position."""
    game = game_at(line)
    names = ("Alice",) * len(game.turns)
    board_game = Alone(
        id="0123456789abcdef",
        chat=PRIVATE,
        game=game,
        starter=1,
        salt="5a" * 16,
        opened_at=100.0,
        ended_at=161.0 if game.phase is Phase.OVER else None,
        guessed_by=names,
    )
    return replace(board_game, **fields)  # type: ignore[arg-type]


def labels(screen: Screen) -> list[list[str]]:
    return [[button.text for button in row] for row in screen.rows]


def code_in(line: str) -> list[str]:
    """What a tap copies."""
    text, entities = parse(line)
    units = text.encode("utf-16-le")
    return [units[2 * code.offset : 2 * code.end].decode("utf-16-le") for code in entities if code.type == "code"]


@st.composite
def views(draw: st.DrawFn) -> Viewer:
    """Any way to look at a board, with whatever a person may have typed."""
    texts = texts_in(draw(st.sampled_from(LANGUAGES)))
    typed = draw(st.text("0123456789", max_size=4))
    symbol = texts.html("code.quoted", letter=draw(st.characters()))
    invalid = texts.html("code.unknown-symbol", symbol=symbol, known="01")
    note = draw(st.sampled_from([NOTHING, invalid, texts.html("note.media")]))
    line = draft_shown(typed)
    return Viewer(texts, draw(st.sampled_from(list(STYLES))), "BullsBot", line, note)


def draft_shown(typed: str) -> str:
    return draft_line(typed, VARIANTS["classic"]) if typed else ""


def test_each_turn_stands_on_a_line_in_the_agreed_form() -> None:
    lines = board(table_at("solo classic 0834 | 4567 1298 0123"), ENGLISH).html.splitlines()
    assert "1. <code>4567</code>\u00a0\u00a00\u2060🐂\u00a01\u2060🐄" in lines
    assert "2. <code>1298</code>\u00a0\u00a00\u2060🐂\u00a01\u2060🐄" in lines
    assert "3. <code>0123</code>\u00a0\u00a01\u2060🐂\u00a01\u2060🐄" in lines


def test_in_a_group_each_turn_names_who_guessed() -> None:
    game = table_at("solo classic 0834 | 4567 1298", chat=GROUP, guessed_by=("Alice", "<b>Bob</b>"))
    lines = board(game, ENGLISH).html.splitlines()
    assert "1. <code>4567</code>\u00a0\u00a00\u2060🐂\u00a01\u2060🐄  Alice" in lines
    assert "2. <code>1298</code>\u00a0\u00a00\u2060🐂\u00a01\u2060🐄  &lt;b&gt;Bob&lt;/b&gt;" in lines


@pytest.mark.parametrize("line", ["solo classic 0834 | 4567", "solo colours RROYG | RRYYG"])
def test_a_tap_copies_the_good_guess_as_it_may_be_sent(line: str) -> None:
    game = table_at(line, hint=Hint((Asked.COUNT, Asked.GUESS), page=Page.HINTS))
    text = next(one for one in board(game, ENGLISH, with_hints(game)).html.splitlines() if one.startswith("👉"))
    (copied,) = code_in(text)
    assert game.game.variant.parse(copied)


@given(tables(), views())
def test_a_board_asks_in_words_exactly_while_the_buttons_stand_there_that_answer(game: Alone, viewer: Viewer) -> None:
    plain = board(replace(game, asks_to_resign=False), viewer)
    screen = board(replace(game, asks_to_resign=True), viewer)
    assert (screen.html != plain.html) == (OnBoard.GIVE_UP in offered(screen))


@given(tables(), views())
def test_a_remark_stands_directly_below_the_guesses(game: Alone, viewer: Viewer) -> None:
    assume(viewer.note)
    above, _, _ = board(game, viewer).html.partition(f"\n\n⚠️ {viewer.note}")
    with_note, without = board(game, viewer).html, board(game, replace(viewer, note=NOTHING)).html
    assert with_note.replace(f"⚠️ {viewer.note}\n\n", "", 1).replace(f"\n\n⚠️ {viewer.note}", "", 1) == without
    assert above.count("<code>") >= min(len(game.game.turns), 1)


@given(st.sampled_from(NASTY), tables(chats=st.just(GROUP)), views())
def test_a_name_changes_nothing_but_its_own_words(name: str, game: Alone, viewer: Viewer) -> None:
    named = board(replace(game, guessed_by=(name,) * len(game.game.turns)), viewer)
    plain = board(replace(game, guessed_by=("Al",) * len(game.game.turns)), viewer)
    text, entities = parse(named.html)
    expected, marked = parse(plain.html)
    assert len(text.splitlines()) == len(expected.splitlines())
    assert [(entity.type, entity.length) for entity in entities] == [(entity.type, entity.length) for entity in marked]
    assert labels(named) == labels(plain)


@given(games(variants=st.sampled_from([VARIANTS["three"], VARIANTS["mini"]])), views(), st.data())
def test_what_a_board_shows_while_playing_does_not_depend_on_the_secret(
    game: Game, viewer: Viewer, data: st.DataObject
) -> None:
    assume(game.phase is Phase.PLAYING)
    names = ("Alice",) * len(game.turns)
    board_game = replace(data.draw(tables()), game=game, ended_at=None, guessed_by=names, salt="5a" * 16)
    candidates = [code for code in game.variant.codes() if is_consistent(code, game.history_of(ALONE))]
    twin = replace(board_game, game=replace(game, secrets=(data.draw(st.sampled_from(candidates)),)))
    assert _without_digest(board_game, viewer) == _without_digest(twin, viewer)


def _without_digest(game: Alone, viewer: Viewer) -> Screen:
    screen = board(game, viewer)
    assert coded(commitment(game)) in screen.html
    assert (commitment(game) in screen.html) == game.proof
    html = screen.html.replace(commitment(game), "#").replace(coded(commitment(game)), "#")
    assert game.salt not in html
    return replace(screen, html=Html(html))


@given(st.lists(st.sampled_from("0123456789"), max_size=4, unique=True).map("".join))
def test_used_digits_show_as_dots_on_the_keypad(draft: str) -> None:
    screen = board(table_at("solo classic 0834 | 4567"), replace(ENGLISH, draft=draft_shown(draft)))
    shown = [["·" if digit in draft else digit for digit in row] for row in ("12345", "67890")]
    assert labels(screen)[:3] == [*shown, ["⌫", "✓"]]
    presses = [press_from(button.data or "") for row in screen.rows[:2] for button in row]
    assert presses == [GamePress(OnBoard.DIGIT, "0123456789abcdef", 1, digit) for digit in "1234567890"]


def test_a_draft_is_shown_with_what_is_missing() -> None:
    screen = board(table_at("solo classic 0834 |"), replace(ENGLISH, draft=draft_shown("07")))
    assert "✍️ <code>0 7 · ·</code>" in screen.html.splitlines()
    assert "✍️" not in board(table_at("solo classic 0834 |"), ENGLISH).html


def test_a_hint_stands_under_the_turns_and_goes_when_the_game_is_over() -> None:
    game = table_at("solo classic 0834 | 4567", hint=Hint((Asked.COUNT,), page=Page.HINTS))
    assert "💡 1440 codes still fit." in board(game, ENGLISH, with_hints(game)).html
    over = table_at("solo classic 0834 | 0834", hint=Hint((Asked.COUNT,)))
    assert "💡" not in board(over, ENGLISH).html


PLAYING = {OnBoard.HINT, OnBoard.NOTES, OnBoard.RESIGN, OnBoard.PROOF}


def offered(screen: Screen) -> set[GameVerb | None]:
    """What the buttons do; None stands for the one that copies."""
    presses = [button.data and press_from(button.data) for row in screen.rows for button in row]
    return {press.verb if isinstance(press, GamePress) else None for press in presses}


@pytest.mark.parametrize(
    ("line", "data", "verbs"),
    [
        ("solo classic 0834 |", {}, {OnBoard.DIGIT, OnBoard.ERASE, OnBoard.SUBMIT, *PLAYING}),
        ("solo classic 0834 |", {"keypad": False}, {OnBoard.KEYPAD, *PLAYING}),
        ("solo classic 0834 |", {"asks_to_resign": True}, {OnBoard.GIVE_UP, OnBoard.KEEP}),
        ("solo classic 0834 | 0834", {}, {OnBoard.AGAIN, OnBoard.REVIEW, OnEnd.SHARE, OnEnd.HOME}),
        ("solo classic 0834 | 0834", {"target": TARGET}, {OnBoard.AGAIN, OnBoard.REVIEW, OnEnd.SHARE, OnEnd.HOME}),
        ("solo classic 0834 | | resigned 0", {}, {OnBoard.AGAIN, OnBoard.PROOF, OnEnd.HOME}),
    ],
)
def test_the_buttons_are_what_can_be_done(line: str, data: dict[str, bool], verbs: set[OnBoard | None]) -> None:
    assert offered(board(table_at(line, **data), ENGLISH)) == verbs


@pytest.mark.parametrize(
    ("page", "verbs"),
    [
        (EndPage.SHARE, {None, OnBoard.BEAT, OnEnd.BACK}),
        (EndPage.REVIEW, {OnBoard.AGAIN, OnBoard.PROOF, OnEnd.SHARE, OnEnd.HOME}),
    ],
)
def test_what_is_under_a_button_stands_there_when_it_was_pressed(page: EndPage, verbs: set[OnBoard | None]) -> None:
    viewer = replace(ENGLISH, page=page)
    assert offered(board(table_at("solo classic 0834 | 0834"), viewer)) == verbs
    resigned = board(table_at("solo classic 0834 | | resigned 0"), viewer)
    assert offered(resigned) == {OnBoard.AGAIN, OnBoard.PROOF, OnEnd.HOME}


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_way_to_play_has_a_board(variant: str) -> None:
    secret = VARIANTS[variant].format(next(VARIANTS[variant].codes()))
    over = board(table_at(f"solo {variant} {secret} | {secret}"), ENGLISH)
    assert f"The secret was <code>{VARIANTS[variant].show(VARIANTS[variant].parse(secret))}" in over.html


@given(tables())
def test_the_proof_is_what_sha256sum_says(game: Alone) -> None:
    game = replace(game, proof=True)
    assert game.game.secret is not None
    secret = game.game.variant.format(game.game.secret)
    digest = sha256(f"{secret} {game.salt}".encode()).hexdigest()
    html = board(game, ENGLISH).html
    assert digest in html
    assert (f"printf '{secret} {game.salt}' | sha256sum" in html) == (game.game.phase is Phase.OVER)
    assert coded(digest) in html


@pytest.mark.parametrize(("cows", "everywhere"), [(3, False), (4, True)])
def test_only_where_all_are_there_each_is_said_to_stand_elsewhere(cows: int, *, everywhere: bool) -> None:
    classic, texts = VARIANTS["classic"], texts_in("en")
    said = meaning_line(classic.parse("0123"), Feedback(0, cows), classic, texts)
    assert ("are in the secret, but none in its place." in said) == everywhere


WHICH_ONE = {
    "en": dict.fromkeys(NOUNS, "Which one?"),
    "uk": {"digit": "Яка саме", "letter": "Яка саме", "colour": "Який саме", "sign": "Який саме"},
    "ru": {"digit": "Какая именно", "letter": "Какая именно", "colour": "Какой именно", "sign": "Какой именно"},
}
WHICH_ONES = {"en": "Which ones?", "uk": "Які саме", "ru": "Какие именно"}


@pytest.mark.parametrize("language", WHICH_ONE)
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_which_of_them_it_is_is_asked_in_the_gender_of_what_is_guessed(variant: Variant, language: str) -> None:
    texts, guess = texts_in(language), example_of(variant)
    for bulls, cows in ((0, 1), (1, 1), (0, 2), (1, 2)):
        asked = WHICH_ONE[language][noun_of(variant)] if cows == 1 else WHICH_ONES[language]
        if bulls + cows <= variant.length and cows < variant.length:
            assert asked in meaning_line(guess, Feedback(bulls, cows), variant, texts)


@pytest.mark.parametrize("language", WHICH_ONE)
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_where_nothing_stands_elsewhere_nobody_is_asked_which(variant: Variant, language: str) -> None:
    texts, asked = texts_in(language), {*WHICH_ONE[language].values(), WHICH_ONES[language]}
    for reply in (Feedback(0, 0), Feedback(1, 0), Feedback(0, variant.length)):
        said = meaning_line(example_of(variant), reply, variant, texts)
        assert not any(which in said for which in asked), said
