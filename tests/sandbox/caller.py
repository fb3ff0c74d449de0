"""A bot that calls the sandbox as any program would: with files, and in inline mode as tests ask for it."""

import json
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from aiohttp import ClientSession, FormData

from sandbox.client import Cards, Group, Message, Pair, Person


@dataclass(frozen=True)
class Caller:
    session: ClientSession
    token: str

    async def ask(self, method: str, **given: Any) -> dict[str, Any]:
        """The whole answer."""
        async with self.session.post(f"/bot{self.token}/{method}", json=given) as response:
            answer: dict[str, Any] = await response.json()
            assert (response.status == 200) == answer["ok"]
            assert answer["ok"] or answer["error_code"] == response.status
            return answer

    async def __call__(self, method: str, **given: Any) -> Any:
        """The result of a call that is granted."""
        answer = await self.ask(method, **given)
        assert answer["ok"], answer
        return answer["result"]

    async def refused(self, method: str, **given: Any) -> str:
        """Why a call is refused."""
        answer = await self.ask(method, **given)
        assert not answer["ok"], answer
        return str(answer["description"])

    async def updates(self, offset: int = 0, **given: Any) -> list[dict[str, Any]]:
        """What waits; nothing below the offset comes again."""
        updates: list[dict[str, Any]] = await self("getUpdates", offset=offset, **given)
        return updates

    async def read_all(self) -> list[dict[str, Any]]:
        """What waits, and confirm it."""
        updates = await self.updates()
        if updates:
            await self.updates(updates[-1]["update_id"] + 1)
        return updates


# Inline mode: what is typed, the cards that come, and presses on them.
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


# Calls with a file in them.
async def upload(bot: Caller, method: str, chat: int, name: str, content: bytes, **given: Any) -> Any:
    """The result of a multipart call that brings one file."""
    answer = await ask(bot, method, chat, name, content, **given)
    assert answer["ok"], answer
    return answer["result"]


async def ask(bot: Caller, method: str, chat: int, name: str, content: bytes, **given: Any) -> Any:
    """Its whole answer."""
    form = FormData({"chat_id": str(chat)})
    form.add_field(name, BytesIO(content), filename="picture.png", content_type="image/png")
    for field, value in given.items():
        form.add_field(field, value if isinstance(value, str) else json.dumps(value))
    async with bot.session.post(f"/bot{bot.token}/{method}", data=form) as response:
        return await response.json()
