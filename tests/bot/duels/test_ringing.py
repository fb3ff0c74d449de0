"""What rings at whoever has chosen it: the bot's real process sends all the rest as well, without a sound."""

import pytest

from sandbox.client import Person
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import Pair, misses, paired

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def chooses(person: Person, *buttons: str) -> None:
    """The person presses these in the settings, one after the other."""
    asked = await person.send("/settings")
    menu = await person.sees("notifications", after=asked)
    for button in buttons:
        await person.presses(button, on=menu)


async def silences(pair: Pair, person: Person) -> list[tuple[str, bool]]:
    """The first line of each message that the person was sent, and whether it came without a sound."""
    sent = [call["parameters"] for call in await pair.stage.sandbox.calls("sendMessage")]
    return [
        (str(each["text"]).partition("\n")[0], each.get("disable_notification") is True)
        for each in sent
        if each["chat_id"] == person.id
    ]


async def new_to(pair: Pair, person: Person, before: int) -> list[bool]:
    """Of each new message to the person, whether it came without a sound."""
    await pair.stage.quiet()
    return [is_silent for _, is_silent in (await silences(pair, person))[before:]]


async def count(pair: Pair, person: Person) -> int:
    """The messages that the person was sent."""
    await pair.stage.quiet()
    return len(await silences(pair, person))


async def test_talk_that_does_not_ring_comes_all_the_same_and_turns_ring(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    await chooses(second, "🔔 Chat")
    before = await count(pair, second)
    await first.send("hello there")
    assert await new_to(pair, second, before) == [True]
    assert any(message.text.endswith("hello there") for message in second.messages())
    await pair.guess(first, "8901")
    assert await new_to(pair, second, before) == [True, False]
    await chooses(second, "🔕 Chat")
    before = await count(pair, second)
    await first.send("hello again")
    assert await new_to(pair, second, before) == [False]


async def test_turns_and_results_are_switched_apart(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    secrets = {pair.alice.id: "0123", pair.bob.id: "4567"}
    await chooses(second, "🔔 Turns")
    before = await count(pair, second)
    miss, another = misses(2, *secrets.values())
    await pair.guess(first, miss)
    assert await new_to(pair, second, before) == [True]
    await pair.guess(second, miss)
    await pair.guess(first, secrets[second.id])
    await chooses(first, "🔔 Results")
    before, after = await count(pair, second), await count(pair, first)
    await pair.guess(second, another)
    assert (await new_to(pair, second, before))[:1] == [False]
    assert (await new_to(pair, first, after))[:1] == [True]


async def test_in_quiet_hours_nothing_rings_and_out_of_them_everything_does(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    await chooses(second, "🌙", "22–8", "2")
    before = await count(pair, second)
    await pair.guess(first, "8901")
    await first.send("hello there")
    assert await new_to(pair, second, before) == [True, True]
    await chooses(second, "🌙", "15")
    before = await count(pair, second)
    await first.send("hello again")
    assert await new_to(pair, second, before) == [False]


async def test_what_one_chooses_is_ones_own(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    await chooses(second, "🔔 Turns", "🔔 Chat", "🔔 Results")
    before = await count(pair, first)
    await pair.guess(first, "8901")
    await pair.guess(second, "8901")
    assert not all(await new_to(pair, first, before))
