"""Two processes that think, spawned for real: what one of them is about holds up nobody who asks the other."""

import asyncio
import gc
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from bot.app.supervision import run_with_thoughts
from bot.app.work import Work
from bot.app.world import Computation, NeedsThought, TooMuchAtOnce, TooMuchToThink
from bot.compute.processes import MINUTE, MOST_AT_ONCE, QUICK_LIMIT, Line, Memory, ThinkingProcesses
from tests.bot.compute import thoughts
from tests.bot.compute.thoughts import deadly, for_ever, lasting, let_end, noted, process, until_there, words_in


@pytest.fixture
def clock() -> list[float]:
    return [1000.0]


@pytest.fixture
def compute(clock: list[float]) -> Iterator[ThinkingProcesses]:
    """Two processes in which until_there is a long thought; a quick one may take five seconds, as in earnest."""
    long = frozenset({until_there})
    with closing(ThinkingProcesses(long=long, limits=(QUICK_LIMIT, 600.0), clock=lambda: clock[0])) as processes:
        yield processes


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "noted")


async def thought(compute: ThinkingProcesses, about: Callable[..., Any], *given: Any) -> Any:
    question = Computation(about, given)
    await compute.think(question)
    try:
        return compute.recall(question)
    finally:
        compute.release(question)


async def begun(file: str) -> None:
    async with asyncio.timeout(60):
        while not words_in(file):
            await asyncio.sleep(0.01)


async def given_up(asker: asyncio.Task[Any], file: str) -> None:
    await begun(file)
    asker.cancel()
    with suppress(asyncio.CancelledError):
        await asker


async def test_long_thoughts_hold_up_no_quick_one_and_are_nicer(compute: ThinkingProcesses, file: str) -> None:
    long = asyncio.create_task(thought(compute, until_there, file))
    await begun(file)
    quick, here = await thought(compute, process, 0), await thought(compute, noted, file, "quick")
    let_end(file)
    await long
    assert (here, words_in(file)) == ("quick", ["begun", "quick", "done"])
    slow = await compute.asked(Computation(process, (0,)))
    assert slow[0] != quick[0]
    assert slow[1] > quick[1]


async def test_the_limit_counts_from_when_a_thought_begins(compute: ThinkingProcesses) -> None:
    asked = [thought(compute, lasting, 0.5, number) for number in range(12)]
    assert await asyncio.gather(*asked) == list(range(12)), "the last waited for longer than any may take"


@pytest.mark.costly
async def test_what_takes_too_long_fails_once_for_all_who_asked_and_takes_nobody_with_it(
    compute: ThinkingProcesses, clock: list[float], file: str
) -> None:
    askers = [thought(compute, for_ever, file) for _ in range(3)]
    *failed, other = await asyncio.gather(*askers, thought(compute, lasting, 0.0, 7), return_exceptions=True)
    assert ([type(error) for error in failed], other) == ([TooMuchToThink] * 3, 7)
    question = Computation(for_ever, (file,))
    for times, found in ((1, TooMuchToThink), (2, NeedsThought)):
        with pytest.raises(found):
            compute.recall(question)
        with pytest.raises(TooMuchToThink):
            await thought(compute, for_ever, file)
        assert words_in(file) == ["begun"] * times, "for a minute it is not even tried"
        clock[0] += MINUTE


async def test_who_waits_no_more_takes_the_thought_from_nobody_else(compute: ThinkingProcesses, file: str) -> None:
    first, second = (asyncio.create_task(thought(compute, until_there, file)) for _ in range(2))
    await given_up(first, file)
    let_end(file)
    assert (await second, words_in(file)) == ("done", ["begun", "done"])


async def test_what_takes_too_long_for_nobody_is_no_unheard_error(compute: ThinkingProcesses, file: str) -> None:
    unheard: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: unheard.append(context))
    await given_up(asyncio.create_task(thought(compute, for_ever, file)), file)
    with suppress(TooMuchToThink):
        async with asyncio.timeout(60):
            while True:
                with suppress(NeedsThought):
                    compute.recall(Computation(for_ever, (file,)))
                await asyncio.sleep(0.05)
    gc.collect()
    assert unheard == []


async def test_whatever_ends_the_task_that_asks_everybody_is_answered(compute: ThinkingProcesses, file: str) -> None:
    askers = [asyncio.create_task(thought(compute, *asked)) for asked in ((noted, file, "one"), (lasting, 0.0, 7))]
    while not (tasks := [task for task in asyncio.all_tasks() if task.get_name() == "thinking"]):
        await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
    assert await asyncio.gather(*askers) == ["one", 7]


