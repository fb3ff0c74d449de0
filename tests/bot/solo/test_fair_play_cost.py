"""What is refused for the sake of fair play costs no thought, however much is told and however many games run."""

from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice, permutations
from typing import Any

import pytest

from bot.app.actions.daily import LOOKED_AT
from bot.app.kinds.match.model import Match
from bot.app.messages import Chat, Person
from bot.app.model.game import MATCHES
from bot.app.work import Work
from bot.app.world import Question
from tests.bot.duels.played import ended
from tests.bot.inside import AtOnce, inside

PERSON = Person(1001, "Ann", "en")
DAYS, PLAYED = "days", "race classic 0123 | 0:4567@1 0:8901@2 1:2345@3"
"""Ann's rated race, in which she has guessed twice."""
OTHER = "race three 012 | 0:345@1"


@dataclass
class Thinker(AtOnce):
    """A mind that notes what it is asked."""

    asked: list[Question] = field(default_factory=list)

    def recall(self, question: Question) -> Any:
        self.asked.append(question)
        return super().recall(question)


def running(number: int, position: str = PLAYED) -> Match:
    """A rated match of Ann's, by the day."""
    return replace(ended(number, position, one=PERSON.id), clock=DAYS, ended_at=None)


async def saved(matches: list[Match], work: Work) -> None:
    for match in matches:
        work.games.save(match)


TOLD = "4567 0B0C 8901 0B2C"
MANY = " ".join(f"{code} 0B1C" for code in map("".join, islice(permutations("0123456789", 4), 58)))


@pytest.mark.parametrize("matches", [1, 200])
@pytest.mark.parametrize("text", [TOLD, "7654 0B0C 1098 0B2C", f"{TOLD} {MANY}"])
async def test_a_refusal_costs_no_thought(text: str, matches: int) -> None:
    compute = Thinker()
    async with inside(None, Chat(PERSON.id), compute=compute) as bot:
        await bot.store.run(partial(saved, [running(number) for number in range(1, matches + 1)]))
        *_, answer = await bot.says(f"/review {text}")
        assert "That could help in a rated game" in str(answer)
        assert compute.asked == []


@pytest.mark.parametrize("friendly", [MATCHES, LOOKED_AT])
async def test_the_newest_of_more_games_than_one_may_play_is_guarded_as_well(friendly: int) -> None:
    others = [replace(running(number, OTHER), rated=False) for number in range(1, friendly + 1)]
    async with inside(None, Chat(PERSON.id), compute=AtOnce()) as bot:
        await bot.store.run(partial(saved, [*others, running(friendly + 1)]))
        *_, answer = await bot.says(f"/review {TOLD}")
        assert "That could help in a rated game" in str(answer)
