import asyncio
import json
from typing import Any

import pytest
from aiohttp import FormData

from sandbox.acts.picture import picture
from sandbox.client import Answer, Button, Cards, Group, Message, Pair, Person, Sandbox
from tests.sandbox.caller import ACCEPT, Caller, Json, article, impossible, picked, pressed, shown, typed

TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


async def answers(bot: Caller, query: str, *results: Json, **given: Any) -> None:
    assert await bot("answerInlineQuery", inline_query_id=query, results=results, **given) is True
    await bot.read_all()


async def test_the_bots_name_anywhere_asks_for_cards(bot: Caller, alice: Person, pair: Pair, friends: Group) -> None:
    grown = await (await bot.sandbox.group("Others", alice, bot=False)).migrate()
    for chat in (None, pair, friends, grown):
        await typed(alice, "duel 4", chat, offset="2")
    asked = [update["inline_query"] for update in await bot.read_all()]
    assert [query["chat_type"] for query in asked] == ["sender", "private", "group", "supergroup"]
    for query in asked:
        assert picked(query, "from.id", "query", "offset") == (alice.id, "duel 4", "2")
        assert query.keys() == {"id", "from", "query", "offset", "chat_type"}


async def test_cards_are_for_who_asked_alone(bot: Caller, alice: Person, olena: Person, pair: Pair) -> None:
    typing = asyncio.create_task(alice.types_inline("duel", pair))
    query = (await bot.heard("inline_query"))["id"]
    given = {"button": {"text": "Settings", "start_parameter": "settings"}, "next_offset": "50"}
    await answers(bot, query, article("1", description="Four digits"), article("2"), **given)
    cards = await typing
    assert cards.titles == ("Duel 1", "Duel 2")
    assert cards.card("1").description == "Four digits"
    assert (cards.button, cards.next_offset) == (Button("Settings", "start", "settings"), "50")
    assert cards.button
    assert (await alice.opens(cards.button)).text == "/start settings"
    with pytest.raises(AssertionError, match="no card says “Race”"):
        cards.card("Race")
    await impossible(olena.chooses(cards.card("1"), pair), "these results are not yours")


async def test_a_query_is_answered_once_and_in_inline_mode_alone(bot: Caller, sandbox: Sandbox, alice: Person) -> None:
    query = await typed(alice)
    await answers(bot, query, cache_time=0)
    for unknown in (query, "7"):
        await bot.refuses(TOO_OLD, "answerInlineQuery", inline_query_id=unknown, results=[])
    late = await typed(alice)
    await sandbox.clock(20)
    assert len(await bot.updates()) == 1
    await sandbox.clock(11)
    assert await bot.updates() == []
    await bot.refuses(TOO_OLD, "answerInlineQuery", inline_query_id=late, results=[])
    await typed(alice, "є" * 256)
    await impossible(typed(alice, "x" * 257), "at most 256 characters")
    silent = alice.types_inline("duel", within=0.01)
    await impossible(silent, "Alice typed “duel”: no results within", AssertionError)
    assert (await bot("getMe"))["supports_inline_queries"] is True
    await sandbox.inline(on=False)
    assert (await bot("getMe"))["supports_inline_queries"] is False
    await impossible(typed(alice), "the bot has no inline mode")
    markup = {"inline_keyboard": [[{"text": "Share", "switch_inline_query": ""}]]}
    await bot.refuses("BUTTON_TYPE_INVALID", "sendMessage", chat_id=alice.id, text="x", reply_markup=markup)


async def test_what_was_answered_is_not_soon_asked_again(bot: Caller, alice: Person, olena: Person, pair: Pair) -> None:
    await answers(bot, await typed(alice, "duel", pair), article("of Alice"), cache_time=10)
    assert (await olena.types_inline("duel")).titles == ("Duel of Alice",)
    assert await bot.read_all() == []
    await typed(olena, "race")
    await typed(olena, "duel", offset="50")
    assert len(await bot.read_all()) == 2
    await bot.sandbox.clock(11)
    await typed(olena, "duel")
    assert len(await bot.read_all()) == 1
    await answers(bot, await typed(alice, "duel"), article("of Alice"), is_personal=True)
    assert (await alice.types_inline("duel")).titles == ("Duel of Alice",)
    await typed(olena, "duel")
    assert len(await bot.read_all()) == 1


