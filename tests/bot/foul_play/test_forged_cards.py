"""A card that was sent by inline mode stays what it was sent as, whatever a doctored client says of it later."""

import pytest

from bot.app.buttons import ChallengePress, OnChallenge, button_data
from bot.app.messages import Chat, Chose, Inline, Person, Pressed
from bot.app.model.duels import Challenge, State
from tests.bot.inside import Inside, inside

ANN = Person(2002, "Ann")
CARD = Inline("AgAAAB")
SENT = {
    "a result": "s0123456789abcdef",
    "a match": "m0123456789abcdef",
    "a contest": f"b{'t' * 22}",
    "the day": "day-1",
}


async def offered(bot: Inside) -> str:
    """The token of a challenge that whoever asks inline is offered."""
    await bot.asks_inline("")
    [challenge, *_] = await bot.store.run(lambda work: work.challenges.open_of(bot.person.id))
    return challenge.token


async def taken(bot: Inside, token: str) -> Challenge | None:
    """What is on the card, once somebody has pressed *Accept* there with that token."""
    number = next(bot.numbers)
    data = button_data(ChallengePress(OnChallenge.TAKE, token))
    await bot.worker.run(Pressed(number, f"query {number}", None, bot.person, None, data, CARD))
    waiting = await bot.store.run(lambda work: work.challenges.open_of(bot.person.id))
    return next((challenge for challenge in waiting if challenge.card == CARD), None)


@pytest.mark.parametrize("sent", SENT)
async def test_nobody_makes_the_card_of_another_their_own_challenge(sent: str) -> None:
    async with inside(None, Chat(1001)) as mallory:
        await mallory.says("/start")
        token = await offered(mallory)
        await mallory.worker.run(Chose(next(mallory.numbers), ANN, SENT[sent], CARD))
        assert await taken(mallory, token) is None
        stored = await mallory.store.run(lambda work: work.challenges.load(token))
        assert stored is not None
        assert stored.state is State.UNSENT


async def test_a_challenge_is_on_its_card_also_where_telegram_does_not_report_that_it_was_sent() -> None:
    async with inside(None, Chat(1001)) as bob:
        await bob.says("/start")
        assert await taken(bob, await offered(bob)) is not None


async def test_a_challenge_is_on_the_card_that_was_sent_with_it_once() -> None:
    async with inside(None, Chat(1001)) as bob:
        await bob.says("/start")
        token = await offered(bob)
        for _ in range(2):
            await bob.worker.run(Chose(next(bob.numbers), bob.person, token, CARD))
        one = await taken(bob, token)
        assert one is not None
        assert one == await taken(bob, token)
