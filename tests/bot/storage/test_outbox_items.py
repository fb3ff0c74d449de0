"""How items wait: as text, newer screens in the place of older ones, within bounds, each look takes some."""

import asyncio
import json
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app import outbox
from bot.app.delivery import FOR_MANY, LOOKED_AT
from bot.app.messages import Chat, Inline
from bot.app.model.chats import Shown
from bot.app.outbox import BLANK, CommandsItem, RetireItem, ScreenItem, UnreadableItem, Urgency, item_read
from bot.app.screen import Button, Picture, Place, Screen
from bot.app.texts import Html
from bot.app.work import Work
from bot.storage.store import DatabaseStore
from faults.processes.postgres import Cluster
from tests.bot.storage.databases import change_at, rows_at
from tests.bot.storage.stores import delivered, opened, screen, showing, write

pytestmark = pytest.mark.both_databases
CHAT, OTHER = Chat(-6), Chat(7)


async def here(store: DatabaseStore, text: str, slot: str = "menu", chat: Chat = CHAT, **how: bool) -> None:
    """Change the slot's screen in place."""
    await write(store, lambda work: work.show(chat, slot, screen(text), Place.HERE, **how))


async def answer(store: DatabaseStore, where: Chat | Inline, slot: str) -> None:
    act = screen("answer"), Place.HERE
    await write(store, lambda work: work.answers_at(where), lambda work: work.show(where, slot, *act))


async def strip(store: DatabaseStore, *messages: int) -> None:
    await write(store, *(lambda work, message=message: work.strip(CHAT, message) for message in messages))


async def waiting(store: DatabaseStore, chat: Chat = CHAT) -> list[str | int]:
    """What waits for the chat, as far as it is read at once: texts of screens, messages to be stripped."""
    items = await store.outbox.pending(chat.id)
    assert not [item for item in items if isinstance(item, UnreadableItem | CommandsItem)]
    return [item.screen.html if isinstance(item, ScreenItem) else item.message for item in items]  # type: ignore[union-attr]


async def only(store: DatabaseStore) -> ScreenItem:
    [item] = await store.outbox.pending(CHAT.id)
    assert isinstance(item, ScreenItem)
    return item


async def urgencies(store: DatabaseStore, *chats: int) -> list[Urgency]:
    return [(await store.outbox.pending(chat))[0].urgency for chat in chats]


async def test_a_message_that_stays_takes_nobodys_place_and_none_of_its_own(store: DatabaseStore, place: str) -> None:
    for text in "abcabc":
        await write(store, lambda work, text=text: work.tell(CHAT, screen(text)))  # type: ignore[misc]
    assert await waiting(store) == list("abcabc")
    for number, item in enumerate(await store.outbox.pending(CHAT.id)):
        await store.outbox.note_delivered([item], 17 + number, None)
    assert (await waiting(store), await rows_at(place, "SELECT * FROM slots")) == ([], [])


async def test_a_newer_screen_survives_the_delivery_of_the_older_one(store: DatabaseStore) -> None:
    await store.run(showing(CHAT, "old"))
    in_hand = await store.outbox.pending(CHAT.id)
    await here(store, "new")
    assert await store.run(lambda work: work.slot_state(CHAT, "menu")) == Shown(None, pending=True)
    await store.outbox.note_delivered(in_hand, 17, None)
    newer = await only(store)
    assert (newer.screen, newer.current, newer.to_bottom) == (screen("new"), 17, False)


async def test_a_screen_that_is_only_about_to_be_sent_is_taken_away_as_well(store: DatabaseStore) -> None:
    await store.run(showing(CHAT, "asked"))
    await store.run(lambda work: work.take_away(CHAT, "menu"))
    gone = await only(store)
    assert gone.screen == BLANK
    await store.outbox.note_delivered([gone], None, None)
    assert await waiting(store) == []


async def test_a_screen_on_its_way_is_taken_away_once_it_is_there(store: DatabaseStore) -> None:
    await store.run(showing(CHAT, "asked"))
    in_hand = await store.outbox.pending(CHAT.id)
    await store.run(lambda work: work.take_away(CHAT, "menu"))
    await store.outbox.note_delivered(in_hand, 17, None)
    gone = await only(store)
    assert (gone.screen, gone.current) == (BLANK, 17)
    await store.outbox.note_delivered([gone], None, None)
    assert await waiting(store) == []


async def test_where_nothing_is_shown_nothing_is_taken_away(store: DatabaseStore) -> None:
    await store.run(lambda work: work.take_away(CHAT, "menu"))
    assert await waiting(store) == []


