"""How long the event loop is blocked while people play every variant in every way."""

import asyncio
import gc
import pickle
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import structlog

from benchmarks.altered import Beats, heart
from benchmarks.contenders import STREAM, Contender, begun, each_so_often, in_sqlite, percentile, steady_stream
from benchmarks.measuring import Report, Size, aligned, run, times_as_fast
from benchmarks.opening import FIRST, few_for
from benchmarks.plain import plain_milliseconds
from benchmarks.players import OPENING, Chats, Opener
from benchmarks.sessions import stocked
from bot.app.messages import Chat, Person
from bot.app.screen import Picture, Screen
from bot.app.texts import load_all_texts
from bot.app.world import Computation
from bot.compute.processes import ThinkingProcesses
from bot.painting import Painting
from bot.serving import HANDOVER
from solver.suggest import advise
from solver.variant import Variant
from tests.bot.inside import Inside, inside

FIRST_PERSON = 1001
APART = 0.03
HINTS = ("places", "cases", "list", "why", "table")
ENDS = ("giveup", "myes", "untold")
RATIOS: tuple[str, ...] = ("stillness.work", "stillness.crowd")
CONDITIONS = """\
{people} people at once, each at another variant: coached with all hints, against evil, in a match, as the keeper of the
secret; reviews and their pictures. Milliseconds until the loop looked round again, and of them those in which its own
thread worked: the rest the machine was at something else. Then the process of the bot itself on SQLite, with {stored}
stored sessions of others, while thousands begin a game at once. Ratios: a comparison of two thousand codes in plain
Python, to what one thing done costs the loop's thread (work), and to all but a thousandth of the stretches for which it
worked without looking round in that crowd (crowd).
"""
LONG = 5.0
"""Milliseconds for which the loop should never work without looking round."""
ALIKE = 40
"""Computations of each variant that keep the solver process busy while the loop is idle."""


