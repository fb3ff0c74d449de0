"""The metrics: counters, histograms and gauges of this process, in Prometheus' base units.

Labels take few values and never the id or the name of anybody. What is counted is committed, or sent.
"""

from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector

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
