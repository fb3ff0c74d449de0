import asyncio
import json
from typing import Any

import pytest
from aiohttp import FormData

from sandbox.acts.picture import picture
from sandbox.client import Answer, Button, Group, Message, NotPossible, Pair, Person, Sandbox
from tests.sandbox.caller import ACCEPT, Caller, article, pressed, shown, typed, upload

# Inline mode: what is typed in any chat, and the cards that the bot answers with.
TOO_OLD = "Bad Request: query is too old and response timeout expired or query ID is invalid"


async def test_typing_the_bots_name_in_any_chat_asks_for_cards(
    bot: Caller, sandbox: Sandbox, alice: Person, pair: Pair, friends: Group
) -> None:
    others = await sandbox.group("Others", alice, bot=False)
    grown = await others.migrate()
    for chat in (None, pair, friends, grown):
        await typed(alice, "duel 4", chat, offset="2")
    asked = [update["inline_query"] for update in await bot.read_all()]
    assert [query["chat_type"] for query in asked] == ["sender", "private", "group", "supergroup"]
    for query in asked:
        assert (query["from"]["id"], query["query"], query["offset"]) == (alice.id, "duel 4", "2")
        assert query.keys() == {"id", "from", "query", "offset", "chat_type"}


async def test_cards_are_shown_to_who_asked(bot: Caller, alice: Person, pair: Pair) -> None:
    typing = asyncio.create_task(alice.types_inline("duel", pair))
    while not (updates := await bot.read_all()):
        await asyncio.sleep(0.01)
    given = {"button": {"text": "Settings", "start_parameter": "settings"}, "next_offset": "50"}
    results = [article("1", description="Four digits"), article("2")]
    query = updates[0]["inline_query"]["id"]
    await bot("answerInlineQuery", inline_query_id=query, results=results, **given)
    cards = await typing
    assert cards.titles == ("Duel 1", "Duel 2")
    assert cards.card("1").description == "Four digits"
    assert (cards.button, cards.next_offset) == (Button("Settings", "start", "settings"), "50")
    assert cards.button
    assert (await alice.opens(cards.button)).text == "/start settings"
    with pytest.raises(AssertionError, match="no card says “Race”"):
        cards.card("Race")


async def test_a_query_is_answered_once_and_soon(bot: Caller, sandbox: Sandbox, alice: Person) -> None:
    query = await typed(alice)
    await bot("answerInlineQuery", inline_query_id=query, results=[], cache_time=0)
    assert await bot.refused("answerInlineQuery", inline_query_id=query, results=[]) == TOO_OLD
    assert await bot.refused("answerInlineQuery", inline_query_id="7", results=[]) == TOO_OLD
    late = await typed(alice)
    await sandbox.clock(31)
    assert await bot.refused("answerInlineQuery", inline_query_id=late, results=[]) == TOO_OLD


async def test_an_undelivered_query_is_forgotten_after_30_seconds(bot: Caller, sandbox: Sandbox, alice: Person) -> None:
    await typed(alice)
    await sandbox.clock(29)
    assert len(await bot.updates()) == 1
    await sandbox.clock(2)
    assert await bot.updates() == []


async def test_what_was_answered_lately_is_shown_again_without_asking(
    bot: Caller, sandbox: Sandbox, alice: Person, olena: Person, pair: Pair
) -> None:
    query = await typed(alice, "duel", pair)
    await bot("answerInlineQuery", inline_query_id=query, results=[article("of Alice")], cache_time=10)
    await bot.read_all()
    assert (await olena.types_inline("duel")).titles == ("Duel of Alice",)
    assert await bot.read_all() == []
    await typed(olena, "race")
    await typed(olena, "duel", offset="50")
    assert len(await bot.read_all()) == 2
    await sandbox.clock(11)
    await typed(olena, "duel")
    assert len(await bot.read_all()) == 1


async def test_what_is_personal_is_shown_again_to_that_person_alone(bot: Caller, alice: Person, olena: Person) -> None:
    query = await typed(alice, "duel")
    await bot("answerInlineQuery", inline_query_id=query, results=[article("of Alice")], is_personal=True)
    await bot.read_all()
    assert (await alice.types_inline("duel")).titles == ("Duel of Alice",)
    await typed(olena, "duel")
    assert len(await bot.read_all()) == 1


async def test_cards_are_chosen_by_who_asked_for_them(bot: Caller, alice: Person, olena: Person, pair: Pair) -> None:
    cards = await shown(bot, alice, pair, article())
    with pytest.raises(NotPossible, match="these results are not yours"):
        await olena.chooses(cards.card("Duel"), pair)


