"""Whoever has a name of which nothing can be seen is called somebody, in the language that Telegram tells of them."""

import pytest

from bot.app.messages import Said
from bot.telegram.translate import incoming_of


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\u200d", "\u202e", " "])
@pytest.mark.parametrize(
    ("language", "called"), [("en", "somebody"), ("uk", "хтось"), ("ru", "кто-то"), ("de", "somebody")]
)
def test_a_name_that_cannot_be_seen_is_somebody(name: str, language: str, called: str) -> None:
    author = {"id": 5, "is_bot": False, "first_name": name, "language_code": language}
    message = {"message_id": 1, "date": 1, "chat": {"id": 5, "type": "private"}, "from": author, "text": "hi"}
    said = incoming_of({"update_id": 1, "message": message}, 42)
    assert isinstance(said, Said)
    assert said.person.name == called


def test_a_name_that_can_be_seen_stays_as_it_is() -> None:
    author = {"id": 5, "is_bot": False, "first_name": "A\u3164", "last_name": "B"}
    message = {"message_id": 1, "date": 1, "chat": {"id": 5, "type": "private"}, "from": author, "text": "hi"}
    said = incoming_of({"update_id": 1, "message": message}, 42)
    assert isinstance(said, Said)
    assert said.person.name == "A\u3164 B"
