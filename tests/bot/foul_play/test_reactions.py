"""However often a rival reacts, it is one message, which changes; what is written stays a message each."""

import pytest

from tests.bot.conftest import Stage
from tests.bot.duels.pairs import RACE, paired, screen
from tests.bot.duels.talkers import heard, presses, says

pytestmark = pytest.mark.asyncio(loop_scope="session")

TWELVE = "👍👏😄😮🤔🤝" * 2


async def test_twelve_reactions_are_one_message(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    await presses(pair, pair.alice, "💬")
    for at, sign in enumerate(TWELVE):
        if at % 4 == 0:
            stage.bot.change("UPDATE remarks SET said_at = said_at - 60")
        assert await presses(pair, pair.alice, sign) == f"{sign} → Bob"
    assert heard(pair.bob) == [f"💬 Alice: {TWELVE}"]


async def test_each_has_their_own_in_the_others_chat_and_words_stay_apart(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    await presses(pair, pair.alice, "💬", "👍")
    await presses(pair, pair.bob, "💬", "👏")
    await says(pair, pair.alice, "hello!")
    await says(pair, pair.alice, "again!")
    await presses(pair, pair.alice, "🤝")
    assert sorted(heard(pair.bob)) == ["💬 Alice: again!", "💬 Alice: hello!", "💬 Alice: 👍🤝"]
    assert heard(pair.alice) == ["💬 Bob: 👏"]


async def test_another_match_begins_another_message(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    await presses(pair, pair.alice, "💬", "👍", "Back")
    await pair.guess(pair.bob, pair.secret())
    await pair.alice.presses("Rematch", on=screen(pair.alice))
    await pair.stage.quiet()
    await pair.bob.presses("Rematch", on=screen(pair.bob))
    await pair.stage.quiet()
    await presses(pair, pair.alice, "💬", "👏")
    assert heard(pair.bob) == ["💬 Alice: 👍", "💬 Alice: 👏"]
