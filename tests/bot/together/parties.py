"""A party in a group, for tests."""

from sandbox.client import Answer, Group, Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import friends, talk

FREE, IN_TURN = "Free for all", "In turn"


async def begun(stage: Stage, how: str) -> tuple[Group, Person, Person, Person, str]:
    """A party that Alice has begun, and its secret."""
    group, alice, bob, carol = await friends(stage)
    await talk(f"/party → A party: everybody against my secret\n[{how}] → I have a secret", alice, chat=group)
    return group, alice, bob, carol, stage.secret_of(group.id)


async def in_turn(stage: Stage) -> tuple[Group, Person, Person, Person, str]:
    """One in turn that Bob and Carol have joined."""
    group, alice, bob, carol, secret = await begun(stage, IN_TURN)
    for person in (bob, carol):
        assert (await person.presses("I’m in", chat=group)).text == "You’re in! Your turn will come."
    await alice.sees("🔁 Order: Alice → Bob → Carol", chat=group)
    return group, alice, bob, carol, secret


def wait_long(stage: Stage, group: Group) -> None:
    """Whoever is to guess has been waited for longer than a minute."""
    stored.begin_turn_earlier(stage.bot, group.id, 61)


def alert_text(answer: Answer) -> str:
    """What only the presser hears."""
    assert answer.alert
    return answer.text or ""
