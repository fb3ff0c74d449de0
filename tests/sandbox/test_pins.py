"""Pinned messages, and the rights of a bot that is an admin."""

from typing import Any

from sandbox.client import Group, Person, Sandbox
from tests.sandbox.caller import Caller

NO_RIGHTS = "Bad Request: not enough rights to manage pinned messages in the chat"


async def said(bot: Caller, chat: int, text: str = "board", **given: Any) -> dict[str, Any]:
    """Where a new message of the bot's stands."""
    sent = await bot("sendMessage", chat_id=chat, text=text, **given)
    return {"chat_id": chat, "message_id": sent["message_id"]}


async def test_a_pinned_message_is_told_to_everybody_and_to_the_bot(
    bot: Caller, sandbox: Sandbox, alice: Person
) -> None:
    place = await said(bot, alice.id)
    assert await bot("pinChatMessage", **place, disable_notification=True) is True
    (update,) = await bot.read_all()
    assert update["message"]["pinned_message"]["text"] == "board"
    assert update["message"]["from"]["is_bot"] is True
    await sandbox.state()
    assert alice.messages()[-1].service == "Sandbox bot pinned “board”"
    assert [message.text for message in alice.pinned()] == ["board"]
    assert (await bot("getChat", chat_id=alice.id))["pinned_message"]["text"] == "board"


async def test_pinning_twice_tells_once(bot: Caller, alice: Person) -> None:
    place = await said(bot, alice.id)
    for _ in range(2):
        assert await bot("pinChatMessage", **place) is True
    assert len(await bot.read_all()) == 1


async def test_without_a_number_the_newest_pinned_message_is_taken_off(
    bot: Caller, alice: Person, sandbox: Sandbox
) -> None:
    places = [await said(bot, alice.id, text) for text in ("one", "two", "three")]
    for place in (places[2], places[0], places[1]):
        await bot("pinChatMessage", **place)
    await bot("unpinChatMessage", chat_id=alice.id)
    await sandbox.state()
    assert [message.text for message in alice.pinned()] == ["one", "two"]
    for _ in range(2):
        assert await bot("unpinChatMessage", **places[0]) is True
    await bot("deleteMessage", **places[1])
    await sandbox.state()
    assert alice.pinned() == []
    assert "pinned_message" not in await bot("getChat", chat_id=alice.id)


async def test_what_is_not_there_is_not_pinned(bot: Caller, alice: Person) -> None:
    reason = await bot.refused("pinChatMessage", chat_id=alice.id, message_id=99)
    assert reason == "Bad Request: message to pin not found"
    for given in ({}, {"message_id": 99}):
        reason = await bot.refused("unpinChatMessage", chat_id=alice.id, **given)
        assert reason == "Bad Request: message to unpin not found"
    reason = await bot.refused("pinChatMessage", chat_id=alice.id)
    assert reason == "Bad Request: message identifier is not specified"


async def test_in_a_group_pinning_is_an_admins_right(
    bot: Caller, sandbox: Sandbox, alice: Person, friends: Group
) -> None:
    place = await said(bot, friends.id)
    for method in ("pinChatMessage", "unpinChatMessage"):
        assert await bot.refused(method, **place) == NO_RIGHTS
    await friends.promote_bot(alice)
    assert await bot("pinChatMessage", **place) is True
    await sandbox.state()
    note = alice.messages(friends)[-1].id
    reason = await bot.refused("pinChatMessage", chat_id=friends.id, message_id=note)
    assert reason == "Bad Request: message can't be pinned"
    await friends.demote_bot(alice)
    assert await bot.refused("unpinChatMessage", **place) == NO_RIGHTS


async def test_an_admins_rights_are_told_and_nothing_is_said_in_the_chat(
    bot: Caller, alice: Person, friends: Group
) -> None:
    before = len(alice.messages(friends))
    await friends.promote_bot(alice)
    await friends.promote_bot(alice)
    await friends.add_bot(alice)
    (update,) = await bot.read_all()
    change = update["my_chat_member"]
    assert (change["old_chat_member"]["status"], change["new_chat_member"]["status"]) == ("member", "administrator")
    assert change["new_chat_member"]["can_pin_messages"] is True
    assert len(alice.messages(friends)) == before
    grown = await friends.migrate()
    me = (await bot("getMe"))["id"]
    assert (await bot("getChatMember", chat_id=grown.id, user_id=me))["status"] == "administrator"


async def test_an_admin_hears_everything_and_may_delete_what_others_wrote(
    bot: Caller, alice: Person, friends: Group
) -> None:
    await friends.promote_bot(alice)
    await bot.read_all()
    word = await alice.send("hello", chat=friends)
    (update,) = await bot.read_all()
    assert update["message"]["text"] == "hello"
    assert await bot("deleteMessage", chat_id=friends.id, message_id=word.id) is True
    await friends.demote_bot(alice)
    word = await alice.send("hello", chat=friends)
    reason = await bot.refused("deleteMessage", chat_id=friends.id, message_id=word.id)
    assert reason == "Bad Request: message can't be deleted"


async def test_an_admin_writes_in_a_closed_topic_and_pins_there(
    bot: Caller, sandbox: Sandbox, alice: Person, friends: Group
) -> None:
    forum = await friends.becomes_forum()
    games = await forum.topic("Games")
    await games.close()
    await forum.promote_bot(alice)
    await bot("pinChatMessage", **await said(bot, forum.id, message_thread_id=games.thread))
    await sandbox.state()
    assert alice.messages(games)[-1].service == "Sandbox bot pinned “board”"
    assert [message.text for message in alice.pinned(games)] == ["board"]


async def test_a_removed_admin_comes_back_as_a_member(bot: Caller, alice: Person, friends: Group) -> None:
    await friends.promote_bot(alice)
    await friends.remove_bot(alice)
    await friends.remove_bot(alice)
    await friends.add_bot(alice)
    standings = [
        u["my_chat_member"]["new_chat_member"]["status"] for u in await bot.read_all() if "my_chat_member" in u
    ]
    assert standings == ["administrator", "kicked", "member"]