async def test_a_screen_that_comes_after_it_was_taken_away_is_shown(store: DatabaseStore) -> None:
    await store.run(showing(CHAT, "asked"))
    await store.run(lambda work: work.take_away(CHAT, "menu"))
    await here(store, "again")
    assert await waiting(store) == ["again"]


async def test_the_wish_to_be_the_newest_message_outlives_the_item_that_had_it(store: DatabaseStore) -> None:
    await store.run(showing(CHAT, "one"))
    for text in ("two", "three"):
        await here(store, text)
    item = await only(store)
    assert (item.screen, item.to_bottom) == (screen("three"), True)
    await store.outbox.note_delivered([item], 17, None)
    await here(store, "four")
    assert not (await only(store)).to_bottom


async def test_the_urgency_of_a_screen_is_that_of_the_most_urgent_it_stands_for(store: DatabaseStore) -> None:
    await here(store, "remark", for_many=True)
    assert await urgencies(store, CHAT.id) == [Urgency.MANY]
    await answer(store, CHAT, "menu")
    await here(store, "another remark", for_many=True)
    assert await urgencies(store, CHAT.id) == [Urgency.ANSWER]
    assert await waiting(store) == ["another remark"]


async def test_what_goes_where_something_was_done_is_an_answer_in_private_or_on_a_card(store: DatabaseStore) -> None:
    async def job(work: Work) -> None:
        await work.scene(10 + where.id, where)
        for chat in (where, OTHER):
            work.show(chat, "menu", screen("hello"), Place.HERE)

    for where, urgency in ((Chat(6), Urgency.ANSWER), (CHAT, Urgency.NEWS)):
        await store.run(job)
        assert await urgencies(store, where.id, OTHER.id) == [urgency, Urgency.NEWS]
    await answer(store, card := Inline("a card"), "card:1")
    assert await urgencies(store, card.id) == [Urgency.ANSWER]


async def test_so_many_items_wait_for_a_chat_and_no_more(store: DatabaseStore, place: str) -> None:
    slots = [f"slot {number}" for number in range(outbox.MOST_WAITING)]
    await write(store, *(lambda work, slot=slot: work.show(CHAT, slot, screen("old"), Place.HERE) for slot in slots))
    await here(store, "one too many")
    await here(store, "new", "slot 0")
    await here(store, "elsewhere", chat=OTHER)
    assert await rows_at(place, "SELECT count(*) FROM outbox WHERE chat_id = -6") == [(outbox.MOST_WAITING,)]
    assert (await waiting(store))[0] == "new"
    assert await waiting(store, OTHER) == ["elsewhere"]


async def test_what_reading_costs_does_not_depend_on_how_much_waits(tmp_path_factory: pytest.TempPathFactory) -> None:
    async with opened(tmp_path_factory.mktemp("steps") / "bot.db") as store:

        async def put(first: int, last: int) -> None:
            async def job(work: Work) -> None:
                for number in range(first, last):
                    work.show(CHAT, f"slot {number}", screen("hello"), Place.HERE, for_many=number % 3 == 0)
                    work.strip(CHAT, number)

            await store.run(job)

        await put(0, 2 * outbox.AT_ONCE)
        few = await steps_of(store)
        await put(2 * outbox.AT_ONCE, outbox.MOST_WAITING)
        assert len(await store.outbox.pending(CHAT.id)) == outbox.AT_ONCE
        assert await steps_of(store) <= few + 10


async def steps_of(store: DatabaseStore) -> int:
    """How many steps SQLite takes to tell what waits for the chat, and whether a slot's screen is on its way."""
    reader, steps = store._database.reader._sqlite, count()
    reader.set_progress_handler(lambda: int(next(steps) < 0), 1)
    await store.outbox.pending(CHAT.id)
    await store.run(lambda work: work.slot_state(CHAT, "slot 5"))
    reader.set_progress_handler(None, 1)
    return next(steps)


async def test_what_cannot_be_read_is_told_and_kept_as_it_is(store: DatabaseStore, place: str) -> None:
    odd = '{"html": "x"}', '{"mark": "9", "sign": 3}', '{"html":1,"rows":5,"place":"here"}'
    unreadable = ["", "no JSON", "[]", *odd]
    for content in unreadable:
        await change_at(place, f"INSERT INTO outbox (chat_id, slot, content) VALUES (-6, 'menu', '{content}')")
    items = await store.outbox.pending(CHAT.id)
    assert [type(item) for item in items] == [UnreadableItem] * len(unreadable)
    for item in items:
        await store.outbox.note_refused([item], "why")
    kept = await rows_at(place, "SELECT content, error FROM failed_messages ORDER BY letter_id")
    assert (kept, await store.outbox.pending(CHAT.id)) == ([(content, "why") for content in unreadable], [])


