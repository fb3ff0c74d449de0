"""What one person writes paints over nobody's screen, and what people write who mean no harm survives as it is."""

import re
import unicodedata
from dataclasses import replace
from itertools import product
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.intents import Command
from bot.app.messages import Chat, Person, Said
from bot.app.operators.model import Operators
from bot.app.screens.people import (
    FIRST_STRONG_ISOLATE,
    LONGEST_NAME,
    MOST_SIGNS,
    POP_ISOLATE,
    WORD_JOINER,
    harmless,
    on_a_button,
    shown_name,
)
from bot.app.talk.model import Talk, TalkMessage
from bot.app.texts import JOINER, short_text
from bot.app.work import Work
from bot.app.worker import Replies, Worker
from tests.bot.inside import AtOnce, Inside, inside, world_with
from tests.bot.storage.stores import opened_anew
from tests.golden.script import Step, scenarios, steps_of
from tests.golden.stage import Stage
from tests.golden.stage import Talk as Scenario
from tests.golden.world import words_in

FAMILY, KEYCAP, FLAG = "👨\u200d👩\u200d👧", "1\ufe0f\u20e3", "🇺🇦"
PEOPLE_WRITE = (
    *("Alice", "Олена Пчілка", "й", "и\u0306", "ёЁ", "Nguyễn", unicodedata.normalize("NFD", "Nguyễn Thị Ế"), "J. R."),
    *("ที่นี่ ผู้ใหญ่ น้ำ", "हिन्दी", "한국어", "日本", FAMILY, KEYCAP, FLAG, "❤️", "🏳️\u200d🌈", "👩🏽\u200d🚀", "👁️\u200d🗨️"),
)
RIGHT_TO_LEFT = ("שלום", "שּׁ\u05b8לוֹם", "מֻגְבָּל", "محمد", "مُحَمَّد", "Bob שלום")
MARKS = ("\u0301", "\u0e47", "\u0e34\u0e49", "\u20dd", "\u20e0", "\u0338", "\u0489", "\u034f", "\u0f90", "\u0301\u200d")
STACKED = re.compile(f"(?:[{''.join(MARKS).replace(JOINER, '')}]{JOINER}*){{3}}")
"""Three of these on one sign."""


@pytest.mark.parametrize("text", PEOPLE_WRITE)
def test_what_people_write_survives(text: str) -> None:
    assert (shown_name(text), harmless(text), short_text(text)) == (text,) * 3


@pytest.mark.parametrize("text", RIGHT_TO_LEFT)
def test_what_people_write_from_right_to_left_survives_and_turns_nothing_else(text: str) -> None:
    assert (shown_name(text), harmless(text)) == (f"{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}",) * 2


@pytest.mark.parametrize("marks", MARKS)
def test_no_marks_stack_up(marks: str) -> None:
    for shown in (shown_name, harmless, short_text):
        assert not STACKED.search(shown("a" + marks * 30 + "b")), shown
        assert shown("a" + marks * 30 + "b")[-1] in "b…"


def test_of_many_lines_two_are_left_and_the_others_are_blanks() -> None:
    assert harmless("\n\na\n \nb\r\nc\n" + "\n" * 60 + "d", lines=2) == "a\nb c d"
    assert harmless("a\nb") == short_text("a\nb") == shown_name("a\nb") == "a b"
    assert harmless("one line", lines=2) == "one line"
    assert harmless("שלום\nb", lines=2) == f"{FIRST_STRONG_ISOLATE}שלום{POP_ISOLATE}\nb"


NARROW, WIDE = ("a", "й", "и\u0306"), ("界", "🐂", "Ａ", FAMILY, "❤️", KEYCAP, "👩🏽", "🏳️\u200d🌈", FLAG)