async def test_a_button_leads_only_where_it_is_meant_to(bot: Caller, alice: Person, pair: Pair, friends: Group) -> None:
    chosen = {"query": "duel", "allow_user_chats": True}
    buttons: list[Json] = [{"text": "Share", "switch_inline_query": "game 7"}]
    buttons += [{"text": "Here", "switch_inline_query_current_chat": "hint"}]
    await bot.says(alice, "won", *buttons, {"text": "Friend", "switch_inline_query_chosen_chat": chosen})
    for button, query in (("Share", "game 7"), ("Friend", "duel")):
        switching = asyncio.create_task(alice.switches(button, pair))
        asked = await bot.heard("inline_query")
        assert (asked["query"], asked["chat_type"]) == (query, "private")
        await answers(bot, asked["id"], article())
        assert (await switching).titles == ("Duel 1",)
    for button, to in (("Friend", friends), ("Friend", None), ("Here", pair)):
        await impossible(alice.switches(button, to), f"“{button}” does not lead there", AssertionError)


BARE: Json = {"results": [{"type": "article", "id": "1", "title": "x"}]}
UNREAD = "can't parse entities: Can't find end tag corresponding to"


def button(start: str, text: str = "x") -> Json:
    return {"results": [], "button": {"text": text, "start_parameter": start}}


def says(content: Json) -> Json:
    return {"results": [article(input_message_content=content)]}


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({}, "results are not specified"),
        ({"results": {}}, 'parameter "results" must be an array'),
        ({"results": [article(str(n)) for n in range(51)]}, "RESULTS_TOO_MUCH"),
        ({"results": [article(), article()]}, "RESULT_ID_DUPLICATE"),
        ({"results": [article("")]}, "RESULT_ID_INVALID"),
        ({"results": [article("є" * 33)]}, "RESULT_ID_INVALID"),
        ({"results": [article(title=" ")]}, "ARTICLE_TITLE_EMPTY"),
        (BARE, 'parameter "results[0]" must be an object with input_message_content'),
        ({"results": [article(type="gif")]}, 'parameter "results[0]" must be an object with type one of article'),
        (says({"message_text": ""}), "text must be non-empty"),
        (says({"message_text": "x" * 4097}), "message is too long"),
        (says({"message_text": "<b>", "parse_mode": "HTML"}), f'{UNREAD} start tag "b"'),
        (says({"latitude": 1}), 'parameter "results[0].input_message_content" must be an object with message_text'),
        ({"results": [article(reply_markup={"force_reply": True})]}, None),
        ({"results": [], "cache_time": -1}, 'parameter "cache_time" must be between 0 and 2147483647'),
        ({"results": [], "next_offset": "x" * 65}, "NEXT_OFFSET_INVALID"),
        (button(""), "can't use empty start_parameter"),
        (button("x" * 65), "too long start_parameter specified"),
        (button("a.b"), "unallowed characters in start_parameter are used"),
        (button("x", text=""), "SWITCH_PM_TEXT_EMPTY"),
    ],
)
async def test_wrong_answers_are_refused(bot: Caller, alice: Person, given: Json, reason: str | None) -> None:
    query = await typed(alice)
    refusal = await bot.refused("answerInlineQuery", inline_query_id=query, **given)
    assert refusal.startswith("Bad Request: ")
    assert reason is None or refusal == f"Bad Request: {reason}"
    await answers(bot, query, article("є" * 32))


@pytest.fixture
async def cards(bot: Caller, alice: Person, pair: Pair) -> Cards:
    return await shown(bot, alice, pair, article(reply_markup=ACCEPT))


@pytest.fixture
async def card(alice: Person, pair: Pair, cards: Cards) -> Message:
    return await alice.chooses(cards.card("Duel"), pair)


async def test_two_people_have_one_chat_where_a_chosen_card_becomes_a_message_of_who_chose_it(
    bot: Caller, sandbox: Sandbox, alice: Person, olena: Person, pair: Pair, cards: Cards
) -> None:
    said = await alice.send("Shall we?", chat=pair)
    assert await bot.read_all() == []
    for method, given in (("sendMessage", {"text": "x"}), ("getChat", {}), ("deleteMessage", {"message_id": 1})):
        await bot.refuses("chat not found", method, chat_id=pair.id, **given)
    bob = await sandbox.person("Bob")
    await impossible(bob.send("me too", chat=pair), "Bob is not in this chat")
    assert await olena.meets(alice) == pair
    await impossible(alice.meets(alice), "nobody else is meant")
    await impossible(alice.send("x", chat=pair, anonymous=True), "only a group's admin")
    await olena.deletes(said)
    assert olena.messages(pair) == []
    sent = await alice.chooses(cards.card("Duel"), pair)
    assert (sent.html, sent.buttons, sent.sender) == ("<b>Card 1</b>", ("Accept",), alice.id)
    assert sent.via_bot
    assert not sent.by_bot
    assert await alice.sees("Card 1") == sent
    assert await bot.read_all() == []
    asked = {"chat": pair.id, "query": cards.card("D").query, "result": "9"}
    await impossible(alice.connection.call("POST", f"/people/{alice.id}/choose", **asked), "there is no result 9")
    said = await olena.send("Shall we?", chat=pair)
    assert (await alice.chooses(cards.card("Duel"), pair, reply_to=said)).reply_to == said.id


