import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.reading import reply_in
from bot.app.screens.board import STYLES
from bot.app.texts import LANGUAGES, texts_in
from solver.feedback import Feedback

ONE_AND_TWO = [
    "1B2C", "1b2c", "1В2С", "1в 2с", "1б2к", "1Б, 2К", "12", "1 2", "1,2", "1-2", "１２", "١ ٢", "1️⃣2️⃣", "1🐂 2🐄",
    "1🐂2🐄", "2🐄 1🐂", "1 bull 2 cows", "1 bull, 2 cows.", "2 cows and 1 bull", "1 бик 2 корови", "1 бик і 2 корови",
    "1 бык 2 коровы", "1 бык и 2 коровы",
]  # fmt: skip


@pytest.mark.parametrize("text", ONE_AND_TWO)
def test_bulls_and_cows_are_read_as_people_type_them(text: str) -> None:
    assert reply_in(text) == Feedback(1, 2)


@pytest.mark.parametrize(
    ("text", "reply"), [("2 cows", "0B2C"), ("3 бики", "3B0C"), ("0 коров", "0B0C"), ("4b", "4B0C")]
)
def test_what_is_not_named_is_none(text: str, reply: str) -> None:
    assert str(reply_in(text)) == reply


@pytest.mark.parametrize(
    "text", ["", "1", "123", "0123", "abcd", "1 2 3", "1 bull and 3", "1b2b", "10 bulls", "1 bullet", "bulls", "1" * 99]
)
def test_what_says_something_else_is_no_reply(text: str) -> None:
    assert reply_in(text) is None


@given(st.integers(0, 9), st.integers(0, 9), st.sampled_from(sorted(STYLES)), st.sampled_from(LANGUAGES))
def test_what_the_bot_writes_itself_it_reads(bulls: int, cows: int, style: str, language: str) -> None:
    feedback = Feedback(bulls, cows)
    assert reply_in(STYLES[style].write(feedback, texts_in(language))) == feedback


@given(st.integers(0, 9), st.integers(0, 9), st.sampled_from(sorted(STYLES)), st.sampled_from(LANGUAGES))
def test_a_reply_stays_on_one_line(bulls: int, cows: int, style: str, language: str) -> None:
    written = STYLES[style].write(Feedback(bulls, cows), texts_in(language))
    assert not re.search(r"\d[🐂🐄]|🐂[^\u00a0]| ", written), "a line may break before a picture and behind one"
    assert "\u2060" not in written or style == "emoji", "letters stay together by themselves"


@given(st.text())
def test_any_text_is_a_reply_or_none(text: str) -> None:
    reply = reply_in(text)
    assert reply is None or 0 <= reply.bulls + reply.cows <= 18