async def test_without_inline_mode_nobody_asks_and_no_button_leads_there(
    bot: Caller, sandbox: Sandbox, alice: Person
) -> None:
    assert (await bot("getMe"))["supports_inline_queries"] is True
    await sandbox.inline(on=False)
    assert (await bot("getMe"))["supports_inline_queries"] is False
    with pytest.raises(NotPossible, match="the bot has no inline mode"):
        await typed(alice)
    markup = {"inline_keyboard": [[{"text": "Share", "switch_inline_query": ""}]]}
    reason = await bot.refused("sendMessage", chat_id=alice.id, text="x", reply_markup=markup)
    assert reason == "Bad Request: BUTTON_TYPE_INVALID"
    with pytest.raises(NotPossible, match="on and feedback are true or false"):
        await alice.connection.call("POST", "/control/inline", on="maybe")


async def test_a_query_has_at_most_256_characters_and_a_silent_bot_shows_nothing(alice: Person) -> None:
    await typed(alice, "є" * 256)
    with pytest.raises(NotPossible, match="at most 256 characters"):
        await typed(alice, "x" * 257)
    with pytest.raises(AssertionError, match="Alice typed “duel”: no results within"):
        await alice.types_inline("duel", within=0.01)


SWITCHES = {
    "inline_keyboard": [
        [{"text": "Share", "switch_inline_query": "game 7"}],
        [{"text": "Here", "switch_inline_query_current_chat": "hint"}],
        [{"text": "Friend", "switch_inline_query_chosen_chat": {"query": "duel", "allow_user_chats": True}}],
    ],
}


@pytest.mark.parametrize(("button", "query"), [("Share", "game 7"), ("Friend", "duel")])
async def test_a_button_leads_into_inline_mode_in_a_chosen_chat(
    bot: Caller, alice: Person, pair: Pair, button: str, query: str
) -> None:
    await bot("sendMessage", chat_id=alice.id, text="won", reply_markup=SWITCHES)
    switching = asyncio.create_task(alice.switches(button, pair))
    while not (updates := await bot.read_all()):
        await asyncio.sleep(0.01)
    asked = updates[0]["inline_query"]
    assert (asked["query"], asked["chat_type"]) == (query, "private")
    await bot("answerInlineQuery", inline_query_id=asked["id"], results=[article()])
    assert (await switching).titles == ("Duel 1",)


async def test_a_button_leads_only_where_the_bot_meant_it_to(
    bot: Caller, alice: Person, pair: Pair, friends: Group
) -> None:
    await bot("sendMessage", chat_id=alice.id, text="won", reply_markup=SWITCHES)
    for button, to in (("Friend", friends), ("Friend", None), ("Here", pair)):
        with pytest.raises(AssertionError, match=f"“{button}” does not lead there"):
            await alice.switches(button, to)


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
        (
            {"results": [{"type": "article", "id": "1", "title": "x"}]},
            'parameter "results[0]" must be an object with input_message_content',
        ),
        ({"results": [article(type="gif")]}, 'parameter "results[0]" must be an object with type one of article'),
        ({"results": [article(input_message_content={"message_text": ""})]}, "text must be non-empty"),
        ({"results": [article(input_message_content={"message_text": "x" * 4097})]}, "message is too long"),
        (
            {"results": [article(input_message_content={"message_text": "<b>", "parse_mode": "HTML"})]},
            "can't parse entities: Can't find end tag corresponding to start tag \"b\"",
        ),
        (
            {"results": [article(input_message_content={"latitude": 1, "longitude": 1})]},
            'parameter "results[0].input_message_content" must be an object with message_text',
        ),
        ({"results": [article(reply_markup={"force_reply": True})]}, None),
        ({"results": [], "cache_time": -1}, 'parameter "cache_time" must be between 0 and 2147483647'),
        ({"results": [], "next_offset": "x" * 65}, "NEXT_OFFSET_INVALID"),
        ({"results": [], "button": {"text": "x", "start_parameter": ""}}, "can't use empty start_parameter"),
        ({"results": [], "button": {"text": "x", "start_parameter": "x" * 65}}, "too long start_parameter specified"),
        (
            {"results": [], "button": {"text": "x", "start_parameter": "a.b"}},
            "unallowed characters in start_parameter are used",
        ),
        ({"results": [], "button": {"text": "", "start_parameter": "x"}}, "SWITCH_PM_TEXT_EMPTY"),
    ],
)
async def test_wrong_answers_are_refused(bot: Caller, alice: Person, given: dict[str, Any], reason: str | None) -> None:
    query = await typed(alice)
    refusal = await bot.refused("answerInlineQuery", inline_query_id=query, **given)
    assert refusal.startswith("Bad Request: ")
    assert reason is None or refusal == f"Bad Request: {reason}"
    assert await bot("answerInlineQuery", inline_query_id=query, results=[article("є" * 32)]) is True


# Messages sent via the bot: whose they are, how the bot knows them, and what it may do with them.
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
