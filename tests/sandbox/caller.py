"""A bot that calls the sandbox as any program would, and what people do to it: granted, refused, or not possible."""

import asyncio
import json
import re
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from io import BytesIO
from typing import Any

import pytest
from aiohttp import ClientSession, FormData

from sandbox.client import PATIENCE, Cards, Group, Message, NotPossible, Pair, Person, Sandbox
from sandbox.server import SandboxServer

Json = dict[str, Any]


def picked(data: Any, *paths: str) -> tuple[Any, ...]:
    """What stands in it at each of the paths, such as `from.id`; None where nothing does."""
    return tuple(reduce(lambda at, name: None if at is None else at.get(name), path.split("."), data) for path in paths)


async def impossible(deed: Awaitable[object], why: str | None, how: type[BaseException] = NotPossible) -> None:
    """It fails for this reason; the sandbox says so, unless `how` tells otherwise."""
    with pytest.raises(how, match=why):
        await deed


def refusals(table: str) -> list[tuple[str, Json, str]]:
    """Of each line `method name=value … → why`: the method, what it is given, and why that is refused.

    A value is JSON, a word, or `x*9`: a letter that often.
    """
    lines = (line.partition(" → ")[::2] for line in table.replace("\n ", " ").strip().splitlines())
    return [(call.split()[0], {name: _value(text) for name, text in GIVEN.findall(call)}, why) for call, why in lines]


GIVEN = re.compile(r'(\w+)=((?:"[^"]*"|[^"\s])*)')


def _value(text: str) -> Any:
    if times := re.fullmatch(r"(\w)\*(\d+)", text):
        return times[1] * int(times[2])
    with suppress(ValueError):
        return json.loads(text)
    return text


@dataclass(frozen=True)
class Caller:
    session: ClientSession
    token: str
    sandbox: Sandbox

    async def posted(self, method: str, **how: Any) -> Any:
        async with self.session.post(f"/bot{self.token}/{method}", **how) as response:
            return await response.json()

    async def get(self, path: str) -> tuple[int, str, bytes]:
        async with self.session.get(path) as response:
            return response.status, response.content_type, await response.read()

    async def ask(self, method: str, **given: Any) -> Json:
        async with self.session.post(f"/bot{self.token}/{method}", json=given) as response:
            answer: Json = await response.json()
            assert (response.status == 200) == answer["ok"]
            assert answer["ok"] or answer["error_code"] == response.status
            return answer

    async def __call__(self, method: str, **given: Any) -> Any:
        """The result of a call that is granted."""
        answer = await self.ask(method, **given)
        assert answer["ok"], answer
        return answer["result"]

    async def refused(self, method: str, **given: Any) -> str:
        answer = await self.ask(method, **given)
        assert not answer["ok"], answer
        return str(answer["description"])

    async def refuses(self, why: str, method: str, **given: Any) -> None:
        """The call is refused as a bad request, in these words."""
        assert await self.refused(method, **given) == f"Bad Request: {why}"

    async def says(self, chat: Person | Group, text: str = "board", *rows: Json, **given: Any) -> Json:
        """Where a new message of the bot's stands; `rows`: a button in each."""
        if rows:
            given["reply_markup"] = {"inline_keyboard": [[button] for button in rows]}
        sent = await self("sendMessage", chat_id=chat.id, text=text, **given)
        return {"chat_id": chat.id, "message_id": sent["message_id"]}

    async def updates(self, offset: int = 0, **given: Any) -> list[Json]:
        """What waits; nothing below the offset comes again."""
        return list(await self("getUpdates", offset=offset, **given))

    async def read_all(self, **given: Any) -> list[Json]:
        if updates := await self.updates(**given):
            await self.updates(updates[-1]["update_id"] + 1)
        return updates

    async def heard(self, kind: str = "message") -> Json:
        """The one update that waits or comes, which is of that kind."""
        (update,) = await self.read_all(timeout=10)
        return dict(update[kind])

    async def sends(self, method: str, chat: Person, name: str, content: bytes, **given: Any) -> Json:
        """The whole answer to a multipart call that brings one file."""
        fields = {"chat_id": str(chat.id)} | given
        form = FormData({key: value if isinstance(value, str) else json.dumps(value) for key, value in fields.items()})
        form.add_field(name, BytesIO(content), filename="picture.png", content_type="image/png")
        return dict(await self.posted(method, data=form))

    async def uploads(self, method: str, chat: Person, name: str, content: bytes, **given: Any) -> Any:
        answer = await self.sends(method, chat, name, content, **given)
        assert answer["ok"], answer
        return answer["result"]


async def polling(server: SandboxServer, bot: Caller, **given: Any) -> asyncio.Task[Json]:
    before = server.state.updates.waiting
    task = asyncio.create_task(bot.ask("getUpdates", timeout=30, **given))
    async with asyncio.timeout(PATIENCE):
        while server.state.updates.waiting is before:
            await asyncio.sleep(0.001)
    return task


async def press(person: Person, place: Json, data: str = "hint", **given: Any) -> str:
    """The id of the query that somebody's press on a message of the bot's becomes."""
    at = {"chat": place["chat_id"], "message": place["message_id"], "data": data}
    return str((await person.connection.call("POST", f"/people/{person.id}/press", **at, **given))["query"])


ACCEPT = {"inline_keyboard": [[{"text": "Accept", "callback_data": "accept:7"}]]}


def article(name: str = "1", **given: Any) -> Json:
    content = {"message_text": f"<b>Card {name}</b>", "parse_mode": "HTML"}
    return {"type": "article", "id": name, "title": f"Duel {name}", "input_message_content": content} | given


async def typed(person: Person, text: str = "", chat: Group | Pair | None = None, **given: Any) -> str:
    """The id of the query that somebody's typing becomes."""
    at = {"chat": chat.id if chat else person.id, "text": text}
    return str((await person.connection.call("POST", f"/people/{person.id}/inline", **at, **given))["query"])


async def shown(bot: Caller, person: Person, chat: Group | Pair | None, *results: Json, text: str = "") -> Cards:
    query = await typed(person, text, chat)
    assert await bot("answerInlineQuery", inline_query_id=query, results=results, cache_time=0) is True
    cards = await person.connection.mirror.until(lambda: person.connection.mirror.cards.get(query), 5)
    assert cards
    await bot.read_all()
    return cards


async def pressed(bot: Caller, person: Person, card: Message, **given: Any) -> Json:
    await press(person, {"chat_id": card.chat, "message_id": card.id}, "accept:7", **given)
    return dict((await bot.read_all())[-1]["callback_query"])
