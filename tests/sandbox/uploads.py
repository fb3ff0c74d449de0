"""Calls with a file in them."""

import json
from io import BytesIO
from typing import Any

from aiohttp import FormData

from tests.sandbox.caller import Caller


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
