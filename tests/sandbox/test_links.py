"""Links that lead to the bot, and what becomes of who follows them."""

from typing import Any

import pytest

from sandbox.client import Answer, Button, NotPossible, Person, Sandbox
from sandbox.links import start_payload
from tests.sandbox.caller import Caller

JOIN = {"inline_keyboard": [[{"text": "Join", "callback_data": "join"}]]}


@pytest.mark.parametrize(
    ("link", "payload"),
    [
        ("https://t.me/sandbox_bot?start=duel_7-A", "duel_7-A"),
        ("http://telegram.me/Sandbox_Bot/?start=x", "x"),
        ("t.me/sandbox_bot", ""),
        ("tg://resolve?domain=sandbox_bot&start=x", "x"),
        ("tg://resolve?domain=sandbox_bot", ""),
        ("https://t.me/other_bot?start=x", None),
        ("https://t.me/sandbox_bot/game?start=x", None),
        ("https://example.org/sandbox_bot?start=x", None),
        ("tg://user?id=7", None),
        ("mailto:sandbox_bot@t.me", None),
    ],
)
def test_a_link_to_the_bot_is_known_by_its_name(link: str, payload: str | None) -> None:
    assert start_payload(link, "sandbox_bot") == payload


@pytest.mark.parametrize(
    "link", ["cup_1", "https://t.me/sandbox_bot?start=cup_1", Button("In", "url", "t.me/sandbox_bot?start=cup_1")]
)
async def test_who_follows_a_link_starts_the_bot_with_its_payload(
    bot: Caller, olena: Person, link: str | Button
) -> None:
    assert await bot.refused("sendMessage", chat_id=olena.id, text="x") == (
        "Forbidden: bot can't initiate conversation with a user"
    )
    said = await olena.opens(link)
    assert (said.text, said.chat) == ("/start cup_1", olena.id)
    (update,) = await bot.read_all()
    assert update["message"]["text"] == "/start cup_1"
    assert update["message"]["entities"] == [{"type": "bot_command", "offset": 0, "length": 6}]
    await bot("sendMessage", chat_id=olena.id, text="welcome")


async def test_a_link_without_a_payload_just_starts(olena: Person) -> None:
    assert (await olena.opens("https://t.me/sandbox_bot")).text == "/start"


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ("x" * 65, "a link carries 1 to 64 letters, digits, _ or -"),
        ("дуель", "a link carries 1 to 64 letters, digits, _ or -"),
        ("https://t.me/sandbox_bot?start=a.b", "a link carries 1 to 64 letters, digits, _ or -"),
        ("https://t.me/other_bot?start=x", "this link does not lead to the bot"),
    ],
)
async def test_links_that_telegram_would_not_carry_are_refused(olena: Person, link: str, reason: str) -> None:
    with pytest.raises(NotPossible, match=reason):
        await olena.opens(link)
    assert olena.messages() == []


async def test_the_longest_payload_is_carried(olena: Person) -> None:
    assert (await olena.opens("x" * 64)).text == f"/start {'x' * 64}"


async def test_who_blocked_the_bot_lets_it_speak_again_by_a_link(bot: Caller, alice: Person) -> None:
    await alice.blocks()
    await alice.opens("cup")
    *_, unblocked, started = await bot.read_all()
    assert unblocked["my_chat_member"]["new_chat_member"]["status"] == "member"
    assert started["message"]["text"] == "/start cup"


async def test_an_answer_leads_the_presser_to_the_private_chat(bot: Caller, sandbox: Sandbox, olena: Person) -> None:
    group = await sandbox.group("Friends", olena)
    board = await bot("sendMessage", chat_id=group.id, text="Who plays?", reply_markup=JOIN)
    place = {"chat": group.id, "message": board["message_id"], "data": "join"}
    query = (await olena.connection.call("POST", f"/people/{olena.id}/press", **place))["query"]
    await bot("answerCallbackQuery", callback_query_id=query, url="https://t.me/sandbox_bot?start=seat_2")
    await sandbox.state()
    answer = olena.connection.mirror.answers[query]
    assert answer.payload == "seat_2"
    said = await olena.opens(answer)
    assert (said.chat, said.text) == (olena.id, "/start seat_2")


async def test_an_answer_that_leads_nowhere_cannot_be_followed(olena: Person) -> None:
    nowhere = Answer("Not your turn", alert=True, url=None)
    assert nowhere.payload is None
    with pytest.raises(AssertionError, match="Олена was not led anywhere"):
        await olena.opens(nowhere)


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org",
        "https://t.me/sandbox_bot",
        "https://t.me/sandbox_bot?start=",
        "https://t.me/sandbox_bot?start=a.b",
        f"https://t.me/sandbox_bot?start={'x' * 65}",
        "https://t.me/other_bot?start=x",
        "t.me/sandbox_bot_too?start=x",
    ],
)
async def test_an_answer_may_lead_only_to_a_start_of_this_bot(bot: Caller, alice: Person, url: str) -> None:
    board = await bot("sendMessage", chat_id=alice.id, text="Who plays?", reply_markup=JOIN)
    place = {"chat": alice.id, "message": board["message_id"], "data": "join"}
    query = (await alice.connection.call("POST", f"/people/{alice.id}/press", **place))["query"]
    reason = await bot.refused("answerCallbackQuery", callback_query_id=query, url=url)
    assert reason == "Bad Request: URL_INVALID"
    await bot("answerCallbackQuery", callback_query_id=query, url="tg://resolve?domain=sandbox_bot&start=x")


async def test_addresses_in_texts_are_found(bot: Caller, alice: Person) -> None:
    text = "Play: tg://resolve?domain=sandbox_bot&start=x or t.me/sandbox_bot?start=x."
    sent: dict[str, Any] = await bot("sendMessage", chat_id=alice.id, text=text)
    found = [(text[e["offset"] : e["offset"] + e["length"]], e["type"]) for e in sent["entities"]]
    assert found == [("tg://resolve?domain=sandbox_bot&start=x", "url"), ("t.me/sandbox_bot?start=x", "url")]
