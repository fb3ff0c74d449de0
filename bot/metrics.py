"""What the bot counts and times, for `GET /metrics`, in Prometheus' base units."""

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable, Iterable, Iterator
from functools import partial
from typing import TypeVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector
from prometheus_client.core import SummaryMetricFamily
from prometheus_client.registry import Collector

# The metrics: counters, histograms and gauges of this process, in Prometheus' base units.
#
# Labels take few values and never the id or the name of anybody. What is counted is committed, or sent.

PREFIX = "bullscows"
REGISTRY = CollectorRegistry()
FAST = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Bounds in seconds of what is done within milliseconds."""
SLOW = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 60.0)
"""Bounds in seconds of what people notice."""

_counter = partial(Counter, namespace=PREFIX, registry=REGISTRY)
_gauge = partial(Gauge, namespace=PREFIX, registry=REGISTRY)
_histogram = partial(Histogram, namespace=PREFIX, registry=REGISTRY)

BUILD = Info("build", "The version that runs, its Python and its database.", namespace=PREFIX, registry=REGISTRY)
ProcessCollector(namespace=PREFIX, registry=REGISTRY)

UPDATES = _counter(
    "updates",
    "Updates, by kind and outcome: done, again (seen before), dropped (too many), too_much (to think), failed.",
    ("kind", "outcome"),
)
UPDATE_COMMIT_SECONDS = _histogram("update_commit_seconds", "From taking an update to its commit.", buckets=FAST)
UPDATE_ANSWER_SECONDS = _histogram(
    "update_answer_seconds", "From taking an update to the first message of its answer at Telegram.", buckets=FAST
)
TELEGRAM_CALL_SECONDS = _histogram(
    "telegram_call_seconds", "Calls of the Bot API, by method, refused ones included.", ("method",), buckets=FAST
)
TELEGRAM_REFUSALS = _counter(
    "telegram_refusals", "Calls of the Bot API that failed, by method and reason.", ("method", "reason")
)
LIMIT_WAIT_SECONDS = _histogram(
    "limit_wait_seconds", "Waits for Telegram's limits, by chat: private or group.", ("chat",), buckets=SLOW
)
FAILED = _counter("failed", "What was kept as failed: update (jobs included) or message.", ("what",))
GAMES_BEGUN = _counter("games_begun", "Games that were begun, by mode.", ("mode",))
GAMES_ENDED = _counter("games_ended", "Games that have ended, by mode.", ("mode",))
THOUGHT_WAIT_SECONDS = _histogram(
    "thought_wait_seconds", "How long thoughts waited for their turn, by kind.", ("kind",), buckets=FAST
)
THOUGHT_SECONDS = _histogram("thought_seconds", "How long thoughts took, by kind.", ("kind",), buckets=FAST)
TRANSACTION_UNITS = _histogram(
    "transaction_units", "Units of work that shared a transaction.", buckets=(1, 2, 5, 10, 20, 50, 100)
)
LOOP_LAG_SECONDS = _histogram(
    "event_loop_lag_seconds", "How much later than asked for the event loop comes back.", buckets=FAST
)
OUTBOX_OLDEST_SECONDS = _gauge("outbox_oldest_seconds", "How long the oldest item has waited that this process sends.")
STORED = _gauge(
    "stored",
    "What is stored for all replicas: outbox, failed_updates, failed_messages, games and matches that run, challenges "
    "that are open, people who search a rival, reports.",
    ("what",),
)
STORED_AT = _gauge("stored_timestamp_seconds", "When bullscows_stored was read.")


# Measures how late the event loop is: whatever holds it keeps everybody waiting.

EVERY = 0.25
"""Seconds between two measurements."""


async def measure() -> None:
    """Measure until cancelled."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(EVERY)
        LOOP_LAG_SECONDS.observe(max(0.0, time.perf_counter() - began - EVERY))


# The time that named queries take: some ten an update, so it is added up without the locks of a histogram.

T = TypeVar("T")


class QueryTimes(Collector):
    """How often each query was asked, and for how many seconds it was waited for, others in its batch included."""

    def __init__(self) -> None:
        self._counts: defaultdict[str, int] = defaultdict(int)
        self._seconds: defaultdict[str, float] = defaultdict(float)

    def add(self, name: str, seconds: float) -> None:
        """A query has been answered after so many seconds. For one thread."""
        self._counts[name] += 1
        self._seconds[name] += seconds

    def collect(self) -> Iterator[SummaryMetricFamily]:
        """The sums by query, for the page."""
        family = SummaryMetricFamily(
            f"{PREFIX}_database_query_seconds", "What was waited for the database, by query.", labels=("query",)
        )
        for name, count in list(self._counts.items()):
            family.add_metric((name,), count, self._seconds[name])
        yield family


_times = QueryTimes()
REGISTRY.register(_times)


def note_times(times: Iterable[tuple[str, float]]) -> None:
    """Queries, by name, have been answered after so many seconds each."""
    for name, seconds in times:
        _times.add(name, seconds)


async def timed(name: str, answer: Awaitable[T]) -> T:
    """The answer to the query of that name, whose time is added."""
    began = time.perf_counter()
    answered = await answer
    _times.add(name, time.perf_counter() - began)
    return answered
