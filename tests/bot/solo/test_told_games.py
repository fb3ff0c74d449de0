"""Games as people tell them, a reply, a position's link: in every form in which they are written down."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.advice import LONGEST, link, payload_of, position_in
from bot.app.handlers.told_games import MissingReply, UnreadableGame, game_in, named_instead, names_of_variants
from bot.app.intents import Typed, parse
from bot.app.language import KNOWN
from bot.app.messages import Chat, Person, Said
from bot.app.reading import is_board, reply_in
from bot.app.screens.board import STYLES, latest, remark_lines, turn_lines, variant_name
from bot.app.texts import LANGUAGES, Html, texts_in
from bot.game.model import Seat, Turn
from sandbox import html
from solver.feedback import Feedback, History, feedback_for, possible_feedback
from solver.variant import VARIANTS, InvalidCode, Variant, variant_named
from tests.solver.games import codes

ANY = st.sampled_from([*VARIANTS.values(), variant_named("5x8r"), variant_named("3x12")])
GAME = [("0123", "1B2C"), ("4567", "0B1C"), ("0132", "4B0C")]
FORMS = ["{} {}", "{}, {}", "{} - {}", "{} — {}", "{}-{}", "{}: {}", "{} ({})", "[{}, {}]", "{} → {}", "{} -> {}"]
FORMS += ["{}=>{}", "{}={}", "{} | {}", "| {} | {} |", '"{}" "{}"', "• {} {}", "- {} {}", "🎯 {} {}", "{} {} Ann"]
FORMS += ["Ann {} {}", "Боб: {} {}", "me: {}\nyou: {}", "\u200e{}\u200f {}"]
NUMBERED = ["", "{}. ", "{}) ", "{}: ", "({}) ", "{} ", "#{} ", "{}\ufe0f\u20e3 ", "Guess {}: "]
REPLIES = ["1B2C 0B1C 4B0C", "12 01 40", "1_2 0_1 4_0", "1,_2 0,_1 4,_0", "1A2B 0A1B 4A0B", "1А2В 0А1В 4А0В"]
REPLIES += ["1В2С 0В1С 4В0С", "1🐂_2🐄 0🐂_1🐄 4🐂", "1_bull_and_2_cows 1_cow 4_bulls", "1\u2060B2C 0B1C 4B0C"]
REPLIES += ["1_бик_2_корови 1_корова 4_бика", "1_бик,_2_корови 0_быков,_1_корова 4_быка"]


def told(text: str, language: str = "en") -> tuple[str, list[tuple[str, str]]]:
    variant, history = game_in(text, language)
    return variant.name, [(variant.format(guess), str(reply)) for guess, reply in history]


@pytest.mark.parametrize("joint", [" ", ", ", "; ", "\n"])
@pytest.mark.parametrize("form", FORMS)
def test_a_game_is_read_in_whatever_form_it_was_written_down(form: str, joint: str) -> None:
    guesses = [guess for guess, _ in GAME]
    for number, written in [(number, REPLIES[0]) for number in NUMBERED] + [("", written) for written in REPLIES]:
        replies = written.replace("_", "\u00a0").split(" ")
        turns = [form.format(*turn) for turn in zip(guesses, replies, strict=True)]
        for lines in (turns, [*turns[:-1], guesses[-1]]):
            text = joint.join(number.format(at) + line for at, line in enumerate(lines, 1))
            assert told(text) == told(text.replace("\u00a0", " ")) == ("classic", GAME), text


@pytest.mark.parametrize(
    "text",
    [
        "classic: 0123 1B2C 4567 0B1C 0132",
        "0 1 2 3  1B2C\n4 5 6 7  0B1C\n0 1 3 2",
        "0-1-2-3 1B2C 4-5-6-7 0B1C 0-1-3-2",
        "0,1,2,3 1B2C; 4,5,6,7 0B1C; 0,1,3,2",
        "classic 0123 1B2C 4567 0B1C ０１３２",
        "0123 1 bull and 2 cows. 4567 0 bulls, 1 cow! 0132 4 bulls",
    ],
)
def test_a_game_is_read_however_its_guesses_are_written(text: str) -> None:
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
        ("2x8 01 10 23 02 32", "2x8", [("01", "1B0C"), ("23", "0B2C"), ("32", "2B0C")]),
        ("0123 0B1C 0123 0B1C", "classic", [("0123", "0B1C")] * 2),
    ],
)
def test_other_games_are_named_first(text: str, variant: str, turns: list[tuple[str, str]]) -> None:
    assert told(text, "uk") == (variant, turns)


@pytest.mark.parametrize(("language", "letters"), [("en", "ROYGB"), ("uk", "ЧОЖЗС"), ("ru", "КОЖЗС")])
def test_the_letters_that_stand_beside_colours_are_no_guess(language: str, letters: str) -> None:
    text = f"colours 1. 🔴🟠🟡🟢🔵  0🐂 3🐄 {letters}\n2. 🔴🔴🟡🟢🔵  0🐂 2🐄"
    assert told(text, language) == ("colours", [("ROYGB", "0B3C"), ("RRYGB", "0B2C")])


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
        ("", "", None),
        ("mini", "", None),
        ("1.", "", None),
    ],
)
def test_what_is_wrong_is_named_with_its_cause(text: str, word: str, kind: type | None) -> None:
    with pytest.raises(UnreadableGame) as refused:
        game_in(text, "en")
    assert refused.value.word == word
    assert isinstance(refused.value if kind is MissingReply else refused.value.why, kind or type(None))


def test_the_game_that_was_meant_is_named_and_no_two_have_one_name() -> None:
    named = {"01234": "five", "012": "three", "012345": "six", "0012": "repeats", "0123456": ""}
    assert {word: named_instead(word) for word in named} == named
    usual, known = VARIANTS.values(), names_of_variants().values()
    assert {one.shape for one in usual} | {"5x8r", "3x12", "7x7"} <= {one.shape for one in known}


@st.composite
def boards(draw: st.DrawFn) -> tuple[Variant, History, str]:
    """A board as its chat shows it, in some language and style, with what may stand above and below its turns."""
    variant = draw(ANY)
    secret = draw(codes(variant))
    guesses = draw(st.lists(codes(variant).filter(lambda code: code != secret), min_size=1, max_size=8))
    turns = [Turn(Seat(0), guess, feedback_for(guess, secret)) for guess in guesses]
    texts, style = texts_in(draw(st.sampled_from(list(KNOWN)))), draw(st.sampled_from(list(STYLES)))
    lines = latest(turn_lines(turns, variant, style, texts), 3000)
    if draw(st.booleans()):
        lines = [Html(f"{line}  {name}") for line, name in zip(lines, ["Ann", "Боб 2"] * 8, strict=False)]
    title = texts.html("board.title", form=variant_name(variant, texts))
    below = [*remark_lines(texts.html("think.how-reply")), texts.html("board.ask", example="0123"), Html("1) 4567?")]
    text, _ = html.parse("\n".join([f"{title} 🔒", "", *lines, "", *below]))
    return variant, tuple((turn.guess, turn.feedback) for turn in turns), text


@given(boards(), st.sampled_from(list(KNOWN)), st.sampled_from(" \u00a0"))
def test_every_board_is_read_in_every_language(board: tuple[Variant, History, str], language: str, space: str) -> None:
    variant, history, text = board
    text = text.replace("\u00a0", space)
    assert is_board(text)
    found, turns = game_in(text, language)
    assert (found.shape, turns) == (variant.shape, history)


SIDES = "🏁 Ann has won · 4 digits\n\n1. 0123 1🐂 0🐄 ┊ 4567 0🐂 1🐄\n2. 8901 0🐂 2🐄 ┊ ·\n\nYou: 2"
HIDDEN = "⚔️ Ann · 4 digits\n\nMine\n1. 0123  1🐂 0🐄\n2. 8901  0🐂 2🐄\n\nTheirs\n1. 0🐂 1🐄\n2. 2🐂 0🐄"
NO_BOARDS = ["0123", "hello\n1. nice game", "🎉 well done!", "1. 0123 1B0C\n2. 4567 0B1C", "🔢 from 1 to 9\n1. >5  yes"]


def test_of_a_match_ones_own_turns_are_read_and_what_is_no_board_is_none() -> None:
    assert told(SIDES) == told(HIDDEN) == ("classic", [("0123", "1B0C"), ("8901", "0B2C")])
    assert not any(map(is_board, NO_BOARDS))
    long = "🎯 Bulls and Cows: 4 digits\n" + "\n".join(f"{number}. 0123  1🐂 0🐄" for number in range(1, 40))
    assert parse(Said(1, Chat(1), Person(1, "Ann", "en"), 5, long), "BullsBot") == Typed(long)


def test_two_figures_are_a_reply_what_is_not_named_is_none_and_what_says_something_else_is_no_reply() -> None:
    assert {reply_in(text) for text in ("12", "1 2", "1,2", "1-2", "１２", "١ ٢", "1️⃣2️⃣", "1🐂2🐄")} == {Feedback(1, 2)}
    assert [str(reply_in(text)) for text in ("2 cows", "3 бики", "0 коров", "4b")] == ["0B2C", "3B0C", "0B0C", "4B0C"]
    others = ["", "1", "123", "0123", "abcd", "1 2 3", "1 bull and 3", "1b2b", "10 bulls", "1 bullet", "bulls"]
    assert [text for text in (*others, "1" * 99) if reply_in(text) is not None] == []


@given(st.integers(0, 9), st.integers(0, 9), st.sampled_from(sorted(STYLES)), st.sampled_from(LANGUAGES))
def test_what_the_bot_writes_it_reads_and_is_on_one_line(bulls: int, cows: int, style: str, language: str) -> None:
    written = STYLES[style].write(Feedback(bulls, cows), texts_in(language))
    assert reply_in(written) == Feedback(bulls, cows)
    assert not re.search(r"\d[🐂🐄]|🐂[^\u00a0]| ", written), "a line may break before a picture and behind one"
    assert "\u2060" not in written or style == "emoji", "letters stay together by themselves"


@given(st.text())
def test_any_text_is_a_reply_or_none(text: str) -> None:
    reply = reply_in(text)
    assert reply is None or 0 <= reply.bulls + reply.cows <= 18


@st.composite
def positions(draw: st.DrawFn) -> tuple[Variant, History]:
    variant = draw(ANY)
    turns = st.tuples(codes(variant), st.sampled_from(possible_feedback(variant)))
    return variant, tuple(draw(st.lists(turns, max_size=12)))


@given(positions())
def test_a_link_leads_to_the_position_that_it_was_made_for(position: tuple[Variant, History]) -> None:
    payload = payload_of(*position)
    if payload is not None:
        assert len(payload) <= LONGEST
        assert position_in(payload) == position


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_a_usual_game_fits_a_link_and_one_that_is_too_long_has_none(variant: Variant) -> None:
    turn = (next(variant.codes()), possible_feedback(variant)[3])
    assert [link("BullsBot", variant, (turn,) * times) is None for times in (8, 60)] == [False, True]


@given(st.text("pABab01_-=classic", max_size=70))
def test_any_payload_is_a_position_or_none(payload: str) -> None:
    found = position_in(payload)
    assert found is None or position_in(payload_of(*found) or payload) == found


def test_what_is_no_position_is_refused_and_where_there_is_one_code_alone_no_link_leads_anywhere() -> None:
    refused = ["", "p", "pclassic", "pclassic_", "pclassic_AA", "pnone_AQ", "pclassic_A", "qclassic_AQ"]
    for alone in ("1x1", "1x1r", "7x1r"):
        assert payload_of(variant_named(alone), ()) is None
        refused += [f"p{alone}_AQ", f"p{alone}_AgAA"]
    assert [payload for payload in refused if position_in(payload) is not None] == []
