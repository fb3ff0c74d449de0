"""Forums: every word stays in its topic, and the bot is told which."""

from typing import Any

import pytest

from sandbox.client import Group, NotPossible, Person, Sandbox, Topic
from tests.sandbox.caller import Caller, article, shown

NOT_FOUND = "Bad Request: message thread not found"


@pytest.fixture
async def forum(bot: Caller, friends: Group) -> Group:
    forum = await friends.becomes_forum()
    await bot.read_all()
    return forum


@pytest.fixture
async def games(forum: Group, olena: Person) -> Topic:
    return await forum.topic("Games", by=olena)


async def heard(bot: Caller) -> dict[str, Any]:
    """The one message that the bot has not read yet."""
    (update,) = await bot.read_all()
    message: dict[str, Any] = update["message"]
    return message


async def test_a_group_that_becomes_a_forum_is_a_supergroup(bot: Caller, friends: Group) -> None:
    forum = await friends.becomes_forum()
    assert forum.id != friends.id
    assert [kind for update in await bot.read_all() for kind in update["message"] if "migrate" in kind] == [
        "migrate_to_chat_id",
        "migrate_from_chat_id",
    ]
    assert (await bot("getChat", chat_id=forum.id))["is_forum"] is True
    assert (await forum.becomes_forum()).id == forum.id


async def test_a_new_topic_is_told_by_a_message_that_names_it(bot: Caller, olena: Person, forum: Group) -> None:
    games = await forum.topic("Games", by=olena)
    data = await heard(bot)
    assert (data["message_id"], data["message_thread_id"], data["is_topic_message"]) == (games.thread,) * 2 + (True,)
    assert data["forum_topic_created"]["name"] == "Games"
    assert data["from"]["id"] == olena.id
    assert "reply_to_message" not in data


async def test_what_is_written_in_a_topic_looks_like_a_reply_to_its_creation(
    bot: Caller, alice: Person, games: Topic
) -> None:
    await bot.read_all()
    said = await alice.send("/play", chat=games)
    assert said.topic == games.thread
    data = await heard(bot)
    assert (data["message_thread_id"], data["is_topic_message"]) == (games.thread, True)
    assert data["chat"]["is_forum"] is True
    assert data["reply_to_message"]["forum_topic_created"]["name"] == "Games"
    await alice.send("/duel", chat=games, reply_to=said)
    assert (await heard(bot))["reply_to_message"]["text"] == "/play"


async def test_in_the_general_topic_nothing_tells_of_topics(bot: Caller, alice: Person, forum: Group) -> None:
    said = await alice.send("/play", chat=forum)
    assert said.topic is None
    assert {"message_thread_id", "is_topic_message", "reply_to_message"}.isdisjoint(await heard(bot))


async def test_the_bot_answers_in_the_topic_it_names(bot: Caller, alice: Person, forum: Group, games: Topic) -> None:
    sent = await bot("sendMessage", chat_id=forum.id, message_thread_id=games.thread, text="board")
    assert (sent["message_thread_id"], sent["is_topic_message"]) == (games.thread, True)
    await bot("sendMessage", chat_id=forum.id, text="news")
    assert (await alice.sees("board", chat=games)).topic == games.thread
    assert [message.text for message in alice.messages(games) if message.by_bot] == ["board"]
    assert (await alice.sees("news", chat=forum)).topic is None
    await alice.sees_no("news", chat=games)
    edited = await bot("editMessageText", chat_id=forum.id, message_id=sent["message_id"], text="board 2")
    assert edited["message_thread_id"] == games.thread


async def test_a_reply_goes_where_it_is_answered(bot: Caller, alice: Person, forum: Group, games: Topic) -> None:
    said = await alice.send("/play", chat=games)
    sent = await bot("sendMessage", chat_id=forum.id, text="board", reply_parameters={"message_id": said.id})
    assert sent["message_thread_id"] == games.thread


async def test_a_press_tells_of_the_topic_too(bot: Caller, alice: Person, forum: Group, games: Topic) -> None:
    markup = {"inline_keyboard": [[{"text": "Hint", "callback_data": "hint"}]]}
    await bot("sendMessage", chat_id=forum.id, message_thread_id=games.thread, text="board", reply_markup=markup)
    await bot.read_all()
    with pytest.raises(AssertionError, match="no answer"):
        await alice.presses("Hint", chat=games, within=0.01)
    (update,) = await bot.read_all()
    assert update["callback_query"]["message"]["message_thread_id"] == games.thread


