from typing import Any

import pytest

from sandbox.client import Group, NotPossible, Person, Sandbox
from tests.sandbox.caller import Caller


# Groups.
def kinds(updates: list[dict[str, Any]]) -> list[str]:
    return [kind for update in updates for kind in update if kind != "update_id"]


async def test_a_new_group_tells_the_bot_that_it_is_in_and_one_without_it_nothing(
    bot: Caller, sandbox: Sandbox, alice: Person, olena: Person
) -> None:
    group = await sandbox.group("Friends", alice, olena)
    joined, created = await bot.read_all()
    assert joined["my_chat_member"]["chat"] == {"id": group.id, "type": "group", "title": "Friends"}
    assert joined["my_chat_member"]["old_chat_member"]["status"] == "left"
    assert joined["my_chat_member"]["new_chat_member"]["status"] == "member"
    assert created["message"]["group_chat_created"] is True
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


async def test_replies_to_the_bot_and_edits_are_heard_by_the_same_rule_and_without_privacy_mode_everything(
    bot: Caller, alice: Person, olena: Person, friends: Group, sandbox: Sandbox
) -> None:
    await bot("sendMessage", chat_id=friends.id, text="board")
    board = await alice.sees("board")
    said = await alice.send("1234", chat=friends, reply_to=board)
    await olena.send("why?", chat=friends, reply_to=said)
    (update,) = await bot.read_all()
    assert update["message"]["text"] == "1234"
    assert update["message"]["reply_to_message"]["text"] == "board"
    said = await alice.send("hello", chat=friends)
    await alice.edits(said, "hello!")
    await alice.edits(said, "/play")
    (update,) = await bot.read_all()
    assert update["edited_message"]["text"] == "/play"
    assert update["edited_message"]["edit_date"]
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


async def test_a_bot_that_is_added_again_may_write_and_is_not_told_what_is_so_already(
    bot: Caller, alice: Person, friends: Group, olena: Person
) -> None:
    await friends.remove_bot(alice)
    await friends.add_bot(alice)
    await bot("sendMessage", chat_id=friends.id, text="back")
    assert kinds(await bot.read_all()) == ["my_chat_member", "my_chat_member", "message"]
    await friends.add_bot(alice)
    await friends.add(olena)
    assert await bot.read_all() == []


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


async def test_only_groups_are_groups_and_they_need_a_title_and_people(
    sandbox: Sandbox, alice: Person, friends: Group
) -> None:
    with pytest.raises(NotPossible, match="a title and people"):
        await sandbox.group("Nobody")
    with pytest.raises(NotPossible, match="a title and people"):
        await sandbox.group(" ", alice)
    with pytest.raises(NotPossible, match="this is not a group"):
        await Group(alice.id, "Alice", alice.connection).migrate()
    grown = await friends.migrate()
    with pytest.raises(NotPossible, match="only a group can become a supergroup"):
        await grown.migrate()


async def test_the_bot_can_ask_about_a_group_and_a_supergroup_says_so_when_it_removed_the_bot(
    bot: Caller, friends: Group, alice: Person
) -> None:
    chat = await bot("getChat", chat_id=friends.id)
    assert (chat["id"], chat["type"], chat["title"]) == (friends.id, "group", "Friends")
    me = await bot("getMe")
    assert (await bot("getChatMember", chat_id=friends.id, user_id=me["id"]))["status"] == "member"
    assert await bot.refused("getChatMember", chat_id=friends.id, user_id=1) == "Bad Request: PARTICIPANT_ID_INVALID"
    grown = await friends.migrate()
    await grown.remove_bot(alice)
    reason = await bot.refused("sendMessage", chat_id=grown.id, text="x")
    assert reason == "Forbidden: bot was kicked from the supergroup chat"


# Who administers a group: whoever founds it, and those whom they name.
async def status(bot: Caller, group: Group, person: Person) -> str:
    return str((await bot("getChatMember", chat_id=group.id, user_id=person.id))["status"])


