"""The command `check`: whether the bot can serve here."""

import asyncio
import os
import shutil
import sqlite3
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from pathlib import Path

import aiohttp

from bot.commands import parser_of
from bot.settings import Settings, WrongSetting, settings_from_environment
from bot.storage.migrations import FromTheFuture, migrations_for, not_yet_made
from bot.storage.session import UnusableDatabase, driver_needed
from bot.storage.sqlite import path_in
from bot.telegram.api import connector

ABOUT = "whether the bot can serve here; a line for each thing, with how to mend what is wrong."

# Looks at a database without changing it.

PATIENCE = 10.0
"""Seconds to wait for a server, of a database or Telegram's."""
DONE = "SELECT number FROM migrations"
NEWER = "it was written by a newer version of the bot; run that, or name another in DATABASE_URL"


async def database(url: str) -> tuple[bool, str]:
    """Whether the bot can serve from it, and what was found, or how to mend it."""
    path = path_in(url)
    try:
        if path is not None:
            return await asyncio.to_thread(_file, path)
        return await _server(url)
    except FromTheFuture:
        return False, NEWER
    except UnusableDatabase as error:
        return False, str(error)


def _file(path: Path) -> tuple[bool, str]:
    if not path.exists():
        folder = next(parent for parent in path.absolute().parents if parent.exists())
        may = os.access(folder, os.W_OK)
        return may, f"{path} will be created" if may else f"{folder} cannot be written to; name another in DATABASE_URL"
    if not os.access(path, os.R_OK | os.W_OK):
        return False, f"{path} cannot be read and written; give it to the user who runs the bot"
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=PATIENCE)) as file:
            done = {number for (number,) in file.execute(DONE)}
    except sqlite3.Error as error:
        return False, f"{path} cannot be read ({error}); put a backup in its place"
    return True, f"{path}, {path.stat().st_size / 2**20:.1f} MB{_migrations('sqlite', done)}"


