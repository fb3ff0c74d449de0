import re
from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.app.buttons import GamePress, GameVerb, OnBoard, OnEnd, press_from
from bot.app.contests.model import Target
from bot.app.kinds.alone.model import Alone
from bot.app.kinds.alone.screens import board
from bot.app.kinds.table import after_key
from bot.app.model.game import commitment
from bot.app.model.hints import BoardPage, Hint, HintKind
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

ENGLISH = Viewer(texts_in("en"), username="BullsBot")
NASTY = ["<b>Bob</b>", "&lt;b&gt;", "</code>", "\u202egnp.exe", "שלום", "a\nb", "👩\u200d👧" * 20]
NASTY += ["\x00\ufeff", "Zoë & Co"]


def table_at(line: str, **fields: object) -> Alone:
    game = game_at(line)
    ended_at = 161.0 if game.phase is Phase.OVER else None
    usual = {"id": "0123456789abcdef", "chat": PRIVATE, "starter": 1, "salt": "5a" * 16, "opened_at": 100.0}
    more = {"ended_at": ended_at, "guessed_by": ("Alice",) * len(game.turns)}
    return Alone(game=game, **usual | more | fields)  # type: ignore[arg-type]


def labels(screen: Screen) -> list[list[str]]:
    return [[button.text for button in row] for row in screen.rows]


@st.composite
def views(draw: st.DrawFn) -> Viewer:
    """Any way to look at a board, with whatever a person may have typed."""
    texts = texts_in(draw(st.sampled_from(LANGUAGES)))
    symbol = texts.html("code.quoted", letter=draw(st.characters()))
    invalid = texts.html("code.unknown-symbol", symbol=symbol, known="01")
    note = draw(st.sampled_from([NOTHING, invalid, texts.html("note.media")]))
    line = draft_shown(draw(st.text("0123456789", max_size=4)))
    return Viewer(texts, draw(st.sampled_from(list(STYLES))), "BullsBot", line, note)


def draft_shown(typed: str) -> str:
    return draft_line(typed, VARIANTS["classic"]) if typed else ""


def test_each_turn_stands_on_a_line_in_the_agreed_form_and_in_a_group_names_who_guessed() -> None:
    turns = [
        f"{number}. <code>{guess}</code>\u00a0\u00a0{bulls}\u2060🐂\u00a01\u2060🐄"
        for number, guess, bulls in ((1, "4567", 0), (2, "1298", 0), (3, "0123", 1))
    ]
    game = table_at("solo classic 0834 | 4567 1298 0123")
    assert board(game, ENGLISH).html.splitlines()[2:5] == turns
    names, shown = ("Alice", "<b>Bob</b>", "Al"), ("Alice", "&lt;b&gt;Bob&lt;/b&gt;", "Al")
    named = board(replace(game, chat=GROUP, guessed_by=names), ENGLISH).html.splitlines()[2:5]
    assert named == [f"{turn}  {name}" for turn, name in zip(turns, shown, strict=True)]


@pytest.mark.parametrize("line", ["solo classic 0834 | 4567", "solo colours RROYG | RRYYG"])
def test_a_tap_copies_the_good_guess_as_it_may_be_sent(line: str) -> None:
    game = table_at(line, hint=Hint((HintKind.COUNT, HintKind.GUESS), page=BoardPage.HINTS))
    text = next(one for one in board(game, ENGLISH, with_hints(game)).html.splitlines() if one.startswith("👉"))
    (copied,) = re.findall("<code>(.*?)</code>", text)
    assert game.game.variant.parse(copied)


@given(tables(), views())
def test_a_board_asks_where_buttons_answer_and_remarks_stand_below_the_guesses(game: Alone, viewer: Viewer) -> None:
    plain, screen = [board(replace(game, asks_to_resign=asks), viewer) for asks in (False, True)]
    assert (screen.html != plain.html) == (OnBoard.GIVE_UP in offered(screen))
    assume(viewer.note)
    with_note, without = [board(game, replace(viewer, note=note)).html for note in (viewer.note, NOTHING)]
    above, _, _ = with_note.partition(f"\n\n⚠️ {viewer.note}")
    assert with_note.replace(f"⚠️ {viewer.note}\n\n", "", 1).replace(f"\n\n⚠️ {viewer.note}", "", 1) == without
    assert above.count("<code>") >= min(len(game.game.turns), 1)


