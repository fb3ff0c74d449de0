from typing import Any

import pytest

from sandbox.client import Group, NotPossible, Person, Sandbox
from tests.sandbox.caller import Caller


def kinds(updates: list[dict[str, Any]]) -> list[str]:
    return [kind for update in updates for kind in update if kind != "update_id"]


async def test_a_new_group_tells_the_bot_that_it_is_in(
    bot: Caller, sandbox: Sandbox, alice: Person, olena: Person
) -> None:
    group = await sandbox.group("Friends", alice, olena)
    joined, created = await bot.read_all()
    assert joined["my_chat_member"]["chat"] == {"id": group.id, "type": "group", "title": "Friends"}
    assert joined["my_chat_member"]["old_chat_member"]["status"] == "left"
    assert joined["my_chat_member"]["new_chat_member"]["status"] == "member"
    assert created["message"]["group_chat_created"] is True


async def test_a_group_without_the_bot_is_none_of_its_business(bot: Caller, sandbox: Sandbox, alice: Person) -> None:
    group = await sandbox.group("Secret", alice, bot=False)
    await alice.send("/play", chat=group)
    assert await bot.read_all() == []
    assert await bot.refused("sendMessage", chat_id=group.id, text="x") == "Bad Request: chat not found"


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("hello", []),
        ("/play", ["message"]),
        ("/play@sandbox_bot now", ["message"]),
        ("/play@SANDBOX_BOT", ["message"]),
        ("/play@other_bot", []),
        ("let us /play", []),
        ("@sandbox_bot", []),
        ("1234", []),
    ],
)
async def test_in_privacy_mode_only_commands_are_heard(
    bot: Caller, alice: Person, friends: Group, text: str, heard: list[str]
) -> None:
    await alice.send(text, chat=friends)
    assert kinds(await bot.read_all()) == heard


async def test_replies_to_the_bot_are_heard_and_to_others_not(
    bot: Caller, alice: Person, olena: Person, friends: Group
) -> None:
    await bot("sendMessage", chat_id=friends.id, text="board")
    board = await alice.sees("board")
    said = await alice.send("1234", chat=friends, reply_to=board)
    await olena.send("why?", chat=friends, reply_to=said)
    (update,) = await bot.read_all()
    assert update["message"]["text"] == "1234"
    assert update["message"]["reply_to_message"]["text"] == "board"


async def test_edits_are_heard_by_the_same_rule(bot: Caller, alice: Person, friends: Group) -> None:
    said = await alice.send("hello", chat=friends)
    await alice.edits(said, "hello!")
    await alice.edits(said, "/play")
    (update,) = await bot.read_all()
    assert update["edited_message"]["text"] == "/play"
    assert update["edited_message"]["edit_date"]


async def test_without_privacy_mode_everything_is_heard(
    bot: Caller, alice: Person, friends: Group, sandbox: Sandbox
) -> None:
    await sandbox.privacy(on=False)
    assert (await bot("getMe"))["can_read_all_group_messages"] is True
    await alice.send("hello", chat=friends)
    assert kinds(await bot.read_all()) == ["message"]


async def test_people_come_and_go(bot: Caller, sandbox: Sandbox, alice: Person, friends: Group) -> None:
    bob = await sandbox.person("Bob")
    await friends.add(bob)
    await friends.add(bob)
    await friends.remove(alice)
    joined, left = await bot.read_all()
    assert [user["first_name"] for user in joined["message"]["new_chat_members"]] == ["Bob"]
    assert left["message"]["left_chat_member"]["id"] == alice.id
    assert (await bot("getChatMember", chat_id=friends.id, user_id=alice.id))["status"] == "left"
    assert (await bot("getChatMember", chat_id=friends.id, user_id=bob.id))["status"] == "member"
    with pytest.raises(NotPossible, match="Alice is not in this chat"):
        await alice.send("hi", chat=friends)


async def test_who_left_sees_nothing_of_the_group(bot: Caller, alice: Person, olena: Person, friends: Group) -> None:
    await bot("sendMessage", chat_id=friends.id, text="board")
    await friends.remove(olena)
    await alice.sees("board")
    await olena.sees_no("board")


async def test_a_removed_bot_may_not_write_and_hears_nothing(bot: Caller, alice: Person, friends: Group) -> None:
    await friends.remove_bot(alice)
    await alice.send("/play", chat=friends)
    (update,) = await bot.read_all()
    assert update["my_chat_member"]["new_chat_member"]["status"] == "kicked"
    assert update["my_chat_member"]["from"]["id"] == alice.id
    refusal = await bot.ask("sendMessage", chat_id=friends.id, text="x")
    assert refusal["error_code"] == 403
    assert refusal["description"] == "Forbidden: bot was kicked from the group chat"