async def test_two_replicas_that_show_each_other_the_same_slots_leave_the_newest_of_each(postgres: Cluster) -> None:
    url, chats = await postgres.new_database(), [Chat(number) for number in range(1, 9)]
    before = postgres.log.count("deadlock detected")

    async def shown(store: DatabaseStore, number: int) -> None:
        async def job(work: Work) -> None:
            for chat in chats[:: 1 if number % 2 else -1]:
                work.show(chat, "room", screen(str(number)), Place.HERE)

        await store.run(job, number)

    async def sent(store: DatabaseStore, chat: Chat) -> None:
        if items := await store.outbox.pending(chat.id):
            await store.outbox.note_delivered(items, 7, None)

    async with opened(url) as one, opened(url) as other:
        for round_ in range(10):
            jobs = [shown(store, 100 * round_ + number) for number in range(10) for store in (one, other)]
            await asyncio.gather(*jobs, *(sent(one, chat) for chat in chats))
        await shown(one, 5000)
        left = await rows_at(url, "SELECT chat_id, content FROM outbox ORDER BY chat_id")
        assert [(chat, json.loads(content)["html"]) for chat, content in left] == [(chat.id, "5000") for chat in chats]
    assert postgres.log.count("deadlock detected") == before


async def test_a_board_waits_neither_for_strips_nor_for_many_who_have_a_budget(store: DatabaseStore) -> None:
    await strip(store, 1, 2)
    await here(store, "remark", "room", for_many=True)
    await here(store, "board", "board")
    await here(store, "menu")
    assert await waiting(store) == ["board", "menu", "remark", 1, 2]
    for _ in range(2):
        await store.outbox.grant(4.0, 0.1, FOR_MANY)
    assert await store.outbox.grant(1.0, 0.1) <= 1.0
    assert 1 < await store.outbox.grant(1.0, 0.1, FOR_MANY) <= 9


async def test_a_message_is_stripped_once_and_few_wait_for_it(store: DatabaseStore, place: str) -> None:
    for _ in range(40):
        await strip(store, 9)
    for number in range(40):
        await strip(store, 100 + number)
    assert await waiting(store) == [9, *(100 + number for number in range(outbox.MOST_STRIPS - 1))]
    await delivered(store, CHAT.id)
    await store.close()
    async with opened(place) as later:
        await strip(later, 9, 100, 120)
        assert await waiting(later) == [120]


async def test_a_newest_board_and_what_another_screen_will_replace_are_not_stripped(
    store: DatabaseStore,
) -> None:
    await write(store, lambda work: work.adopt(CHAT, "game:1", 7, None))
    await write(store, lambda work: work.adopt(CHAT, "menu", 8, None))
    await write(store, lambda work: work.adopt(CHAT, "other", 9, None))
    await here(store, "the next")
    await strip(store, 7, 8, 9, 10)
    assert await waiting(store) == ["the next", 9, 10]


async def test_what_was_stripped_is_remembered_within_bounds_and_for_a_while(store: DatabaseStore, place: str) -> None:
    for message in range(2 * outbox.STRIPPED_KEPT):
        await strip(store, message)
        await delivered(store, CHAT.id)
    kept = "SELECT min(message_id), count(*) FROM stripped"
    assert await rows_at(place, kept) == [(outbox.STRIPPED_KEPT, outbox.STRIPPED_KEPT)]
    await store.forget(9e9)
    assert await rows_at(place, kept) == [(None, 0)]


@pytest.mark.parametrize("is_noted_first", [True, False])
async def test_who_presses_before_it_is_noted_sees_it_change(store: DatabaseStore, *, is_noted_first: bool) -> None:
    await store.run(showing(CHAT, "old"))
    sent = await store.outbox.pending(CHAT.id)
    new = screen("new"), Place.HERE
    await write(store, lambda work: work.adopt(CHAT, "menu", 6, None), lambda work: work.show(CHAT, "menu", *new))
    if is_noted_first:
        await store.outbox.note_delivered(sent, 6, None)
    item = await only(store)
    assert (item.screen, item.current, item.to_bottom) == (screen("new"), 6, False)


