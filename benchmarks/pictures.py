"""What painting a card costs in every variant, beside matplotlib."""

import asyncio
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from statistics import geometric_mean, median
from typing import Any

from benchmarks.measuring import Report, Size, Spread, aligned, milliseconds, run
from bot.app.screen import Picture
from bot.compute.processes import ThinkingProcesses
from bot.painting import Painting
from bot.pictures import painted
from solver.candidates import position_after
from solver.feedback import feedback_for
from solver.information import information
from solver.strategies import RandomCandidate
from solver.variant import VARIANTS, Variant

TICK = 0.001
LONGEST = 13
RATIOS: tuple[str, ...] = ("pictures.card",)
KEYS = "secret yours perfect accuracy bits left exactness best good reply count share expected unit"
WORDS = {word: word.title() for word in KEYS.split()}  # fmt: skip
STEP = ("guess", "bulls", "cows", "before", "after")
JUDGED = {"verdict": "good", "chance": "1 in 24"}
SAID = ["Lucky: the replies told more than usual."]
FIRST = "from bot.pictures import painted; import sys; painted('review', sys.stdin.read())"
"""Runs in a process of its own."""


@dataclass(frozen=True, slots=True)
class Painted:
    """The milliseconds of a variant's pictures, round by round; `size` in bytes."""

    name: str
    game: list[float]
    guess: list[float]
    matplotlib: list[float]
    size: int


def measured(size: Size) -> Report:
    """A card of a game, and of a guess, in every variant; the ratio is to matplotlib, typical of all variants."""
    by_matplotlib(played(size.variants[0]))  # imports matplotlib before measuring
    painted_ones = [_painted(variant, size.rounds) for variant in size.variants]
    head = ("", "game: p50", "worst", "size", "guess: p50", "worst", "matplotlib: p50", "times as fast")
    lines = [
        f"A card of a game, and of a guess, {size.rounds} times each; what a processor does. Matplotlib: text and plot",
        aligned([head, *map(_row, painted_ones)]),
        f"The first card of a new process, with all that is imported: {_first():.0f} ms",
        f"Of {size.cards} cards painted for a busy loop, the loop stood still for at most {_stillness(size):.1f} ms",
    ]
    rounds = range(size.rounds)
    ratios = [geometric_mean(each.matplotlib[at] / each.game[at] for each in painted_ones) for at in rounds]
    return Report("\n".join(lines), {"pictures.card": Spread.of(ratios)})


def played(variant: Variant) -> str:
    """The input of a review's picture: consistent random guesses with random verdicts."""
    dice = random.Random(1)
    secret = dice.choice(list(variant.secrets()))
    player, position = RandomCandidate(variant, dice), position_after(variant)
    turns: list[dict[str, Any]] = []
    while len(turns) < LONGEST and secret not in [guess for guess, _ in position.history]:
        guess = player.next_guess(position)
        reply = feedback_for(guess, secret)
        after = position.after(guess, reply)
        counts = (reply.bulls, reply.cows, len(position.left), len(after.left))
        best = variant.format(player.next_guess(position))
        turns.append(dict(zip(STEP, (variant.format(guess), *counts), strict=True)) | JUDGED | {"best": best})
        position = after
    path = [[turn[name] for name in STEP] for turn in turns]
    data = {"variant": variant.name, "language": "en", "title": variant.name, "secret": variant.format(secret)}
    return json.dumps(data | {"turns": turns, "perfect": path, "accuracy": 87.0, "said": SAID, "words": WORDS})


def asked(variant: Variant) -> str:
    """The input of the picture of a first guess."""
    guess = next(variant.codes())
    replies = information(variant, guess).replies
    rows = [
        [each.feedback.bulls, each.feedback.cows, each.count, each.share, each.left, each.information]
        for each in replies
    ]
    data = {"variant": variant.name, "language": "en", "title": variant.name, "guess": variant.format(guess)}
    return json.dumps(data | {"rows": rows, "words": WORDS})


def by_matplotlib(given: str) -> bytes:
    """The same figures and plot by matplotlib, as PNG."""
    from matplotlib.figure import Figure  # noqa: PLC0415 -- large, and needed for this alone

    data = json.loads(given)
    figure = Figure(figsize=(10.8, 14), dpi=100)
    words, axes = figure.subplots(2, 1, height_ratios=(3, 1))
    words.axis("off")
    for place, turn in enumerate(data["turns"]):
        line = f"{place + 1}. {'  '.join(str(value) for value in turn.values())}"
        words.text(0, 1 - place / LONGEST, line, fontsize=18)
    for path in ([turn["after"] for turn in data["turns"]], [step[4] for step in data["perfect"]]):
        axes.plot(range(1, len(path) + 1), path, "o-")
    axes.set_yscale("log")
    file = BytesIO()
    figure.savefig(file, format="png")
    return file.getvalue()


def _painted(variant: Variant, rounds: int) -> Painted:
    game, guess = played(variant), asked(variant)
    return Painted(
        variant.name,
        milliseconds([partial(painted, "review", game)] * rounds),
        milliseconds([partial(painted, "table", guess)] * rounds),
        milliseconds([partial(by_matplotlib, game)] * rounds),
        len(painted("review", game)),
    )


def _row(row: Painted) -> tuple[str, ...]:
    times = (row.game, row.guess)
    (game, worst), (guess, worst_guess) = ((_ms(median(took)), _ms(max(took))) for took in times)
    ratio = median(row.matplotlib) / median(row.game)
    size = f"{row.size / 1000:.0f} KB"
    return (row.name, game, worst, size, guess, worst_guess, _ms(median(row.matplotlib)), f"{ratio:.1f}")


def _first() -> float:
    command, given = [sys.executable, "-c", FIRST], played(VARIANTS["classic"])
    return 1000 * min(_wait(lambda: subprocess.run(command, input=given, text=True, check=True)) for _ in range(3))


def _stillness(size: Size) -> float:
    return run(_longest_gap(size.cards))


async def _longest_gap(cards: int) -> float:
    """The longest gap of the loop in milliseconds."""
    compute = ThinkingProcesses()
    painting, given = Painting(compute.asked), played(VARIANTS["classic"])
    await painting.paint(Picture("review", given))

    async def paint() -> None:
        for number in range(cards):
            await painting.paint(Picture("review", given + " " * number))

    task, longest, last = asyncio.ensure_future(paint()), 0.0, time.perf_counter()
    while not task.done():
        await asyncio.sleep(TICK)
        now = time.perf_counter()
        longest, last = max(longest, now - last - TICK), now
    await task
    compute.close()
    return 1000 * longest


def _wait(job: Callable[[], object]) -> float:
    began = time.perf_counter()
    job()
    return time.perf_counter() - began


def _ms(milliseconds_taken: float) -> str:
    return f"{milliseconds_taken:.0f} ms"
