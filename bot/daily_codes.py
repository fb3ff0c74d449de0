"""The key from which the codes of days follow, and the first day: made at the first start, the same in all replicas."""

import secrets

from bot.app.model.daily import Codes
from bot.app.supervision import retry_until_stored
from bot.clocks import wall
from bot.game.daily import Calendar, day_at
from bot.storage.store import DatabaseStore

KEY, FIRST = "daily_key", "daily_first"
"""The names under which they are kept."""


async def codes_of(store: DatabaseStore, turn: float) -> Codes:
    """The codes, where days turn so many seconds after midnight (UTC)."""
    key = await retry_until_stored(lambda: store.kept(KEY, secrets.token_hex(32)))
    first = await retry_until_stored(lambda: store.kept(FIRST, str(day_at(wall(), turn))))
    return Codes(bytes.fromhex(key), Calendar(int(first), turn))
