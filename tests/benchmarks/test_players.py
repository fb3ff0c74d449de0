"""What drives the bots, pushes updates to them, watches them and fills their years does what it is for."""

import asyncio
import gc
import json
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import AsyncExitStack, closing
from http import HTTPStatus
from pathlib import Path

import pytest
from aiohttp import ClientSession, web

from benchmarks.chats import Chats
from benchmarks.contenders import port_of
from benchmarks.disk import flushes
from benchmarks.game import OPENING, Chatter, Opener, Say, keypad
from benchmarks.heart import Beats, heart
from benchmarks.load import Meter, each_so_often
from benchmarks.loop import run
from benchmarks.pushing import SECRET, Pushing
from benchmarks.slow_disk import DELAY, Slow
from benchmarks.telegram import Message
from benchmarks.year import GAMES, sizes_of
from bot.app.model.game import played_read
from faults.processes.postgres import Cluster


def board(*rows: list[dict[str, object]]) -> Message:
    return Message(1, 1, "", json.dumps({"inline_keyboard": rows}))


def test_buttons_without_data_are_not_pressed_and_without_digits_the_one_that_brings_them_is() -> None:
    copies: dict[str, object] = {"text": "1", "copy_text": {"text": "a link"}}
    assert keypad(board([copies], [{"text": "2", "callback_data": "two"}])) == ["two"]
    assert keypad(board([copies])) == []
    assert keypad(board([{"text": "\N{KEYBOARD}\ufe0f", "callback_data": "digits"}])) == ["digits"]


def test_what_fails_in_a_callback_fails_the_benchmark() -> None:
    def fails() -> None:
        raise KeyError("callback_data")

    async def goes_on() -> str:
        asyncio.get_running_loop().call_soon(fails)
        await asyncio.sleep(0)
        return "as if nothing had happened"

    with pytest.raises(KeyError, match="callback_data"):
        run(goes_on())


def test_what_is_asked_for_a_chat_is_counted_and_nothing_else_and_a_load_never_answered_is_an_error() -> None:
    chats = Chats([Chatter(1)])
    chats._heard("setMyCommands", {"commands": "[]"}, None)
    assert chats.calls == 0
    chats._heard("deleteMessage", {"chat_id": "100001", "message_id": "1"}, None)
    chats._heard("answerCallbackQuery", {"callback_query_id": "100001-1"}, None)
    chats._heard("sendMessage", {"chat_id": "100001"}, Message(100_001, 1, "", ""))
    assert chats.calls == 3
    with pytest.raises(RuntimeError, match="not answered"):
        Meter(Chats([])).read()


def test_an_opening_is_play_and_four_guesses_again_and_again() -> None:
    opener = Opener(1)
    texts = [move.text for move in (opener.next_move(None) for _ in range(2 * OPENING)) if isinstance(move, Say)]
    assert [text == "/play" for text in texts] == 2 * [True, False, False, False, False]
    assert all(len(set(text)) == 4 for text in texts if text != "/play")


async def test_each_sends_as_often_as_it_should_and_others_stay_silent() -> None:
    chats, heard = Chats([Opener(1), Opener(2), Opener(3)]), list[int]()

    async def answer() -> None:
        """As a bot would that answers each update with two calls."""
        while True:
            await asyncio.sleep(0)
            while chats.api._pending:
                _, update = chats.api._pending.popleft()
                heard.append(chat := json.loads(update)["message"]["chat"]["id"])
                message = Message(chat, chats.api.new_message_id(), "", "")
                chats._heard("sendMessage", {"chat_id": str(chat)}, message)
                chats._heard("deleteMessage", {"chat_id": str(chat), "message_id": "1"}, None)

    bot = asyncio.create_task(answer())
    first, second, _ = chats.all
    measured = await each_so_often(chats, [first, second], 3)
    bot.cancel()
    assert sorted(heard) == 3 * [100_001] + 3 * [100_002]
    assert (len(measured.times), measured.calls, measured.unanswered) == (6, 12, 0)


ALLOWED = ["message", "callback_query"]


class Page:
    """A replica's page, which refuses the first update that it gets."""

    def __init__(self) -> None:
        self.got: list[tuple[int, str]] = []

    async def take(self, request: web.BaseRequest) -> web.Response:
        update = await request.json()
        self.got.append((update["update_id"], request.headers[SECRET]))
        return web.Response(status=HTTPStatus.OK if len(self.got) > 1 else HTTPStatus.SERVICE_UNAVAILABLE)


async def listening(stack: AsyncExitStack, page: Page) -> str:
    runner = web.ServerRunner(web.Server(page.take))
    await runner.setup()
    stack.push_async_callback(runner.cleanup)
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    return f"http://127.0.0.1:{runner.addresses[0][1]}/telegram"