def measured(size: Size) -> Report:
    """The loop with everybody's games, and an idle loop while others compute."""
    structlog.configure(processors=[], logger_factory=structlog.ReturnLoggerFactory())
    before = plain_milliseconds()
    busy, idle, done = run(_everybody(size.variants))
    served = run(phases(size))
    after = plain_milliseconds()
    head = ("", "99.9 %", "longest", "work: 99.9 %", "longest", f"over {LONG:.0f} ms", "longest collection")
    rows = (_row(f"{done} things done", busy), _row("nothing to do, while others think", idle))
    each, crowd = sum(busy.work) / done, percentile(served[CROWD].work, 0.999)
    ratios = {
        "stillness.work": times_as_fast([(each, before), (each, after)]),
        "stillness.crowd": times_as_fast([(crowd, before), (crowd, after)]),
    }
    text = CONDITIONS.format(people=len(size.variants), stored=size.stored // FEWER)
    return Report(f"{text}\n{aligned([head, *rows, *(_row(*phase) for phase in served.items())])}", ratios)


async def _everybody(variants: tuple[Variant, ...]) -> tuple[Beats, Beats, int]:
    """The loop with everybody's games, the loop with none, and how many things were done."""
    compute = ThinkingProcesses()
    await compute.warm_up()
    load_all_texts()
    painting = Painting(compute.asked)
    async with inside(None, Chat(FIRST_PERSON), compute=compute) as bot:
        people = [(tuple(_script(variant)), _another(bot, FIRST_PERSON + at)) for at, variant in enumerate(variants)]
        sys.setswitchinterval(HANDOVER)
        gc.collect()
        gc.freeze()  # as the bot does before it serves
        async with heart() as idle:
            for variant in variants:
                await asyncio.gather(*(compute.asked(Computation(advise, (variant, ()))) for _ in range(ALIKE)))
        async with heart() as busy:
            done = await asyncio.gather(*(_played(script, person, painting) for script, person in people))
    compute.close()
    return busy, idle, sum(done)


def _row(name: str, beats: Beats) -> tuple[str, ...]:
    held = str(sum(work > LONG for work in beats.work))
    return (name, *_shown(beats.late), *_shown(beats.work), held, f"{max(beats.collecting, default=0.0):.1f}")


def _another(bot: Inside, person: int) -> Inside:
    """Another person with the same bot."""
    return replace(bot, chat=Chat(person), person=Person(person, "Ann", "en"), screens={})


async def _played(script: tuple[str, ...], bot: Inside, painting: Painting) -> int:
    """Play one of each game, not all beginning at the same moment; returns the number of things done."""
    await asyncio.sleep((bot.chat.id - FIRST_PERSON) * APART)
    done = 0
    for text in script:
        sent = await (bot.says(text) if not text.startswith("1:") else _pressed(text, bot))
        for picture in _pictures(sent):
            await painting.paint(picture)
        done += 1
    return done


async def _pressed(verb: str, bot: Inside) -> list[object]:
    """Press the first button with this verb, wherever it is."""
    begins, _, ends = verb.partition("?")
    found = [(data, slot) for data, slot in bot.buttons if data.startswith(begins) and data.endswith(ends)]
    return await bot.presses(*found[0]) if found else []


def _script(variant: Variant) -> Iterator[str]:
    secret, *guesses = map(
        variant.format, islice(variant.secrets(), 1, None, max(1, sum(1 for _ in variant.secrets()) // 5))
    )
    end = ("/resign", *(f"1:{verb}:" for verb in ENDS))
    hints = (
        "/hint",
        "/hint",
        *(f"1:hint:?:{what}" for what in HINTS),
        "1:notes:?:open",
        "1:notes:?:2",
        "1:notes:?:back",
    )
    yield from (
        f"/play {variant.name} coached",
        guesses[0],
        *hints,
        guesses[1],
        f"?{guesses[2]}",
        *hints,
        *end,
        "1:look:",
    )
    yield from (f"/play {variant.name} evil", *guesses[:3], *end, "1:look:")
    yield from (f"/think {variant.name}", "1:thoughts:", "0B1C", "1B0C", *end)
    yield from (f"/match {variant.name} perfect", secret, guesses[0], "/hint", "/hint", guesses[1], *end, "1:mlook:")
    yield f"/review {variant.name} {guesses[0]} 0B1C"


def _pictures(sent: list[object]) -> Iterator[Picture]:
    for each in sent:
        screen = each[-1] if isinstance(each, tuple) else None
        if isinstance(screen, Screen) and screen.picture is not None:
            yield screen.picture


def _shown(times: Sequence[float]) -> tuple[str, ...]:
    return tuple(f"{value:.1f}" for value in (percentile(times, 0.999), max(times)))


# The bot's own process

FEWER = 10
"""How much less is stored than beside the fullest database that is measured, lest filling it takes longest."""
CROWD = "many begin a game at once"


async def phases(size: Size) -> Mapping[str, Beats]:
    """The beats of each phase, by its name, beside stored sessions of others."""
    few = few_for(size)
    chats = Chats([Opener(seed) for seed in range(few + size.openers)])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "beats"
        bot = Contender("the bot's own process", ("benchmarks.altered", "watched", str(file)), Opener, in_sqlite)
        async with begun(stocked(bot, size.stored // FEWER), chats):
            polled = time.monotonic()
            await steady_stream(chats, STREAM, min(FIRST, size.seconds), chats.all[:few])
            settled = time.monotonic()
            await asyncio.sleep(size.seconds)
            crowded = time.monotonic()
            await each_so_often(chats, chats.all[few:], OPENING)
            ended = time.monotonic()
        beats = Beats(*pickle.loads(file.read_bytes()))
    return {
        "the bot itself, until it asks for updates": beats.between(0, polled),
        f"then {STREAM:.0f} updates in a second": beats.between(polled, settled),
        "with nothing to do": beats.between(settled, crowded),
        CROWD: beats.between(crowded, ended),
    }
