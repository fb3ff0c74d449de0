"""What a person is shown of what is stored: all that is theirs, no secret of a game that is on, nothing of others."""

import json
from dataclasses import replace

import pytest

from bot.app.kinds.match.model import HELD, PLAYED_FOR, Match, Sitter
from bot.app.messages import Chat
from bot.app.model.game import COMPUTER
from bot.app.model.tables import SHOWN
from bot.app.work import Work
from bot.storage.store import DatabaseStore
from tests.bot.duels.played import ended
from tests.bot.privacy.somebody import NAME, RIVAL, SOMEBODY, known_everywhere
from tests.bot.storage.stores import saving, table_in

SECRETS = "0987", "6543"
LOST = f"duel classic {' '.join(SECRETS)} first 0 | 0:8901 1:{SECRETS[1]} 0:1234"


async def told(store: DatabaseStore, person: int) -> str:
    """All that the person is shown."""
    return json.dumps(await store.run(lambda work: work.privacy.rows_of(person)))


async def test_there_is_something_of_every_table(store: DatabaseStore, place: str) -> None:
    await known_everywhere(store, place)
    rows = await store.run(lambda work: work.privacy.rows_of(SOMEBODY))
    assert set(SHOWN) - rows.keys() <= {"leases", "forgotten"}
    assert NAME in json.dumps(rows)


async def test_of_others_there_are_no_numbers(store: DatabaseStore, place: str) -> None:
    await known_everywhere(store, place)
    shown = await told(store, SOMEBODY)
    assert str(RIVAL) not in shown
    assert str(SOMEBODY) not in (await told(store, RIVAL))


@pytest.mark.parametrize("number", [HELD, PLAYED_FOR, ""])
async def test_a_number_that_the_bot_still_keeps_is_not_told(store: DatabaseStore, number: str) -> None:
    match = ended(1, LOST, SOMEBODY, COMPUTER, rated=False)
    sitters = (match.sitters[0], Sitter(COMPUTER, "", None))
    await store.run(lambda work: _saved(work, replace(match, sitters=sitters, level="perfect", number=number)))
    shown = await told(store, SOMEBODY)
    assert shown.count("hidden while the game is on") == (2 if number else 0)
    assert (SECRETS[0] in shown) == (not number)


async def _saved(work: Work, match: Match) -> None:
    work.games.save(match)


async def test_a_game_that_is_on_is_hidden_whole(store: DatabaseStore) -> None:
    await store.run(saving(replace(table_in(Chat(SOMEBODY), position="solo classic 9876 | 0123"), starter=SOMEBODY)))
    shown = await told(store, SOMEBODY)
    assert "9876" not in shown
    assert "hidden while the game is on" in shown
