"""In a group bystanders neither end nor slow a game of others; who plays in it, or has begun it, does."""

import pytest

from sandbox.client import Group, Person
from tests.bot.conftest import Stage
from tests.bot.player import friends, wrong_guesses
from tests.bot.solo.test_number_game import number_of
from tests.bot.together.test_party import IN_TURN, alert_text, begun, wait_long

pytestmark = pytest.mark.asyncio(loop_scope="session")

REFUSED = "Only whoever started this game, or has guessed in it, can decide that."
BEGINNINGS = ["/play", "/number 1 100"]


async def playing(stage: Stage, begin: str) -> tuple[Group, Person, Person, Person]:
    """A game that Alice has begun, in which nobody has guessed."""
    group, alice, bob, carol = await friends(stage)
    await alice.send(begin, chat=group)
    await alice.sees("/guess", chat=group)
    await stage.quiet()
    return group, alice, bob, carol


async def guesses(stage: Stage, group: Group, *people: Person, begin: str) -> None:
    """Each makes a guess that is wrong."""
    if "number" in begin:  # none of them follows from those before
        wrong = [">10", ">20", ">30"] if number_of(stage, group.id) > 50 else ["<90", "<80", "<70"]
    else:
        wrong = wrong_guesses(stage.secret_of(group.id), 3)
    for number, (person, guess) in enumerate(zip(people, wrong, strict=False), 1):
        await person.send(f"/g {guess}", chat=group)
        await person.sees(f"{number}. {guess}", chat=group)
    await stage.quiet()


def is_on(stage: Stage, group: Group) -> bool:
    return stage.bot.rows("SELECT count(*) FROM games WHERE chat_id = ? AND ended_at IS NULL", group.id) == [(1,)]


@pytest.mark.parametrize("begin", BEGINNINGS)
async def test_bystanders_end_no_game(stage: Stage, begin: str) -> None:
    group, _, bob, carol = await playing(stage, begin)
    for person in (bob, carol):
        assert REFUSED in alert_text(await person.presses("Resign", chat=group))
    await guesses(stage, group, bob, begin=begin)
    await bob.presses("Resign", chat=group)
    assert REFUSED in alert_text(await carol.presses("Resign", chat=group))
    await carol.send("/resign", chat=group)
    await carol.sees(REFUSED, chat=group)
    assert is_on(stage, group)


@pytest.mark.parametrize("begin", BEGINNINGS)
async def test_bystanders_keep_no_game_on(stage: Stage, begin: str) -> None:
    group, alice, bob, carol = await playing(stage, begin)
    await guesses(stage, group, bob, begin=begin)
    await alice.presses("Resign", chat=group)
    await alice.sees("Resign and see", chat=group)
    assert REFUSED in alert_text(await carol.presses("Keep playing", chat=group))
    await alice.presses("Yes, show it", chat=group)
    await stage.quiet()
    assert not is_on(stage, group)


@pytest.mark.parametrize("begin", BEGINNINGS)
async def test_those_who_play_end_it_together_and_whoever_began_it_alone(stage: Stage, begin: str) -> None:
    group, _, bob, carol = await playing(stage, begin)
    await guesses(stage, group, bob, carol, begin=begin)
    assert (await bob.presses("Resign", chat=group)).text == "Noted. One more person needed."
    await stage.quiet()
    await carol.presses("Resign", chat=group)
    await stage.quiet()
    assert not is_on(stage, group)
    other, alice, *_ = await playing(stage, begin)
    await alice.presses("Resign", chat=other)
    await stage.quiet()
    assert not is_on(stage, other)


async def test_two_who_have_just_sat_down_pass_nobody_over(stage: Stage) -> None:
    group, alice, bob, carol, _ = await begun(stage, IN_TURN)
    for person in (bob, carol):
        await person.presses("I’m in", chat=group)
    await alice.sees("Alice → Bob → Carol", chat=group)
    for person in (bob, carol):
        assert REFUSED in alert_text(await person.presses("Without Alice", chat=group))
    wait_long(stage, group)
    await carol.presses("Without Alice", chat=group)
    await carol.sees("👉 Bob’s turn", chat=group)
