"""This bot on both databases beside echo bots that store nothing."""

from collections.abc import Sequence
from itertools import chain
from statistics import median

from benchmarks.contenders import ECHO_AIOHTTP, ECHO_HTTPX, IN_POSTGRES, OURS, STREAM, Outcome, alternated
from benchmarks.measuring import Report, Size, Spread, aligned, run, times_as_fast
from benchmarks.plain import plain_milliseconds

FIGURES = ("updates", "p50", "p99", "cpu", "calls")
RATIOS = tuple(f"bots.{database}.{figure}" for database in ("sqlite", "postgres") for figure in FIGURES)
CONDITIONS = """\
{chats} private chats, each sending its next update once the last was fully answered; then {stream:.0f} a second;
{rounds} rounds, the bots in turn. This bot plays games, {games} to their end: /play, guesses typed, now and then a
press (5 %) or /hint (5 %); an echo repeats. Every update of this bot is committed to disk before it is answered; the
echoes store nothing. All flood limits are lifted, for all bots alike. Each bot has a process of its own, and so has the
test API; its load is the share of a core that it and the players took. Calls/update: of the Bot API, while all were
busy; a board that nobody would have seen is not sent. CPU/update is that of the bot's process; PostgreSQL's server, on
the same machine, comes on top. Ratios: above 1 is better for updates/s, below 1 for the rest.
"""


def measured(size: Size) -> Report:
    """All bots. Ratios are to the echo over aiohttp, since HTTPX breaks down with so many busy chats.

    That echo shares our HTTP client and would get slower with it, so processor time is compared with plain Python,
    measured before and after.
    """
    before = plain_milliseconds()
    outcomes = run(alternated((OURS, IN_POSTGRES, ECHO_HTTPX, ECHO_AIOHTTP), size))
    plain = (before, plain_milliseconds())
    by_name = {outcome.name: outcome for outcome in outcomes}
    ratios: dict[str, Spread] = {}
    for database, contender in (("sqlite", OURS), ("postgres", IN_POSTGRES)):
        if contender.name in by_name:
            ours = by_name[contender.name]
            ratios |= beside(ours, by_name[ECHO_AIOHTTP.name], f"bots.{database}")
            ratios[f"bots.{database}.cpu"] = times_as_fast((1000 * ours.work, took) for took in plain)
    return Report(_table(outcomes, size), ratios)


def beside(ours: Outcome, theirs: Outcome, prefix: str) -> dict[str, Spread]:
    """How many times as well one did as another, round by round, under names with that prefix."""
    at_once = list(zip(ours.at_once, theirs.at_once, strict=True))
    stream = list(zip(ours.stream, theirs.stream, strict=True))
    return {
        f"{prefix}.updates": Spread.of(mine.per_second / other.per_second for mine, other in at_once),
        f"{prefix}.p50": Spread.of(other.percentile(0.5) / mine.percentile(0.5) for mine, other in stream),
        f"{prefix}.p99": Spread.of(other.percentile(0.99) / mine.percentile(0.99) for mine, other in stream),
        f"{prefix}.cpu": Spread.of([theirs.work / ours.work]),
        f"{prefix}.calls": Spread.of(other.calls_per_update / mine.calls_per_update for mine, other in at_once),
    }


def figures(outcome: Outcome) -> tuple[str, ...]:
    """The figures of a bot over all rounds."""
    numbers = _numbers(outcome)
    return (
        outcome.name,
        f"{numbers[0]:.0f}",
        *(f"{seconds * 1000:.1f} ms" for seconds in numbers[1:5]),
        f"{numbers[5]:.2f}",
        f"{numbers[6] * 1000:.2f} ms",
        str(sum(load.unanswered for load in chain(outcome.at_once, outcome.stream))),
        f"{median(load.api_load for load in outcome.at_once):.0%}",
    )


def against(ours: Outcome, other: Outcome, name: str) -> tuple[str, ...]:
    """The ratios of one bot to another, under that name."""
    pairs = zip(_numbers(ours), _numbers(other), strict=True)
    return (name, *(f"{mine / theirs:.2f}" for mine, theirs in pairs), "", "")


def head() -> tuple[str, ...]:
    """The head of the table."""
    at_once = ("updates/s", "all busy: p50", "p99")
    return ("", *at_once, f"at {STREAM:.0f}/s: p50", "p99", "calls/update", "CPU/update", "unanswered", "API load")


def _table(outcomes: Sequence[Outcome], size: Size) -> str:
    """The table of the bots, with the first one's ratios to the others below."""
    ours, *others = outcomes
    lines = [head(), *map(figures, outcomes), *(against(ours, other, f"the first / {other.name}") for other in others)]
    text = CONDITIONS.format(chats=size.chats, stream=STREAM, rounds=size.rounds, games=ours.games)
    return f"{text}\n{aligned(lines)}"


def _numbers(outcome: Outcome) -> tuple[float, ...]:
    """The medians over the rounds, in the order of the head."""
    at_once, stream = outcome.at_once, outcome.stream
    return (
        median(load.per_second for load in at_once),
        *(median(load.percentile(share) for load in loads) for loads in (at_once, stream) for share in (0.5, 0.99)),
        median(load.calls_per_update for load in at_once),
        outcome.work,
    )
