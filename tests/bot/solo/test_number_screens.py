"""The board on which a number is guessed: what it says, that it fits, and that it gives nothing away."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.buttons import GamePress, OnNumber, press_from
from bot.app.kinds.number.model import FARTHEST, Number
from bot.app.kinds.number.screens import board, offered_questions
from bot.app.messages import Chat
from bot.app.screen import Screen
from bot.app.texts import LANGUAGES, texts_in
from bot.game.number import MOST_QUESTIONS, KnownAlready, NumberGame, Turn, answered, asked, number_game_at
from solver.interval import Interval, Question, Relation, between
from tests.bot.inside import inside
from tests.bot.looks import look_at

EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
RELATIONS = st.sampled_from(Relation)
PATH = "&gt;4\u00a0yes · &gt;6\u00a0no · &gt;5\u00a0no"
DIGEST = re.compile(r"[0-9a-f]{64}|(?<=proof-)[\w-]{43}")


def table_of(game: NumberGame | str, chat: int = 1, **changes: object) -> Number:
    game = number_game_at(game) if isinstance(game, str) else game
    names = ("Ann",) * len(game.turns)
    board_game = Number(
        id="0123456789abcdef",
        chat=Chat(chat),
        game=game,
        starter=1,
        starter_name="Ann",
        salt="5a" * 16,
        opened_at=100.0,
        ended_at=200.0 if game.is_over else None,
        asked_by=names,
    )
    return replace(board_game, **changes)  # type: ignore[arg-type]


def seen(game: Number, language: str = "en", draft: str = "") -> Screen:
    return board(game, look_at(language, draft=draft))


def labels(screen: Screen) -> list[list[str]]:
    return [[button.text for button in row] for row in screen.rows]


def without_digest(screen: Screen) -> tuple[str, object]:
    return DIGEST.sub("#", screen.html), screen.rows


@given(
    st.integers(-30, 30),
    st.integers(1, 60),
    st.lists(st.tuples(RELATIONS, st.integers(-35, 95)), max_size=12),
    st.data(),
)
def test_a_board_tells_no_more_of_the_number_than_the_answers(
    low: int, wide: int, questions: list[tuple[Relation, int]], data: st.DataObject
) -> None:
    one, other = (data.draw(st.integers(low, low + wide)) for _ in range(2))
    games = [NumberGame(Interval(low, low + wide), sought) for sought in (one, other)]
    for relation, number in questions:
        question = Question(relation, number)
        if question.answer_for(one) == question.answer_for(other):
            games = [_after(game, question) for game in games]
    if games[0].is_over:
        return
    document = {
        "keypad": data.draw(st.booleans()),
        "proof": data.draw(st.booleans()),
        "asks_to_resign": data.draw(st.booleans()),
    }
    language, chat = data.draw(st.sampled_from(LANGUAGES)), data.draw(st.sampled_from([1, -1]))
    boards = [without_digest(seen(table_of(game, chat, **document), language, draft="7")) for game in games]
    assert boards[0] == boards[1]


def _after(game: NumberGame, question: Question) -> NumberGame:
    try:
        return game if game.is_over else asked(game, question)
    except KnownAlready:
        return game


@EVERY_LANGUAGE
@pytest.mark.parametrize("chat", [1, -1])
def test_the_longest_game_fits_into_a_message(language: str, chat: int) -> None:
    low = -FARTHEST
    turns = tuple(Turn(Question(Relation.EQUAL, low + 2 * at), answer=False) for at in range(MOST_QUESTIONS))
    many = NumberGame(Interval(low, FARTHEST), 7, turns)
    ended = replace(many, is_resigned=True)
    for game in (table_of(many, chat), table_of(ended, chat, ended_at=1e6), table_of(ended, chat, proof=True)):
        names = ("\u2068" + "ש" * 32 + "\u2069",) * MOST_QUESTIONS
        assert_fits(seen(replace(game, asked_by=names), language))


@EVERY_LANGUAGE
def test_the_longest_contradiction_fits_as_well(language: str) -> None:
    game = NumberGame(Interval(-FARTHEST, FARTHEST), None)
    while game.asks is not None:
        game = answered(game, answer=False)
    assert len(game.turns) == game.needed + 1
    assert_fits(seen(table_of(game), language))


def assert_fits(screen: Screen) -> None:
    assert len(re.sub(r"<[^>]+>|&(lt|gt);", "", screen.html).encode("utf-16-le")) // 2 < 4096
    assert sum(len(row) for row in screen.rows) <= 100


@EVERY_LANGUAGE
def test_every_button_is_one_of_ours(language: str) -> None:
    lines = (
        "number -5..5 3 |",
        "number -5..5 3 | >0",
        "number -5..5 3 | >0 =3",
        "number 1..8 - |",
        "number 1..8 - | >4=no",
    )
    contradicted = "number 1..2 - | >1=no =1=no"
    for game in (table_of(line) for line in (*lines, contradicted)):
        for changed in (game, replace(game, keypad=True, correcting=True), replace(game, asks_to_resign=True)):
            for row in seen(changed, language).rows:
                assert row
                for button in row:
                    assert button.data is not None
                    assert press_from(button.data) is not None, button
                    assert len(button.text) <= 32, button


def test_no_question_that_halves_what_is_left_is_offered() -> None:
    for low, high in ((1, 100), (-50, 50), (1, 10**9), (3, 4), (-7, 0), (99, 1001), (1, 6), (1, 7), (1, 9)):
        left = between(low, high)
        offered = offered_questions(left)
        assert bool(offered) == (left.size > 5)
        for question in offered:
            assert max(left.after(question, answer=says).size for says in (True, False)) > (left.size + 1) // 2


@given(st.integers(-FARTHEST, FARTHEST), st.integers(0, 2 * FARTHEST), st.data())
def test_no_question_is_offered_whose_answer_is_known(low: int, wide: int, data: st.DataObject) -> None:
    left = between(low, low + wide)
    gap = data.draw(st.integers(low, low + wide))
    if wide > 1:
        left = left.after(Question(Relation.EQUAL, gap), answer=False)
    for question in offered_questions(left):
        assert left.after(question, answer=True).size < left.size
        assert left.after(question, answer=False).size < left.size


def test_when_few_are_left_each_can_be_named() -> None:
    assert labels(seen(table_of("number 1..100 37 | >35 <40 =38")))[:3] == [
        ["🎯 36", "🎯 37", "🎯 39"],
        ["⌨️ Keypad", "🏳️ Resign"],
        ["🔒 Proof"],
    ]
    assert labels(seen(table_of("number 1..100 37 | >36 <38")))[0] == ["🎯 37"]


def test_the_end_says_who_is_a_master_and_shows_the_bots_own_path() -> None:
    won = seen(table_of("number 1..8 5 | >4 >6 >5 =5", ended_at=130.0)).html
    assert "🏆 You’re a Master of the game!" in won
    assert "3 questions · ⏱ 0:30" in won
    assert PATH in won
    slow = seen(table_of("number 1..4 1 | =2 =3 =4 =1")).html
    assert "🏆" not in slow
    assert "A master needs at most 2 questions." in slow
    lost = seen(table_of("number 1..8 5 | >4 | resigned")).html
    assert "The number was <code>5</code>" in lost
    assert PATH in lost


def test_in_a_group_everybodys_name_stands_with_their_question() -> None:
    names = ("Ann", "<Bob>")
    html = seen(table_of("number 1..8 5 | >4 =5", -1, asked_by=names)).html
    assert "1. <code>&gt;4</code>\u00a0\u00a0yes\u00a0\u00a0Ann" in html
    assert "2. <code>=5</code>\u00a0\u00a0yes\u00a0\u00a0&lt;Bob&gt;" in html
    assert "! &lt;Bob&gt; got it." in html


def test_the_bot_asks_then_names_and_a_contradiction_lays_the_answers_out() -> None:
    assert "Is it greater than 4?" in seen(table_of("number 1..8 - |")).html
    assert "Then it’s <code>3</code>" in seen(table_of("number 1..8 - | >4=no >2=yes >3=no")).html
    screen = seen(table_of("number 1..8 - | >4=no >2=yes >3=yes =4=no"))
    assert "so one is wrong" in screen.html
    assert labels(screen)[:-1] == [
        ["❓ >4: no → yes"], [">2: yes → no"], ["❓ >3: yes → no"], ["❓ =4: no → yes"],
    ]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("answers", [(), ("yes",), ("yes", "no")])
async def test_whoever_keeps_the_number_is_told_why_there_is_no_hint(answers: tuple[str, ...], language: str) -> None:
    texts = texts_in(language)
    async with inside(None, Chat(1001), language) as bot:
        await bot.says("/number")
        ((keeps, slot),) = [found for found in bot.buttons if press_verb(found[0]) is OnNumber.KEEPER]
        await bot.presses(keeps, slot)
        for answer in answers:
            await bot.says(answer)
        before = bot.screens[slot][1].html
        await bot.says("/hint")
        said = str(bot.screens[slot][1].html)
        assert texts.html("number.no-hints") in said
        assert said.replace(f"⚠️ {texts.html('number.no-hints')}\n\n", "") == before


@pytest.mark.parametrize("language", LANGUAGES)
async def test_whoever_seeks_a_number_has_hints_until_one_is_left(language: str) -> None:
    texts = texts_in(language)
    async with inside(None, Chat(1001), language) as bot:
        await bot.says("/number 1 2")
        await bot.says("/hint")
        (slot,) = [slot for slot in bot.screens if slot.startswith("game:")]
        assert "💡" in bot.screens[slot][1].html
        await bot.says(">1")
        await bot.says("/hint")
        assert texts.html("number.name-it") in bot.screens[slot][1].html


def press_verb(data: str) -> object:
    press = press_from(data)
    return press.verb if isinstance(press, GamePress) else None
