"""What bot/web/server.py uses of aiohttp though it is not public, in the releases to which pyproject.toml pins it.

A release that is not pinned may change any of it: widen the pin only with this file green and read again.
"""

import inspect
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from aiohttp import web

PROJECT = Path(__file__).parents[3] / "pyproject.toml"
REVIEWED = "3.14"
"""The releases whose private parts were looked at."""


def test_aiohttp_is_pinned_to_the_releases_that_were_looked_at() -> None:
    dependencies = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["dependencies"]
    (pin,) = [line for line in dependencies if line.startswith("aiohttp")]
    assert pin.startswith(f"aiohttp>={REVIEWED}.")
    assert pin.endswith(",<3.15")
    assert version("aiohttp").startswith(f"{REVIEWED}.")


def test_a_response_makes_its_headers_where_the_server_header_is_dropped() -> None:
    """The base sets `Server` there, and calls nothing else behind it that could."""
    assert inspect.iscoroutinefunction(web.StreamResponse._prepare_headers)
    assert "SERVER" in inspect.getsource(web.StreamResponse._prepare_headers)


@pytest.mark.parametrize(
    ("method", "parameters"),
    [
        ("connection_made", ["self", "transport"]),
        ("force_close", ["self"]),
        ("handle_error", ["self", "request", "status", "exc", "message"]),
    ],
)
def test_a_connection_is_steered_by_the_methods_that_we_override_or_call(method: str, parameters: list[str]) -> None:
    assert list(inspect.signature(getattr(web.RequestHandler, method)).parameters) == parameters


def test_the_settings_of_a_connection_are_those_that_we_give() -> None:
    given = {"loop", "logger", "access_log", "keepalive_timeout", "lingering_time", "auto_decompress"}
    assert given <= set(inspect.signature(web.RequestHandler.__init__).parameters)


def test_a_server_counts_its_connections_and_makes_their_protocols() -> None:
    assert isinstance(inspect.getattr_static(web.Server, "connections"), property)
    assert "__call__" in vars(web.Server)
