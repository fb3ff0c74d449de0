"""A bot whose every word stands in the test: it speaks the Bot API over HTTP and does only what it is told."""

from typing import Any, Self

import aiohttp

Json = dict[str, Any]
_PATIENCE = 10


class ToyBot:
    """Asks for updates one by one and calls methods by name."""

    def __init__(self, url: str, token: str) -> None:
        self._base = f"{url}/bot{token}/"
        self._offset = 0
        self._heard: list[Json] = []

    async def __aenter__(self) -> Self:
        self._http = aiohttp.ClientSession()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.close()

    async def call(self, method: str, **parameters: Any) -> Any:
        """The result of a method; a refusal fails the test."""
        async with self._http.post(self._base + method, json=parameters) as response:
            return _result(method, await response.json())

    async def uploads(self, method: str, content: dict[str, tuple[str, bytes]], **parameters: Any) -> Any:
        """As `call`, with files by field: (name, bytes)."""
        form = aiohttp.FormData({name: str(value) for name, value in parameters.items()})
        for field, (name, data) in content.items():
            form.add_field(field, data, filename=name)
        async with self._http.post(self._base + method, data=form) as response:
            return _result(method, await response.json())

    async def says(self, chat: int, text: str, *rows: list[Json], **parameters: Any) -> int:
        """Sends HTML, with rows of buttons; the message's id."""
        markup = {"reply_markup": {"inline_keyboard": list(rows)}} if rows else {}
        sent = await self.call("sendMessage", chat_id=chat, text=text, parse_mode="HTML", **markup, **parameters)
        return int(sent["message_id"])

    async def edits(self, chat: int, message: int, text: str, *rows: list[Json]) -> None:
        """Changes a message in place."""
        markup = {"reply_markup": {"inline_keyboard": list(rows)}}
        await self.call("editMessageText", chat_id=chat, message_id=message, text=text, parse_mode="HTML", **markup)

    async def answers(self, query: Json, text: str = "", **parameters: Any) -> None:
        """Answers a press."""
        await self.call("answerCallbackQuery", callback_query_id=query["id"], text=text, **parameters)

    async def hears(self, kind: str = "message") -> Json:
        """The next update of this kind; others before it are passed over."""
        while True:
            for update in await self.call("getUpdates", offset=self._offset, timeout=_PATIENCE, limit=1):
                self._offset = update["update_id"] + 1
                if kind in update:
                    return dict(update[kind])


def key(text: str, data: str | None = None) -> Json:
    """A button that calls back."""
    return {"text": text, "callback_data": data or text}


def _result(method: str, answer: Json) -> Any:
    assert answer["ok"], f"{method}: {answer}"
    return answer["result"]