@pytest.mark.parametrize("thread", [1, 77])
async def test_a_topic_that_is_not_there_is_refused_and_so_is_generals_own_number(
    bot: Caller, forum: Group, thread: int
) -> None:
    for given in ({"text": "x"}, {"text": "x", "reply_markup": {"inline_keyboard": []}}):
        assert await bot.refused("sendMessage", chat_id=forum.id, message_thread_id=thread, **given) == NOT_FOUND


async def test_the_bot_may_be_seen_typing_in_the_general_topic_by_its_number(
    bot: Caller, forum: Group, games: Topic
) -> None:
    for thread in (1, games.thread):
        assert await bot("sendChatAction", chat_id=forum.id, action="typing", message_thread_id=thread) is True
    assert await bot.refused("sendChatAction", chat_id=forum.id, action="typing", message_thread_id=77) == NOT_FOUND


async def test_a_closed_topic_takes_no_word_of_the_bots(bot: Caller, alice: Person, forum: Group, games: Topic) -> None:
    await bot.read_all()
    await games.close()
    await games.close()
    assert (await heard(bot))["forum_topic_closed"] == {}
    given = {"chat_id": forum.id, "message_thread_id": games.thread, "text": "x"}
    assert await bot.refused("sendMessage", **given) == "Bad Request: TOPIC_CLOSED"
    await games.reopen()
    assert (await heard(bot))["forum_topic_reopened"] == {}
    await bot("sendMessage", **given)
    assert [message.service for message in alice.messages(games)][:2] == [
        "Олена created the topic Games",
        "Alice closed the topic",
    ]


async def test_a_deleted_topic_is_gone_with_its_words(bot: Caller, alice: Person, forum: Group, games: Topic) -> None:
    given = {"chat_id": forum.id, "message_thread_id": games.thread, "text": "x"}
    sent = await bot("sendMessage", **given)
    await games.delete()
    assert await bot.refused("sendMessage", **given) == NOT_FOUND
    reason = await bot.refused("editMessageText", chat_id=forum.id, message_id=sent["message_id"], text="y")
    assert reason == "Bad Request: message to edit not found"
    with pytest.raises(NotPossible, match="there is no topic"):
        await alice.send("/play", chat=games)


async def test_topics_belong_to_forums(bot: Caller, alice: Person, friends: Group) -> None:
    with pytest.raises(NotPossible, match="this group has no topics"):
        await friends.topic("Games")
    for chat in (friends.id, alice.id):
        assert await bot.refused("sendMessage", chat_id=chat, message_thread_id=5, text="x") == NOT_FOUND
    forum = await friends.becomes_forum()
    for name in (" ", "x" * 129):
        with pytest.raises(NotPossible, match="1 to 128 characters"):
            await forum.topic(name)


async def test_a_forum_can_be_united_again(bot: Caller, alice: Person, forum: Group, games: Topic) -> None:
    await alice.connection.call("POST", f"/groups/{forum.id}/forum", on=False)
    assert "is_forum" not in await bot("getChat", chat_id=forum.id)
    await bot.read_all()
    await alice.send("/play", chat=forum)
    assert "message_thread_id" not in await heard(bot)
    with pytest.raises(NotPossible, match="there is no topic"):
        await alice.send("/play", chat=games)


async def test_in_a_supergroup_replies_have_a_thread_that_is_no_topic(
    bot: Caller, alice: Person, olena: Person, friends: Group
) -> None:
    grown = await friends.migrate()
    first = await alice.send("/play", chat=grown)
    second = await olena.send("/join", chat=grown, reply_to=first)
    await bot.read_all()
    await alice.send("/go", chat=grown, reply_to=second)
    data = await heard(bot)
    assert data["message_thread_id"] == first.id
    assert "is_topic_message" not in data
    sent = await bot("sendMessage", chat_id=grown.id, message_thread_id=first.id, text="board")
    assert sent["message_thread_id"] == first.id
    assert await bot.refused("sendMessage", chat_id=grown.id, message_thread_id=second.id, text="x") == NOT_FOUND


async def test_a_card_is_sent_to_a_topic(bot: Caller, alice: Person, games: Topic) -> None:
    cards = await shown(bot, alice, Group(games.id, "Friends", games.connection), article())
    await bot.read_all()
    sent = await alice.chooses(cards.card("Duel"), games)
    assert sent.topic == games.thread
    assert (await heard(bot))["message_thread_id"] == games.thread


async def test_several_forums_keep_to_themselves(bot: Caller, sandbox: Sandbox, alice: Person, games: Topic) -> None:
    other = await (await sandbox.group("Club", alice)).becomes_forum()
    theirs = await other.topic("Games")
    await bot("sendMessage", chat_id=other.id, message_thread_id=theirs.thread, text="board")
    await alice.sees("board", chat=theirs)
    await alice.sees_no("board", chat=games)