@given(st.sampled_from(NASTY), tables(chats=st.just(GROUP)), views())
def test_a_name_changes_nothing_but_its_own_words(name: str, game: Alone, viewer: Viewer) -> None:
    turns = len(game.game.turns)
    named, plain = [board(replace(game, guessed_by=(by,) * turns), viewer) for by in (name, "Al")]
    (text, entities), (expected, marked) = parse(named.html), parse(plain.html)
    assert len(text.splitlines()) == len(expected.splitlines())
    assert [(entity.type, entity.length) for entity in entities] == [(entity.type, entity.length) for entity in marked]
    assert labels(named) == labels(plain)


@given(games(variants=st.sampled_from([VARIANTS["three"], VARIANTS["mini"]])), views(), st.data())
def test_what_a_board_shows_does_not_depend_on_the_secret(game: Game, viewer: Viewer, data: st.DataObject) -> None:
    assume(game.phase is Phase.PLAYING)
    names = ("Alice",) * len(game.turns)
    board_game = replace(data.draw(tables()), game=game, ended_at=None, guessed_by=names, salt="5a" * 16)
    candidates = [code for code in game.variant.codes() if is_consistent(code, game.history_of(ALONE))]
    shown = []
    for secrets in (game.secrets, (data.draw(st.sampled_from(candidates)),)):
        twin = replace(board_game, game=replace(game, secrets=secrets))
        screen, digest = board(twin, viewer), commitment(twin)
        assert coded(digest) in screen.html
        assert (digest in screen.html) == twin.proof
        html = screen.html.replace(digest, "#").replace(coded(digest), "#")
        assert twin.salt not in html
        shown.append(replace(screen, html=Html(html)))
    assert shown[0] == shown[1]


@given(st.lists(st.sampled_from("0123456789"), max_size=4, unique=True).map("".join))
def test_used_digits_show_as_dots_on_the_keypad(draft: str) -> None:
    screen = board(table_at("solo classic 0834 | 4567"), replace(ENGLISH, draft=draft_shown(draft)))
    shown = [["·" if digit in draft else digit for digit in row] for row in ("12345", "67890")]
    assert labels(screen)[:3] == [*shown, ["⌫", "✓"]]
    presses = [press_from(button.data or "") for row in screen.rows[:2] for button in row]
    assert presses == [GamePress(OnBoard.DIGIT, "0123456789abcdef", 1, digit) for digit in "1234567890"]


def test_a_draft_takes_a_symbol_twice_where_it_may() -> None:
    taken = [after_key("1", "1", VARIANTS[variant], texts_in("en"))[0] for variant in ("classic", "repeats")]
    assert taken == ["1", "11"]


def test_a_draft_is_shown_with_what_is_missing_until_the_game_is_over() -> None:
    typing = replace(ENGLISH, draft=draft_shown("07"))
    hint = Hint((HintKind.COUNT,))
    assert "✍️ <code>0 7 · ·</code>" in board(table_at("solo classic 0834 |"), typing).html.splitlines()
    over = board(table_at("solo classic 0834 | 0834", hint=hint), typing)
    assert "✍" not in over.html
    assert "💡" not in over.html


def offered(screen: Screen) -> set[GameVerb | None]:
    """What the buttons do; None stands for the one that copies."""
    presses = [button.data and press_from(button.data) for row in screen.rows for button in row]
    return {press.verb if isinstance(press, GamePress) else None for press in presses}


PLAYING = {OnBoard.HINT, OnBoard.NOTES, OnBoard.RESIGN, OnBoard.PROOF}
WON = {OnBoard.AGAIN, OnBoard.REVIEW, OnEnd.SHARE, OnEnd.HOME}
GIVEN_UP = {OnBoard.AGAIN, OnBoard.PROOF, OnEnd.HOME}


