"""Games as people tell them: in every form in which they are written down, the bot's own boards among them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.handlers.told_games import MissingReply, UnreadableGame, game_in, named_instead, names_of_variants
from bot.app.intents import Typed, parse
from bot.app.language import KNOWN
from bot.app.messages import Chat, Person, Said
from bot.app.reading import is_board
from bot.app.screens.board import STYLES, latest, remark_lines, turn_lines, variant_name
from bot.app.texts import Html, texts_in
from bot.game.model import Seat, Turn
from sandbox import html
from solver.feedback import Feedback, History, feedback_for
from solver.variant import VARIANTS, InvalidCode, Variant, variant_named
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import paired
from tests.bot.player import begun, wrong_guesses
from tests.solver.games import codes

GAME = [("0123", "1B2C"), ("4567", "0B1C"), ("0132", "4B0C")]
TOLD = [
    "0123 1B2C, 4567 0B1C, 0132 4B0C",
    "0123, 1B2C, 4567, 0B1C, 0132",
    "0123 1B2C; 4567 0B1C; 0132",
    "0123 - 1B2C; 4567 - 0B1C; 0132",
    "0123 — 1 2\n4567 — 0 1\n0132",
    "0123-1B2C 4567-0B1C 0132-4B0C",
    "0123-12 4567-01 0132-40",
    "0123: 1B2C\n4567: 0B1C\n0132: 4B0C",
    "0123 (1B2C) 4567 (0B1C) 0132",
    "0123 (1, 2), 4567 (0, 1), 0132 (4, 0)",
    "[0123, 1B2C], [4567, 0B1C], [0132, 4B0C]",
    "0123 → 1B2C\n4567 → 0B1C\n0132 → 4B0C",
    "0123 -> 1B2C, 4567 -> 0B1C, 0132",
    "0123=>1A2B 4567=>0A1B 0132=>4A0B",
    "0123 1A2B 4567 0A1B 0132 4A0B",
    "0123 1А2В\n4567 0А1В\n0132 4А0В",
    "1. 0123 1B2C\n2. 4567 0B1C\n3. 0132 4B0C",
    "1. 0123 1B2C 2. 4567 0B1C 3. 0132",
    "1) 0123 - 1B2C\n2) 4567 - 0B1C\n3) 0132",
    "1: 0123 1B2C\n2: 4567 0B1C\n3: 0132",
    "(1) 0123 1B2C (2) 4567 0B1C (3) 0132",
    "1 0123 1B2C\n2 4567 0B1C\n3 0132",
    "#1 0123 1B2C #2 4567 0B1C #3 0132",
    "1️⃣ 0123 1B2C\n2️⃣ 4567 0B1C\n3️⃣ 0132",
    "Guess 1: 0123 → 1B2C\nGuess 2: 4567 → 0B1C\nGuess 3: 0132",
    "Ann: 0123 1B2C\nAnn: 4567 0B1C\nAnn: 0132 4B0C",
    "Ann 0123 1B2C, Боб 4567 0B1C, Ann 0132",
    "0123 1B2C Ann\n4567 0B1C Боб\n0132 4B0C Ann",
    "me: 0123\nyou: 1B2C\nme: 4567\nyou: 0B1C\nme: 0132\nyou: 4B0C",
    "0123 | 1B2C | 4567 | 0B1C | 0132",
    "| 0123 | 1B2C |\n| 4567 | 0B1C |\n| 0132 | 4B0C |",
    '"0123" "1B2C" "4567" "0B1C" "0132"',
    "• 0123 1B2C\n• 4567 0B1C\n• 0132",
    "- 0123 1B2C\n- 4567 0B1C\n- 0132",
    "0 1 2 3  1B2C\n4 5 6 7  0B1C\n0 1 3 2",
    "0-1-2-3 1B2C 4-5-6-7 0B1C 0-1-3-2",
    "0,1,2,3 1B2C; 4,5,6,7 0B1C; 0,1,3,2",
    "\u200e0123\u200f 1\u2060B2C 4567 0B1C ０１３２",
    "0123 1 bull and 2 cows. 4567 one? 0 bulls, 1 cow! 0132 4 bulls".replace(" one?", ""),
    "0123: 1 бик, 2 корови; 4567: 0 быков, 1 корова; 0132",
    "classic: 0123 1B2C 4567 0B1C 0132",
    "🎯 0123 1B2C 🎯 4567 0B1C 🎉 0132",
]


def told(text: str, language: str = "en") -> tuple[str, list[tuple[str, str]]]:
    variant, history = game_in(text, language)
    return variant.name, [(variant.format(guess), str(reply)) for guess, reply in history]


@pytest.mark.parametrize("text", TOLD)
def test_a_game_is_read_in_whatever_form_it_was_written_down(text: str) -> None:
    assert told(text) == ("classic", GAME)


@pytest.mark.parametrize(
    ("text", "variant", "turns"),
    [
        ("mastermind red red orange green 1B1C, 🟥🟧🟨🟩 - 2 0", "mastermind", [("RROG", "1B1C"), ("ROYG", "2B0C")]),
        ("кольори: Ч О Ж З С → 1б1к; ЧОЖЗБ 3б0к", "colours", [("ROYGB", "1B1C"), ("ROYGW", "3B0C")]),
        ("words-en-4 Ann: game 1B0C, Bob: wolf 0B1C", "words-en-4", [("game", "1B0C"), ("wolf", "0B1C")]),
        ("three 1. 012 1B0C 2. 345 0B1C", "three", [("012", "1B0C"), ("345", "0B1C")]),
        ("5 01234 1B0C 56789 0B1C", "five", [("01234", "1B0C"), ("56789", "0B1C")]),
        ("5x8r\n01270 1B2C", "5x8r", [("01270", "1B2C")]),
    ],
)
def test_other_games_are_named_first(text: str, variant: str, turns: list[tuple[str, str]]) -> None:
    assert told(text, "uk") == (variant, turns)


@pytest.mark.parametrize(
    ("text", "word", "kind"),
    [
        ("01234 1B0C", "01234", InvalidCode),
        ("0122 1B0C", "0122", InvalidCode),
        ("0123 1B0C 456 0B1C", "456", InvalidCode),
        ("012O 1B0C", "012O", InvalidCode),
        ("0123 3B1C", "3B1C", Feedback),
        ("0123 5B0C", "5B0C", Feedback),
        ("0123 3 bulls 1 cow 4567 1B0C", "3 bulls 1 cow", Feedback),
        ("0123 4567 0B1C", "4567", MissingReply),
        ("0123 1B0C hello", "hello", InvalidCode),
        ("hello 0123 wow", "wow", None),
    ],
)
def test_what_is_wrong_is_named_with_its_cause(text: str, word: str, kind: type | None) -> None:
    with pytest.raises(UnreadableGame) as refused:
        game_in(text, "en")
    assert refused.value.word == word
    if kind is MissingReply:
        assert isinstance(refused.value, MissingReply)
    else:
        assert isinstance(refused.value.why, kind or type(None))


@pytest.mark.parametrize(
    ("word", "name"), [("01234", "five"), ("012", "three"), ("012345", "six"), ("0012", "repeats"), ("0123456", "")]
)
def test_the_game_that_was_meant_is_named(word: str, name: str) -> None:
    assert named_instead(word) == name


# Boards of ours.


@st.composite
def boards(draw: st.DrawFn) -> tuple[Variant, History, str, str]:
    """A board as its chat shows it, in some language and style, with what may stand above and below its turns."""
    variant = draw(st.sampled_from([*VARIANTS.values(), variant_named("5x8r"), variant_named("3x12")]))
    secret = draw(codes(variant))
    guesses = draw(st.lists(codes(variant).filter(lambda code: code != secret), min_size=1, max_size=8))
    turns = [Turn(Seat(0), guess, feedback_for(guess, secret)) for guess in guesses]
    language, style = draw(st.sampled_from(list(KNOWN))), draw(st.sampled_from(list(STYLES)))
    texts = texts_in(language)
    lines = latest(turn_lines(turns, variant, style, texts), 3000)
    if draw(st.booleans()):
        lines = [Html(f"{line}  {name}") for line, name in zip(lines, ["Ann", "Боб 2"] * 8, strict=False)]
    title = texts.html("board.title", form=variant_name(variant, texts))
    below = [*remark_lines(texts.html("think.how-reply")), texts.html("board.ask", example="0123"), Html("1) 4567?")]
    text, _ = html.parse("\n".join([f"{title} 🔒", "", *lines, "", *below]))
    return variant, tuple((turn.guess, turn.feedback) for turn in turns), text, language


@given(boards(), st.sampled_from(list(KNOWN)), st.sampled_from(" \u00a0"))
def test_every_board_is_read_whole_by_readers_of_every_language(
    board: tuple[Variant, History, str, str], language: str, space: str
) -> None:
    variant, history, text, _ = board
    text = text.replace("\u00a0", space)
    assert is_board(text)
    found, turns = game_in(text, language)
    assert (found.shape, turns) == (variant.shape, history)


def test_no_two_games_have_one_name() -> None:
    shapes = {variant.shape for variant in names_of_variants().values()}
    assert {variant.shape for variant in VARIANTS.values()} | {"5x8r", "3x12", "7x7"} <= shapes


SIDES = "🏁 Ann has won · 4 digits\n\n1. 0123 1🐂 0🐄 ┊ 4567 0🐂 1🐄\n2. 8901 0🐂 2🐄 ┊ ·\n\nYou: 2"
HIDDEN = "⚔️ Ann · 4 digits\n\nMine\n1. 0123  1🐂 0🐄\n2. 8901  0🐂 2🐄\n\nTheirs\n1. 0🐂 1🐄\n2. 2🐂 0🐄"


@pytest.mark.parametrize("text", [SIDES, HIDDEN])
def test_of_a_match_ones_own_turns_are_read(text: str) -> None:
    assert told(text) == ("classic", [("0123", "1B0C"), ("8901", "0B2C")])


@pytest.mark.parametrize(
    "text", ["0123", "hello\n1. nice game", "🎉 well done!", "1. 0123 1B0C\n2. 4567 0B1C", "🔢 from 1 to 9\n1. >5  yes"]
)
def test_what_is_no_board_is_none(text: str) -> None:
    assert not is_board(text)


def test_a_long_board_is_not_too_long_a_text() -> None:
    text = "🎯 Bulls and Cows: 4 digits\n" + "\n".join(f"{number}. 0123  1🐂 0🐄" for number in range(1, 40))
    assert parse(Said(1, Chat(1), Person(1, "Ann", "en"), 5, text), "BullsBot") == Typed(text)


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("language", ["en", "uk", "ru"])
async def test_a_board_that_is_forwarded_to_the_bot_is_reviewed(stage: Stage, language: str) -> None:
    alice = await begun(stage)
    for number, guess in enumerate(wrong_guesses(stage.secret_of(alice.id), 2), 1):
        await alice.send(guess)
        board = await alice.sees(f"{number}. {guess}")
    bob = await stage.sandbox.person("Bob", language)
    await bob.send(board.text)
    await bob.sees("📊")
    await bob.send(f"/review {board.text}")
    await bob.sees("📊")


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("/review 01234 1B0C", "“01234” can’t be a guess here. That’s 5 digits; I need 4. "),
        ("/review 01234 1B0C", "If that’s another game, name it first: /review five 01234 …"),
        ("/review 0123 3B1C", "“3B1C” can’t be: "),
        ("/review 0123 4567 1B0C", "“4567” is a guess, but the one before it has no reply"),
        ("/review 0123 1B0C hello", "I can’t read “hello”. A game goes guess, reply, guess, reply:"),
        ("/review", "Send me a game: guess, reply, guess, reply…"),
    ],
)
async def test_a_told_game_with_a_fault_is_answered_with_its_cause(stage: Stage, text: str, said: str) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send(text)
    await alice.sees(said)


@pytest.mark.asyncio(loop_scope="session")
async def test_without_a_game_the_last_one_is_reviewed(stage: Stage) -> None:
    alice = await begun(stage)
    secret = stage.secret_of(alice.id)
    for guess in (*wrong_guesses(secret, 1), secret):
        await alice.send(guess)
    await alice.sees("🎉")
    await alice.send("/review")
    assert re.search(rf"🏁.* {secret}, \d", (await alice.sees("📊 Review")).text)


@pytest.mark.asyncio(loop_scope="session")
async def test_without_a_game_a_match_is_reviewed_as_the_person_played_it(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("9705", "8642")
    await pair.guess(first, "0123")
    await pair.guess(second, "4567")
    for _ in range(2):
        await first.send("/resign")
        await stage.quiet()
    await first.send("/review")
    review = await first.sees("📊 Review")
    assert review.photo is not None
    await first.presses("📋", on=review)
    assert "1. 0123" in (await first.sees("📋", after=review)).text
