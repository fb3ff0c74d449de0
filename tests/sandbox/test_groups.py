from typing import Any

import pytest

from sandbox.client import Group, Person, Sandbox, Topic
from tests.sandbox.caller import Caller, Json, article, impossible, picked, press, shown

NOT_FOUND = "message thread not found"


async def test_a_new_group_tells_the_bot_it_is_in(bot: Caller, sandbox: Sandbox, alice: Person, olena: Person) -> None:
    group = await sandbox.group("Friends", alice, olena)
    joined, created = await bot.read_all()
    here = {"id": group.id, "type": "group", "title": "Friends"}
    told = picked(joined["my_chat_member"], "chat", "old_chat_member.status", "new_chat_member.status")
    assert told == (here, "left", "member")
    assert created["message"]["group_chat_created"] is True
    group = await sandbox.group("Secret", alice, bot=False)
    await alice.send("/play", chat=group)
    assert await bot.read_all() == []
    await bot.refuses("chat not found", "sendMessage", chat_id=group.id, text="x")


async def test_in_privacy_mode_only_commands_are_heard(bot: Caller, alice: Person, friends: Group) -> None:
    for text in ("/play", "/play@sandbox_bot now", "/play@SANDBOX_BOT"):
        await alice.send(text, chat=friends)
        assert (await bot.heard())["text"] == text
    for text in ("hello", "/play@other_bot", "let us /play", "@sandbox_bot", "1234"):
        await alice.send(text, chat=friends)
        assert await bot.read_all() == [], text


async def test_in_privacy_mode_replies_to_the_bot_are_heard(
    bot: Caller, alice: Person, olena: Person, friends: Group
) -> None:
    await bot.says(friends)
    said = await alice.send("1234", chat=friends, reply_to=await alice.sees("board"))
    await olena.send("why?", chat=friends, reply_to=said)
    assert picked(await bot.heard(), "text", "reply_to_message.text") == ("1234", "board")


async def test_in_privacy_mode_an_edit_is_heard_that_makes_a_command(
    bot: Caller, alice: Person, friends: Group
) -> None:
    said = await alice.send("hello", chat=friends)
    await alice.edits(said, "hello!")
    await alice.edits(said, "/play")
    edited = await bot.heard("edited_message")
    assert edited["text"] == "/play"
    assert edited["edit_date"]


async def test_without_privacy_mode_all_is_heard(bot: Caller, alice: Person, friends: Group, sandbox: Sandbox) -> None:
    await sandbox.privacy(on=False)
    assert (await bot("getMe"))["can_read_all_group_messages"] is True
    await alice.send("hello", chat=friends)
    assert (await bot.heard())["text"] == "hello"


async def test_who_has_left_sees_and_says_nothing(bot: Caller, alice: Person, olena: Person, friends: Group) -> None:
    bob = await bot.sandbox.person("Bob")
    await friends.add(bob)
    await friends.add(bob)
    await friends.remove(alice)
    joined, left = await bot.read_all()
    assert [user["first_name"] for user in joined["message"]["new_chat_members"]] == ["Bob"]
    assert left["message"]["left_chat_member"]["id"] == alice.id
    assert [await status(bot, friends, one) for one in (alice, bob)] == ["left", "member"]
    await impossible(alice.send("hi", chat=friends), "Alice is not in this chat")
    await bot.says(friends)
    await olena.sees("board")
    await alice.sees_no("board")


async def test_a_removed_bot_is_out_until_it_is_back_and_an_anonymous_admin_writes_as_the_group(
    bot: Caller, alice: Person, olena: Person, friends: Group
) -> None:
    await friends.remove_bot(alice)
    await alice.send("/play", chat=friends)
    assert picked(await bot.heard("my_chat_member"), "new_chat_member.status", "from.id") == ("kicked", alice.id)
    refusal = await bot.ask("sendMessage", chat_id=friends.id, text="x")
    assert picked(refusal, "error_code", "description") == (403, "Forbidden: bot was kicked from the group chat")
    await friends.add_bot(alice)
    await bot.says(friends, "back")
    await friends.add_bot(alice)  # what is so already is not told
    await friends.add(olena)
    returned, added = await bot.read_all()
    assert "my_chat_member" in returned
    assert "message" in added
    said = await alice.send("/play", chat=friends, anonymous=True)
    assert (said.sender, said.sender_name) == (friends.id, "Friends")
    heard = await bot.heard()
    assert picked(heard, "from.id", "from.username") == (1087968824, "GroupAnonymousBot")
    assert heard["sender_chat"] == heard["chat"]


