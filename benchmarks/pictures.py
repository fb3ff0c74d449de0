"""`python -m benchmarks.pictures`: what painting a card costs in every variant, beside matplotlib."""

import asyncio
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import BytesIO
from statistics import median
from typing import Any

from benchmarks.report import aligned
from bot.app.screen import Picture
from bot.mind.processes import ThinkingProcesses
from bot.painting import Painting
from bot.pictures import painted
from solver.analysis import information
from solver.feedback import feedback_for
from solver.people import AnyCandidate
from solver.position import position_after
from solver.variant import VARIANTS, Variant

TIMES = 9
PICTURES = 30
TICK = 0.001
LONGEST = 13
KEYS = "secret yours perfect accuracy luck lost bits left exactness best good reply count share expected unit"
WORDS = {word: word.title() for word in KEYS.split()}  # fmt: skip
FIRST = "from bot.pictures import painted; import sys; painted('review', sys.stdin.read())"
"""In a process of its own."""


def main() -> None:
    print(f"A card of a game, and of a guess, {TIMES} times each; what a processor does. Matplotlib: text and plot")
    print(
        aligned(
            [("", "game: p50", "worst", "size", "guess: p50", "worst", "matplotlib: p50", "times as fast"), *_rows()]
        )
    )
    print(f"The first card of a new process, with all that is imported: {_first():.0f} ms")
    print(f"Of {PICTURES} cards painted for a busy event loop, the loop stood still for at most {_stillness():.1f} ms")


def played(variant: Variant) -> str:
    """What the card of a game is given: guesses that might be the secret, judged at random."""
    dice = random.Random(1)
    secret = dice.choice(list(variant.secrets()))
    player, position = AnyCandidate(variant, dice), position_after(variant)
    turns: list[dict[str, Any]] = []
    while len(turns) < LONGEST and secret not in [guess for guess, _ in position.history]:
        guess = player.next_guess(position)
        reply = feedback_for(guess, secret)
        after = position.after(guess, reply)
        code = variant.format(guess)
        turns.append(
            {
                "guess": code,
                "bulls": reply.bulls,
                "cows": reply.cows,
                "before": len(position.left),
                "after": len(after.left),
            }
            | {
                "bits": 2.31,
                "expected": 2.77,
                "best": variant.format(player.next_guess(position)),
                "lost": 0.12,
                "verdict": "good",
            }
        )
        position = after
    path = [[turn[name] for name in ("guess", "bulls", "cows", "before", "after")] for turn in turns]
    told = {"variant": variant.name, "language": "en", "title": variant.name, "secret": variant.format(secret)}
    return json.dumps(
        told | {"turns": turns, "perfect": path, "accuracy": 87.0, "luck": 1.2, "exact": True, "words": WORDS}
    )


def asked(variant: Variant) -> str:
    """What the card of a first guess is given."""
    guess = next(variant.codes())
    replies = information(variant, guess).replies
    rows = [
        [each.feedback.bulls, each.feedback.cows, each.count, each.share, each.left, each.information]
        for each in replies
    ]
    told = {"variant": variant.name, "language": "en", "title": variant.name, "guess": variant.format(guess)}
    return json.dumps(told | {"rows": rows, "words": WORDS})


def by_matplotlib(given: str) -> bytes:
    """The figures of a game as text, and the plot."""
    from matplotlib.figure import Figure  # noqa: PLC0415 -- large, and needed for this alone

    told = json.loads(given)
    figure = Figure(figsize=(10.8, 14), dpi=100)
    words, axes = figure.subplots(2, 1, height_ratios=(3, 1))
    words.axis("off")
    for place, turn in enumerate(told["turns"]):
        line = f"{place + 1}. {'  '.join(str(value) for value in turn.values())}"
        words.text(0, 1 - place / LONGEST, line, fontsize=18)
    for path in ([turn["after"] for turn in told["turns"]], [step[4] for step in told["perfect"]]):
        axes.plot(range(1, len(path) + 1), path, "o-")
    axes.set_yscale("log")
    file = BytesIO()
    figure.savefig(file, format="png")
    return file.getvalue()


def _rows() -> Iterator[tuple[str, ...]]:
    for variant in VARIANTS.values():
        game, guess = played(variant), asked(variant)
        ours, tables = _times("review", game), _times("table", guess)
        theirs = [_work(partial(by_matplotlib, game)) for _ in range(3)]
        size = f"{len(painted('review', game)) / 1000:.0f} KB"
        times = (_ms(median(ours)), _ms(max(ours)), size, _ms(median(tables)), _ms(max(tables)), _ms(median(theirs)))
        yield (variant.name, *times, f"{median(theirs) / median(ours):.1f}")


def _times(kind: str, given: str) -> Sequence[float]:
    return [_work(partial(painted, kind, given)) for _ in range(TIMES)]


def _first() -> float:
    command, given = [sys.executable, "-c", FIRST], played(VARIANTS["classic"])
    return 1000 * min(_wait(lambda: subprocess.run(command, input=given, text=True, check=True)) for _ in range(3))


def _stillness() -> float:
    return asyncio.run(_longest_gap())


async def _longest_gap() -> float:
    """Milliseconds."""
    mind = ThinkingProcesses()
    painting, given = Painting(mind.asked), played(VARIANTS["classic"])
    await painting.paint(Picture("review", given))

    async def paint() -> None:
        for number in range(PICTURES):
            await painting.paint(Picture("review", given + " " * number))

    task, longest, last = asyncio.ensure_future(paint()), 0.0, time.perf_counter()
    while not task.done():
        await asyncio.sleep(TICK)
        now = time.perf_counter()
        longest, last = max(longest, now - last - TICK), now
    mind.close()
    return 1000 * longest


def _work(job: Callable[[], object]) -> float:
    """Seconds that a processor had to do with it, whoever else was busy."""
    began = time.process_time()
    job()
    return time.process_time() - began


def _wait(job: Callable[[], object]) -> float:
    began = time.perf_counter()
    job()
    return time.perf_counter() - began


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"


if __name__ == "__main__":
    main()
