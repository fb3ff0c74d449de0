"""Whoever ends games without end fills the disk no more: of a day some hundred are kept, and sums tell of all."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.actions.ledgers import COUNT, count_game, count_on
from bot.app.kinds.alone.model import Alone
from bot.app.messages import Chat
from bot.app.model.game import LINES_A_DAY, Header, PlayedGame
from bot.app.model.ledger import Ledger, with_line
from bot.app.registry import KINDS
from bot.app.work import Job, Work
from bot.game.daily import DAY
from bot.storage.store import DatabaseStore
from tests.bot.duels.played import FIRST_WINS, ended, world_at
from tests.bot.solo.recounting import figures
from tests.bot.storage.databases import rows_at
from tests.bot.storage.stores import opened_anew, table_in

pytestmark = pytest.mark.both_databases

ANN, BOB, EVE = 1, 2, 3
TODAY = 20_000 * DAY
WORLD = world_at(TODAY)
MANY = LINES_A_DAY + 100
POSITIONS = (
    "solo classic 0834 | 0123 0834",
    "solo classic 0834 | 0123 4567 0834",
    "solo classic 0834 | 0123 | resigned 0",
    "solo mini 1234 | 1235 1234",
)


def game(number: int, position: str = POSITIONS[0], at: float = TODAY, chat: int = ANN) -> Alone:
    return table_in(Chat(chat), f"{number:016x}", position, at)


def line(over: Alone) -> PlayedGame:
    played = KINDS.played_of(over, "")
    assert played is not None
    return played


async def end(store: DatabaseStore, *games: Header) -> None:
    """Each is saved in a work of its own, as it is when somebody ends it, and counted where it is a game alone."""
    for over in games:

        async def job(work: Work, over: Header = over) -> None:
            work.games.save(over)
            if isinstance(over, Alone) and not over.chat.is_group:
                await count_game(line(over), "Ann", work, WORLD)

        await store.run(job)


async def ledger(store: DatabaseStore, person: int = ANN) -> Ledger:
    return await store.run(lambda work: work.ledgers.of(person))


async def lines(store: DatabaseStore, person: int = ANN) -> int:
    return len(await store.run(lambda work: work.games.played_by(person, 10_000)))


def all_of(games: Sequence[Alone]) -> Ledger:
    """What all their lines would come to."""
    whole = Ledger(ANN)
    for over in games:
        whole = with_line(whole, line(over))
    return whole


async def test_hundreds_of_games_in_a_day_leave_some_lines_and_all_figures(store: DatabaseStore, place: str) -> None:
    games = [game(number, POSITIONS[number % len(POSITIONS)]) for number in range(MANY)]
    await end(store, *games)
    assert await rows_at(place, "SELECT count(*) FROM played") == [(LINES_A_DAY,)]
    assert await lines(store) == LINES_A_DAY
    assert figures(await ledger(store)) == figures(all_of(games))
    assert (await ledger(store)).of_all.games == MANY


@pytest.mark.parametrize("kind", ["in a group", "a match"])
async def test_so_it_is_with_games_that_no_sums_are_kept_of(
    store: DatabaseStore, place: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.app.model.game.LINES_A_DAY", 5)
    for number in range(9):
        over = game(number, chat=-5) if kind == "in a group" else replace(ended(number, FIRST_WINS), ended_at=TODAY)
        await end(store, over)
    assert await rows_at(place, "SELECT count(*) FROM played") == [(5,)]


async def test_what_left_no_line_leaves_none_when_it_is_saved_later(
    store: DatabaseStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.app.model.game.LINES_A_DAY", 5)
    games = [game(number) for number in range(9)]
    await end(store, *games, game(9, at=TODAY + DAY))

    async def again(work: Work) -> None:
        for over in games:
            read = await work.games.load(over.id, Alone)
            assert read is not None
            work.games.save(read)

    await store.run(again)
    assert await lines(store) == 5 + 1


async def test_a_new_day_keeps_lines_again_and_others_keep_theirs(
    store: DatabaseStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.app.model.game.LINES_A_DAY", 5)
    await end(store, *[game(number) for number in range(9)])
    await end(store, *[game(10 + number, at=TODAY + DAY) for number in range(4)])
    await end(store, *[replace(game(20 + number), starter=EVE) for number in range(4)])
    assert (await lines(store), await lines(store, EVE)) == (5 + 4, 4)


async def test_a_rival_who_plays_little_keeps_the_line(store: DatabaseStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.app.model.game.LINES_A_DAY", 5)
    await end(store, *[game(number) for number in range(9)])
    await end(store, replace(ended(50, FIRST_WINS, ANN, BOB), ended_at=TODAY))
    assert (await lines(store), await lines(store, BOB)) == (5, 1)


@settings(max_examples=25, deadline=None)
@given(
    days=st.lists(st.tuples(st.integers(0, 2), st.sampled_from(POSITIONS), st.sampled_from("agm")), max_size=30),
    batch=st.sampled_from([2, 300]),
)
async def test_whatever_is_played_figures_are_those_of_all_games(days: list[tuple[int, str, str]], batch: int) -> None:
    """Alone, in groups (which count for nobody) and in matches; also while older games are still being counted."""
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        patch.setattr("bot.app.model.game.LINES_A_DAY", 3)
        patch.setattr("bot.app.actions.ledgers.BATCH", batch)
        async with opened_anew(folder) as store:
            alone = []
            for number, (day, position, kind) in enumerate(sorted(days, key=lambda each: each[0])):
                at = TODAY + day * DAY
                over = game(number, position, at, ANN if kind == "a" else -5)
                await end(store, over if kind != "m" else replace(ended(number, FIRST_WINS, ANN, BOB), ended_at=at))
                alone += [over] * (kind == "a")
            while (done := (await ledger(store)).done) is not None and alone:
                await store.run(partial(count_on, Job(COUNT, str(ANN), done), world=WORLD))
            assert figures(await ledger(store)) == figures(all_of(alone))
