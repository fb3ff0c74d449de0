"""What is remembered of thoughts: so many bytes of them, and whatever is held."""

import pytest

from bot.app.world import Question
from bot.compute.processes import Memory


def about(number: int) -> Question:
    return Question(len, (number,))


def known(memory: Memory, most: int = 100) -> list[int]:
    return [number for number in range(most) if about(number) in memory]


def test_the_room_is_counted_in_bytes() -> None:
    memory = Memory(3000)
    for number in range(5):
        memory.keep(about(number), b"x" * 900)
    assert known(memory) == [2, 3, 4]
    memory.keep(about(5), b"x" * 2500)
    assert (known(memory), memory.size <= 3000) == ([5], True)


def test_what_was_recalled_last_is_forgotten_last() -> None:
    memory = Memory(3000)
    for number in range(3):
        memory.keep(about(number), b"x" * 900)
    assert memory.recall(about(0)) == b"x" * 900
    memory.keep(about(3), b"x" * 900)
    assert known(memory) == [0, 2, 3]


def test_what_is_held_stays_however_much_comes() -> None:
    memory = Memory(1000)
    memory.keep(about(0), b"x" * 900)
    for number in (0, 1, 1):
        memory.hold(about(number))
    memory.keep(about(1), b"x" * 900)
    for number in range(2, 9):
        memory.keep(about(number), b"x" * 900)
    assert known(memory) == [0, 1, 8]
    memory.release(about(1))
    assert (known(memory), memory.recall(about(1))) == ([0, 1, 8], b"x" * 900)
    memory.release(about(1))
    assert known(memory) == [0, 1], "released, it is the newest of what may be forgotten"
    memory.release(about(0))
    assert known(memory) == [0]
    assert memory.size <= 1000


def test_what_was_held_and_never_thought_is_not_known() -> None:
    memory = Memory(1000)
    memory.hold(about(0))
    memory.release(about(0))
    with pytest.raises(KeyError):
        memory.recall(about(0))
