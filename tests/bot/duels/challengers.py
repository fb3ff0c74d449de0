"""People who challenge each other, for tests: how they come together, and what the bot knows of their matches."""

from sandbox.client import Group, Message, Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import AT_ONCE, button_data
from tests.bot.duels.pairs import choose_terms as choose_terms  # noqa: PLC0414  others ask for it here
from tests.bot.player import friends


async def invited(stage: Stage, language: str = "en") -> tuple[Person, Person, Message]:
    """Alice, Bob, and Alice's invitation to a rated game of 90 s a guess."""
    alice, bob = await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob", language)
    await choose_terms(alice, *AT_ONCE, "Invite a friend")
    return alice, bob, await alice.sees("✉️ Your challenge is waiting for a friend.")


def link_in(invitation: Message) -> str:
    link = button_data(invitation, "Copy link")
    assert link in invitation.text
    return link


async def offered(guest: Person, invitation: Message) -> Message:
    return await guest.sees("Alice challenges you", after=await guest.opens(link_in(invitation)))


def matches_of(stage: Stage, *people: Person) -> set[str]:
    return set.intersection(*(set(stored.matches(stage.bot, person.id)) for person in people))


def position_of(stage: Stage, *people: Person) -> str:
    (match,) = matches_of(stage, *people)
    return str(stored.match_body(stage.bot, match)["game"])


async def challenged(stage: Stage, *terms: str) -> tuple[Group, Person, Person, Person, Message]:
    """A group of three, and the card on which Alice challenges all of them to such a game, or what these make it."""
    group, alice, bob, carol = await friends(stage)
    await choose_terms(alice, *AT_ONCE, *terms)
    await alice.send("/duel", chat=group)
    return group, alice, bob, carol, await alice.sees("⚔️ Who wants to play Alice?", chat=group)


async def named(stage: Stage) -> tuple[Group, Person, Person, Person, Message]:
    """A group of three, and the card on which Alice challenges Bob alone."""
    group, alice, bob, carol = await friends(stage)
    await alice.send("/start")
    words = await bob.send("I never lose", chat=group)
    await alice.send("/duel", chat=group, reply_to=words)
    card = await alice.sees("Alice challenges Bob", chat=group)
    assert card.reply_to == words.id
    return group, alice, bob, carol, card
