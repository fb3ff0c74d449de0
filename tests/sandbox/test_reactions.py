"""The bot's reactions to messages."""

from typing import Any

import pytest

from sandbox.client import Group, Person, Sandbox
from tests.sandbox.caller import Caller


def emoji(*faces: str) -> list[dict[str, Any]]:
    return [{"type": "emoji", "emoji": face} for face in faces]


async def test_a_reaction_replaces_the_last_one_and_can_be_taken_back(
    bot: Caller, sandbox: Sandbox, alice: Person, friends: Group
) -> None:
    guess = await alice.send("/g 1234", chat=friends)
    place = {"chat_id": friends.id, "message_id": guess.id}
    await bot.read_all()
    for given, shown in (({"reaction": emoji("🔥")}, "🔥"), ({"reaction": emoji("👨‍💻")}, "👨‍💻"), ({}, None)):
        assert await bot("setMessageReaction", **place, **given, is_big=True) is True
        await sandbox.state()
        reacted = alice.messages(friends)[-1]
        assert (reacted.reaction, reacted.edited, reacted.text) == (shown, None, "/g 1234")
    assert await bot.read_all() == []


@pytest.mark.parametrize(
    ("reaction", "reason"),
    [
        (emoji("🐂"), "REACTION_INVALID"),
        (emoji("❤️"), "REACTION_INVALID"),
        (emoji("🔥", "🎉"), "REACTIONS_TOO_MANY"),
        ([{"type": "paid"}], 'parameter "reaction[0]" must be an object with type one of emoji'),
        ("🔥", 'parameter "reaction" must be an array'),
    ],
)
async def test_wrong_reactions_are_refused(bot: Caller, alice: Person, reaction: Any, reason: str) -> None:
    given = {"chat_id": alice.id, "message_id": 1, "reaction": reaction}
    assert await bot.refused("setMessageReaction", **given) == f"Bad Request: {reason}"


async def test_only_messages_can_be_reacted_to(bot: Caller, alice: Person, friends: Group) -> None:
    for given in ({}, {"message_id": 99}):
        reason = await bot.refused("setMessageReaction", chat_id=alice.id, reaction=emoji("🔥"), **given)
        assert reason == "Bad Request: message to react not found"
    note = alice.messages(friends)[-1]
    reason = await bot.refused("setMessageReaction", chat_id=friends.id, message_id=note.id, reaction=emoji("🔥"))
    assert reason == "Bad Request: REACTION_INVALID"
    await alice.blocks()
    reason = await bot.refused("setMessageReaction", chat_id=alice.id, message_id=1, reaction=emoji("🔥"))
    assert reason == "Forbidden: bot was blocked by the user"
