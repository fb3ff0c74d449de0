"""What rings in a chat, as JSON."""

import orjson

from bot.app.model.bell import ALWAYS, Bell
from bot.app.news import News
from bot.storage.codec import as_json


def bell_written(bell: Bell) -> str | None:
    """As JSON; None where everything rings, always."""
    if bell == ALWAYS:
        return None
    silenced = sorted(news.value for news in bell.silenced)
    zone = {} if bell.zone is None else {"zone": bell.zone}
    return as_json({"silenced": silenced, "quiet": bell.quiet, "ahead": bell.ahead, **zone})


def bell_read(content: str | None) -> Bell:
    """The bell that was written."""
    if content is None:
        return ALWAYS
    data = orjson.loads(content)
    quiet = None if data["quiet"] is None else (data["quiet"][0], data["quiet"][1])
    return Bell(frozenset(News(name) for name in data["silenced"]), quiet, data["ahead"], data.get("zone"))
