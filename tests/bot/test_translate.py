"""What Telegram writes, in our own words."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.messages import Person, Pressed, Said
from bot.telegram.translate import incoming_of
from tests.bot.posting import message

UNSTORABLE = st.text(st.sampled_from("a🐂\0\ud800\udfff\udc02\n\u202e"), max_size=20)


def said(text: str = "hi", **user: Any) -> Said:
    update = message(1, 5, text)
    update["message"]["from"] |= user
    incoming = incoming_of(update, 42)
    assert isinstance(incoming, Said)
    return incoming


def pressed(**query: Any) -> Pressed:
    user = {"id": 5, "is_bot": False, "first_name": "Alice"}
    incoming = incoming_of({"update_id": 1, "callback_query": {"id": "7", "from": user, "data": "x"} | query}, 42)
    assert isinstance(incoming, Pressed)
    return incoming


@given(UNSTORABLE)
def test_no_text_comes_in_that_a_database_cannot_keep(text: str) -> None:
    kept = re.sub("[\0\ud800-\udfff]", "\ufffd", text)
    told = [said(text).text, said(first_name=text).person.name, pressed(id=text).query, pressed(data=text).data]
    assert told == [kept] * 4
    kept.encode()


@pytest.mark.parametrize("language", ["en", "uk", "pt-br", "zh-hans", "EN", "sr-Latn-RS", "tlh", "de-" + "x" * 32])
def test_a_language_is_believed(language: str) -> None:
    assert said(language_code=language).person == Person(5, "Alice", language)


@pytest.mark.parametrize(
    "language", ["", "e", "english", "en_US", "en-", "-en", "e1", "en\n", "../../etc", "ук", "de-" + "x" * 33, "en\0"]
)
def test_what_is_no_language_counts_as_none(language: str) -> None:
    assert said(language_code=language).person == Person(5, "Alice", None)


@pytest.mark.parametrize("value", [2**63, -(2**63) - 1, 1.0, True, "1", None, [1], {}])
def test_what_cannot_be_an_id_is_not_read(value: Any) -> None:
    with pytest.raises(TypeError):
        said(id=value)


@pytest.mark.parametrize("value", [1, None, ["en"], {}])
def test_what_is_no_text_is_not_read(value: Any) -> None:
    for broken in ({"first_name": value}, {"language_code": value}):
        with pytest.raises(TypeError):
            said(**broken)