async def test_a_group_becomes_a_supergroup(bot: Caller, sandbox: Sandbox, alice: Person, friends: Group) -> None:
    grown = await friends.migrate()
    assert str(grown.id).startswith("-100")
    old, new = [update["message"] for update in await bot.read_all()]
    assert picked(old, "chat.id", "migrate_to_chat_id") == (friends.id, grown.id)
    assert picked(new, "chat.id", "migrate_from_chat_id") == (grown.id, friends.id)
    await bot.says(grown, "here")
    assert (await alice.sees("here", chat=grown)).chat == grown.id
    for deed, why in (
        (alice.send("x", chat=friends), "became the supergroup"),
        (friends.migrate(), "became the supergroup"),
        (grown.migrate(), "only a group can become a supergroup"),
        (Group(alice.id, "Alice", alice.connection).migrate(), "this is not a group"),
        (sandbox.group("Nobody"), "a title and people"),
        (sandbox.group(" ", alice), "a title and people"),
    ):
        await impossible(deed, why)


async def test_the_bot_can_ask_about_a_group_and_one_that_grew_tells_where_it_is(
    bot: Caller, friends: Group, alice: Person
) -> None:
    chat = await bot("getChat", chat_id=friends.id)
    assert picked(chat, "id", "type", "title") == (friends.id, "group", "Friends")
    assert (await standing(bot, friends))["status"] == "member"
    await bot.refuses("PARTICIPANT_ID_INVALID", "getChatMember", chat_id=friends.id, user_id=1)
    grown = await friends.migrate()
    calls: list[tuple[str, Json]] = [
        *(("sendMessage", {"text": "x"}), ("editMessageText", {"text": "x", "message_id": 1}), ("getChat", {})),
        *((method, {"message_id": 1}) for method in ("editMessageReplyMarkup", "deleteMessage")),
        *(("deleteMessages", {"message_ids": [1]}), ("sendChatAction", {"action": "typing"})),
        *(("getChatMember", {"user_id": 1}), ("getChatAdministrators", {})),
    ]
    for method, given in calls:
        told = picked(await bot.ask(method, chat_id=friends.id, **given), "error_code", "parameters", "description")
        why = "Bad Request: group chat was upgraded to a supergroup chat"
        assert told == (400, {"migrate_to_chat_id": grown.id}, why), method
    await grown.remove_bot(alice)
    reason = await bot.refused("sendMessage", chat_id=grown.id, text="x")
    assert reason == "Forbidden: bot was kicked from the supergroup chat"


async def standing(bot: Caller, group: Group, person: Person | None = None) -> Json:
    """What somebody, or without anybody the bot itself, is in the group."""
    user = person.id if person else (await bot("getMe"))["id"]
    member: Json = await bot("getChatMember", chat_id=group.id, user_id=user)
    return member


async def status(bot: Caller, group: Group, person: Person) -> str:
    return str((await standing(bot, group, person))["status"])


async def administrators(bot: Caller, group: Group) -> list[tuple[str, str]]:
    listed = await bot("getChatAdministrators", chat_id=group.id)
    return [(one["user"]["first_name"], one["status"]) for one in listed]


async def test_a_founder_names_admins_who_stay_so(bot: Caller, alice: Person, olena: Person, friends: Group) -> None:
    bob = await bot.sandbox.person("Bob")
    await friends.add(bob)
    assert [await status(bot, friends, one) for one in (alice, olena)] == ["creator", "member"]
    await impossible(friends.promote(bob, by=olena), "only an administrator")
    await friends.promote(olena, by=alice)
    await friends.promote(bob, by=olena)
    admins = [("Alice", "creator"), ("Олена", "administrator"), ("Bob", "administrator")]
    assert await administrators(bot, friends) == admins
    await impossible(friends.demote(alice, by=olena), "stays what they are")
    await friends.demote(bob, by=olena)
    assert await status(bot, friends, bob) == "member"
    assert "new_chat_members" in await bot.heard(), "only of itself does the bot hear what it is"
    grown = await friends.migrate()
    await grown.promote_bot(alice)
    assert await administrators(bot, grown) == [*admins[:2], ("Sandbox bot", "administrator")]
    await bot.refuses("there are no administrators in the private chat", "getChatAdministrators", chat_id=alice.id)


