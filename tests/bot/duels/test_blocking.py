"""Who is blocked or reported: asked about once, listed in the settings, and met no more."""

import json

import pytest

from tests.bot.conftest import Stage
from tests.bot.duels.pairs import RACE, paired, screen
from tests.bot.duels.talkers import heard, presses, says

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_who_is_blocked_is_never_met_again_until_unblocked(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    blocks = "SELECT 1 FROM blocks WHERE person_id = ? AND blocked_id = ?"
    await presses(pair, pair.bob, "💬", "Block")
    assert "Block Alice? You won’t meet again or hear from them. This game goes on." in screen(pair.bob).text
    assert pair.stage.bot.rows(blocks, pair.bob.id, pair.alice.id) == []
    assert "You won’t meet Alice again or hear from them." in await presses(pair, pair.bob, "Block")
    assert pair.stage.bot.rows(blocks, pair.bob.id, pair.alice.id) == [(1,)]
    await says(pair, pair.alice, "hello")
    assert heard(pair.bob) == []
    listed = await pair.bob.sees("anguage", after=await pair.bob.send("/settings"))
    await pair.bob.presses("Blocked people", on=listed)
    answer = await pair.bob.presses("Alice", on=await pair.bob.sees("People you’ve blocked"))
    assert answer.text == "Unblocked"
    await pair.bob.sees("⛔ You haven’t blocked anybody.")
    assert pair.stage.bot.rows(blocks, pair.bob.id, pair.alice.id) == []


async def test_who_is_blocked_asks_for_no_other_match(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    await pair.bob.send("/resign")
    await pair.bob.presses("✖️ Yes, cancel")
    await stage.quiet()
    await presses(pair, pair.bob, "💬", "Block", "Block")
    before = pair.bob.messages()[-1].id
    assert "would rather not play again" in await presses(pair, pair.alice, "Rematch")
    assert pair.bob.messages()[-1].id == before
    assert "You won’t meet Alice again or hear from them." in await presses(pair, pair.bob, "Back", "Rematch")
    await presses(pair, pair.bob, "💬", "Unblock", "Back", "Rematch")
    await pair.alice.presses("Yes, again")
    await stage.quiet()
    assert "Yes, again" not in pair.alice.messages()[-1].buttons
    assert [screen(person).buttons[-1] for person in pair.both] == ["✖️ Cancel"] * 2


async def test_what_is_complained_of_is_kept_as_it_was_said(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    assert "hasn’t said anything here yet." in await presses(pair, pair.bob, "💬", "Report")
    for text in ("you are bad", "very bad"):
        await says(pair, pair.alice, text)
    await says(pair, pair.bob, "oh")
    query = "SELECT about_id, said FROM reports WHERE person_id = ?"
    await presses(pair, pair.bob, "Report", "Back", "Report")
    assert pair.stage.bot.rows(query, pair.bob.id) == []
    assert "goes to the people who run this bot" in await presses(pair, pair.bob, "Report")
    ((about, said),) = pair.stage.bot.rows(query, pair.bob.id)
    assert (about, json.loads(said)) == (pair.alice.id, ["you are bad", "very bad"])
