"""What is for anybody stays open when somebody declines it, and nobody is rung up for it again and again."""

import pytest

from tests.bot.conftest import Stage
from tests.bot.duels.challengers import invited, link_in, matches_of

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_strangers_no_thanks_leaves_an_open_link_open(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    carol = await stage.sandbox.person("Carol")
    await bob.opens(link_in(invitation))
    await bob.presses("No, thanks")
    await bob.sees("You declined")
    await alice.sees("Bob can’t play this time")
    await carol.opens(link_in(invitation))
    await carol.presses("Accept", on=await carol.sees("Alice challenges you"))
    await alice.sees("🤝 Carol accepted your challenge.")
    assert len(matches_of(stage, alice, carol)) == 1


async def test_however_often_one_declines_the_challenger_hears_it_once(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    for _ in range(3):
        opened = await bob.opens(link_in(invitation))
        await bob.presses("No, thanks", on=await bob.sees("Alice challenges you", after=opened))
        await bob.sees("You declined", after=opened)
    await stage.quiet()
    assert len([message for message in alice.messages() if message.by_bot and message.id > invitation.id]) == 1


async def test_of_many_who_decline_only_a_few_ring(stage: Stage) -> None:
    alice, bob, invitation = await invited(stage)
    others = [bob, *[await stage.sandbox.person(f"Guest {number}") for number in range(5)]]
    for guest in others:
        await guest.opens(link_in(invitation))
        await guest.presses("No, thanks", on=await guest.sees("Alice challenges you"))
        await guest.sees("You declined")
    await stage.quiet()
    news = alice.messages()[-1]
    assert "Guest 4 can’t play this time" in news.text
    assert news.edited is not None
