"""Every benchmark runs to its end and prints its figures, which are kept; how fast anything is, nobody asserts here.

What drives the bots, pushes updates to them, watches them and fills their years does what it is for.
"""

import asyncio
import gc
import json
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import AsyncExitStack, closing
from dataclasses import replace
from datetime import date
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, web

from benchmarks.altered import DELAY, Beats, Slow, heart
from benchmarks.baseline import (
    FILE,
    Line,
    NotCommitted,
    commit_measured,
    comparison,
    is_worse,
    lines_in,
    losses,
    seen,
    text_of,
    with_line,
)
from benchmarks.catalogue import BENCHMARKS, KNOWN
from benchmarks.contenders import Meter, each_so_often, in_sqlite, port_of, until
from benchmarks.draw import PICTURES
from benchmarks.foul import Bystanders
from benchmarks.in_aiogram import RULES, feedback
from benchmarks.in_aiogram import board as in_aiogram
from benchmarks.measuring import Spread, run
from benchmarks.million import FILE as MILLIONS
from benchmarks.million import PARTS, SETUPS, SIDES, Setup, Step, Waiting, climbed, keep, table
from benchmarks.opening import flushes
from benchmarks.players import CLASSIC, OPENING, Chats, Chatter, Guesser, Opener, Say, keypad, turns_on
from benchmarks.telegram import SECRET, Message, Pushing
from benchmarks.town import (
    ALONE,
    GROUP,
    KINDS,
    LIVES,
    MATCH,
    MILLION,
    PEOPLE,
    SHARES,
    Day,
    button,
    is_over,
    is_solved,
    my_turns,
)
from benchmarks.year import GAMES, sizes_of
from bot.app.model.game import played_read
from faults.processes.postgres import Cluster
from sandbox.server import SandboxServer
from solver.feedback import Feedback, feedback_for
from tests.distribution import costly_but
from tests.needs import ROOT, require
from tests.test_architecture import Module, modules_in

NAMES = "__main__ altered curves draw echo hour in_aiogram million year"
RUN_BY_NAME = frozenset(f"benchmarks.{name}" for name in NAMES.split())
QUICK = ("partner", "candidates")


