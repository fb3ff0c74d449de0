"""Messages sent via the bot: whose they are, how the bot knows them, and what it may do with them."""

import asyncio
import json
from typing import Any

import pytest
from aiohttp import FormData

from sandbox.acts.picture import picture
from sandbox.client import Answer, Group, Message, NotPossible, Pair, Person, Sandbox
from tests.sandbox.caller import Caller
from tests.sandbox.cards import ACCEPT, article, pressed, shown
from tests.sandbox.uploads import upload


@pytest.fixture
async def card(bot: Caller, alice: Person, pair: Pair) -> Message:
    """A card with a button that Alice sent to Olena."""
    cards = await shown(bot, alice, pair, article(reply_markup=ACCEPT))
    await bot.read_all()
    return await alice.chooses(cards.card("Duel"), pair)


async def test_a_chosen_card_becomes_a_message_of_who_chose_it(bot: Caller, alice: Person, pair: Pair) -> None:
    cards = await shown(bot, alice, pair, article(reply_markup=ACCEPT))
    await bot.read_all()
    sent = await alice.chooses(cards.card("Duel"), pair)
    assert (sent.html, sent.buttons, sent.sender) == ("<b>Card 1</b>", ("Accept",), alice.id)
    assert (sent.via_bot, sent.by_bot) == (True, False)
    assert await alice.sees("Card 1") == sent
    assert await bot.read_all() == []
    with pytest.raises(NotPossible, match="there is no result 9"):
        await alice.connection.call(
            "POST", f"/people/{alice.id}/choose", chat=pair.id, query=cards.card("D").query, result="9"
        )


async def test_nobody_else_sees_what_two_people_write(bot: Caller, sandbox: Sandbox, alice: Person, pair: Pair) -> None:
    await alice.send("Shall we?", chat=pair)
    assert await bot.read_all() == []
    for method, given in (("sendMessage", {"text": "x"}), ("getChat", {}), ("deleteMessage", {"message_id": 1})):
        assert await bot.refused(method, chat_id=pair.id, **given) == "Bad Request: chat not found"
    bob = await sandbox.person("Bob")
    with pytest.raises(NotPossible, match="Bob is not in this chat"):
        await bob.send("me too", chat=pair)


async def test_two_people_have_one_private_chat(alice: Person, olena: Person, pair: Pair) -> None:
    assert await olena.meets(alice) == pair
    with pytest.raises(NotPossible, match="nobody else is meant"):
        await alice.meets(alice)
    with pytest.raises(NotPossible, match="only a group's admin"):
        await alice.send("x", chat=pair, anonymous=True)
    said = await alice.send("x", chat=pair)
    await olena.deletes(said)
    assert olena.messages(pair) == []


async def test_a_press_on_a_card_names_the_card_and_no_chat(bot: Caller, olena: Person, card: Message) -> None:
    query = await pressed(bot, olena, card)
    assert query.keys() == {"id", "from", "data", "chat_instance", "inline_message_id"}
    assert (query["from"]["id"], query["data"]) == (olena.id, "accept:7")
    await bot("answerCallbackQuery", callback_query_id=query["id"], url="https://t.me/sandbox_bot?start=seat")


async def test_the_presser_alone_hears_the_answer(bot: Caller, olena: Person, card: Message) -> None:
    pressing = asyncio.create_task(olena.presses("Accept", on=card))
    while not (updates := await bot.read_all()):
        await asyncio.sleep(0.01)
    await bot("answerCallbackQuery", callback_query_id=updates[0]["callback_query"]["id"], text="Your secret: 1234")
    assert await pressing == Answer("Your secret: 1234", alert=False, url=None)


async def test_a_card_is_edited_by_its_name_in_any_chat(
    bot: Caller, sandbox: Sandbox, olena: Person, card: Message
) -> None:
    name = (await pressed(bot, olena, card))["inline_message_id"]
    assert await bot("editMessageText", inline_message_id=name, text="1:0", reply_markup=ACCEPT) is True
    now = await olena.sees("1:0")
    assert (now.id, now.buttons, now.sender) == (card.id, ("Accept",), card.sender)
    assert now.edited
    reason = await bot.refused("editMessageText", inline_message_id=name, text="1:0", reply_markup=ACCEPT)
    assert reason.startswith("Bad Request: message is not modified")
    assert await bot("editMessageReplyMarkup", inline_message_id=name) is True
    await sandbox.state()
    assert (await olena.sees("1:0")).buttons == ()
    assert await bot("editMessageText", inline_message_id=name, text="2:0") is True


