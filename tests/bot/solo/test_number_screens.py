"""A number is guessed: what the board says and does not give away, and how ranges, questions and answers are read."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.kinds.number.model import FARTHEST, InvalidRange, Number, RangeFault, asking_of, data_of, range_in
from bot.app.kinds.number.screens import board, offered_questions
from bot.app.messages import Chat
from bot.app.reading import Reading, answer_in, number_in
from bot.app.screen import Screen
from bot.app.texts import LANGUAGES, texts_in
from bot.game.number import MOST_QUESTIONS, KnownAlready, NumberGame, Turn, answered, asked, number_game_at
from solver.interval import Interval, Question, Relation, between, parse_question
from tests.bot.inside import inside
from tests.bot.looks import look_at
from tests.bot.reader import bare
from tests.bot.test_commands import told
from tests.bot.test_screens import assert_telegram_takes_it

EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
PATH = "&gt;4\u00a0yes · &gt;6\u00a0no · &gt;5\u00a0no"
OUTSIDE = ("1000", "0", "-5", "101", "1000000")
NO_QUESTIONS = ("fiftyish", "a great many", "> many")
FORGED = ("", "gt", "is", "50", "xx50", "gt5-0", "gt99999999999", "gt٥")
ENDS = st.integers(-FARTHEST, FARTHEST)
DIGEST = re.compile(r"[0-9a-f]{64}|(?<=proof-)[\w-]{43}")


def table_of(game: NumberGame | str, chat: int = 1, **changes: object) -> Number:
    game = number_game_at(game) if isinstance(game, str) else game
    began = {"id": "0123456789abcdef", "chat": Chat(chat), "starter": 1, "starter_name": "Ann", "salt": "5a" * 16}
    times = {"opened_at": 100.0, "ended_at": 200.0 if game.is_over else None}
    return Number(**(began | times | {"game": game, "asked_by": ("Ann",) * len(game.turns)} | changes))  # type: ignore[arg-type]


def seen(game: Number, language: str = "en", draft: str = "") -> Screen:
    return board(game, look_at(language, draft=draft))


def told_of(line: str, chat: int = 1, **changes: object) -> str:
    return str(seen(table_of(line, chat, **changes)).html)


def labels(screen: Screen) -> list[list[str]]:
    return [[button.text for button in row] for row in screen.rows]


@given(
    st.integers(-30, 30),
    st.integers(1, 60),
    st.lists(st.tuples(st.sampled_from(Relation), st.integers(-35, 95)), max_size=12),
    st.data(),
)
def test_boards_tell_no_more(low: int, wide: int, questions: list[tuple[Relation, int]], data: st.DataObject) -> None:
    one, other = (data.draw(st.integers(low, low + wide)) for _ in range(2))
    games = [NumberGame(Interval(low, low + wide), sought) for sought in (one, other)]
    for relation, number in questions:
        question = Question(relation, number)
        if question.answer_for(one) == question.answer_for(other):
            games = [_after(game, question) for game in games]
    if games[0].is_over:
        return
    document = {name: data.draw(st.booleans()) for name in ("keypad", "proof", "asks_to_resign")}
    language, chat = data.draw(st.sampled_from(LANGUAGES)), data.draw(st.sampled_from([1, -1]))
    one_board, other_board = (seen(table_of(game, chat, **document), language, draft="7") for game in games)
    assert DIGEST.sub("#", one_board.html) == DIGEST.sub("#", other_board.html)
    assert one_board.rows == other_board.rows


def _after(game: NumberGame, question: Question) -> NumberGame:
    try:
        return game if game.is_over else asked(game, question)
    except KnownAlready:
        return game


def assert_fits(screen: Screen) -> None:
    assert len(re.sub(r"<[^>]+>|&(lt|gt);", "", screen.html).encode("utf-16-le")) // 2 < 4096
    assert sum(len(row) for row in screen.rows) <= 100


@EVERY_LANGUAGE
@pytest.mark.parametrize("chat", [1, -1])
def test_the_longest_game_fits_into_a_message_and_the_longest_contradiction(language: str, chat: int) -> None:
    low = -FARTHEST
    turns = tuple(Turn(Question(Relation.EQUAL, low + 2 * at), answer=False) for at in range(MOST_QUESTIONS))
    many = NumberGame(Interval(low, FARTHEST), 7, turns)
    ended = replace(many, is_resigned=True)
    for game in (table_of(many, chat), table_of(ended, chat, ended_at=1e6), table_of(ended, chat, proof=True)):
        names = ("\u2068" + "ש" * 32 + "\u2069",) * MOST_QUESTIONS
        assert_fits(seen(replace(game, asked_by=names), language))
    kept = NumberGame(Interval(low, FARTHEST), None)
    while kept.asks is not None:
        kept = answered(kept, answer=False)
    assert len(kept.turns) == kept.needed + 1
    assert_fits(seen(table_of(kept, chat), language))


@EVERY_LANGUAGE
def test_every_button_is_one_of_ours(language: str) -> None:
    lines = ("-5..5 3 |", "-5..5 3 | >0", "-5..5 3 | >0 =3", "1..8 - |", "1..8 - | >4=no", "1..2 - | >1=no =1=no")
    for game in (table_of(f"number {line}") for line in lines):
        for changed in (game, replace(game, keypad=True, correcting=True), replace(game, asks_to_resign=True)):
            screen = seen(changed, language)
            assert_telegram_takes_it(screen)
            assert [each for row in screen.rows for each in row if not each.data or len(each.text) > 32] == []


def test_no_question_that_halves_what_is_left_is_offered_and_of_few_each_can_be_named() -> None:
    for low, high in ((1, 100), (-50, 50), (1, 10**9), (3, 4), (-7, 0), (99, 1001), (1, 6), (1, 7), (1, 9)):
        left = between(low, high)
        offered = offered_questions(left)
        assert bool(offered) == (left.size > 5)
        for question in offered:
            assert max(left.after(question, answer=says).size for says in (True, False)) > (left.size + 1) // 2
    few = labels(seen(table_of("number 1..100 37 | >35 <40 =38")))
    assert few[:3] == [["🎯 36", "🎯 37", "🎯 39"], ["⌨️ Keypad"], ["🔒 Proof", "🏳️ Resign"]]
    assert labels(seen(table_of("number 1..100 37 | >36 <38")))[0] == ["🎯 37"]


@given(st.integers(-FARTHEST, FARTHEST), st.integers(0, 2 * FARTHEST), st.data())
def test_no_question_is_offered_whose_answer_is_known(low: int, wide: int, data: st.DataObject) -> None:
    left = between(low, low + wide)
    gap = data.draw(st.integers(low, low + wide))
    if wide > 1:
        left = left.after(Question(Relation.EQUAL, gap), answer=False)
    for question in offered_questions(left):
        assert left.after(question, answer=True).size < left.size
        assert left.after(question, answer=False).size < left.size


def test_a_board_says_who_is_a_master_who_asked_what_and_lays_out_what_contradicts() -> None:
    won = told_of("number 1..8 5 | >4 >6 >5 =5", ended_at=130.0)
    slow, lost = told_of("number 1..4 1 | =2 =3 =4 =1"), told_of("number 1..8 5 | >4 | resigned")
    for end, words in (
        (won, ("🏆 You’re a Master of the game!", "3 questions · ⏱ 0:30", PATH)),
        (slow, ("3 questions", "A master needs at most 2 questions.", "How I’d do it:")),
        (lost, ("The number was <code>5</code>", "How I’d do it:", PATH)),
    ):
        assert [word for word in words if word not in end] == []
    assert [words for words in ("🏆", "Master of the game") if words in slow] == []
    html = told_of("number 1..8 5 | >4 =5", -1, asked_by=("Ann", "<Bob>")).replace("\u00a0", "_")
    lines = ("1. <code>&gt;4</code>__yes__Ann", "2. <code>=5</code>__yes__&lt;Bob&gt;")
    assert [words for words in (*lines, "! &lt;Bob&gt; got it.") if words not in html] == []
    assert "Is it greater than 4?" in told_of("number 1..8 - |")
    assert "Then it’s <code>3</code>" in told_of("number 1..8 - | >4=no >2=yes >3=no")
    screen = seen(table_of("number 1..8 - | >4=no >2=yes >3=yes =4=no"))
    assert "so one is wrong" in screen.html
    said = ("❓ >4: no → yes", ">2: yes → no", "❓ >3: yes → no", "❓ =4: no → yes")
    assert labels(screen)[:-1] == [[text] for text in said]


@EVERY_LANGUAGE
@pytest.mark.parametrize("answers", [(), ("yes",), ("yes", "no")])
async def test_whoever_keeps_the_number_is_told_why_there_is_no_hint(answers: tuple[str, ...], language: str) -> None:
    texts = texts_in(language)
    async with inside(None, Chat(1001), language) as bot:
        await bot.says("/number")
        ((keeps, slot),) = [found for found in bot.buttons if found[0].startswith("1:nkeeper:")]
        await bot.presses(keeps, slot)
        for answer in answers:
            await bot.says(answer)
        before = bot.screens[slot][1].html
        await bot.says("/hint")
        said = str(bot.screens[slot][1].html)
        assert texts.html("number.no-hints") in said
        assert said.replace(f"⚠️ {texts.html('number.no-hints')}\n\n", "") == before


@EVERY_LANGUAGE
async def test_whoever_seeks_a_number_has_hints_until_one_is_left(language: str) -> None:
    async with inside(None, Chat(1001), language) as bot:
        await bot.says("/number 1 2")
        assert "💡" in told(await bot.says("/hint"))
        await bot.says(">1")
        assert texts_in(language).html("number.name-it") in told(await bot.says("/hint"))


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        *((number, f"It’s between 1 and 100, so not {number}. That one didn’t count.") for number in OUTSIDE),
        ("٠", "It’s between 1 and 100, so not 0. That one didn’t count."),
        ("9" * 100, "It’s between 1 and 100, so not 9999"),
        *((question, "You already know: no. Not counted.") for question in (">100", ">1000", ">60")),
        *((question, "You already know: yes. Not counted.") for question in ("<1000", "<= 200", ">= 1")),
        ("<= 100", "You already know: yes. Not counted."),
        ("75", "already"),
        *((text, "Type a number, like 30, and I’ll say whether mine is higher or lower.") for text in NO_QUESTIONS),
    ],
)
@pytest.mark.parametrize(("chat", "command"), [(1001, ""), (1001, "/guess "), (-1001, "/guess ")])
async def test_what_is_outside_or_known_or_none_counts_nothing(typed: str, says: str, chat: int, command: str) -> None:
    async with inside(None, Chat(chat)) as bot:
        await bot.says("/number 1 100")
        await bot.says("/guess 60")
        answer = bare(told(await bot.says(f"{command}{typed}")))
        assert says in answer.partition("⚠️ ")[2]
        assert ("already" in answer) == ("already" in says)
        assert "1 guess so far" in answer


@pytest.mark.parametrize(
    ("read", "forms"),
    [
        ((1, 100), ("", "100 1")),
        (
            (1, 1000),
            ("1 1000", "1000", "1,000", "1.000", "1'000", "1’000", "1 000", "1\u00a0000", "1k", "1 тис.", "1 К"),
        ),
        ((1, 10_000), ("10 000", "1 to 10,000", "1 10 000", "від 1 до 10 тис", "1-10к", "10 000 1")),
        ((1, 1_000_000), ("1 000 000", "1,000,000", "1.000.000", "1 млн", "1..1 million", "１,０００,０００")),
        ((1000, 10_000), ("1 000 10 000", "1,000-10,000", "1k 10k", "1,000, 10 000")),
        ((1, 1500), ("1\u202f500", "1.5k", "1,5 тыс")),
        ((1, 500), ("1 500", "1, 500", "1-500", "1,500")),
        ((-50, 100), ("-50,100", "-50 100")),
        ((0, 25), ("0,25", "0 25")),
        ((0, 100), ("0 100", "0,100", "0, 100")),
        ((-50, 50), ("-50 50", "−50 50")),
        ((-20, -1), ("-1 -20",)),
        ((1, 9), ("1-9", "1 - 9", "1–9", "1..9", "1…9", "від 1 до 9", "From 1 to 9", "от 1 до 9", "１ ٩")),
        ((1, 9), ("000000000000001 9",)),
        ((-9, -1), ("-9..-1",)),
        ((-FARTHEST, FARTHEST), ("-1000000000 1000000000",)),
        (RangeFault.FORM, ("a b", "1,0000 5 6", "1 2 3", ">50", "-5", "1 000,5 7", "k", "10 00 000", "9" * 4000)),
        (RangeFault.FRACTION, ("0,5", "1.5 9", "1.5", "½", "1/2", "100.25")),
        (RangeFault.NARROW, ("7 7", "1")),
        (RangeFault.FAR, ("1 1000000001", "-1000000001 1", "1 " + "9" * 70)),
    ],
)
def test_a_range_is_read_or_refused_by_name(read: tuple[int, int] | RangeFault, forms: tuple[str, ...]) -> None:
    meant = Interval(*read) if isinstance(read, tuple) else read
    assert {form: range_or_fault(form) for form in forms} == dict.fromkeys(forms, meant)


def range_or_fault(text: str) -> Interval | RangeFault:
    try:
        return range_in(text)
    except InvalidRange as refusal:
        return refusal.fault


@given(st.integers(1000, FARTHEST), st.sampled_from(",.'’_ \u00a0\u202f"))
def test_a_number_is_the_same_in_one_piece_and_with_its_thousands_apart(number: int, sign: str) -> None:
    apart = f"{number:,}".replace(",", sign)
    assert (number_in(apart), number_in(f"-{apart}?")) == (number, -number)
    assert str(parse_question(f">={apart}")) == f">={number}"
    if sign != " ":
        assert range_in(f"1 {apart}") == range_in(f"{apart} to 1") == Interval(1, number)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_is_no_whole_number_is_named_as_a_limit_and_as_a_guess(language: str) -> None:
    def says_so(number: str) -> str:
        return texts_in(language).html("number.fraction", number=number)

    async with inside(None, Chat(1001), language) as bot:
        assert says_so("0,5") in str(await bot.says("/number 0,5"))
        assert says_so("1.5") in str(await bot.says("/number 1.5 9"))
        await bot.says("/number")
        for typed in ("0,5", "1,5", "49.5", "<1/2"):
            assert says_so(typed) in str(await bot.says(typed)), typed
        assert says_so("") not in str(await bot.says("12 345"))


@given(st.text(max_size=40) | st.text("0123456789+-−–…., todo", max_size=20))
def test_any_text_is_a_range_or_refused(text: str) -> None:
    span = range_or_fault(text)
    assert isinstance(span, RangeFault) or -FARTHEST <= span.low < span.high <= FARTHEST


@given(st.sampled_from(Relation), ENDS, ENDS)
def test_a_button_carries_every_question_and_a_range_reads_back(relation: Relation, number: int, other: int) -> None:
    question = Question(relation, number)
    assert asking_of(data_of(question)) == question
    assert len(data_of(question)) <= 13
    assert asking_of(data_of(number)) == number
    assert [forged for forged in FORGED if asking_of(forged) is not None] == []
    if number != other:
        assert range_in(f"{number} {other}") == Interval(min(number, other), max(number, other))


ASKED = {">50": ">50", "< -5 ?": "<-5", "≥ 7": ">=7", "＝７": "=7", ">10 000": ">10000", "<=1,500": "<=1500"}
ALONE = {
    "37": 37,
    " -3 ": -3,
    "٣٧": 37,
    "+5": 5,
    "1,000": 1000,
    "12 345!": 12345,
    "-1.000.000": -1_000_000,
    "2k?": 2000,
}


@pytest.mark.parametrize(
    "written", [*ASKED, *ALONE, "", "hello", "> many", "3.5", "12 34", "1 2345", "0,5", "k", "так"]
)
def test_a_question_is_read_a_number_alone_is_a_guess_and_all_else_is_refused(written: str) -> None:
    assert (Reading(written).is_question, number_in(written)) == (written in ASKED, ALONE.get(written))
    assert written not in ASKED or str(parse_question(written)) == ASKED[written]


@pytest.mark.parametrize(
    ("answer", "texts"),
    [
        (Relation.GREATER, ["higher", "More!", "більше", "Вище", "больше.", "выше", ">"]),
        (Relation.LESS, ["lower", "less", "менше", "НИЖЧЕ", "меньше", "ниже!", "<"]),
        (True, ["yes", "Yes!", "Так", "ТАК.", "да", "Д", "+", "ｙｅｓ"]),
        (False, ["no", "No.", "Ні", "НІ!", "нет", "н", "-", "−"]),
        (None, ["", "maybe", "not", "дада", "yes no", "42", ">50"]),
    ],
)
def test_answers_are_understood_in_every_language(texts: list[str], *, answer: Relation | bool | None) -> None:
    assert [text for text in texts if answer_in(text) is not answer] == []