def printed_by(*words: str) -> str:
    """What a command prints."""
    command = [sys.executable, "-m", *words]
    ended = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def reached(roots: frozenset[str], modules: dict[str, Module]) -> set[str]:
    """The modules that these import, directly or not, and they themselves."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name in modules and name not in found:
            found.add(name)
            waiting += modules[name].imports
    return found


@pytest.mark.parametrize("name", costly_but(QUICK, BENCHMARKS))
def test_a_benchmark_runs_for_a_moment_and_prints_its_ratios(name: str) -> None:
    printed = printed_by("benchmarks", name, "--moment")
    text, _, compared = printed.partition("\nRatios: how many times as good")
    assert f"[{name}]" in text
    assert re.search(r"\d", text.partition(f"[{name}]")[2])
    missing = "PostgreSQL is not installed" in printed
    for ratio in BENCHMARKS[name].RATIOS:
        assert re.search(rf"^{re.escape(ratio)} +\d", compared, re.MULTILINE) or (missing and ".postgres." in ratio)


def is_drawn(name: str, folder: Path) -> None:
    assert (folder / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    assert (ROOT / "docs" / "pictures" / f"{name}.png").exists()


@pytest.mark.parametrize("name", costly_but(QUICK, PICTURES))
def test_a_picture_of_the_docs_can_be_drawn(name: str, tmp_path: Path) -> None:
    printed_by("benchmarks.draw", name, "--moment", "--into", str(tmp_path))
    is_drawn(name, tmp_path)


@pytest.mark.costly
def test_the_curves_beside_another_checkout_can_be_drawn(tmp_path: Path) -> None:
    (before := tmp_path / "before").symlink_to(ROOT)
    words = ("--before", str(before), "--databases", "SQLite", "--moment", "--into", str(tmp_path))
    printed = printed_by("benchmarks.curves", *words)
    assert re.search(r"^SQLite, before +[\d.]+ [\d.]+", printed, re.MULTILINE)
    is_drawn("load", tmp_path)
    is_drawn("stored", tmp_path)


@pytest.mark.costly
def test_an_hour_is_played_beside_an_empty_database(tmp_path: Path) -> None:
    printed = printed_by("benchmarks.hour", f"sqlite:///{tmp_path}/filled.db", "--minutes", "0.1")
    assert re.search(r"^12( +[\d.]+){8}$", printed, re.MULTILINE)


def test_no_benchmark_is_forgotten_as_a_module_would_be_that_nothing_reaches(tmp_path: Path) -> None:
    modules = modules_in(ROOT, "benchmarks")
    assert modules.keys() - reached(RUN_BY_NAME, modules) - {"benchmarks"} == set()
    nodes = [(name, node) for name, module in modules.items() for node in module.tree.body]
    measuring = {name for name, node in nodes if getattr(node, "name", "") == "measured"}
    assert measuring == {f"benchmarks.{name}" for name in BENCHMARKS}
    (tmp_path / "benchmarks").mkdir()
    for name, source in {"__main__": "from benchmarks import known", "known": "", "forgotten": ""}.items():
        (tmp_path / f"benchmarks/{name}.py").write_text(source, "utf-8")
    modules = modules_in(tmp_path, "benchmarks")
    assert modules.keys() - reached(RUN_BY_NAME, modules) == {"benchmarks.forgotten"}


def test_pages_name_benchmarks_that_there_are() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    command = re.compile(r"python -m benchmarks((?: [a-z]+)*)")
    named = [words for page in pages for words in command.findall(page.read_text("utf-8"))]
    assert len(named) > 5
    assert {word for words in named for word in words.split()} - BENCHMARKS.keys() == set()


def test_ratios_are_named_after_their_benchmark() -> None:
    for name, benchmark in BENCHMARKS.items():
        assert [each for each in benchmark.RATIOS if not re.fullmatch(rf"{name}(\.[a-z0-9]+)+", each)] == []
        assert len(set(benchmark.RATIOS)) == len(benchmark.RATIOS) > 0


def test_a_moment_is_not_kept() -> None:
    command = [sys.executable, "-m", "benchmarks", "hints", "--moment", "--keep"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", "A moment tells nothing that is worth keeping.\n")


# Figures that are kept
DAY = date(2026, 11, 21)
NO_ROUNDS = ("1.0", "[1, 2]", "[2, 1, 3]", "[0, 1, 3]", "[1, 2, Infinity]", "[1, NaN, 3]")
KEPT = FILE.read_text("utf-8")


def line(commit: str, **ratios: tuple[float, float, float]) -> Line:
    return Line(DAY, commit, {name: Spread(*rounds) for name, rounds in ratios.items()})


def test_the_file_is_as_it_would_be_written_and_every_line_has_known_ratios_and_a_commit_of_its_own() -> None:
    lines = lines_in(KEPT)
    assert text_of(lines) == KEPT
    assert [name for kept in lines for name in kept.ratios if name not in KNOWN] == []
    assert all(kept.ratios for kept in lines)
    assert len({kept.commit for kept in lines}) == len(lines) > 0
    assert [kept.day for kept in lines] == sorted(kept.day for kept in lines)


@pytest.mark.parametrize(
    "text",
    [
        "no JSON",
        "[]",
        '{"day": "2026-11-21", "commit": "0cd4083"}',
        '{"day": "2026-11-21", "commit": "0cd4083", "ratios": {}, "machine": "mine"}',
        '{"day": "yesterday", "commit": "0cd4083", "ratios": {}}',
        *(f'{{"day": "2026-11-21", "commit": "{wrong}", "ratios": {{}}}}' for wrong in ("HEAD", "0cd408")),
        *(f'{{"day": "2026-11-21", "commit": "0cd4083", "ratios": {{"a": {wrong}}}}}' for wrong in NO_ROUNDS),
    ],
)
def test_what_is_no_line_is_found_with_its_number(text: str) -> None:
    good = text_of([line("0cd4083", a=(1, 2, 3))])
    assert lines_in(good) == [line("0cd4083", a=(1, 2, 3))]
    with pytest.raises(ValueError, match="line 2"):
        lines_in(f"{good}{text}\n")


def test_a_commit_measured_again_keeps_one_line_and_a_ratio_is_compared_with_the_last_that_has_it() -> None:
    lines = [line("0000001", a=(1, 2, 3)), line("0000002", a=(1, 2, 3), b=(1, 1, 1))]
    assert with_line(lines, line("0000003", a=(4, 4, 4))) == [*lines, line("0000003", a=(4, 4, 4))]
    assert with_line(lines, line("0000002", a=(4, 4, 4))) == [lines[0], line("0000002", a=(4, 4, 4), b=(1, 1, 1))]
    assert with_line([], lines[0]) == lines[:1]
    lines = [line("0000001", a=(1, 1, 1), b=(2, 2, 2)), line("0000002", a=(3, 3, 3))]
    assert seen(lines, "b") == [("0000001", Spread(2, 2, 2))]
    assert losses({"a": Spread(1, 1, 1), "b": Spread(1, 1, 1)}, lines) == ["a", "b"]
    assert losses({"a": Spread(3, 3, 3), "new": Spread(1, 1, 1)}, lines) == []


def test_worse_is_what_no_round_reaches_within_the_noise_and_said_beside_what_was_and_was_best() -> None:
    worse = Spread(0.7, 0.75, 0.8)
    fine = [Spread(*rounds) for rounds in ((1.0, 1.0, 1.0), (0.95, 0.95, 0.95), (0.8, 0.85, 0.95), (2.0, 2.0, 2.0))]
    assert [now for now in (*fine, worse) if is_worse(now, Spread(1.0, 1.0, 1.0))] == [worse]
    assert [now for now in (*fine, worse) if is_worse(now, Spread(0.8, 1.0, 1.2))] == []
    lines = [line("0000001", a=(4, 5, 6), b=(1, 1, 1)), line("0000002", a=(2, 2, 2))]
    text = comparison({"a": Spread(1, 1, 1)}, ["a", "b"], lines)
    rows = {row.split()[0]: row.split() for row in text.splitlines() if row}
    assert rows["a"] == ["a", "1", "2", "0000002", "5", "0000001", "WORSE"]
    assert rows["b"] == ["b", "-", "1", "0000001", "1", "0000001", "not", "measured"]
    assert text.splitlines()[-1] == "WORSE: a is 1, and was 2 at 0000002"
    same = comparison({"a": Spread(1, 1, 1)}, ["a"], [line("0000001", a=(1, 1, 1))])
    assert same.endswith("Nothing is worse than the last line by more than noise.")
    assert comparison({"a": Spread(1, 1, 1)}, ["a"], []).endswith("Nothing was kept that they could be compared with.")


@pytest.mark.needs("git")
def test_only_what_is_committed_is_kept(tmp_path: Path) -> None:
    with pytest.raises(NotCommitted, match="git does not know"):
        commit_measured(tmp_path)
    for name in ("code", "kept"):
        (tmp_path / name).write_text("1")
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    for words in (("init",), ("add", "."), ("commit", "-m", "x")):
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)
    assert len(commit_measured(tmp_path)) == 7
    (tmp_path / "kept").write_text("2")
    assert commit_measured(tmp_path, tmp_path / "kept") == commit_measured(tmp_path, tmp_path / "kept")
    with pytest.raises(NotCommitted, match="kept"):
        commit_measured(tmp_path)
    (tmp_path / "code").write_text("2")
    with pytest.raises(NotCommitted, match="code"):
        commit_measured(tmp_path, tmp_path / "kept")


DUEL = (
    "⏳ It is P2's turn.\n\n<u>Your guesses</u>\n1. <code>8901</code>\xa0\xa00\u2060🐂\xa02\u2060🐄\n\n"
    "<u>Your rival's guesses</u>\n1. <code>4567</code>\xa0\xa04\u2060🐂\xa00\u2060🐄"
)


def test_a_million_players_begin_a_hundred_games_a_second_each_of_one_kind_and_half_of_them_half() -> None:
    assert sum(SHARES.values()) == pytest.approx(1)
    assert set(KINDS) == SHARES.keys() == PEOPLE.keys() == SIDES.keys() == LIVES.keys()
    assert MILLION.in_the_busiest_minutes == pytest.approx(60_000)
    assert sum(PEOPLE[kind] * count for kind, count in MILLION.begun.items()) == pytest.approx(100)
    assert [MILLION.begun[kind] for kind in (ALONE, MATCH, GROUP)] == pytest.approx([85, 5, 5 / 3])
    assert MILLION.in_a_second({ALONE: 10, MATCH: 20, GROUP: 6}) == pytest.approx(960)
    assert (MILLION.clocks, MILLION.reviews) == pytest.approx((1, 98.5))
    assert MILLION.games_a_day == pytest.approx(4_000_000 * (0.85 + 0.05 + 0.05 / 3))
    half = Day(500_000)
    assert half.begun == pytest.approx({kind: count / 2 for kind, count in MILLION.begun.items()})
    assert (half.clocks, half.reviews) == pytest.approx((MILLION.clocks / 2, MILLION.reviews / 2))


def test_players_of_a_match_read_their_own_guesses_alone_and_find_buttons_by_their_verbs() -> None:
    duel = Message(1, 1, DUEL, "")
    assert my_turns(duel) == (("8901", "0", "2"),)
    assert (is_solved(turns_on(duel)), is_solved(my_turns(duel)), is_over(duel)) == (True, False, False)
    link, menu = {"text": "a link", "url": "x"}, {"text": "Menu", "callback_data": "1:mhome:0123456789abcdef:2"}
    over = board([link], [menu])
    assert (button(over, "mhome"), button(over, "home")) == (menu["callback_data"], None)
    assert button(Message(1, 1, "", ""), "mhome") is None
    assert is_over(over)


@pytest.mark.costly
@pytest.mark.parametrize("name", SETUPS)
async def test_the_bot_is_played_with_for_a_moment(name: str) -> None:
    if name.startswith("PostgreSQL"):
        require("postgresql")
    [step] = await climbed(SETUPS[name], [0.03], 1.0, 2.0)
    assert step.answers > 0
    assert step.begun
    assert step.unanswered <= sum(step.updates.values())
    assert set(step.work) == set(PARTS)
    assert re.search(r"^3% +\d+ +\d+ +[\d.]+", table([step]), re.MULTILINE)


@pytest.mark.costly
async def test_a_climb_ends_where_it_has_bent() -> None:
    steps = await climbed(Setup(in_sqlite, bent=0.0), [0.05, 0.1], 1.0, 1.0)
    assert [step.share for step in steps] == [0.05]


def test_what_was_measured_is_kept_in_the_place_of_the_former_and_is_of_setups_that_there_are(tmp_path: Path) -> None:
    work = dict.fromkeys(PARTS, 0.0)
    step = Step(0.1, 1.0, {}, {}, {}, {}, 1, 0, 2.0, 3.0, 0, None, 0, None, None, work, 1.0, Waiting())
    again, more = replace(step, answers=2), replace(step, share=0.05)
    for name, steps in (("SQLite", [step]), ("PostgreSQL", [step]), ("SQLite", [again, more])):
        keep(name, steps, 0.5, tmp_path / "million.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "million.jsonl").read_text("utf-8").splitlines()]
    assert [line["setup"] for line in lines] == ["SQLite", "PostgreSQL"]
    assert [(found["share"], found["answers"]) for found in lines[0]["steps"]] == [(0.05, 1), (0.1, 2)]
    lines = [json.loads(line) for line in MILLIONS.read_text("utf-8").splitlines()]
    assert {line["setup"] for line in lines} == SETUPS.keys()
    assert all(step["work"].keys() == set(PARTS) for line in lines for step in line["steps"])


async def test_a_window_beside_an_attack_lasts_until_each_in_private_has_moved() -> None:
    async with SandboxServer() as server:
        meeting = asyncio.create_task(Bystanders(server.state, 3, 0, pace=20.0).met(0.0))
        await until(lambda: len(server.state.updates.pending()) >= 3)
        meeting.cancel()
        assert len({update.lane for update in server.state.updates.pending()}) == 3


# Players
def board(*rows: list[dict[str, Any]]) -> Message:
    return Message(1, 1, "", json.dumps({"inline_keyboard": rows}))


def test_buttons_without_data_are_not_pressed_and_without_digits_the_one_that_brings_them_is() -> None:
    copies = {"text": "1", "copy_text": {"text": "a link"}}
    assert keypad(board([copies], [{"text": "2", "callback_data": "two"}])) == ["two"]
    assert keypad(board([copies])) == []
    assert keypad(board([{"text": "\N{KEYBOARD}\ufe0f", "callback_data": "digits"}])) == ["digits"]


def test_the_game_in_aiogram_tells_what_the_rules_do_and_players_read_its_board_until_it_is_solved() -> None:
    player, secret, guesses = Guesser(1), "0834", list[tuple[str, int, int]]()
    shown = Message(1, 1, RULES, "")
    while isinstance(move := player.next_move(shown), Say) and move.text != "/play":
        bulls, cows = feedback(move.text, secret)
        assert Feedback(bulls, cows) == feedback_for(CLASSIC.parse(move.text), CLASSIC.parse(secret))
        guesses.append((move.text, bulls, cows))
        shown = Message(1, 1 + len(guesses), in_aiogram(guesses), "")
        assert turns_on(shown) == tuple((code, str(bulls), str(cows)) for code, bulls, cows in guesses)
    assert (guesses[-1], player.games) == ((secret, 4, 0), 1)
    assert f"Solved in {len(guesses)}!" in shown.text


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


async def listening(stack: AsyncExitStack, got: list[tuple[int, str]]) -> str:
    """The address of a replica's page, which refuses the first update that it gets."""

    async def take(request: web.BaseRequest) -> web.Response:
        got.append(((await request.json())["update_id"], request.headers[SECRET]))
        return web.Response(status=HTTPStatus.OK if len(got) > 1 else HTTPStatus.SERVICE_UNAVAILABLE)

    runner = web.ServerRunner(web.Server(take))
    await runner.setup()
    stack.push_async_callback(runner.cleanup)
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    return f"http://127.0.0.1:{runner.addresses[0][1]}/telegram"


