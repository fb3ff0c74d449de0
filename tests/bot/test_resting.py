"""Games with the bot alone that nobody goes on with: untouched ones go after a day, others rest after a week."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import pytest
import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st

from bot.app.contests.model import Target
from bot.app.daily.model import Daily
from bot.app.games.screens import CLOSED, ON_PAGE, games, resting
from bot.app.kind import slot_of
from bot.app.messages import Chat, Person
from bot.app.model.game import BOARDS, Header
from bot.app.model.options import Help
from bot.app.outbox import BLANK, OutboxItem, ScreenItem, Urgency
from bot.app.registry import KINDS
from bot.app.screen import Screen
from bot.app.screens.common import page_of
from bot.app.screens.entries import ListedGame
from bot.app.texts import Html, texts_in
from bot.game.daily import DAY
from bot.storage.keeping import AT_ONCE
from bot.storage.store import DatabaseStore, queries_for
from tests.bot.inside import AtOnce, Inside, within, world_with
from tests.bot.storage.databases import change_at, rows_at
from tests.bot.storage.stores import migrated, saving, table_in

pytestmark = pytest.mark.both_databases

ANN = Chat(1001)
ALONE = {
    "/play": "4567",
    "/play evil": "4567",
    "/play strict": "4567",
    "/play x2": "4567",
    "/number": ">50",
    "/number 1 9": "5",
    "/think": "0B1C",
}
"""Games with the bot alone, with a move in each."""
WEEK = 7 * DAY


DONE = ("/play|/hint", "/play x2|/hint", "/play|4567", "/number|>50", "/think|0B1C")
"""Games with something done in each."""


@dataclass
class Aged:
    """The bot, in a world whose time passes as a test says."""

    bot: Inside
    place: str
    now: float = 1000 * DAY

    async def passes(self, seconds: float) -> list[OutboxItem]:
        """So much time; what the keeper then sends, and that arrives."""
        self.now += seconds
        await self.bot.store.forget(self.now)
        items = await self.bot.store.outbox.pending(self.bot.chat.id)
        for item in items:
            await self.bot.store.outbox.note_delivered([item], None, None)
        return items

    async def begins(self, *texts: str) -> str:
        """The slot of the board of the game that is begun so."""
        known = await self.running()
        for text in texts:
            await self.bot.says(text)
        (slot,) = [slot for slot in await self.running() if slot not in known]
        return slot

    async def running(self) -> list[str]:
        """The slots of the games that run."""
        return [slot_of(game.id) for game in await self.bot.store.run(lambda work: work.games.running_in(ANN.id))]

    async def read(self) -> list[str]:
        """The slots of those that are read with an update."""
        scene = await self.bot.store.run(lambda work: work.scene(-1, ANN))
        return [slot_of(game.id) for game in scene.games]

    async def loaded(self, slot: str) -> Header:
        game = await self.bot.store.run(lambda work: work.games.load(slot.partition(":")[2], Header))
        assert game is not None
        return game

    async def moves(self, slot: str) -> int:
        game = await self.loaded(slot)
        return KINDS.codec_for(type(game)).progress_of(game).moves

    @property
    def menu(self) -> Screen:
        return self.bot.screens["menu"][1]

    async def presses(self, label: str, slot: str = "menu") -> None:
        rows = self.bot.screens[slot][1].rows
        data = next(button.data for row in rows for button in row if label in button.text)
        await self.bot.presses(str(data), slot)


@pytest_asyncio.fixture
async def aged(store: DatabaseStore, place: str) -> Aged:
    world = world_with((0, 1, 2, 3), AtOnce())
    found = Aged(within(store, replace(world, now=lambda: found.now), ANN), place)
    store.signals.now = lambda: found.now
    return found


# One on which nothing was done goes after a day, with its screen.


@pytest.mark.parametrize("order", ALONE)
async def test_untouched_it_goes_after_a_day_with_its_screen_and_without_a_word(aged: Aged, order: str) -> None:
    slot = await aged.begins(order)
    message = aged.bot.screens[slot][0]
    assert (await aged.passes(DAY - 60), await aged.running()) == ([], [slot])
    (sent,) = await aged.passes(120)
    assert isinstance(sent, ScreenItem)
    assert (sent.screen, sent.current, sent.urgency) == (BLANK, message, Urgency.TIDYING)
    assert (await aged.running(), await aged.passes(DAY)) == ([], [])
    for table in ("played", "ledgers", "drafts"):
        assert await rows_at(aged.place, f"SELECT * FROM {table}") == []
    assert (await aged.loaded(slot)).is_over
    await aged.bot.presses(*next(button for button in aged.bot.buttons if button[1] == slot))
    await aged.bot.says("0123")
    assert await aged.running() == []


@pytest.mark.parametrize("texts", DONE)
async def test_in_which_anything_was_done_it_stays_but_not_for_ever(aged: Aged, texts: str) -> None:
    slot = await aged.begins(*texts.split("|"))
    await aged.passes(2 * DAY)
    assert await aged.running() == [slot]
    await aged.passes(179 * DAY)
    assert await aged.running() == []


async def test_which_was_looked_at_since_it_stays_for_a_day_more(aged: Aged) -> None:
    slot = await aged.begins("/play")
    await aged.passes(DAY - 60)
    await aged.bot.says("/play")
    await aged.passes(120)
    assert await aged.running() == [slot]
    await aged.passes(DAY)
    assert await aged.running() == []


THEIRS = Target("00" * 8, "Bob", 3, solved=True)
KEPT: dict[str, dict[str, Any]] = {
    "the day": {"daily": Daily(7, "t" * 22, 2000 * DAY)},
    "a contest": {"target": THEIRS},
    "a code that was set": {"target": replace(THEIRS, clue="my old pin")},
    "in a group": {"chat": Chat(-5)},
    "notes": {"notes": ((ANN.id, "0x"),)},
}


@pytest.mark.parametrize("what", KEPT)
async def test_some_never_go(aged: Aged, what: str) -> None:
    await aged.bot.store.run(saving(replace(table_in(ANN, opened_at=aged.now), **KEPT[what])))
    await aged.passes(9 * DAY)
    assert await rows_at(aged.place, "SELECT ended_at FROM games") == [(None,)]


async def test_for_several_on_one_phone_it_stays_and_is_read_for_good(aged: Aged) -> None:
    await aged.bot.says("/duel")
    for data in ("1:hotseat", "1:hotseat:circle"):
        await aged.bot.presses(data, "menu")
    slots = [await aged.begins("Olga, Taras and Mia")]
    await aged.passes(9 * DAY)
    assert (await aged.running(), await aged.read()) == (slots, slots)


async def test_many_go_a_few_at_a_time_and_what_cannot_be_read_holds_up_nothing(aged: Aged) -> None:
    made = [table_in(Chat(at), f"{at:016x}", opened_at=aged.now) for at in range(1, 251)]
    await aged.bot.store.run(saving(*made))
    await change_at(aged.place, f"UPDATE games SET body = '{{}}' WHERE game_id = '{made[1].id}'")
    await change_at(
        aged.place,
        "INSERT INTO slots (chat_id, slot, message_id, below) SELECT chat_id, 'game:' || game_id, 7, 0 FROM games",
    )
    ended, run = [0], aged.bot.store.run

    async def counted(job: Any, *chats: int, alone: bool = False) -> Any:
        more = await run(job, *chats, alone=alone)
        ((now,),) = await rows_at(aged.place, "SELECT count(*) FROM games WHERE ended_at IS NOT NULL")
        ended.append(now)
        return more

    aged.bot.store.run = counted  # type: ignore[method-assign]
    await aged.passes(DAY + 60)
    assert (ended[-1], max(one - other for other, one in pairwise(ended))) == (249, AT_ONCE)
    assert await rows_at(aged.place, "SELECT count(*), min(urgency) FROM outbox") == [(249, 4)]


def test_those_that_may_go_are_found_by_an_index() -> None:
    with closing(sqlite3.connect(":memory:")) as file:
        file.deserialize(migrated())
        key = {"chat_id": 0, "opened_at": 0.0, "game_id": "", "before": 1.0}
        query = queries_for("sqlite3").private_boards.sql
        plan = [step for *_, step in file.execute(f"EXPLAIN QUERY PLAN {query}", key)]
    assert len(plan) == 1
    assert "USING INDEX running_games_by_chat" in plan[0]


# One with guesses rests after a week, until it is taken up.


@pytest.mark.parametrize(("order", "move"), ALONE.items())
async def test_after_a_week_it_is_read_no_more_and_goes_on_from_a_reply_its_board_and_its_line(
    aged: Aged, order: str, move: str
) -> None:
    slot = await aged.begins(order, move)
    await aged.passes(WEEK - 60)
    assert await aged.read() == [slot]
    for way in ("reply", "board", "line"):
        await aged.passes(WEEK + 60)
        assert (await aged.read(), await aged.running()) == ([], [slot])
        before, board = await aged.moves(slot), aged.bot.screens[slot]
        await aged.bot.says(move)
        assert (await aged.moves(slot), aged.bot.screens.get(slot)) == (before, board), "it means another game"
        if way == "reply":
            await aged.bot.says(move, to=slot)
        elif way == "board":
            (data,) = [
                data
                for data, where in aged.bot.buttons
                if where == slot and any(word in data for word in ("resign", "stopping"))
            ]
            await aged.bot.presses(data, slot)
        else:
            await aged.bot.says("/games")
            await aged.presses("💤 Resting: 1")
            assert "💤 Resting: no moves for a week" in aged.menu.html
            (label,) = [button.text for row in aged.menu.rows for button in row if "gshow" in str(button.data)]
            await aged.presses(label)
        assert await aged.read() == [slot], way
    assert not (await aged.loaded(slot)).is_over
    assert await rows_at(aged.place, "SELECT * FROM played") == []


async def test_whoever_says_again_takes_the_latest_up(aged: Aged) -> None:
    slot = await aged.begins("/play", "4567")
    await aged.passes(WEEK + 60)
    for text in ("again", "8901"):
        await aged.bot.says(text)
    assert (await aged.read(), await aged.moves(slot)) == ([slot], 2)


async def test_a_resting_game_takes_no_guess_nor_a_place_among_the_boards_that_are_on(
    aged: Aged,
) -> None:
    old = await aged.begins("/play", "4567")
    await aged.passes(WEEK + 60)
    slots = [await aged.begins("/play", "4567") for _ in range(BOARDS)]
    assert await aged.read() == slots
    await aged.bot.says("9876")
    assert (await aged.moves(old), await aged.moves(slots[-1])) == (1, 2)


@pytest.mark.parametrize("way", ["reply", "board", "line", "renamed"])
async def test_where_enough_are_on_it_rests_on_whatever_its_player_is_called_now(aged: Aged, way: str) -> None:
    old = await aged.begins("/number", ">50")
    await aged.passes(WEEK + 60)
    slots = [await aged.begins("/play", "4567") for _ in range(BOARDS)]
    them = replace(aged.bot, person=Person(ANN.id, "Anna", "en")) if way == "renamed" else aged.bot
    await aged.bot.says("/games")
    await aged.presses("💤 Resting: 1")
    keys = [data for data, where in aged.bot.buttons if where == old]
    for _ in range(2):
        if way == "reply":
            await them.says(">5", to=old)
            assert f"{BOARDS} games are open here" in aged.menu.html
        elif way == "line":
            await aged.presses("🔢")
        else:
            for data in keys:
                await them.presses(data, old)
    assert (await aged.read(), await aged.moves(old)) == (slots, 1)
    await aged.bot.says("/resign", to=slots[0])
    await aged.presses("Yes", slots[0])
    await them.says(">5", to=old)
    assert old in await aged.read()
    assert await aged.moves(old) == 2


@pytest.mark.parametrize("what", [*KEPT, "blind"])
async def test_what_is_the_only_try_or_guarded_or_a_groups_never_rests(aged: Aged, what: str) -> None:
    changes = KEPT.get(what, {"help": Help.BLIND})
    game = replace(table_in(ANN, position="solo classic 0834 | 4567", opened_at=aged.now), **changes)
    await aged.bot.store.run(saving(game))
    await aged.passes(9 * DAY)
    scene = await aged.bot.store.run(lambda work: work.scene(-1, game.chat))
    assert [one.id for one in scene.games] == ([] if what == "notes" else [game.id])


# How they are listed.

LISTED = st.builds(
    ListedGame, st.integers(0).map("{:016x}".format), st.just(Html("⚔️ Duel")), st.just("⚔️"), age=st.floats(0, 1e7)
)


@given(st.lists(LISTED, max_size=13), st.integers(0, 300), st.sampled_from(["", "0", "1", "2", "99"]))
def test_a_list_has_eight_buttons_at_most_and_those_that_rest_are_one_of_its_first_page(
    listed: list[ListedGame], count: int, wished: str
) -> None:
    page, texts = page_of(len(listed), wished, ON_PAGE), texts_in("en")
    entries = page.shown(tuple(listed))
    screen = games(entries, page, texts, challenges=3, more=2, resting=count)
    labels = [button.text for row in screen.rows for button in row]
    assert len(labels) <= 8
    assert (f"💤 Resting: {count}" in labels) == (count > 0 and page.number == 0)
    assert sum("🏁" in label for label in labels) == (len(listed) if len(listed) <= CLOSED else 0)
    assert sum(map(len, resting(entries, page, texts).rows)) <= 7


async def test_pages_of_those_that_rest_lead_to_each_other_and_back_and_forged_ones_to_some(aged: Aged) -> None:
    for _ in range(6):
        await aged.begins("/play", "4567")
    await aged.passes(WEEK + 60)
    await aged.bot.says("/games")
    assert "No games in progress" in aged.menu.html
    await aged.presses("💤 Resting: 6")
    first = aged.menu
    await aged.presses("›")
    assert aged.menu != first
    assert "2 of 2" in aged.menu.html
    for forged in ("rest9999", "rest-1", "rest", "restx", f"rest{'9' * 20}"):
        await aged.bot.presses(f"1:games:{forged}", "menu")
        assert "💤" in aged.menu.html, forged
    await aged.bot.says("/games")
    await aged.presses("💤 Resting: 6")
    await aged.presses("Back")
    assert "No games in progress" in aged.menu.html