async def test_a_process_that_dies_is_asked_again_so_often_and_replaced_if_it_had_nothing_to_do(
    compute: ThinkingProcesses, file: str
) -> None:
    answers = await asyncio.gather(thought(compute, deadly, file, 1), thought(compute, lasting, 0.0, 1))
    assert list(answers) == ["lived", 1]
    with pytest.raises(TooMuchToThink):
        await thought(compute, deadly, f"{file}2", 1000)
    assert len(words_in(f"{file}2")) == 3
    for number in range(2, 5):
        pid, _ = await thought(compute, process, number)
        os.kill(pid, signal.SIGKILL)
        await asyncio.sleep(0.1 * (number - 2))  # whether or not anybody has noticed
        assert (await thought(compute, lasting, 0.0, number)) == number


async def test_one_person_may_ask_a_few_things_and_others_too(compute: ThinkingProcesses, file: str) -> None:
    flood = [Computation(noted, (file, str(number))) for number in range(30)]
    outcomes = await asyncio.gather(*(compute.think(question, 7) for question in flood), return_exceptions=True)
    assert [type(each) for each in outcomes] == [type(None)] * MOST_AT_ONCE + [TooMuchAtOnce] * (30 - MOST_AT_ONCE)
    others = await asyncio.gather(*(compute.think(question, 8) for question in flood[:MOST_AT_ONCE]))
    assert others == [None] * MOST_AT_ONCE
    await compute.think(flood[-1], 7)
    assert len(words_in(file)) == MOST_AT_ONCE + 1, "what was refused may be asked again at once"


async def test_what_makes_no_sense_says_so_at_each_recall_and_a_bug_is_told(compute: ThinkingProcesses) -> None:
    for _ in range(2):
        with pytest.raises(ValueError, match="no game"):
            await thought(compute, thoughts.senseless)
    with pytest.raises(ZeroDivisionError):
        await thought(compute, thoughts.broken)
    assert await thought(compute, lasting, 0.0, 1) == 1


class Nowhere:
    async def run(self, job: Callable[[Work], Any], *_chats: int, alone: bool = False) -> Any:
        nothing: Any = None
        return await job(nothing)


@pytest.mark.costly
async def test_what_needs_5000_thoughts_ends_however_few_are_kept() -> None:
    asked, known = 0, 0

    async def job(_work: Work) -> int:
        nonlocal asked, known
        while known < 5000:
            asked += 1
            forgetful.recall(Computation(lasting, (0.0, known)))
            known += 1
        return sum(forgetful.recall(Computation(lasting, (0.0, number))) for number in range(known))

    with closing(ThinkingProcesses(room=200)) as forgetful:
        assert await run_with_thoughts(Nowhere().run, forgetful, job) == sum(range(5000))
    assert asked == 2 * 5000, "each was missing once"
    assert forgetful._memory.size <= 200, "and then they are forgotten"


# What is remembered of thoughts: so many bytes of them, and whatever is held
def about(number: int) -> Computation:
    return Computation(len, (number,))


def known(memory: Memory, most: int = 100) -> list[int]:
    return [number for number in range(most) if about(number) in memory]


def keeping(room: int, *numbers: int) -> Memory:
    memory = Memory(room)
    for number in numbers:
        memory.keep(about(number), b"x" * 900)
    return memory


def test_the_room_is_counted_in_bytes_and_what_was_recalled_last_is_forgotten_last() -> None:
    memory = keeping(3000, *range(5))
    assert (known(memory), memory.recall(about(2))) == ([2, 3, 4], b"x" * 900)
    memory.keep(about(5), b"x" * 900)
    assert known(memory) == [2, 4, 5]
    memory.keep(about(6), b"x" * 2500)
    assert known(memory) == [6]
    assert memory.size <= 3000


def test_what_is_held_stays_however_much_comes() -> None:
    memory = keeping(1000, 0)
    for number in (0, 1, 1):
        memory.hold(about(number))
    for number in range(1, 9):
        memory.keep(about(number), b"x" * 900)
    assert known(memory) == [0, 1, 8]
    memory.release(about(1))
    assert (known(memory), memory.recall(about(1))) == ([0, 1, 8], b"x" * 900)
    memory.release(about(1))
    assert known(memory) == [0, 1], "released, it is the newest of what may be forgotten"
    memory.release(about(0))
    assert known(memory) == [0]
    assert memory.size <= 1000
    memory.hold(about(99))
    memory.release(about(99))
    with pytest.raises(KeyError):  # it was held, and never thought
        memory.recall(about(99))


def test_people_take_turns_however_much_each_has_asked_and_a_lower_rank_comes_first() -> None:
    line: Line[str] = Line()
    for what, whose in (("a0", 1), ("a1", 1), ("a2", 1), ("a3", 1), ("b0", 2), ("b1", 2), ("c0", 3)):
        line.put(what, whose, 0)
    assert ([*iter(line.take, None)], line.take()) == (["a0", "b0", "c0", "a1", "b1", "a2", "a3"], None)
    line = Line()
    for what, whose, rank in (("review", 1, 1), ("picture", 1, 0), ("other review", 2, 1)):
        line.put(what, whose, rank)
    assert line.take() == "picture"
    line.put("other picture", 2, 0)
    assert [*iter(line.take, None)] == ["other picture", "review", "other review"]
