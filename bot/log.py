"""Logs: one line an event, as text or JSON, from which the token is always cut."""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

Event = MutableMapping[str, Any]


def configure(level: str, form: str, token: str) -> None:
    """Send everything, also what libraries say, through one formatter to stderr."""
    renderer: Any = structlog.processors.JSONRenderer(ensure_ascii=False)
    if form == "text":
        renderer = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            renderer,
            Redaction(token),
        ],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    logging.basicConfig(handlers=[handler], level=level, force=True)
    for chatty in ("aiohttp.access", "asyncio"):
        logging.getLogger(chatty).setLevel(max(logging.WARNING, logging.getLevelName(level)))
    logging.getLogger("telegram").setLevel(logging.CRITICAL)  # it logs what it also raises, with whole answers in it
    structlog.configure(
        processors=[
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


class Redaction:
    """The last step of a log line: whatever it holds of the token is cut out."""

    def __init__(self, token: str) -> None:
        self._hidden = [token, token.partition(":")[2]]

    def __call__(self, _logger: Any, _name: str, line: Any) -> str:
        """The line without the token."""
        for hidden in self._hidden:
            line = line.replace(hidden, "<token>")
        return str(line)
