"""Logs: one line an event, as text or JSON, without the token and other secrets."""

import json
import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any
from urllib.parse import unquote

import structlog

from bot.traces import trace_of_info

Event = MutableMapping[str, Any]
VALUES = re.compile(r"[\n(<].*", re.DOTALL)
"""What follows in asyncio's messages about a task or callback: its arguments or its exception."""
OPENED_BY = re.compile(r"""\b(tma|Bearer) [^\s"']{20,}|(hash|signature)(=|%3D)[\w-]{64,}""")
"""How a page's requests say who has opened it, and what Telegram has signed that with."""
LONG = 8
"""A password shorter than this is removed only from URLs: it may be an ordinary word such as `bot`."""


def configure(level: str, form: str, token: str) -> "Redaction":
    """Log to stderr, libraries included, in one format.

    `form`: `text` or `json`. Further secrets can be added to the returned Redaction.
    """
    redaction = Redaction(token)
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _without_values,
    ]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_formatter(form, shared, redaction))
    logging.basicConfig(handlers=[handler], level=level, force=True)
    _quieten_libraries(level)
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    return redaction


def _formatter(form: str, shared: list[Any], redaction: "Redaction") -> logging.Formatter:
    renderer: Any = structlog.processors.JSONRenderer(ensure_ascii=False)
    if form == "text":
        renderer = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.ExceptionRenderer(trace_of_info),
            renderer,
            redaction,
        ],
    )


def _quieten_libraries(level: str) -> None:
    for chatty in ("aiohttp.access", "asyncio"):
        logging.getLogger(chatty).setLevel(max(logging.WARNING, logging.getLevelName(level)))
    logging.getLogger("telegram").setLevel(logging.CRITICAL)  # it logs what it also raises, with whole responses


def _without_values(_logger: Any, _name: str, event: Event) -> Event:
    if event["logger"] == "asyncio":
        event["event"] = VALUES.sub("", str(event["event"])).rstrip()
    return event


class Redaction:
    """The last step of a log line: removes all secrets."""

    def __init__(self, token: str) -> None:
        self._hidden = {token: "<token>", token.partition(":")[2]: "<token>"}

    def hide_secret(self, secret: str) -> None:
        """Remove this as well from now on."""
        self._hidden[secret] = "<secret>"

    def hide_password(self, password: str) -> None:
        """Remove a password from URLs from now on, and, if it is long, everywhere."""
        plain = unquote(password)
        for form in {password, plain, json.dumps(plain, ensure_ascii=False)[1:-1], repr(plain)[1:-1]} - {""}:
            self._hidden[f":{form}@"] = ":<password>@"
            if len(form) >= LONG:
                self._hidden[form] = "<password>"

    def __call__(self, _logger: Any, _name: str, line: Any) -> str:
        """The line without the secrets."""
        for hidden, shown in self._hidden.items():
            line = line.replace(hidden, shown)
        return OPENED_BY.sub("<opener>", str(line))
