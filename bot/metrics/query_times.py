"""The time that named queries take: some ten an update, so it is added up without the locks of a histogram."""

import time
from collections import defaultdict
from collections.abc import Awaitable, Iterator
from typing import TypeVar

from prometheus_client.core import SummaryMetricFamily
from prometheus_client.registry import Collector

from bot.metrics.instruments import PREFIX, REGISTRY

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


async def timed(name: str, answer: Awaitable[T]) -> T:
    """The answer to the query of that name, whose time is added."""
    began = time.perf_counter()
    answered = await answer
    _times.add(name, time.perf_counter() - began)
    return answered