async def test_a_bot_that_is_added_again_may(bot: Caller, alice: Person, friends: Group) -> None:
    await friends.remove_bot(alice)
    await friends.add_bot(alice)
    await bot("sendMessage", chat_id=friends.id, text="back")
    assert kinds(await bot.read_all()) == ["my_chat_member", "my_chat_member", "message"]


async def test_what_is_so_already_is_not_told_again(bot: Caller, alice: Person, olena: Person, friends: Group) -> None:
    await friends.add_bot(alice)
    await friends.add(olena)
    assert await bot.read_all() == []


async def test_only_groups_are_groups(alice: Person, friends: Group) -> None:
    with pytest.raises(NotPossible, match="this is not a group"):
        await Group(alice.id, "Alice", alice.connection).migrate()
    grown = await friends.migrate()
    with pytest.raises(NotPossible, match="only a group can become a supergroup"):
        await grown.migrate()


async def test_an_anonymous_admin_writes_as_the_group(bot: Caller, alice: Person, friends: Group) -> None:
    said = await alice.send("/play", chat=friends, anonymous=True)
    assert (said.sender, said.sender_name) == (friends.id, "Friends")
    (update,) = await bot.read_all()
    assert update["message"]["from"]["id"] == 1087968824
    assert update["message"]["from"]["username"] == "GroupAnonymousBot"
    assert update["message"]["sender_chat"] == update["message"]["chat"]


async def test_a_group_becomes_a_supergroup(bot: Caller, alice: Person, friends: Group) -> None:
    grown = await friends.migrate()
    assert str(grown.id).startswith("-100")
    old, new = await bot.read_all()
    assert (old["message"]["chat"]["id"], old["message"]["migrate_to_chat_id"]) == (friends.id, grown.id)
    assert (new["message"]["chat"]["id"], new["message"]["migrate_from_chat_id"]) == (grown.id, friends.id)
    assert await bot.ask("sendMessage", chat_id=friends.id, text="x") == {
        "ok": False,
        "error_code": 400,
        "description": "Bad Request: group chat was upgraded to a supergroup chat",
        "parameters": {"migrate_to_chat_id": grown.id},
    }
    await bot("sendMessage", chat_id=grown.id, text="here")
    assert (await alice.sees("here", chat=grown)).chat == grown.id
    with pytest.raises(NotPossible, match="became the supergroup"):
        await alice.send("x", chat=friends)
    with pytest.raises(NotPossible, match="became the supergroup"):
        await friends.migrate()


@pytest.mark.parametrize(
    ("method", "given"),
    [
        ("sendMessage", {"text": "x"}),
        ("editMessageText", {"text": "x", "message_id": 1}),
        ("editMessageReplyMarkup", {"message_id": 1}),
        ("deleteMessage", {"message_id": 1}),
        ("deleteMessages", {"message_ids": [1]}),
        ("sendChatAction", {"action": "typing"}),
        ("getChat", {}),
        ("getChatMember", {"user_id": 1}),
        ("getChatAdministrators", {}),
    ],
)
async def test_whatever_is_asked_of_a_group_that_grew_tells_where_it_is_now(
    bot: Caller, friends: Group, method: str, given: dict[str, Any]
) -> None:
    grown = await friends.migrate()
    answer = await bot.ask(method, chat_id=friends.id, **given)
    assert (answer["error_code"], answer["parameters"]) == (400, {"migrate_to_chat_id": grown.id})


async def test_a_supergroup_says_so_when_it_removed_the_bot(bot: Caller, alice: Person, friends: Group) -> None:
    grown = await friends.migrate()
    await grown.remove_bot(alice)
    reason = await bot.refused("sendMessage", chat_id=grown.id, text="x")
    assert reason == "Forbidden: bot was kicked from the supergroup chat"


async def test_a_group_needs_a_title_and_people(sandbox: Sandbox, alice: Person) -> None:
    with pytest.raises(NotPossible, match="a title and people"):
        await sandbox.group("Nobody")
    with pytest.raises(NotPossible, match="a title and people"):
        await sandbox.group(" ", alice)


async def test_the_bot_can_ask_about_a_group(bot: Caller, friends: Group) -> None:
    chat = await bot("getChat", chat_id=friends.id)
    assert (chat["id"], chat["type"], chat["title"]) == (friends.id, "group", "Friends")
    me = await bot("getMe")
    assert (await bot("getChatMember", chat_id=friends.id, user_id=me["id"]))["status"] == "member"
    reason = await bot.refused("getChatMember", chat_id=friends.id, user_id=1)
    assert reason == "Bad Request: PARTICIPANT_ID_INVALID"