async def test_replicas_get_updates_in_turn_and_what_is_refused_comes_again() -> None:
    pages: list[list[tuple[int, str]]] = [[], []]
    async with AsyncExitStack() as stack:
        addresses = [await listening(stack, page) for page in pages]
        api = await stack.enter_async_context(Pushing(lambda *_: None, addresses))
        server = await stack.enter_async_context(await api.serve())
        session = await stack.enter_async_context(ClientSession(f"http://127.0.0.1:{port_of(server)}"))
        webhook = {"url": "https://bot.example.org/telegram", "allowed_updates": ["message", "callback_query"]}
        await session.post("/bot1:x/setWebhook", json=webhook | {"secret_token": "s"})
        for number in range(4):
            api.offer("message", {"text": str(number)})
        while api.waiting:
            await asyncio.sleep(0.01)
        state = (await (await session.post("/bot1:x/getWebhookInfo", json={})).json())["result"]
    assert {update for page in pages for update in page} == {(number, "s") for number in (1, 2, 3, 4)}
    assert [len(page) for page in pages] == [3, 3]
    assert state | webhook | {"pending_update_count": 0} == state


async def test_a_loop_that_is_held_is_noticed_and_so_is_a_collection_of_garbage_until_watching_ends() -> None:
    held, before = 0.05, len(gc.callbacks)
    async with heart() as beats:
        time.sleep(held)  # noqa: ASYNC251  this is what is to be noticed
        gc.collect()
    assert max(beats.late) >= 1000 * held - 1
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
LEFT = pytest.approx(30 * PLAYERS * GAMES * 0.99, abs=2)
"""Games that are over and not pruned."""


