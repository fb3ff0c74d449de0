"""The clock that goes on evenly, and the one that CLOCK_AHEAD sets ahead."""

import re
import time
from functools import partial
from pathlib import Path

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st

from bot.clocks import SLEW, SteadyClock, set_ahead, wall
from bot.settings import settings_from_environment
from bot.storage.session import Signals
from tests.bot.environment import TOKEN, refusal

HOUR = 3600.0


class Machine:
    def __init__(self) -> None:
        self.ticks, self.ahead = 1_000.0, 1_800_000_000.0
        self.clock = SteadyClock(self.wall, lambda: self.ticks)

    def wall(self) -> float:
        return self.ticks + self.ahead

    def after(self, passes: float, jump: float = 0.0) -> float:
        """What its steady clock says once so much time has passed and it was set so much ahead."""
        self.ticks += passes
        self.ahead += jump
        return self.clock.now()


def test_it_tells_the_time_and_slow_corrections_are_followed() -> None:
    machine = Machine()
    assert machine.after(5) == machine.wall()
    for _ in range(100):
        assert machine.after(1, 0.5) == machine.wall()


def test_a_jump_either_way_moves_nothing_and_is_told_once_and_so_is_a_clock_put_right_again() -> None:
    for jump in (HOUR, -HOUR):
        machine = Machine()
        before = machine.clock.now()
        with structlog.testing.capture_logs() as events:
            assert [machine.after(10, jump), machine.after(10)] == [before + 10, before + 20]
        assert [entry["seconds"] for entry in events] == [round(jump)]
    machine = Machine()
    with structlog.testing.capture_logs() as events:
        assert {machine.after(0, jump) for jump in (HOUR, -HOUR)} == {Machine().wall()}
    assert [entry["seconds"] for entry in events] == [3600, 0]


@given(st.lists(st.tuples(st.floats(0, 1e6), st.floats(-1e6, 1e6)), max_size=30))
def test_whatever_is_done_to_the_machines_clock_time_passes_as_it_does(steps: list[tuple[float, float]]) -> None:
    machine = Machine()
    before = machine.clock.now()
    for passes, jump in steps:
        now = machine.after(passes, jump)
        assert abs(now - before - passes) <= SLEW + 1e-3
        before = now


DAY = 86400.0


def test_the_games_and_the_database_live_tomorrow(request: pytest.FixtureRequest) -> None:
    request.addfinalizer(partial(set_ahead, 0.0))
    set_ahead(DAY)
    now = time.time()
    for clock in (wall, SteadyClock().now, Signals().now):
        assert now + DAY <= clock() < now + DAY + 3600


def test_the_clock_is_moved_only_where_the_bot_api_is_on_this_machine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BOT_API_URL", raising=False)
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv("CLOCK_AHEAD", "86400")
    assert re.fullmatch(r"CLOCK_AHEAD: it is for trying things out[^\n]*", refusal() or "")
    for url in ("http://127.0.0.1:8081", "http://localhost:8081", "http://[::1]:8081"):
        monkeypatch.setenv("BOT_API_URL", url)
        assert settings_from_environment().clock_ahead == 86400
    for wrong in ("-1", "tomorrow", "nan", "inf"):
        monkeypatch.setenv("CLOCK_AHEAD", wrong)
        assert re.fullmatch(r"CLOCK_AHEAD: [^\n]*", refusal() or "")
