"""Of several matches what is typed is for the one that waits for it; where several do, those alone are asked about."""

import pytest

from sandbox.client import Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import VOLLEY, Pair, challenged, paired, screen

pytestmark = pytest.mark.asyncio(loop_scope="session")
NOT_YOURS = "not your turn"


def positions(pair: Pair) -> dict[str, str]:
    """How each of their matches stands, in one line."""
    bot = pair.stage.bot
    return {match: str(stored.match_body(bot, match)["game"]) for match in stored.matches(bot, pair.alice.id)}


def waiting(pair: Pair, person: Person) -> list[str]:
    """The matches in which it is the person's turn."""
    seat, found = pair.both.index(person), []
    for match, position in positions(pair).items():
        head, _, turns = position.partition("|")
        first = int(head.split()[head.split().index("first") + 1])
        if (first + len(turns.split())) % 2 == seat:
            found.append(match)
    return found


async def with_one_that_waits(pair: Pair) -> tuple[Person, str]:
    """Somebody for whom one of two matches waits, which need not be the one that they looked at last."""
    person = pair.alice if waiting(pair, pair.alice) else pair.bob
    if len(waiting(pair, person)) == 2:
        await person.send("0123", reply_to=screen(person))
        await pair.stage.quiet()
    (match,) = waiting(pair, person)
    return person, match


async def test_what_is_typed_goes_where_it_is_ones_turn(stage: Stage) -> None:
    pair = await paired(stage, VOLLEY)
    await challenged(pair)
    person, match = await with_one_that_waits(pair)
    await pair.guess(person, "9876")
    assert "9876" in positions(pair)[match]
    assert not any(NOT_YOURS in message.text for message in person.messages() if message.by_bot)


async def test_only_where_no_game_waits_is_it_told_to_be_early(stage: Stage) -> None:
    pair = await paired(stage, VOLLEY)
    await challenged(pair)
    person, _ = await with_one_that_waits(pair)
    for guess in ("9876", "8765"):
        await pair.guess(person, guess)
    assert not any("8765" in position for position in positions(pair).values())
    assert [message for message in person.messages() if message.by_bot and "turn" in message.text]
