"""The clock that goes on evenly."""

import structlog
from hypothesis import given
from hypothesis import strategies as st

from bot.clocks import SLEW, SteadyClock

HOUR = 3600.0


class Machine:
    """A machine whose clock can be set."""

    def __init__(self) -> None:
        self.ticks = 1_000.0
        self.ahead = 1_800_000_000.0

    def wall(self) -> float:
        return self.ticks + self.ahead

    def clock(self) -> SteadyClock:
        return SteadyClock(self.wall, lambda: self.ticks)


def test_it_tells_the_time() -> None:
    machine = Machine()
    clock = machine.clock()
    machine.ticks += 5
    assert clock.now() == machine.wall()


def test_a_jump_either_way_moves_nothing_and_is_told_once() -> None:
    for jump in (HOUR, -HOUR):
        machine = Machine()
        clock = machine.clock()
        before = clock.now()
        machine.ahead += jump
        with structlog.testing.capture_logs() as events:
            machine.ticks += 10
            assert clock.now() == before + 10
            machine.ticks += 10
            assert clock.now() == before + 20
        assert [entry["seconds"] for entry in events] == [round(jump)]


def test_a_clock_put_right_again_is_told_as_well() -> None:
    machine = Machine()
    clock = machine.clock()
    with structlog.testing.capture_logs() as events:
        for jump in (HOUR, -HOUR):
            machine.ahead += jump
            assert clock.now() == Machine().wall()
    assert [entry["seconds"] for entry in events] == [3600, 0]


def test_slow_corrections_are_followed() -> None:
    machine = Machine()
    clock = machine.clock()
    for _ in range(100):
        machine.ticks += 1
        machine.ahead += 0.5
        assert clock.now() == machine.wall()


@given(st.lists(st.tuples(st.floats(0, 1e6), st.floats(-1e6, 1e6)), max_size=30))
def test_whatever_is_done_to_the_machines_clock_time_passes_as_it_does(steps: list[tuple[float, float]]) -> None:
    machine = Machine()
    clock = machine.clock()
    before = clock.now()
    for passes, jump in steps:
        machine.ticks += passes
        machine.ahead += jump
        now = clock.now()
        assert abs(now - before - passes) <= SLEW + 1e-3
        before = now