async def test_replicas_get_updates_in_turn_and_what_is_refused_comes_again() -> None:
    pages = Page(), Page()
    async with AsyncExitStack() as stack:
        addresses = [await listening(stack, page) for page in pages]
        api = await stack.enter_async_context(Pushing(lambda *_: None, addresses))
        server = await stack.enter_async_context(await api.serve())
        session = await stack.enter_async_context(ClientSession(f"http://127.0.0.1:{port_of(server)}"))
        webhook = {"url": "https://bot.example.org/telegram", "secret_token": "s", "allowed_updates": ALLOWED}
        await session.post("/bot1:x/setWebhook", json=webhook)
        for number in range(4):
            api.offer("message", {"text": str(number)})
        while api.waiting:
            await asyncio.sleep(0.01)
        state = (await (await session.post("/bot1:x/getWebhookInfo", json={})).json())["result"]
    assert {update for page in pages for update, _ in page.got} == {1, 2, 3, 4}
    assert [len(page.got) for page in pages] == [3, 3]
    assert {secret for page in pages for _, secret in page.got} == {"s"}
    assert (state["url"], state["allowed_updates"], state["pending_update_count"]) == (webhook["url"], ALLOWED, 0)


HELD = 0.05


async def test_a_loop_that_is_held_is_noticed_and_so_is_a_collection_of_garbage_until_watching_ends() -> None:
    before = len(gc.callbacks)
    async with heart() as beats:
        time.sleep(HELD)  # noqa: ASYNC251  this is what is to be noticed
        gc.collect()
    assert max(beats.late) >= 1000 * HELD - 1
    assert len(beats.late) == len(beats.work) == len(beats.at)
    assert (seen := len(beats.collecting)) == len(beats.collected_at) > 0
    gc.collect()
    assert (len(gc.callbacks), len(beats.collecting)) == (before, seen)


def test_a_phase_has_its_own_beats_alone() -> None:
    beats = Beats()
    for moment in (1.0, 2.0, 3.0):
        for noted in (beats.at, beats.work, beats.collected_at):
            noted.append(moment)
        beats.late.append(10 * moment)
        beats.collecting.append(100 * moment)
    phase = beats.between(2.0, 3.0)
    assert (list(phase.late), list(phase.work), list(phase.collecting)) == ([20.0], [2.0], [200.0])


@pytest.mark.parametrize("commit", [lambda slow: slow.execute("COMMIT"), lambda slow: slow.commit()])
def test_a_commit_on_the_slow_disk_takes_longer(tmp_path: Path, commit: Callable[[sqlite3.Connection], None]) -> None:
    path = tmp_path / "slow.db"
    with closing(sqlite3.connect(path, isolation_level=None, factory=Slow)) as slow:
        for statement in ("CREATE TABLE written (what)", "BEGIN IMMEDIATE", "INSERT INTO written VALUES (1)"):
            slow.execute(statement)
        began = time.perf_counter()
        commit(slow)
        assert time.perf_counter() - began >= DELAY
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT * FROM written").fetchall() == [(1,)]


def test_the_disk_is_asked_as_often_as_wanted_and_left_as_it_was(tmp_path: Path) -> None:
    took = flushes(tmp_path, 3)
    assert (len(took), min(took) > 0, list(tmp_path.iterdir())) == (3, True, [])


DAYS, PLAYERS = 40, 25
TOTAL = DAYS * PLAYERS * GAMES


def sizes(report: str, table: str) -> tuple[float, float]:
    found = re.search(rf"^{table} +([\d.]+) +([\d.]+)$", report, re.MULTILINE)
    assert found, report
    return float(found[1]), float(found[2])


async def test_old_games_go_and_their_lines_stay(tmp_path: Path) -> None:
    report = await sizes_of(f"sqlite:///{tmp_path}/year.db", DAYS, PLAYERS)
    before, after = sizes(report, "games")
    assert after < before * 0.9
    assert sizes(report, "all")[1] < sizes(report, "all")[0]
    with closing(sqlite3.connect(tmp_path / "year.db")) as file:
        lines = [line for (line,) in file.execute("SELECT line FROM played ORDER BY number")]
        [(running, over)] = file.execute("SELECT count(*) - count(ended_at), count(ended_at) FROM games")
    assert len(lines) == TOTAL - running == TOTAL * 0.99
    assert {played_read(line).kind for line in lines} == {"alone", "keeper", "number", "match"}
    assert over == pytest.approx(30 * PLAYERS * GAMES * 0.99, abs=2)


async def test_on_a_server_as_well_and_only_what_would_be_left(postgres: Cluster) -> None:
    url = await postgres.new_database()
    assert "40 days of 25 players" in await sizes_of(url, DAYS, PLAYERS, pruned=True)
    [(over,)] = await Cluster.fetched(url, "SELECT count(ended_at) FROM games")
    [(lines,)] = await Cluster.fetched(url, "SELECT count(*) FROM played")
    assert (over, lines) == (pytest.approx(30 * PLAYERS * GAMES * 0.99, abs=2), TOTAL * 0.99)
