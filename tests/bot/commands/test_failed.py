"""`python -m bot failed`: what failed is listed, tried again while the bot serves, and dropped; on both databases."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from bot.app.outbox import ScreenItem, screen_written
from bot.app.screen import Place, Screen
from bot.app.texts import Html
from bot.storage.store import DatabaseStore
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.environment import TOKEN
from tests.bot.player import begun
from tests.bot.storage.databases import change_at, rows_at
from tests.bot.storage.stores import opened
from tests.bot.typed import typed, typed_in

HELLO = screen_written(Screen(Html("hello")), Place.BOTTOM)


async def made(place: str) -> None:
    """A failed update, a failed message, a failed job and a failed long job."""
    trace = "Traceback (most recent call last):\n  File …\nKeyError"
    job = json.dumps({"kind": "Job", "job": {"kind": "clock", "subject": "abc", "turn": 3, "id": 5}})
    long = json.dumps({"kind": "LongJob", "job": {"kind": "review", "subject": "abc", "turn": 3, "id": 6}})
    for update, at, content in ((829, 10.0, '{"wished": "Order:play"}'), (0, 20.0, job), (0, 30.0, long)):
        await change_at(place, f"INSERT INTO failed_updates VALUES ({update}, {at}, '{content}', '{trace}')")
    await change_at(
        place,
        "INSERT INTO failed_messages (letter_id, chat_id, failed_at, content, error) "
        f"VALUES (17, 7, 40.0, '{HELLO}', 'MESSAGE_TOO_LONG')",
    )


async def said(folder: Path, place: str, *arguments: str) -> tuple[int, list[str]]:
    status, printed = await typed(folder, "failed", *arguments, BOT_TOKEN=TOKEN, DATABASE_URL=place)
    return status, printed.splitlines()


async def test_what_failed_is_listed_the_oldest_first(place: str, tmp_path: Path) -> None:
    assert await said(tmp_path, place) == (0, ["Nothing has failed."])
    await made(place)
    status, lines = await said(tmp_path, place)
    assert status == 0
    assert [line.split()[0] for line in lines] == ["u829", "j5", "j6", "m17"]
    assert lines[0].endswith("1970-01-01 00:00:10  Order:play: KeyError")
    assert lines[3].endswith("to 7: MESSAGE_TOO_LONG")


@pytest.mark.both_databases
async def test_a_message_and_a_job_are_tried_again_and_an_update_is_not(place: str, tmp_path: Path) -> None:
    await made(place)
    assert await said(tmp_path, place, "retry", "m17") == (0, ["m17: tried again"])
    assert await said(tmp_path, place, "retry", "m17") == (1, ["failed: there is no m17"])
    async with opened(place) as store:
        [item] = await store.outbox.pending(7)
        assert isinstance(item, ScreenItem)
        assert item.screen == Screen(Html("hello"))
    status, lines = await said(tmp_path, place, "retry", "all")
    assert status == 1
    assert [line.split(":")[0] for line in sorted(lines)] == ["j5", "j6", "u829"]
    assert await rows_at(place, "SELECT kind, subject, turn FROM jobs") == [("clock", "abc", 3)]
    assert sorted(line.split()[0] for line in (await said(tmp_path, place))[1]) == ["j6", "u829"]


async def test_what_is_dropped_is_gone_and_nothing_else(place: str, tmp_path: Path) -> None:
    await made(place)
    assert await said(tmp_path, place, "drop", "j6") == (0, ["j6: dropped"])
    assert [line.split()[0] for line in (await said(tmp_path, place))[1]] == ["u829", "j5", "m17"]
    status, _ = await said(tmp_path, place, "drop", "all")
    assert (status, await said(tmp_path, place)) == (0, (0, ["Nothing has failed."]))
    assert (await said(tmp_path, place, "drop"))[0] == 2


async def test_beside_a_bot_that_serves_a_message_leaves_soon(store: DatabaseStore, place: str, tmp_path: Path) -> None:
    await made(place)
    assert (await said(tmp_path, place, "retry", "m17"))[0] == 0
    assert (await store.outbox.keep({}, sends=True)).taken.keys() == {7}


@pytest.mark.parametrize("command", ["failed", "numbers"])
async def test_where_no_bot_has_been_nothing_is_made(command: str, blank: str, tmp_path: Path) -> None:
    status, printed = await typed(tmp_path, command, BOT_TOKEN=TOKEN, DATABASE_URL=blank)
    assert (status, printed) == (2, "DATABASE_URL: the bot has not been there yet; start it once, or name another\n")
    assert not await asyncio.to_thread(lambda: list(tmp_path.iterdir()))


@pytest.mark.asyncio(loop_scope="session")
async def test_what_a_player_is_told_names_what_the_operator_finds(own_stage: Stage, tmp_path: Path) -> None:
    alice = await begun(own_stage)
    stored.set_body(own_stage.bot, alice.id, '{"format": "of another world"}')
    await alice.send("0123")
    told = re.search(r"Error (u\d+)\.", (await alice.sees("Something broke")).text)
    assert told
    assert f"error={told[1]} " in own_stage.bot.log_text()
    _, printed = await typed_in(tmp_path, own_stage.bot.environment, "failed")
    assert printed.startswith(f"{told[1]} ")