async def test_who_leaves_administers_no_more_and_who_was_removed_comes_back_if_let_in(
    bot: Caller, alice: Person, olena: Person, friends: Group
) -> None:
    await impossible(friends.remove(alice, by=olena), "only an administrator")
    await friends.promote(olena, by=alice)
    for by in (None, alice):
        await friends.remove(olena, by=by)
        assert await status(bot, friends, olena) == "left"
        await impossible(friends.promote(olena, by=alice), "is not in this chat")
        await friends.add(olena)
        assert await status(bot, friends, olena) == "member"
    grown = await friends.migrate()
    await grown.remove(olena, by=alice)
    assert await status(bot, grown, olena) == "kicked"
    await impossible(grown.add(olena), "was removed")
    await grown.add(olena, by=alice)
    assert await status(bot, grown, olena) == "member"
    await grown.remove(alice)
    assert (await status(bot, grown, alice), await administrators(bot, grown)) == ("left", [])


NO_RIGHTS = "not enough rights to manage pinned messages in the chat"


def pinned(person: Person, chat: Topic | None = None) -> list[str]:
    return [message.text for message in person.pinned(chat)]


async def test_a_pinned_message_is_told_once_until_it_is_taken_off_or_deleted(
    bot: Caller, alice: Person, sandbox: Sandbox
) -> None:
    one, two, three = [await bot.says(alice, text) for text in ("one", "two", "three")]
    for _ in range(2):  # the second time nothing is told
        assert await bot("pinChatMessage", **three, disable_notification=True) is True
    assert picked(await bot.heard(), "pinned_message.text", "from.is_bot") == ("three", True)
    await sandbox.state()
    assert (alice.messages()[-1].service, pinned(alice)) == ("Sandbox bot pinned “three”", ["three"])
    assert (await bot("getChat", chat_id=alice.id))["pinned_message"]["text"] == "three"
    for place in (one, two):
        await bot("pinChatMessage", **place)
    await bot("unpinChatMessage", chat_id=alice.id)
    await sandbox.state()
    assert pinned(alice) == ["one", "two"]
    for _ in range(2):
        assert await bot("unpinChatMessage", **one) is True
    await bot("deleteMessage", **two)
    await sandbox.state()
    assert pinned(alice) == []
    assert "pinned_message" not in await bot("getChat", chat_id=alice.id)


async def test_pinning_is_an_admins_right(bot: Caller, sandbox: Sandbox, alice: Person, friends: Group) -> None:
    for why, method, given in (
        ("message identifier is not specified", "pinChatMessage", {}),
        ("message to pin not found", "pinChatMessage", {"message_id": 99}),
        ("message to unpin not found", "unpinChatMessage", {}),
        ("message to unpin not found", "unpinChatMessage", {"message_id": 99}),
    ):
        await bot.refuses(why, method, chat_id=alice.id, **given)
    place = await bot.says(friends)
    for method in ("pinChatMessage", "unpinChatMessage"):
        await bot.refuses(NO_RIGHTS, method, **place)
    await friends.promote_bot(alice)
    assert await bot("pinChatMessage", **place) is True
    await sandbox.state()
    note = alice.messages(friends)[-1].id
    await bot.refuses("message can't be pinned", "pinChatMessage", chat_id=friends.id, message_id=note)
    await friends.demote_bot(alice)
    await bot.refuses(NO_RIGHTS, "unpinChatMessage", **place)


async def test_an_admins_rights_are_told_to_the_bot_alone(bot: Caller, alice: Person, friends: Group) -> None:
    before = len(alice.messages(friends))
    await friends.promote_bot(alice)
    await friends.promote_bot(alice)
    await friends.add_bot(alice)
    told = ("old_chat_member.status", "new_chat_member.status", "new_chat_member.can_pin_messages")
    assert picked(await bot.heard("my_chat_member"), *told) == ("member", "administrator", True)
    assert len(alice.messages(friends)) == before