@pytest.mark.parametrize(
    ("turns", "page", "data", "verbs"),
    [
        ("", EndPage.MAIN, {}, {OnBoard.DIGIT, OnBoard.ERASE, OnBoard.SUBMIT, *PLAYING}),
        ("", EndPage.MAIN, {"keypad": False}, {OnBoard.KEYPAD, *PLAYING}),
        ("", EndPage.MAIN, {"asks_to_resign": True}, {OnBoard.GIVE_UP, OnBoard.KEEP}),
        ("0834", EndPage.MAIN, {}, WON),
        ("0834", EndPage.MAIN, {"target": Target("t" * 22, "Ann", 6, solved=True)}, WON),
        ("0834", EndPage.SHARE, {}, {None, OnBoard.BEAT, OnEnd.BACK}),
        ("0834", EndPage.REVIEW, {}, {OnBoard.AGAIN, OnBoard.PROOF, OnEnd.SHARE, OnEnd.HOME}),
        *[("| resigned 0", page, {}, GIVEN_UP) for page in (EndPage.MAIN, EndPage.SHARE, EndPage.REVIEW)],
    ],
)
def test_the_buttons_are_what_can_be_done_on_the_page_that_is_open(
    turns: str, page: EndPage, data: dict[str, object], verbs: set[OnBoard | None]
) -> None:
    assert offered(board(table_at(f"solo classic 0834 | {turns}", **data), replace(ENGLISH, page=page))) == verbs


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_way_to_play_has_a_board(variant: str) -> None:
    secret = VARIANTS[variant].format(next(VARIANTS[variant].codes()))
    over = board(table_at(f"solo {variant} {secret} | {secret}"), ENGLISH)
    assert f"The secret was <code>{VARIANTS[variant].show(VARIANTS[variant].parse(secret))}" in over.html


@given(tables())
def test_the_proof_is_what_sha256sum_says(game: Alone) -> None:
    assert game.game.secret is not None
    secret = game.game.variant.format(game.game.secret)
    digest = sha256(f"{secret} {game.salt}".encode()).hexdigest()
    html = board(replace(game, proof=True), ENGLISH).html
    assert all(shown in html for shown in (digest, coded(digest)))
    assert (f"printf '{secret} {game.salt}' | sha256sum" in html) == (game.game.phase is Phase.OVER)


WHICH_ONE = {
    "en": dict.fromkeys(NOUNS, "Which one?"),
    "uk": {"digit": "Яка саме", "letter": "Яка саме", "colour": "Який саме", "sign": "Який саме"},
    "ru": {"digit": "Какая именно", "letter": "Какая именно", "colour": "Какой именно", "sign": "Какой именно"},
}
WHICH_ONES = {"en": "Which ones?", "uk": "Які саме", "ru": "Какие именно"}


@pytest.mark.parametrize("language", WHICH_ONE)
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_which_of_them_stand_elsewhere_is_asked_in_their_gender(variant: Variant, language: str) -> None:
    texts, guess, one, many = texts_in(language), example_of(variant), WHICH_ONE[language], WHICH_ONES[language]
    for bulls, cows in ((0, 1), (1, 1), (0, 2), (1, 2)):
        if bulls + cows <= variant.length and cows < variant.length:
            asked = one[noun_of(variant)] if bulls + cows == 1 else many
            assert asked in meaning_line(guess, Feedback(bulls, cows), variant, texts)


@pytest.mark.parametrize("language", WHICH_ONE)
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_nobody_is_asked_which_where_none_or_all_stand_elsewhere(variant: Variant, language: str) -> None:
    texts, guess, one, many = texts_in(language), example_of(variant), WHICH_ONE[language], WHICH_ONES[language]
    for reply in (Feedback(0, 0), Feedback(1, 0), Feedback(0, variant.length)):
        said = meaning_line(guess, reply, variant, texts)
        assert not any(which in said for which in (*one.values(), many)), said
    if (language, variant.name) == ("en", "classic"):
        three, four = (meaning_line(guess, Feedback(0, cows), variant, texts) for cows in (3, 4))
        assert "are in the secret, but none in the right place." not in three
        assert "are in the secret, but none in the right place." in four
