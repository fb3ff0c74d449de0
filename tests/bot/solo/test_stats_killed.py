"""Games that end while the bot is killed (-9), on both databases: counted once, and what they achieve is told once."""

import json

import pytest

from bot.app.stats.model import Ledger, Ledgers
from sandbox.client import Person
from tests.bot.mortal import Mortal
from tests.bot.player import by_bot
from tests.bot.solo.recounting import figures, recounted
from tests.bot.storage.stores import opened

pytestmark = pytest.mark.asyncio(loop_scope="session")
SECRET, GUESSES = "0145", ("0123", "0245")
"""A code, and what perfect play guesses before it."""
ACHIEVED = "New achievement: Flawless: a perfect review"
OLDER = 700
"""Games of before ledgers were kept: more than two transactions count."""


async def nearly_solves(mortal: Mortal, ann: Person) -> None:
    await ann.send("/play")
    await mortal.quiet()
    [(game, body)] = await mortal.rows("SELECT game_id, body FROM games WHERE ended_at IS NULL")
    stored = json.loads(body)
    drawn = stored["position"].split()[2]
    changed = json.dumps(stored | {"position": stored["position"].replace(drawn, SECRET)})
    await mortal.change(f"UPDATE games SET body = '{changed}' WHERE game_id = '{game}'")
    for guess in GUESSES:
        await ann.send(guess)
        await mortal.quiet()


async def kept_of(mortal: Mortal, ann: Person) -> Ledger:
    """What is kept of the person, once the bot is stopped, which is what a recount comes to."""
    await mortal.bot.stop()
    async with opened(mortal.place) as store:
        ledger = await store.run(lambda work: work.of(Ledgers).of(ann.id))
        assert figures(ledger) == figures(await recounted(store, ann.id))
    return ledger


async def test_games_that_end_while_the_bot_is_killed_are_counted_once(mortal: Mortal) -> None:
    ann = await mortal.sandbox.person("Ann")
    await nearly_solves(mortal, ann)
    async with mortal.killed_before_commit():
        await ann.send(SECRET)
    assert await mortal.rows("SELECT count(*) FROM played") == [(0,)]
    async with mortal.killed_after_commit("SELECT 1 FROM ledgers WHERE body LIKE '%flawless\"%'"):
        await mortal.bot.start()
    assert not by_bot(ann, words=ACHIEVED)
    await mortal.rises()
    await nearly_solves(mortal, ann)
    both_over = "SELECT count(*) FROM games WHERE ended_at IS NOT NULL HAVING count(*) = 2"
    async with mortal.killed_after_commit(both_over):
        await ann.send(SECRET)
    await ann.send("/stats")
    await mortal.rises()
    assert "Games: 2 · solved: 2" in (await ann.sees("Games: ")).text
    await nearly_solves(mortal, ann)
    await mortal.bot.kill()
    for words in (SECRET, SECRET, "/stats"):
        await ann.send(words)
    await mortal.rises()
    assert "Games: 3 · solved: 3" in (await ann.sees("Games: ")).text
    assert len(by_bot(ann, words=ACHIEVED)) == 1
    ledger = await kept_of(mortal, ann)
    assert (ledger.of_all.games, ledger.of_all.reviewed, ledger.told) == (3, 3, ("flawless",))


async def test_a_level_that_is_beaten_while_the_bot_is_killed_is_told_once_on_the_board(mortal: Mortal) -> None:
    ann = await mortal.sandbox.person("Ann")
    for words in ("/match perfect", "8305"):
        await ann.send(words)
        await mortal.quiet()
    [(body,)] = await mortal.rows("SELECT body FROM games WHERE kind = 'match'")
    match = json.loads(body)
    seat = [sitter["person"] for sitter in match["sitters"]].index(ann.id)
    async with mortal.killed_after_commit("SELECT 1 FROM ledgers WHERE body LIKE '%perfect%'"):
        await ann.send(match["game"].split()[2 + seat])
    await mortal.rises()
    [told] = by_bot(ann, words="New achievement: Giant slayer")
    assert "🏆 You won" in told.text
    assert (await kept_of(mortal, ann)).told == ("perfect",)


@pytest.mark.costly
async def test_older_games_are_counted_once_though_stats_is_killed_amid_them(mortal: Mortal) -> None:
    ann = await mortal.sandbox.person("Ann")
    await nearly_solves(mortal, ann)
    await ann.send(SECRET)
    await mortal.quiet()
    await nearly_solves(mortal, ann)
    counted = f"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {OLDER})"
    copies = "SELECT 'copy' || i, line FROM n CROSS JOIN (SELECT line FROM played ORDER BY number LIMIT 1) AS one"
    await mortal.change(f"INSERT INTO played (game_id, line) {counted} {copies}")
    theirs = f"SELECT {ann.id}, number FROM played WHERE game_id LIKE 'copy%'"
    await mortal.change(f"INSERT INTO played_by (person_id, number) {theirs}")
    await mortal.change("DELETE FROM ledgers")
    async with mortal.killed_before_commit():
        await ann.send("/stats")
    assert await mortal.rows("SELECT * FROM ledgers") == []
    async with mortal.killed_after_commit("SELECT 1 FROM ledgers WHERE done IS NOT NULL"):
        await mortal.bot.start()
    [(done,)] = await mortal.rows("SELECT done FROM ledgers")
    await ann.send(SECRET)
    async with mortal.killed_after_commit(f"SELECT 1 FROM ledgers WHERE done > {done}"):
        await mortal.bot.start()
    await mortal.bot.start()
    await mortal.finds("SELECT 1 FROM ledgers WHERE done IS NULL")
    await mortal.quiet()
    asked = await ann.send("/stats")
    assert f"Games: {OLDER + 2} · solved: {OLDER + 2}" in (await ann.sees("Games: ", after=asked)).text
    ledger = await kept_of(mortal, ann)
    assert ledger.of_all.games == OLDER + 2