async def test_a_bot_that_is_an_admin_hears_or_deletes_anything(bot: Caller, alice: Person, friends: Group) -> None:
    await friends.promote_bot(alice)
    await bot.read_all()
    word = await alice.send("hello", chat=friends)
    assert (await bot.heard())["text"] == "hello"
    assert await bot("deleteMessage", chat_id=friends.id, message_id=word.id) is True


async def test_an_admin_that_was_removed_returns_as_a_member(bot: Caller, alice: Person, friends: Group) -> None:
    await friends.promote_bot(alice)
    await bot.read_all()
    await friends.remove_bot(alice)
    await friends.remove_bot(alice)
    await friends.add_bot(alice)
    told_then = [update["my_chat_member"] for update in await bot.read_all() if "my_chat_member" in update]
    assert [each["new_chat_member"]["status"] for each in told_then] == ["kicked", "member"]


async def test_a_bot_that_is_an_admin_no_more_deletes_nothing(bot: Caller, alice: Person, friends: Group) -> None:
    await friends.promote_bot(alice)
    await friends.demote_bot(alice)
    word = await alice.send("hello", chat=friends)
    await bot.refuses("message can't be deleted", "deleteMessage", chat_id=friends.id, message_id=word.id)


async def test_a_bot_stays_an_admin_where_its_group_becomes_a_supergroup(
    bot: Caller, alice: Person, friends: Group
) -> None:
    await friends.promote_bot(alice)
    assert (await standing(bot, await friends.migrate()))["status"] == "administrator"


@pytest.fixture
async def forum(bot: Caller, friends: Group) -> Group:
    forum = await friends.becomes_forum()
    await bot.read_all()
    return forum


@pytest.fixture
async def games(bot: Caller, forum: Group, olena: Person) -> Topic:
    games = await forum.topic("Games", by=olena)
    data = await bot.heard()
    told = picked(data, "message_id", "message_thread_id", "is_topic_message", "forum_topic_created.name", "from.id")
    assert told == (games.thread, games.thread, True, "Games", olena.id)
    assert "reply_to_message" not in data
    return games


def into(topic: Topic, **given: Any) -> Json:
    return {"chat_id": topic.id, "message_thread_id": topic.thread, "text": "board", **given}


async def test_a_forum_is_a_supergroup_and_can_be_united_again(bot: Caller, alice: Person, friends: Group) -> None:
    forum = await friends.becomes_forum()
    assert forum.id != friends.id
    told = [kind for update in await bot.read_all() for kind in update["message"] if "migrate" in kind]
    assert told == ["migrate_to_chat_id", "migrate_from_chat_id"]
    assert (await bot("getChat", chat_id=forum.id))["is_forum"] is True
    assert (await forum.becomes_forum()).id == forum.id
    games = await forum.topic("Games")
    await alice.connection.call("POST", f"/groups/{forum.id}/forum", on=False)
    assert "is_forum" not in await bot("getChat", chat_id=forum.id)
    await bot.read_all()
    await alice.send("/play", chat=forum)
    assert "message_thread_id" not in await bot.heard()
    await impossible(alice.send("/play", chat=games), "there is no topic")


async def test_words_in_a_topic_are_answered_in_it(bot: Caller, alice: Person, forum: Group, games: Topic) -> None:
    said = await alice.send("/play", chat=games)
    assert said.topic == games.thread
    paths = ("message_thread_id", "is_topic_message", "chat.is_forum", "reply_to_message.forum_topic_created.name")
    assert picked(await bot.heard(), *paths) == (games.thread, True, True, "Games")
    await alice.send("/duel", chat=games, reply_to=said)
    assert (await bot.heard())["reply_to_message"]["text"] == "/play"
    assert (await alice.send("/play", chat=forum)).topic is None
    assert {"message_thread_id", "is_topic_message", "reply_to_message"}.isdisjoint(await bot.heard())
    sent = await bot("sendMessage", **into(games))
    assert picked(sent, "message_thread_id", "is_topic_message") == (games.thread, True)
    await bot.says(forum, "news")
    assert (await alice.sees("board", chat=games)).topic == games.thread
    assert [message.text for message in alice.messages(games) if message.by_bot] == ["board"]
    assert (await alice.sees("news", chat=forum)).topic is None
    await alice.sees_no("news", chat=games)
    edited = await bot("editMessageText", chat_id=forum.id, message_id=sent["message_id"], text="board 2")
    assert edited["message_thread_id"] == games.thread
    said = await alice.send("/play", chat=games)
    sent = await bot("sendMessage", chat_id=forum.id, text="board", reply_parameters={"message_id": said.id})
    assert sent["message_thread_id"] == games.thread