async def test_old_games_go_and_their_lines_stay(tmp_path: Path) -> None:
    report = await sizes_of(f"sqlite:///{tmp_path}/year.db", DAYS, PLAYERS)
    for name, least in (("games", 0.9), ("all", 1.0)):
        found = re.search(rf"^{name} +([\d.]+) +([\d.]+)$", report, re.MULTILINE)
        assert found, report
        assert float(found[2]) < float(found[1]) * least
    with closing(sqlite3.connect(tmp_path / "year.db")) as file:
        lines = [line for (line,) in file.execute("SELECT line FROM played ORDER BY number")]
        [(running, over)] = file.execute("SELECT count(*) - count(ended_at), count(ended_at) FROM games")
    assert len(lines) == TOTAL - running == TOTAL * 0.99
    assert {played_read(line).kind for line in lines} == {"alone", "keeper", "number", "match"}
    assert over == LEFT


async def test_on_a_server_as_well_and_only_what_would_be_left(postgres: Cluster) -> None:
    url = await postgres.new_database()
    assert "40 days of 25 players" in await sizes_of(url, DAYS, PLAYERS, pruned=True)
    [(over,)] = await Cluster.fetched(url, "SELECT count(ended_at) FROM games")
    [(lines,)] = await Cluster.fetched(url, "SELECT count(*) FROM played")
    assert (over, lines) == (LEFT, TOTAL * 0.99)