async def _server(url: str) -> tuple[bool, str]:
    with driver_needed():
        import asyncpg  # noqa: PLC0415  it is an extra
    try:
        connection = await asyncpg.connect(url, timeout=PATIENCE)
        try:
            version = await connection.fetchval("SHOW server_version")
            begun = await connection.fetchval("SELECT to_regclass('migrations') IS NOT NULL")
            done = {row["number"] for row in await connection.fetch(DONE)} if begun else set[int]()
        finally:
            await connection.close()
    except (TimeoutError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        return False, f"the server does not let us in ({type(error).__name__}); see DATABASE_URL, and that it runs"
    return True, f"PostgreSQL {version}{_migrations('postgres', done)}"


def _migrations(kind: str, done: set[int]) -> str:
    """What is still to be done to it. Raises FromTheFuture."""
    missing = len(not_yet_made(migrations_for(kind), done))
    return f"; {missing} migrations will be made at the start" if missing else ""


# What a check has found.


@dataclass(frozen=True, slots=True)
class Finding:
    """A line of `check`: what was looked at, whether it is well, and what was found or how to mend it."""

    about: str
    is_well: bool
    said: str


def well(about: str, said: str) -> Finding:
    """All is well."""
    return Finding(about, is_well=True, said=said)


def wrong(about: str, said: str) -> Finding:
    """Something must be mended."""
    return Finding(about, is_well=False, said=said)


# What the bot needs of its machine: room on the disk, and fonts for pictures.

ENOUGH = 1 << 30
"""Bytes that must be free: below that a backup or the write-ahead log may fill the disk."""


def disk(settings: Settings) -> Finding:
    """The room beside the database; with PostgreSQL that of the working folder."""
    path = settings.database_path or Path("data/bot.db")
    folder = next(parent for parent in path.absolute().parents if parent.exists())
    free = shutil.disk_usage(folder).free
    found = f"{free / 2**30:.1f} GB are free in {folder}"
    return well("disk", found) if free >= ENOUGH else wrong("disk", f"{found}; make room for at least 1 GB")


def fonts() -> Finding:
    """Whether pictures can be painted."""
    try:
        from bot.pictures.paint import emoji_font, font  # noqa: PLC0415  Pillow is slow to load

        font(20).getlength("Ж0")
        emoji_font().getlength("🐂")
    except (ImportError, OSError) as error:
        return wrong("fonts", f"pictures cannot be painted ({error}); install the bot anew")
    return well("fonts", "pictures can be painted")


# What Telegram says of the token, the clock, the webhook and the Mini App.

FAR = 30.0
"""Seconds by which the clock may differ."""
REFUSALS = frozenset({401, 404})


async def telegram(settings: Settings) -> list[Finding]:
    """The findings about the token and, where Telegram answers, about the clock, the webhook and the Mini App."""
    root = f"{settings.bot_api_url}/bot{settings.bot_token.get_secret_value()}"
    timeout = aiohttp.ClientTimeout(total=PATIENCE)
    try:
        async with aiohttp.ClientSession(connector=connector(settings.proxy), timeout=timeout) as http:
            async with http.get(f"{root}/getMe") as response:
                status, date, answer = response.status, response.headers.get("Date"), await response.json()
            if status in REFUSALS:
                return [wrong("token", "Telegram refuses it; copy BOT_TOKEN anew from @BotFather")]
            me = answer["result"]
            info = await _asked(http, f"{root}/getWebhookInfo")
            menu = await _asked(http, f"{root}/getChatMenuButton") if settings.app_url else {}
    except Exception as error:  # noqa: BLE001  clients of proxies have errors of their own
        found = f"{settings.bot_api_url} cannot be reached ({type(error).__name__}){_way(settings)}"
        return [wrong("token", f"{found}; see BOT_API_URL and the network")]
    app = [await _app(settings.app_url, me, menu)] if settings.app_url else []
    return [_token(me), *_clock(date), _webhook(settings, info), *app]


async def _asked(http: aiohttp.ClientSession, method: str) -> dict[str, object]:
    async with http.get(method) as response:
        result: dict[str, object] = (await response.json())["result"]
    return result


def _way(settings: Settings) -> str:
    return f"; calls go through {settings.proxy_address}" if settings.proxy else ""


def _token(me: dict[str, object]) -> Finding:
    found = f"it is that of @{me.get('username')}"
    if not me.get("supports_inline_queries"):
        found += "; inline mode is off: @BotFather, /setinline, so that cards can be sent to any chat"
    if not me.get("supports_guest_queries"):
        found += "; guest mode is off: @BotFather, Bot Settings, so that it answers where it is no member"
    return well("token", found)


def _clock(date: str | None) -> list[Finding]:
    """How far this machine's clock is from Telegram's."""
    if date is None:
        return []
    ahead = time.time() - parsedate_to_datetime(date).timestamp()
    if abs(ahead) < FAR:
        return [well("clock", "it agrees with Telegram's")]
    way = "ahead of" if ahead > 0 else "behind"
    return [wrong("clock", f"it is {abs(ahead):.0f} s {way} Telegram's; let NTP set it")]


def _webhook(settings: Settings, info: dict[str, object]) -> Finding:
    registered, error = str(info.get("url") or ""), str(info.get("last_error_message") or "")
    wanted = settings.webhook_url or ""
    if registered != wanted:
        return well("webhook", "the bot registers it when it starts" if wanted else "the bot removes it when it starts")
    if not wanted:
        return well("webhook", "none: the bot asks for updates")
    if error:
        return wrong("webhook", f"Telegram could not deliver to {wanted} ({error}); see the proxy and its certificate")
    return well("webhook", f"{wanted}; {info.get('pending_update_count', 0)} updates wait")


FRAMED_BY = "frame-ancestors https://web.telegram.org"
"""In the policy of the page: by it we know the page from any other, and that Telegram's may frame it."""


async def _app(url: str, me: dict[str, object], menu: dict[str, object]) -> Finding:
    """Whether the Mini App's page comes up as it was sent, seen from here; and what of it is unset at Telegram."""
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=PATIENCE)) as http,
            http.get(url, allow_redirects=False) as response,
        ):
            status, headers = response.status, response.headers
    except (aiohttp.ClientError, OSError) as error:
        why = f"{url} cannot be reached from here ({type(error).__name__})"
        return wrong("app", f"{why}; see that the bot runs, and the proxy and its certificate")
    if status != HTTPStatus.OK:
        why = f"{url} is answered with {status}"
        return wrong("app", f"{why}; let the proxy pass on that path and all below it, to a bot with this APP_URL")
    if FRAMED_BY not in headers.get("Content-Security-Policy", "") or "X-Frame-Options" in headers:
        return wrong("app", f"{url} is another page, or the proxy changes its headers; let it pass them on unchanged")
    found = url
    if menu.get("web_app") != {"url": url}:
        found += "; the bot sets the menu button when it starts"
    if not me.get("has_main_web_app"):
        found += "; no link opens it: @BotFather, Bot Settings, Configure Mini App, with this address"
    return well("app", found)


def check(arguments: Sequence[str]) -> int:
    """Print the findings; returns 0 if all is well, else 1."""
    parser_of("check", ABOUT).parse_args(arguments)
    try:
        settings = settings_from_environment()
    except WrongSetting as error:
        return _told([wrong("settings", str(error)), fonts()])
    read = well("settings", f"they can be read{_way(settings)}")
    return _told([read, *asyncio.run(_findings(settings)), disk(settings), fonts()])


async def _findings(settings: Settings) -> list[Finding]:
    is_well, said = await database(settings.database_url.get_secret_value())
    return [*await telegram(settings), Finding("database", is_well, said)]


def _told(findings: list[Finding]) -> int:
    try:
        "✓✗".encode(sys.stdout.encoding)
        well_mark, wrong_mark = "✓", "✗"
    except UnicodeEncodeError:
        well_mark, wrong_mark = "ok", "WRONG"
    for each in findings:
        sys.stdout.write(f"{well_mark if each.is_well else wrong_mark} {each.about}: {each.said}\n")
    return 0 if all(finding.is_well for finding in findings) else 1
