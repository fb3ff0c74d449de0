"""What broke on a bug of ours is kept without anything that somebody typed or keyed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.intents import parse
from bot.app.messages import (
    Asked,
    Chat,
    Chose,
    Incoming,
    Inline,
    Joined,
    Left,
    Migrated,
    Person,
    Pressed,
    Said,
    Unknown,
)
from bot.app.worker import description
from bot.traces import trace_of

MARK = "zq7wrote0this"
IDS = st.integers(-(2**63), 2**63 - 1)
WRITTEN = st.text(max_size=9).map(lambda text: f"{text}{MARK}{text}")
CHATS = st.builds(Chat, IDS, st.none() | IDS)
PEOPLE = st.builds(Person, IDS, WRITTEN, st.none() | WRITTEN)
INLINE = st.none() | st.builds(Inline, WRITTEN)
ANYTHING: st.SearchStrategy[Incoming] = st.one_of(
    st.builds(Said, IDS, CHATS, PEOPLE, IDS, st.none() | WRITTEN, replied_to=st.none() | PEOPLE, answers=IDS),
    st.builds(Pressed, IDS, WRITTEN, st.none() | CHATS, PEOPLE, st.none() | IDS, WRITTEN, INLINE),
    st.builds(Asked, IDS, WRITTEN, PEOPLE, WRITTEN),
    st.builds(Chose, IDS, PEOPLE, WRITTEN, INLINE),
    st.builds(Joined, IDS, CHATS, PEOPLE),
    st.builds(Left, IDS, CHATS),
    st.builds(Migrated, IDS, CHATS, IDS),
    st.builds(Unknown, IDS, st.just("no kind we asked for")),
)


@given(ANYTHING)
def test_of_whatever_comes_in_no_word_is_described(incoming: Incoming) -> None:
    text = description(incoming, parse(incoming, "BullsBot"))
    assert MARK not in text
    assert json.loads(text)["kind"] == type(incoming).__name__
    assert json.loads(text)["update"] == incoming.update


@pytest.mark.parametrize("key", range(10))
@pytest.mark.parametrize("verb", ["d", "mkey", "ckey"])
def test_no_key_of_a_keypad_is_described(verb: str, key: int) -> None:
    pressed = Pressed(1, "2", Chat(3), Person(4, "Ann"), 5, f"1:{verb}:{'a' * 16}:0:{key}")
    text = description(pressed, parse(pressed, "BullsBot"))
    other = Pressed(1, "2", Chat(3), Person(4, "Ann"), 5, f"1:{verb}:{'a' * 16}:0:{9 - key}")
    assert text == description(other, parse(other, "BullsBot"))
    assert json.loads(text)["wished"] == f"Tap:{verb}"


def break_with(error: Exception, cause: Exception | None) -> None:
    raise error from cause


@given(WRITTEN, WRITTEN)
def test_no_word_of_an_error_is_traced_nor_of_what_led_to_it(one: str, other: str) -> None:
    group = ExceptionGroup(one, [ValueError(other), KeyError(one)])
    group.add_note(other)
    try:
        try:
            int(one)
        except ValueError as cause:
            break_with(group, cause)
    except ExceptionGroup as error:
        text = trace_of(error)
    assert MARK not in text
    assert "in break_with" in text
    assert all(kind in text.splitlines() for kind in ("ValueError", "ExceptionGroup", "KeyError"))


def test_errors_that_lead_to_each_other_are_traced_once() -> None:
    one, other = ValueError(), KeyError()
    one.__cause__, other.__cause__ = other, one
    assert trace_of(one).splitlines().count("ValueError") == 1
