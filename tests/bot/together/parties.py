"""A party in a group, for tests."""

from sandbox.client import Answer, Group, Person
from tests.bot.conftest import Stage
from tests.bot.player import friends

FREE, IN_TURN = "Free for all", "In turn"


async def begun(stage: Stage, how: str) -> tuple[Group, Person, Person, Person, str]:
    """A party that Alice has begun, and its secret."""
    group, alice, bob, carol = await friends(stage)
    await alice.send("/party", chat=group)
    await alice.sees("A party: everybody against my secret", chat=group)
    await alice.presses(how, chat=group)
    await alice.sees("I have a secret", chat=group)
    return group, alice, bob, carol, stage.secret_of(group.id)


async def in_turn(stage: Stage) -> tuple[Group, Person, Person, Person, str]:
    """One in turn that Bob and Carol have joined."""
    group, alice, bob, carol, secret = await begun(stage, IN_TURN)
    for person in (bob, carol):
        assert (await person.presses("I’m in", chat=group)).text == "You’re in! Your turn will come."
    await alice.sees("🔁 Order: Alice → Bob → Carol", chat=group)
    return group, alice, bob, carol, secret


def alert_text(answer: Answer) -> str:
    """What only the presser hears."""
    assert answer.alert
    return answer.text or ""
