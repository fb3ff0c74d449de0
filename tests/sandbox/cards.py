"""Inline mode as tests ask for it: what is typed, the cards that come, and presses on them."""

from typing import Any

from sandbox.client import Cards, Group, Message, Pair, Person
from tests.sandbox.caller import Caller

ACCEPT = {"inline_keyboard": [[{"text": "Accept", "callback_data": "accept:7"}]]}


def article(name: str = "1", **given: Any) -> dict[str, Any]:
    content = {"message_text": f"<b>Card {name}</b>", "parse_mode": "HTML"}
    return {"type": "article", "id": name, "title": f"Duel {name}", "input_message_content": content} | given


async def typed(person: Person, text: str = "", chat: Group | Pair | None = None, **given: Any) -> str:
    """The id of the query that somebody's typing becomes."""
    place = chat.id if chat else person.id
    data = await person.connection.call("POST", f"/people/{person.id}/inline", chat=place, text=text, **given)
    return str(data["query"])


async def shown(
    bot: Caller, person: Person, chat: Group | Pair | None, *results: dict[str, Any], text: str = ""
) -> Cards:
    """The cards that the bot lays before a person."""
    query = await typed(person, text, chat)
    assert await bot("answerInlineQuery", inline_query_id=query, results=results, cache_time=0) is True
    cards = await person.connection.mirror.until(lambda: person.connection.mirror.cards.get(query), 5)
    assert cards
    return cards


async def pressed(bot: Caller, person: Person, card: Message, data: str = "accept:7", **given: Any) -> dict[str, Any]:
    """The press as the bot hears of it."""
    place = {"chat": card.chat, "message": card.id, "data": data}
    await person.connection.call("POST", f"/people/{person.id}/press", **place, **given)
    *_, update = await bot.read_all()
    query: dict[str, Any] = update["callback_query"]
    return query
