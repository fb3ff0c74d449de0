"""What a run begins with and how long it lasts, whoever comes and whatever is left out."""

import asyncio

import pytest

from faults.playground import playground
from faults.run import with_company


async def a_while(done: list[str]) -> None:
    await asyncio.sleep(0.02)
    done.append("led")


async def nothing() -> None:
    """As foul play does in a run to which no attack belongs."""


async def breaks() -> None:
    raise ValueError("broken")


async def test_a_run_lasts_until_its_leader_is_done_though_others_have_nothing_to_do() -> None:
    done: list[str] = []
    await with_company(a_while(done), [nothing(), nothing(), asyncio.sleep(3600)])
    assert done == ["led"]


async def test_what_fails_beside_the_leader_ends_the_run() -> None:
    with pytest.raises(ValueError, match="broken"):
        await with_company(asyncio.sleep(3600), [nothing(), breaks()])


@pytest.mark.parametrize("people", [1, 4, 5, 8, 20])
async def test_however_many_come_one_of_them_plays_alone_and_can_be_let_wait(people: int) -> None:
    async with playground() as ground:
        ground.settle(people, 1, 1.0)
        ground.let_one_wait()
        assert len(ground.players) == people
        assert [chat for chat in ground.chats if chat.people == (chat.id,)]
