"""The pictures of docs/solver.md, from games and positions of classic; they are the same in every size."""

import random
from collections.abc import Iterator

from matplotlib.figure import Figure

from benchmarks.colours import BLUE, RED
from benchmarks.size import Size
from solver.candidates import Position, position_after, split
from solver.evaluate import Evaluation, Strategy, evaluate
from solver.feedback import Feedback, History, all_codes, as_code
from solver.information import information_at
from solver.strategies import named_strategy
from solver.symmetry import different_questions, orbit_sizes
from solver.variant import VARIANTS

CLASSIC = VARIANTS["classic"]
AFTER_FIRST: History = (((0, 1, 2, 3), Feedback(0, 1)),)
PLAYERS = {
    "optimal": "perfect play",
    "entropy": "most information",
    "sieve": "first consistent code",
    "club": "a club player, as modelled",
}
MOST_GUESSES = 10
SAME = 6  # digits of bits that tell guesses apart


def players(_: Size) -> Figure:
    """The plot of guesses that four strategies need."""
    picture = _figure(5.4)
    panels = picture.subplots(2, 2, sharex=True, sharey=True).flat
    guesses = range(1, MOST_GUESSES + 1)
    for axes, (strategy, described) in zip(panels, PLAYERS.items(), strict=True):
        found = _evaluated(strategy)
        bars = axes.bar(guesses, [found.histogram.get(number, 0) for number in guesses], color=BLUE)
        axes.bar_label(bars, [str(found.histogram.get(number, "")) for number in guesses], fontsize=8)
        axes.set_title(f"{described}: {found.mean:.2f} on average", fontsize=11)
        axes.set_xticks(guesses)
        axes.set_ylim(0, 2800)
        axes.spines[["top", "right"]].set_visible(False)
    picture.supxlabel("guesses that a secret takes")
    picture.supylabel("secrets, of 5040")
    return picture


def questions(_: Size) -> Figure:
    """The plot of the information of all second guesses."""
    kinds = _kinds_of_guesses()
    bits = sorted(kinds)
    axes = (picture := _figure(5.4)).subplots()
    bars = axes.barh(range(len(bits)), bits, color=[BLUE if brought < bits[-1] else RED for brought in bits])
    axes.bar_label(bars, [f" {brought:.3f} × {kinds[brought][1]}" for brought in bits])
    axes.set_yticks(range(len(bits)), [f"like {kinds[brought][0]}" for brought in bits])
    axes.set(title="Second guesses after 0123=0B1C: bits × how many guesses bring them", xlabel="bits expected")
    axes.set_xlim(0, 3.4)
    axes.spines[["top", "right"]].set_visible(False)
    return picture


def _kinds_of_guesses() -> dict[float, tuple[str, int]]:
    """By information in bits, an example of a second guess, and how many have as much."""
    asked = tuple(guess for guess, _ in AFTER_FIRST)
    rows = different_questions(CLASSIC, asked)
    position = position_after(CLASSIC, AFTER_FIRST)
    kinds: dict[float, tuple[str, int]] = {}
    for row, count in zip(rows.tolist(), orbit_sizes(CLASSIC, asked, rows).tolist(), strict=True):
        guess = as_code(all_codes(CLASSIC)[row])
        bits = round(information_at(position, guess).bits, SAME)
        examples, others = kinds.get(bits, ("", 0))
        kinds[bits] = (f"{examples}, {CLASSIC.format(guess)}".lstrip(", "), others + count)
    return kinds


def candidates_left(_: Size) -> Figure:
    """The plot of candidates left under perfect play."""
    parts: dict[int, list[int]] = {0: [CLASSIC.size]}
    for turn, size in _parts(position_after(CLASSIC), named_strategy("optimal", CLASSIC, _dice())):
        parts.setdefault(turn, []).append(size)
    axes = (picture := _figure(4.2)).subplots()
    turns = sorted(parts)
    worst, average = [max(parts[turn]) for turn in turns], [_mean(parts[turn]) for turn in turns]
    axes.plot(turns, worst, "o-", color=RED, label="at worst")
    axes.plot(turns, average, "o-", color=BLUE, label="on average over the games that last so long")
    for turn, most, typical in zip(turns, worst, average, strict=True):
        axes.annotate(str(most), (turn, most), (5, 6), textcoords="offset points", color=RED)
        if typical < most:
            axes.annotate(
                _number(typical), (turn, typical), (-5, -13), textcoords="offset points", ha="right", color=BLUE
            )
    axes.set(title="Perfect play: candidates left", xlabel="guesses made", ylabel="candidates left", yscale="log")
    axes.set_yticks([1, 10, 100, 1000], ["1", "10", "100", "1000"])
    axes.set_ylim(0.5, 10_000)
    axes.set_xticks(turns)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    return picture


def _parts(position: Position, strategy: Strategy) -> Iterator[tuple[int, int]]:
    """Pairs of guesses made and candidates left, for all positions of the strategy's games."""
    guess = strategy.next_guess(position)
    for feedback, part in split(position, guess):
        after = Position(CLASSIC, (*position.history, (guess, feedback)), part)
        yield len(after.history), len(part)
        if feedback.bulls < len(guess):
            yield from _parts(after, strategy)


def _mean(sizes: list[int]) -> float:
    """The mean size of the part of a secret: each part is weighted by its size."""
    return sum(size * size for size in sizes) / sum(sizes)


def _number(count: float) -> str:
    return f"{count:.0f}" if count >= MOST_GUESSES else f"{count:.2g}"


def _evaluated(strategy: str) -> Evaluation:
    return evaluate(CLASSIC, named_strategy(strategy, CLASSIC, _dice()))


def _dice() -> random.Random:
    return random.Random(1)


def _figure(height: float) -> Figure:
    return Figure(figsize=(8, height), layout="constrained")