async def test_a_card_takes_a_known_picture_but_no_new_one(
    bot: Caller, alice: Person, olena: Person, card: Message
) -> None:
    name = (await pressed(bot, olena, card))["inline_message_id"]
    known = (await upload(bot, "sendPhoto", alice.id, "photo", picture()))["photo"][0]["file_id"]
    media = {"type": "photo", "media": known, "caption": "Over"}
    assert await bot("editMessageMedia", inline_message_id=name, media=media) is True
    assert (await olena.sees("Over")).photo
    assert await bot("editMessageCaption", inline_message_id=name, caption="Over!") is True
    form = FormData({"inline_message_id": name, "media": json.dumps(media | {"media": "attach://new"})})
    form.add_field("new", picture(), filename="new.png", content_type="image/png")
    async with bot.session.post(f"/bot{bot.token}/editMessageMedia", data=form) as response:
        assert (await response.json())["description"] == "Bad Request: invalid message content specified"


async def test_a_deleted_card_is_gone_for_the_bot_too(bot: Caller, alice: Person, olena: Person, card: Message) -> None:
    name = (await pressed(bot, olena, card))["inline_message_id"]
    await alice.deletes(card)
    assert await bot.refused("editMessageText", inline_message_id=name, text="x") == "Bad Request: MESSAGE_ID_INVALID"
    assert (await pressed(bot, olena, card, forged=True))["inline_message_id"] == name


async def test_a_card_is_nobodys_to_edit_by_hand(bot: Caller, alice: Person, friends: Group) -> None:
    sent = await alice.chooses((await shown(bot, alice, friends, article())).card("Duel"), friends)
    with pytest.raises(NotPossible, match="not yours to edit"):
        await alice.edits(sent, "I won")
    reason = await bot.refused("editMessageText", chat_id=friends.id, message_id=sent.id, text="x")
    assert reason == "Bad Request: message can't be edited"


async def test_where_the_bot_is_it_hears_of_the_card_and_still_knows_it_by_name(
    bot: Caller, alice: Person, olena: Person, friends: Group
) -> None:
    cards = await shown(bot, alice, friends, article(reply_markup=ACCEPT))
    await bot.read_all()
    for chat in (friends, None):
        sent = await alice.chooses(cards.card("Duel"), chat)
        (update,) = await bot.read_all()
        assert update["message"]["via_bot"]["username"] == "sandbox_bot"
        assert update["message"]["from"]["id"] == alice.id
        assert update["message"]["reply_markup"] == ACCEPT
        query = await pressed(bot, alice, sent)
        assert "inline_message_id" in query
        assert "message" not in query
    await friends.remove_bot(olena)
    await bot.read_all()
    assert (await pressed(bot, olena, alice.messages(friends)[-2]))["data"] == "accept:7"


async def test_who_sends_a_card_to_the_bot_has_begun_to_talk_with_it(bot: Caller, olena: Person) -> None:
    cards = await shown(bot, olena, None, article())
    assert "initiate" in await bot.refused("sendMessage", chat_id=olena.id, text="x")
    await olena.chooses(cards.card("Duel"))
    await bot("sendMessage", chat_id=olena.id, text="welcome")


@pytest.mark.parametrize("markup", [None, ACCEPT])
async def test_the_news_of_a_choice_comes_only_where_it_was_asked_for(
    bot: Caller, sandbox: Sandbox, alice: Person, pair: Pair, markup: dict[str, Any] | None
) -> None:
    offered = article(reply_markup=markup) if markup else article()
    cards = await shown(bot, alice, pair, offered, text="duel 4")
    await bot.read_all()
    await alice.chooses(cards.card("Duel"), pair)
    assert await bot.read_all() == []
    await sandbox.inline(feedback=True)
    sent = await alice.chooses(cards.card("Duel"), pair)
    (update,) = await bot.read_all()
    chosen = update["chosen_inline_result"]
    assert (chosen["result_id"], chosen["query"], chosen["from"]["id"]) == ("1", "duel 4", alice.id)
    assert ("inline_message_id" in chosen) == (markup is not None)
    if markup:
        assert await bot("editMessageText", inline_message_id=chosen["inline_message_id"], text="Begun") is True
        assert (await alice.sees("Begun")).id == sent.id


async def test_a_card_may_answer_a_message(bot: Caller, alice: Person, olena: Person, pair: Pair) -> None:
    said = await olena.send("Shall we?", chat=pair)
    cards = await shown(bot, alice, pair, article())
    assert (await alice.chooses(cards.card("Duel"), pair, reply_to=said)).reply_to == said.id