async def test_a_press_names_a_card_that_is_edited_by_it_and_no_chat(bot: Caller, olena: Person, card: Message) -> None:
    query = await pressed(bot, olena, card)
    assert query.keys() == {"id", "from", "data", "chat_instance", "inline_message_id"}
    assert picked(query, "from.id", "data") == (olena.id, "accept:7")
    await bot("answerCallbackQuery", callback_query_id=query["id"], url="https://t.me/sandbox_bot?start=seat")
    pressing = asyncio.create_task(olena.presses("Accept", on=card))
    query = await bot.heard("callback_query")
    await bot("answerCallbackQuery", callback_query_id=query["id"], text="Your secret: 1234")
    assert await pressing == Answer("Your secret: 1234", alert=False, url=None)
    name = query["inline_message_id"]
    changed = {"inline_message_id": name, "text": "1:0", "reply_markup": ACCEPT}
    assert await bot("editMessageText", **changed) is True
    now = await olena.sees("1:0")
    assert (now.id, now.buttons, now.sender) == (card.id, ("Accept",), card.sender)
    assert now.edited
    assert (await bot.refused("editMessageText", **changed)).startswith("Bad Request: message is not modified")
    assert await bot("editMessageReplyMarkup", inline_message_id=name) is True
    await bot.sandbox.state()
    assert (await olena.sees("1:0")).buttons == ()
    assert await bot("editMessageText", inline_message_id=name, text="2:0") is True


async def test_a_card_takes_pictures_until_deleted(bot: Caller, alice: Person, olena: Person, card: Message) -> None:
    name = (await pressed(bot, olena, card))["inline_message_id"]
    known = (await bot.uploads("sendPhoto", alice, "photo", picture()))["photo"][0]["file_id"]
    media = {"type": "photo", "media": known, "caption": "Over"}
    assert await bot("editMessageMedia", inline_message_id=name, media=media) is True
    assert (await olena.sees("Over")).photo
    assert await bot("editMessageCaption", inline_message_id=name, caption="Over!") is True
    form = FormData({"inline_message_id": name, "media": json.dumps(media | {"media": "attach://new"})})
    form.add_field("new", picture(), filename="new.png", content_type="image/png")
    refusal = await bot.posted("editMessageMedia", data=form)
    assert refusal["description"] == "Bad Request: invalid message content specified"
    await alice.deletes(card)
    await bot.refuses("MESSAGE_ID_INVALID", "editMessageText", inline_message_id=name, text="x")
    assert (await pressed(bot, olena, card, forged=True))["inline_message_id"] == name


async def test_where_the_bot_is_it_hears_of_cards(bot: Caller, alice: Person, olena: Person, friends: Group) -> None:
    cards = await shown(bot, alice, friends, article(reply_markup=ACCEPT))
    for chat in (friends, None):
        sent = await alice.chooses(cards.card("Duel"), chat)
        told = picked(await bot.heard(), "via_bot.username", "from.id", "reply_markup")
        assert told == ("sandbox_bot", alice.id, ACCEPT)
        query = await pressed(bot, alice, sent)
        assert "inline_message_id" in query
        assert "message" not in query
    sent = alice.messages(friends)[-1]
    await impossible(alice.edits(sent, "I won"), "not yours to edit")
    edit = {"chat_id": friends.id, "message_id": sent.id, "text": "x"}
    await bot.refuses("message can't be edited", "editMessageText", **edit)
    await friends.remove_bot(olena)
    await bot.read_all()
    assert (await pressed(bot, olena, sent))["data"] == "accept:7"
    cards = await shown(bot, olena, None, article())
    assert "initiate" in await bot.refused("sendMessage", chat_id=olena.id, text="x")
    await olena.chooses(cards.card("Duel"))  # so she has begun to talk with it
    await bot.says(olena, "welcome")


@pytest.mark.parametrize("markup", [{}, {"reply_markup": ACCEPT}])
async def test_choices_are_told_where_they_were_asked_for(bot: Caller, alice: Person, pair: Pair, markup: Json) -> None:
    cards = await shown(bot, alice, pair, article(**markup), text="duel 4")
    await alice.chooses(cards.card("Duel"), pair)
    assert await bot.read_all() == []
    await bot.sandbox.inline(feedback=True)
    sent = await alice.chooses(cards.card("Duel"), pair)
    chosen = await bot.heard("chosen_inline_result")
    assert picked(chosen, "result_id", "query", "from.id") == ("1", "duel 4", alice.id)
    assert ("inline_message_id" in chosen) == bool(markup)
    if markup:
        assert await bot("editMessageText", inline_message_id=chosen["inline_message_id"], text="Begun") is True
        assert (await alice.sees("Begun")).id == sent.id