@pytest.mark.parametrize("sign", [*NARROW, *WIDE])
def test_a_name_takes_32_columns_and_a_wide_sign_two_of_them(sign: str) -> None:
    most, each = MOST_SIGNS // len(sign), 2 if sign in WIDE else 1
    assert shown_name(sign * 60) == f"{sign * min((LONGEST_NAME - 1) // each, most)}…", (
        "what is cut says so, in its columns"
    )
    seen = min(LONGEST_NAME // each, most)
    assert shown_name(sign * seen) == sign * seen


def test_of_pictures_that_are_joined_four_are_one_sign() -> None:
    four, five = ("\u200d".join("👩" * many) for many in (4, 5))
    assert shown_name(four * 2, 4) == four * 2
    assert shown_name(five * 2, 7).endswith("…"), "it takes eight columns"
    assert shown_name(five * 2, 8) == five * 2


def test_a_name_on_a_button_is_cut_where_it_has_a_sign_too_many() -> None:
    assert (on_a_button("Abcdef", 6), on_a_button("Abcdefg", 6)) == ("Abcdef", "Abcde…")


def test_what_is_joined_to_no_picture_or_to_too_many_takes_room() -> None:
    assert len(shown_name("a\u200d" * 60).replace("\u200d", "")) == LONGEST_NAME
    assert shown_name("👩\u200d" * 60).count("👩") <= LONGEST_NAME
    assert shown_name("🏽" * 60).count("🏽") == (LONGEST_NAME - 1) // 2


@given(st.lists(st.sampled_from([*NARROW, *WIDE, "नि", "J"]), min_size=1, max_size=40))
def test_no_name_is_cut_within_what_is_one_sign_to_the_reader(signs: list[str]) -> None:
    shown, whole = shown_name("".join(signs)), {"".join(signs[:count]) for count in range(len(signs) + 1)}
    assert shown == "".join(signs) or (shown[-1], shown[:-1] in whole) == ("…", True)


def columns(name: str) -> int:
    """Not fewer than it takes."""
    seen = (sign for sign in name if unicodedata.category(sign) not in {"Mn", "Me", "Cf"})
    return sum(1 + (unicodedata.east_asian_width(sign) in "WF") for sign in seen)


ANY = st.text("aй界🐂\u0301\u0e34\u20dd\u200d\n\u05b8ש1. @/\u2060\u202e") | st.text()


@given(ANY)
def test_any_text_is_harmless_and_the_same_when_it_is_shown_again(text: str) -> None:
    for shown in (shown_name(text), harmless(text), harmless(text, lines=2)):
        assert not STACKED.search(shown)
        assert shown.count("\n") <= 1
        assert not any(unicodedata.category(sign) in {"Cc", "Cs", "Zl", "Zp"} for sign in shown.replace("\n", ""))
        assert harmless(shown, lines=2) == shown or shown == "?"
    bare = shown_name(text).replace(WORD_JOINER, "")
    assert "\u200d" in bare or columns(bare) <= LONGEST_NAME


# Everywhere: in all that people do in the scenarios of `tests/golden`, with names and words that paint
PAINT = "\u0301" * 20 + "\u0e47" * 20 + "\u20dd" * 9 + "\n\nPAINT" * 7


class Painted(Stage):
    """Whoever is there has such a name, and so ends what they say."""

    def _person(self, name: str) -> Person:
        person = super()._person(name)
        return replace(person, name=f"{person.name}{PAINT}")

    def _said(self, step: Step, talk: Scenario, person: Person) -> Said:
        said, text = super()._said(step, talk, person), step["text"] or ""
        is_said = text.startswith("/say ") or re.fullmatch(r"/set \S+ .+", text)
        return replace(said, text=f"{text}{PAINT}") if is_said else said


def assert_nothing_is_painted_over(lines: list[str]) -> None:
    assert [line for line in lines if STACKED.search(line)] == []
    assert [line for line in lines if re.fullmatch(r"\W*PAINT\W*", line)] == []


@pytest.mark.parametrize("name", scenarios())
async def test_no_name_and_no_words_paint_over_what_others_see(name: str) -> None:
    with TemporaryDirectory() as folder:
        async with opened_anew(folder) as store:
            stage = Painted(store, "en")
            for step in steps_of(name, words_in("en")):
                await stage.does(step)
            assert_nothing_is_painted_over(stage.record.lines)


def seen(bot: Inside) -> list[str]:
    """All that is to be seen in a chat."""
    screens = [screen for _, screen in bot.screens.values()]
    return [line for screen in screens for line in screen.html.split("\n")] + [
        button.text for screen in screens for row in screen.rows for button in row
    ]


@pytest.mark.parametrize("chat", [Chat(-5), Chat(1001)])
async def test_what_stands_behind_a_command_paints_over_nothing(chat: Chat) -> None:
    async with inside((0, 1, 2, 3), chat) as bot:
        for command, words in product(Command, ("x", "0834 ", "@x", "?")):
            await bot.says(f"/{command.value} {words}{PAINT}")
            assert_nothing_is_painted_over(seen(bot))


async def test_what_operators_read_of_people_paints_over_nothing() -> None:
    async with inside(None, Chat(1001)) as bot:
        world = replace(world_with(None, AtOnce()), admins=frozenset({1001}))
        bot.worker = Worker(bot.store, AtOnce(), world, Replies(lambda *_: None), limits=False)

        async def wrote(work: Work) -> None:
            said = TalkMessage("1" * 16, "2" * 16, 1002, f"Bob{PAINT}", f"rude{PAINT}", 1.0)
            work.of(Talk).report(1003, 1002, [said], 1.0)
            work.of(Operators).put_feedback(1002, f"Bob{PAINT}", f"nice{PAINT}", 1.0)

        await bot.store.run(wrote)
        await bot.says("/admin")
        for verb, words in (("areports", "rude"), ("ahome", ""), ("afeedback", "nice")):
            await bot.presses(f"1:{verb}", "admin")
            assert any(words in line for line in seen(bot))
            assert_nothing_is_painted_over(seen(bot))
