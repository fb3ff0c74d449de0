"""Guest mode: the bot is named where it is no member, and posts one answer there."""

from typing import Any

import pytest

from sandbox.client import Group, Message, Pair, Person, Sandbox
from tests.sandbox.caller import ACCEPT, Caller, Json, article, impossible, picked, pressed

TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


async def summoned(bot: Caller, person: Person, chat: Pair | Group, text: str = "@sandbox_bot play") -> Json:
    await person.send(text, chat=chat)
    return await bot.heard("guest_message")


async def posted(bot: Caller, person: Person, chat: Pair | Group, **given: Any) -> Message:
    query = (await summoned(bot, person, chat))["guest_query_id"]
    name = await bot("answerGuestQuery", guest_query_id=query, result=article(**given))
    assert name.keys() == {"inline_message_id"}
    return await person.sees("Card 1", chat=chat)


@pytest.mark.parametrize("text", ["@sandbox_bot", "Let us try @Sandbox_Bot play", "🐂 @sandbox_bot"])
async def test_whoever_names_the_bot_where_it_is_no_member_summons_it(
    bot: Caller, alice: Person, pair: Pair, text: str
) -> None:
    message = await summoned(bot, alice, pair, text)
    assert picked(message, "from.id", "text", "chat.type") == (alice.id, text, "private")
    assert message["guest_query_id"]


async def test_the_chat_of_two_has_the_id_of_the_others_chat_with_the_bot(
    bot: Caller, alice: Person, olena: Person, pair: Pair
) -> None:
    assert (await summoned(bot, alice, pair))["chat"]["id"] == olena.id


async def test_a_group_without_the_bot_is_told_with_its_own_id(bot: Caller, alice: Person) -> None:
    group = await bot.sandbox.group("Others", alice, bot=False)
    assert picked(await summoned(bot, alice, group), "chat.id", "chat.type") == (group.id, "group")


@pytest.mark.parametrize("text", ["sandbox_bot", "@sandbox_bots play", "mail@sandbox_bot"])
async def test_whoever_does_not_name_it_summons_nobody(bot: Caller, alice: Person, pair: Pair, text: str) -> None:
    await alice.send(text, chat=pair)
    assert await bot.read_all() == []


async def test_nobody_is_summoned_where_the_bot_is_a_member_or_guest_mode_is_off(
    bot: Caller, sandbox: Sandbox, alice: Person, pair: Pair, friends: Group
) -> None:
    await alice.send("@sandbox_bot play", chat=friends)
    assert [update.keys() & {"guest_message"} for update in await bot.read_all()] in ([], [set()])
    assert (await bot("getMe"))["supports_guest_queries"] is True
    await sandbox.guests(on=False)
    assert (await bot("getMe"))["supports_guest_queries"] is False
    await alice.send("@sandbox_bot play", chat=pair)
    assert await bot.read_all() == []


async def test_an_edit_summons_nobody(bot: Caller, alice: Person, pair: Pair) -> None:
    await alice.edits(await alice.send("hello", chat=pair), "@sandbox_bot")
    assert await bot.read_all() == []


async def test_the_answer_is_a_message_of_the_bots_that_is_pressed_and_edited_by_its_inline_id(
    bot: Caller, alice: Person, olena: Person, pair: Pair
) -> None:
    card = await posted(bot, alice, pair, reply_markup=ACCEPT)
    assert (card.text, card.buttons) == ("Card 1", ("Accept",))
    press = await pressed(bot, olena, card)
    assert "message" not in press
    await bot("editMessageText", inline_message_id=press["inline_message_id"], text="It begins")
    assert (await alice.sees("It begins", chat=pair)).id == card.id


async def test_whoever_replies_to_it_summons_the_bot_again(bot: Caller, alice: Person, pair: Pair) -> None:
    card = await posted(bot, alice, pair)
    await alice.send("nice", chat=pair, reply_to=card)
    assert (await bot.heard("guest_message"))["text"] == "nice"


async def test_a_guest_message_is_answered_once_and_in_time(
    bot: Caller, sandbox: Sandbox, alice: Person, pair: Pair
) -> None:
    query = (await summoned(bot, alice, pair))["guest_query_id"]
    await bot("answerGuestQuery", guest_query_id=query, result=article())
    for unknown in (query, "7"):
        await bot.refuses(TOO_OLD, "answerGuestQuery", guest_query_id=unknown, result=article())
    late = (await summoned(bot, alice, pair))["guest_query_id"]
    await sandbox.clock(31)
    await bot.refuses(TOO_OLD, "answerGuestQuery", guest_query_id=late, result=article())


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({}, "result isn't specified"),
        ({"result": [article()]}, 'parameter "result" must be an object'),
        ({"result": article("")}, "RESULT_ID_INVALID"),
        ({"result": article(type="gif")}, 'parameter "result" must be an object with type one of article'),
        ({"result": article(input_message_content={"message_text": ""})}, "text must be non-empty"),
    ],
)
async def test_a_wrong_answer_is_refused_and_posts_nothing(
    bot: Caller, alice: Person, pair: Pair, given: Json, reason: str
) -> None:
    query = (await summoned(bot, alice, pair))["guest_query_id"]
    assert reason in await bot.refused("answerGuestQuery", guest_query_id=query, **given)
    assert await bot("answerGuestQuery", guest_query_id=query, result=article())


async def test_what_is_no_answer_to_a_switch_is_refused(sandbox: Sandbox, alice: Person) -> None:
    call = alice.connection.call("POST", "/control/guests", on="yes")
    await impossible(call, "on is true or false")
    assert sandbox.bot["username"] == "sandbox_bot"
