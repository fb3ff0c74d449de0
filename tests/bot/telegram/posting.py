"""Speaking to the bot's own server, as Telegram does and as anybody else might."""

import asyncio
import json
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

from aiohttp import ClientSession

from faults.processes.process import BotProcess
from sandbox.client import PATIENCE

HEADER = "X-Telegram-Bot-Api-Secret-Token"


def secret_of(bot: BotProcess) -> str:
    return str(bot.rows("SELECT value FROM kept WHERE name = 'webhook_secret'")[0][0])


async def posted(bot: BotProcess, update: Any, secret: str | None = None) -> int:
    """Post an update, or any bytes, to the webhook; the status of the answer, whose body is always empty."""
    body = update if isinstance(update, bytes) else json.dumps(update).encode()
    headers = {HEADER: secret_of(bot) if secret is None else secret}
    async with (
        ClientSession() as session,
        session.post(bot.webhook_url, data=BytesIO(body), headers=headers) as response,
    ):
        assert await response.read() == b""
        return response.status


async def said(address: str, words: bytes, within: float = PATIENCE) -> bytes:
    """What comes back over a bare connection until the other side hangs up, or nothing more comes."""
    url = urlsplit(address)
    reader, writer = await asyncio.open_connection(url.hostname, url.port)
    try:
        writer.write(words)
        heard = bytearray()
        async with asyncio.timeout(within):
            while chunk := await reader.read(65536):
                heard += chunk
        return bytes(heard)
    finally:
        writer.close()


def message(update: int, person: int, text: str) -> dict[str, Any]:
    """A message to the bot in a private chat, as Telegram writes it."""
    return {
        "update_id": update,
        "message": {
            "message_id": update,
            "date": 1,
            "chat": {"id": person, "type": "private", "first_name": "Alice"},
            "from": {"id": person, "is_bot": False, "first_name": "Alice", "language_code": "en"},
            "text": text,
        },
    }