async def test_the_same_message_is_retired_once_and_behind_nothing_that_is_for_many(store: DatabaseStore) -> None:
    await here(store, "remark", "room", for_many=True)
    for _ in range(3):
        await write(store, lambda work: work.retire(CHAT, 9, wholly=True), lambda work: work.mark(CHAT, 9, "🕊"))
    assert await waiting(store) == [9, 9, "remark"]
    assert isinstance((await store.outbox.pending(CHAT.id))[0], RetireItem)


CHATS = 2 * LOOKED_AT + 3
NUMBERS = f"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {CHATS})"
WAITING = f"INSERT INTO outbox (chat_id, slot, content) {NUMBERS} SELECT i, 'menu', '{{}}' FROM n"


async def test_each_look_takes_the_next_that_wait_and_the_next_round_who_came(store: DatabaseStore, place: str) -> None:
    await change_at(place, WAITING)
    kept = [await store.outbox.keep({}, sends=True)]
    await change_at(place, "INSERT INTO outbox (chat_id, slot, content) VALUES (-7, 'menu', '{}')")
    kept += [await store.outbox.keep({}, sends=True) for _ in range(4)]
    assert [len(each.held) for each in kept] == [LOOKED_AT, 2 * LOOKED_AT, CHATS, CHATS + 1, CHATS + 1]
    assert [at for at, each in enumerate(kept) if -7 in each.held] == [3, 4]
    assert all(each.taken.keys() <= each.held for each in kept)


async def test_a_crowd_that_another_replica_serves_hides_nobody(store: DatabaseStore, place: str) -> None:
    looks, lives = [], "UPDATE replicas SET seen_at = (SELECT now + 2 FROM clock) WHERE name = 'other'"
    leases = f"INSERT INTO leases {NUMBERS} SELECT i, 'other', now + 2, 0 FROM n CROSS JOIN clock WHERE i < {CHATS}"
    for statement in (WAITING, "INSERT INTO replicas VALUES ('other', 0)", leases):
        await change_at(place, statement)
    for _ in range(3):
        await change_at(place, lives)  # however slow this machine is
        looks.append((await store.outbox.keep({}, sends=True)).held)
    assert looks == [set(), set(), {CHATS}]


STYLES = st.none() | st.just("primary")
BUTTONS = st.one_of(
    st.builds(Button, st.text(), data=st.text(), style=STYLES),
    st.builds(Button, st.text(), copies=st.text()),
    st.builds(Button, st.text(), style=STYLES, app=st.text()),
)
ROWS = st.lists(st.lists(BUTTONS, max_size=3).map(tuple), max_size=3).map(tuple)
PICTURES, HTML = st.none() | st.builds(Picture, st.text(), st.text()), st.text().map(Html)
NUMBER, SILENT = st.none() | st.integers(1, 2**40), st.booleans()
SCREENS = st.builds(Screen, HTML, ROWS, PICTURES, NUMBER, is_silent=SILENT, if_scarce=HTML)


@given(SCREENS, st.sampled_from(Place), st.none() | st.text(min_size=1))
def test_a_screen_reads_back_as_it_was_written(screen: Screen, place: Place, inline: str | None) -> None:
    read = item_read(outbox.screen_written(screen, place, inline))
    assert read == (screen, place, inline)
    assert isinstance(read[0], Screen)
    assert isinstance(read[0].html, Html)


@given(message=st.integers(-(2**63), 2**63 - 1), wholly=st.booleans(), text=st.text(min_size=1))
def test_whatever_else_waits_reads_back_as_it_was_written(message: int, text: str, *, wholly: bool) -> None:
    assert item_read(outbox.retirement_written(message, wholly=wholly)) == (message, wholly)
    assert item_read(outbox.commands_written(text)) == text
    assert item_read(outbox.mark_written(abs(message) + 1, text)) == (abs(message) + 1, text)


def test_a_button_without_a_style_is_stored_as_before_there_were_styles() -> None:
    plain = Screen(Html("x"), ((Button("Play", data="1:play"),),))
    assert '["Play","1:play"]' in outbox.screen_written(plain, Place.HERE)


def test_a_button_of_before_there_were_mini_apps_reads_as_then_and_one_for_them_stands_behind_all_else() -> None:
    before = '{"html":"x","rows":[[["Play","1:play",null,null,null,"primary"],["Go","1:go"]]],"place":"here"}'
    row = (Button("Play", data="1:play", style="primary"), Button("Go", data="1:go"))
    assert item_read(before) == (Screen(Html("x"), (row,)), Place.HERE, None)
    opening = Screen(Html("x"), ((Button("Open", app="https://bot.example/app"),),))
    assert ',null,null,null,null,null,"https://bot.example/app"]' in outbox.screen_written(opening, Place.HERE)
