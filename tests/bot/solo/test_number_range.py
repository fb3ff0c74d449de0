"""What lies outside the range of a number game is answered with the range, not as something known already."""

import pytest

from bot.app.messages import Chat
from tests.bot.inside import inside
from tests.bot.test_options_typed import told

OUTSIDE = "It’s between 1 and 100, so not"
KNOWN = "already"


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("1000", OUTSIDE),
        ("0", OUTSIDE),
        ("-5", OUTSIDE),
        ("101", OUTSIDE),
        ("1000000", OUTSIDE),
        (">1000", KNOWN),
        ("<= 200", KNOWN),
        ("٠", OUTSIDE),
        ("75", KNOWN),
        (">60", KNOWN),
        (">= 1", KNOWN),
        ("<= 100", KNOWN),
        ("fifty", "Type a number"),
    ],
)
@pytest.mark.parametrize("chat", [Chat(1001), Chat(-1001)])
async def test_the_answer_names_what_is_wrong_and_counts_nothing(typed: str, says: str, chat: Chat) -> None:
    async with inside(None, chat) as bot:
        await bot.says("/number 1 100")
        await bot.says("/guess 60")
        answer = told(await bot.says(f"/guess {typed}"))
        assert says in answer
        assert (KNOWN in answer) == (says == KNOWN)
        assert "1 guess so far" in answer