async def administrators(bot: Caller, group: Group) -> list[tuple[str, str]]:
    listed = await bot("getChatAdministrators", chat_id=group.id)
    return [(one["user"]["first_name"], one["status"]) for one in listed]


async def test_whoever_founds_a_group_administers_it_and_names_others(
    bot: Caller, sandbox: Sandbox, alice: Person, olena: Person, friends: Group
) -> None:
    bob = await sandbox.person("Bob")
    await friends.add(bob)
    assert [await status(bot, friends, one) for one in (alice, olena)] == ["creator", "member"]
    with pytest.raises(NotPossible, match="only an administrator"):
        await friends.promote(bob, by=olena)
    await friends.promote(olena, by=alice)
    await friends.promote(bob, by=olena)
    assert await administrators(bot, friends) == [
        ("Alice", "creator"), ("Олена", "administrator"), ("Bob", "administrator"),
    ]  # fmt: skip
    with pytest.raises(NotPossible, match="stays what they are"):
        await friends.demote(alice, by=olena)
    await friends.demote(bob, by=olena)
    assert await status(bot, friends, bob) == "member"
    (joined,) = await bot.read_all()
    assert "new_chat_members" in joined["message"], "only of itself does the bot hear what it is"


async def test_who_leaves_administers_no_more(bot: Caller, alice: Person, olena: Person, friends: Group) -> None:
    await friends.promote(olena, by=alice)
    await friends.remove(olena)
    with pytest.raises(NotPossible, match="is not in this chat"):
        await friends.promote(olena, by=alice)
    await friends.add(olena)
    assert await status(bot, friends, olena) == "member"
    await friends.remove(alice)
    assert (await status(bot, friends, alice), await administrators(bot, friends)) == ("left", [])


async def test_administrators_stay_what_they_are_when_the_group_grows_and_a_private_chat_has_none(
    bot: Caller, alice: Person, olena: Person, friends: Group
) -> None:
    await friends.promote(olena, by=alice)
    grown = await friends.migrate()
    await grown.promote_bot(alice)
    assert await administrators(bot, grown) == [
        ("Alice", "creator"), ("Олена", "administrator"), ("Sandbox bot", "administrator"),
    ]  # fmt: skip
    reason = await bot.refused("getChatAdministrators", chat_id=alice.id)
    assert reason == "Bad Request: there are no administrators in the private chat"


async def test_who_is_removed_from_a_supergroup_comes_back_only_if_let_in(
    bot: Caller, alice: Person, olena: Person, friends: Group
) -> None:
    with pytest.raises(NotPossible, match="only an administrator"):
        await friends.remove(alice, by=olena)
    await friends.remove(olena, by=alice)
    assert await status(bot, friends, olena) == "left"
    await friends.add(olena)
    grown = await friends.migrate()
    await grown.remove(olena, by=alice)
    assert await status(bot, grown, olena) == "kicked"
    with pytest.raises(NotPossible, match="was removed"):
        await grown.add(olena)
    await grown.add(olena, by=alice)
    assert await status(bot, grown, olena) == "member"


# Pinned messages, and the rights of a bot that is an admin.
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


async def test_what_is_not_there_is_not_pinned_and_pinning_twice_tells_once(bot: Caller, alice: Person) -> None:
    reason = await bot.refused("pinChatMessage", chat_id=alice.id, message_id=99)
    assert reason == "Bad Request: message to pin not found"
    for given in ({}, {"message_id": 99}):
        reason = await bot.refused("unpinChatMessage", chat_id=alice.id, **given)
        assert reason == "Bad Request: message to unpin not found"
    assert await bot.refused("pinChatMessage", chat_id=alice.id) == "Bad Request: message identifier is not specified"
    place = await said(bot, alice.id)
    for _ in range(2):
        assert await bot("pinChatMessage", **place) is True
    assert len(await bot.read_all()) == 1


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
