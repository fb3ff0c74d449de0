"""What Telegram says of the token, the clock and the webhook."""

import time
from email.utils import parsedate_to_datetime

import aiohttp

from bot.commands.finding import Finding, well, wrong
from bot.settings import Settings

PATIENCE = 10.0
"""Seconds for each call."""
FAR = 30.0
"""Seconds by which the clock may differ."""
REFUSALS = frozenset({401, 404})


async def telegram(settings: Settings) -> list[Finding]:
    """The findings about the token and, where Telegram answers, about the clock and the webhook."""
    root = f"{settings.bot_api_url}/bot{settings.bot_token.get_secret_value()}"
    timeout = aiohttp.ClientTimeout(total=PATIENCE)
    try:
        async with aiohttp.ClientSession(timeout=timeout) as http:
            async with http.get(f"{root}/getMe") as response:
                status, date, answer = response.status, response.headers.get("Date"), await response.json()
            if status in REFUSALS:
                return [wrong("token", "Telegram refuses it; copy BOT_TOKEN anew from @BotFather")]
            me = answer["result"]
            async with http.get(f"{root}/getWebhookInfo") as response:
                info = (await response.json())["result"]
    except (TimeoutError, aiohttp.ClientError, ValueError, KeyError, TypeError) as error:
        reason = type(error).__name__
        return [wrong("token", f"{settings.bot_api_url} cannot be reached ({reason}); see BOT_API_URL and the network")]
    return [_token(me), *_clock(date), _webhook(settings, info)]


def _token(me: dict[str, object]) -> Finding:
    found = f"it is that of @{me.get('username')}"
    if not me.get("supports_inline_queries"):
        found += "; inline mode is off: @BotFather, /setinline, so that cards can be sent to any chat"
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
