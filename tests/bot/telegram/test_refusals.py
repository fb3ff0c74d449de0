import pytest
from telegram.error import BadRequest

from bot.telegram.api import reason_of


@pytest.mark.parametrize(
    ("said", "logged"),
    [
        (
            'Can\'t parse: unsupported start tag "wrote" at byte offset 5',
            "Can't parse: unsupported start tag … at byte offset 5",
        ),
        ("Button URL 'tg://wrote's' is invalid", "Button URL … is invalid"),
        ('Of "a" and "wrote" nothing is known', "Of … nothing is known"),
        ("Message can't be edited", "Message can't be edited"),
    ],
)
def test_a_refusal_is_logged_without_what_it_quotes(said: str, logged: str) -> None:
    assert reason_of(BadRequest(said)) == logged