async def test_a_press_and_a_card_tell_of_the_topic_too_and_forums_keep_to_themselves(
    bot: Caller, alice: Person, forum: Group, games: Topic
) -> None:
    key = {"text": "Hint", "callback_data": "hint"}
    await press(alice, await bot.says(forum, "mine", key, message_thread_id=games.thread))
    assert (await bot.heard("callback_query"))["message"]["message_thread_id"] == games.thread
    cards = await shown(bot, alice, forum, article())
    assert (await alice.chooses(cards.card("Duel"), games)).topic == games.thread
    assert (await bot.heard())["message_thread_id"] == games.thread
    theirs = await (await (await bot.sandbox.group("Club", alice)).becomes_forum()).topic("Games")
    await bot("sendMessage", **into(theirs))
    await alice.sees("board", chat=theirs)
    await alice.sees_no("board", chat=games)


async def test_a_topic_that_is_not_there_is_refused(bot: Caller, alice: Person, friends: Group) -> None:
    for chat in (friends.id, alice.id):
        await bot.refuses(NOT_FOUND, "sendMessage", chat_id=chat, message_thread_id=5, text="x")
    await impossible(friends.topic("Games"), "this group has no topics")
    forum = await friends.becomes_forum()
    for name in (" ", "x" * 129):
        await impossible(forum.topic(name), "1 to 128 characters")
    games = await forum.topic("Games")
    for thread in (1, 77):
        await bot.refuses(NOT_FOUND, "sendMessage", **into(games, message_thread_id=thread))
        with_keys = into(games, message_thread_id=thread, reply_markup={"inline_keyboard": []})
        await bot.refuses(NOT_FOUND, "sendMessage", **with_keys)
    typing = {"chat_id": forum.id, "action": "typing"}
    for thread in (1, games.thread):
        assert await bot("sendChatAction", **typing, message_thread_id=thread) is True
    await bot.refuses(NOT_FOUND, "sendChatAction", **typing, message_thread_id=77)


async def test_only_admins_write_into_a_closed_topic(bot: Caller, alice: Person, forum: Group, games: Topic) -> None:
    await games.close()
    await games.close()
    assert (await bot.heard())["forum_topic_closed"] == {}
    await bot.refuses("TOPIC_CLOSED", "sendMessage", **into(games))
    await games.reopen()
    assert (await bot.heard())["forum_topic_reopened"] == {}
    place = {"chat_id": forum.id, "message_id": (await bot("sendMessage", **into(games)))["message_id"]}
    services = [message.service for message in alice.messages(games)]
    assert services[:2] == ["Олена created the topic Games", "Alice closed the topic"]
    await games.close()
    await forum.promote_bot(alice)
    await bot("pinChatMessage", **await bot.says(forum, "pin", message_thread_id=games.thread))
    await bot.sandbox.state()
    assert alice.messages(games)[-1].service == "Sandbox bot pinned “pin”"
    assert pinned(alice, games) == ["pin"]
    await games.delete()
    await bot.refuses(NOT_FOUND, "sendMessage", **into(games))
    await bot.refuses("message to edit not found", "editMessageText", **place, text="y")
    await impossible(alice.send("/play", chat=games), "there is no topic")


async def test_replies_have_a_thread_but_no_topic(bot: Caller, alice: Person, olena: Person, friends: Group) -> None:
    grown = await friends.migrate()
    first = await alice.send("/play", chat=grown)
    second = await olena.send("/join", chat=grown, reply_to=first)
    await bot.read_all()
    await alice.send("/go", chat=grown, reply_to=second)
    assert picked(await bot.heard(), "message_thread_id", "is_topic_message") == (first.id, None)
    sent = await bot("sendMessage", chat_id=grown.id, message_thread_id=first.id, text="board")
    assert sent["message_thread_id"] == first.id
    await bot.refuses(NOT_FOUND, "sendMessage", chat_id=grown.id, message_thread_id=second.id, text="x")
