"""Inline mode: what is typed in any chat, and the cards that the bot answers with."""

import asyncio
from typing import Any

import pytest

from sandbox.client import Button, Group, NotPossible, Pair, Person, Sandbox
from tests.sandbox.caller import Caller
from tests.sandbox.cards import article, shown, typed

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


async def test_a_bot_that_is_silent_shows_nothing(alice: Person) -> None:
    with pytest.raises(AssertionError, match="Alice typed “duel”: no results within"):
        await alice.types_inline("duel", within=0.01)


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


async def test_a_query_has_at_most_256_characters(alice: Person) -> None:
    await typed(alice, "є" * 256)
    with pytest.raises(NotPossible, match="at most 256 characters"):
        await typed(alice, "x" * 257)


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
