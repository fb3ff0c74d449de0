"""The question before a game is given up promises what comes: the secret only where it is shown."""

import pytest

from tests.bot.conftest import Stage

pytestmark = pytest.mark.asyncio(loop_scope="session")
SHOWN = "Yes, show it"
PROMISES = [
    ("/play", ("0123", "4567"), "Resign and see the secret?", SHOWN),
    ("/play evil", ("0123",), "Resign? There never was a secret to show you.", "🏳️ Yes, resign"),
    ("/daily", ("0123",), "Resign today’s code? You can play it only once, and the secret opens", "🏳️ Yes, resign"),
    ("/number", (">50",), "Resign and see the number?", SHOWN),
]


@pytest.mark.parametrize(("command", "texts", "question", "button"), PROMISES)
async def test_it_promises_what_comes(
    stage: Stage, command: str, texts: tuple[str, ...], question: str, button: str
) -> None:
    alice = await stage.sandbox.person("Alice")
    for text in (command, *texts, "/resign"):
        await alice.send(text)
        await stage.quiet()
    board = await alice.sees(question)
    assert board.button(button)
    assert (board.button(SHOWN) is not None) == (button == SHOWN)
