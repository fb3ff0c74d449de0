"""What other bots write begins nothing, answers nothing and counts as nobody's guess; what people write does."""

from itertools import count
from typing import Any

import pytest

from bot.app.messages import Said, Unknown
from bot.telegram.translate import ANONYMOUS, incoming_of
from sandbox.client import Group
from tests.bot.conftest import Stage
from tests.bot.player import friends, wrong_guesses

MARVIN = {"id": 77, "is_bot": True, "first_name": "Marvin", "username": "marvin_bot"}
BOB = {"id": 6, "is_bot": False, "first_name": "Bob"}
GROUP = {"id": -5, "type": "supergroup", "title": "Friends"}
CHANNEL = {"id": -(10**12) - 9, "type": "channel", "title": "News"}
numbers = count(700_000)


def written(by: dict[str, Any], text: str, chat: dict[str, Any] = GROUP, **more: Any) -> dict[str, Any]:
    return {"message_id": next(numbers), "date": 1, "chat": chat, "from": by, "text": text, **more}


@pytest.mark.parametrize("kind", ["message", "edited_message"])
@pytest.mark.parametrize("text", ["/play", "/g 0123", "0123", "hello"])
def test_another_bot_says_nothing_to_us(kind: str, text: str) -> None:
    assert isinstance(incoming_of({"update_id": 1, kind: written(MARVIN, text)}, 42), Unknown)


@pytest.mark.parametrize(
    ("by", "more"),
    [
        (BOB, {}),
        (BOB, {"via_bot": MARVIN}),
        (MARVIN | {"id": ANONYMOUS}, {"sender_chat": GROUP}),
        (MARVIN | {"id": 136817688}, {"sender_chat": CHANNEL}),
    ],
)
def test_people_and_who_writes_in_the_name_of_a_chat_are_heard(by: dict[str, Any], more: dict[str, Any]) -> None:
    said = incoming_of({"update_id": 1, "message": written(by, "/play", **more)}, 42)
    assert isinstance(said, Said)
    assert said.anonymous == ("sender_chat" in more)


def place(group: Group) -> dict[str, Any]:
    return {"id": group.id, "type": "group", "title": group.title}


@pytest.mark.asyncio(loop_scope="session")
async def test_a_bot_neither_begins_a_game_nor_guesses_in_one(stage: Stage) -> None:
    group, alice, *_ = await friends(stage)
    await stage.quiet()
    for text in ("/play", "/party", "/duel", "/number", "/daily", "/settings"):
        await stage.sandbox.update({"message": written(MARVIN, text, place(group))})
    await stage.quiet()
    assert stage.bot.rows("SELECT count(*) FROM games WHERE chat_id = ?", group.id) == [(0,)]
    await alice.send("/play", chat=group)
    await alice.sees("I have a secret", chat=group)
    first, second = wrong_guesses(stage.secret_of(group.id), 2)
    await stage.sandbox.update({"message": written(MARVIN, f"/g {first}", place(group))})
    await alice.send(f"/g {second}", chat=group)
    await alice.sees(f"1. {second}", chat=group)
