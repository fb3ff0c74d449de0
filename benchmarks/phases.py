"""The loop of the bot's own process: while it starts, is left in peace, and many begin a game at once."""

import asyncio
import pickle
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from benchmarks.chats import Chats
from benchmarks.contenders import STREAM, Contender, begun, in_sqlite
from benchmarks.game import OPENING, Opener
from benchmarks.heart import Beats
from benchmarks.load import each_so_often, steady_stream
from benchmarks.sessions import stocked
from benchmarks.size import Size
from benchmarks.starts import FIRST, few_for

FEWER = 10
"""How much less is stored than beside the fullest database that is measured, lest filling it takes longest."""
CROWD = "many begin a game at once"


async def phases(size: Size) -> Mapping[str, Beats]:
    """The beats of each phase, by its name, beside stored sessions of others."""
    few = few_for(size)
    chats = Chats([Opener(seed) for seed in range(few + size.openers)])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "beats"
        bot = Contender("the bot's own process", ("benchmarks.watched", str(file)), Opener, in_sqlite)
        async with begun(stocked(bot, size.stored // FEWER), chats):
            polled = time.monotonic()
            await steady_stream(chats, STREAM, min(FIRST, size.seconds), chats.all[:few])
            settled = time.monotonic()
            await asyncio.sleep(size.seconds)
            crowded = time.monotonic()
            await each_so_often(chats, chats.all[few:], OPENING)
            ended = time.monotonic()
        beats: Beats = pickle.loads(file.read_bytes())
    return {
        "the bot itself, until it asks for updates": beats.between(0, polled),
        f"then {STREAM:.0f} updates in a second": beats.between(polled, settled),
        "with nothing to do": beats.between(settled, crowded),
        CROWD: beats.between(crowded, ended),
    }
