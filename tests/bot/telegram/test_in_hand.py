"""An update that takes long keeps its own chat waiting, and nobody else."""

import asyncio
from typing import Any

from bot.app.messages import Said
from bot.telegram.receive import RECENT, Intake
from sandbox.client import PATIENCE
from tests.bot.telegram.sources import Scene, Slow, serving, until, until_drained


class Picky:
    """An intake that notes what it has carried out, and is slow at one text."""

    def __init__(self, intake: Intake, slow_at: str) -> None:
        self.read = intake.read
        self._slow_at = slow_at
        self.may_end = asyncio.Event()
        self.done: list[str | None] = []

    async def carry_out(self, incoming: Said) -> None:
        if incoming.text == self._slow_at:
            await self.may_end.wait()
        self.done.append(incoming.text)


async def test_what_takes_long_holds_up_its_own_chat_only_and_is_not_confirmed(scene: Scene, intake: Intake) -> None:
    picky: Any = Picky(intake, "slow")
    alice, bob = [await scene.sandbox.person(name) for name in ("Alice", "Bob")]
    receiver = scene.receiver(picky)
    async with serving(receiver):
        await until_drained(receiver)
        await alice.send("slow")
        for number in range(3):
            await alice.send(f"after {number}")
            await bob.send(f"quick {number}")
            await until(lambda number=number: f"quick {number}" in picky.done)  # type: ignore[misc]
        assert picky.done == ["quick 0", "quick 1", "quick 2"]
        assert (await scene.sandbox.state())["pending"] == 7
        scene.time += RECENT
        assert not await receiver.drained()
        picky.may_end.set()
        await until_drained(receiver)
        assert picky.done[3:] == ["slow", "after 0", "after 1", "after 2"]
        async with asyncio.timeout(PATIENCE):
            while (await scene.sandbox.state())["pending"]:
                await asyncio.sleep(0.02)


async def test_what_is_always_being_thought_about_stops_no_clock(scene: Scene, intake: Intake) -> None:
    slow: Any = Slow(intake)
    people = [await scene.sandbox.person(str(number)) for number in range(5)]
    receiver = scene.receiver(slow)
    async with serving(receiver):
        await until_drained(receiver)
        await people[0].send("thought about")
        await slow.begun.wait()
        for person in people[1:]:
            scene.time += 2 * RECENT
            assert not await receiver.drained()
            await until(lambda: receiver._fetched_at == scene.time)
            await person.send("thought about")
            await slow.goes_on()  # the former is done, and this one is in hand
            await until_drained(receiver)
