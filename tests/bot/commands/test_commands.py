"""Commands of operators: as people start them, by `python -m bot`, and typed into forks; a database is restored."""

import asyncio
import json
import os
import re
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile

import pytest
from aiohttp import web

from bot.__main__ import COMMANDS, SERVE
from bot.app.outbox import ScreenItem, screen_written
from bot.app.screen import Place, Screen
from bot.app.texts import Html
from bot.commands.check import database
from bot.commands.figures import table
from bot.storage.operator import COUNTS, NOW, connected, numbers
from bot.storage.store import DatabaseStore
from faults.processes.postgres import Cluster
from faults.processes.process import free_port
from sandbox.client import Sandbox
from sandbox.server import SandboxServer
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import paired, screen
from tests.bot.environment import TOKEN
from tests.bot.forked_bot import ForkedBot, forked
from tests.bot.player import begun, talk, turns_on, wrong_guesses
from tests.bot.storage import transferable
from tests.bot.storage.databases import NOTHING_TO_DO, change_at, holds, rows_at
from tests.bot.storage.stores import opened
from tests.bot.telegram.sources import until_it_is
from tests.bot.typed import only, typed, typed_in
from tests.distribution import costly_but
from tests.needs import require

ON_STAGE = pytest.mark.asyncio(loop_scope="session")
MIGRATE_DATA, CHECKED = "migrate-data", ("settings", "token", "clock", "webhook", "database", "disk", "fonts")
PRINTED = {
    "check": "".join(rf"✓ {name}: .+\n" for name in CHECKED),
    "backup copy.db": r"copy\.db: \d+\.\d MB, checked\n",
    "restore bot.db": r"Restored to .+ UTC, when a bot last served; \d+ chats will be told\.\n",
    "failed": r"u1 .+\nm\d+ .+: Bad Request\n",
    "forgotten": rf"{2**41} 7\.5\n",
    "bans": rf"{2**40} 7\.5\n",
    "numbers": r" +today +7 days\n(.+\n)+\n +now\n(.+\n)+",
}
"""What each says of the file with one of each. By a process of its own; all other tests type into forks."""
NOWHERE = "http://127.0.0.1:9"
BAR = re.compile(r"(\r(copied|restored): [^\r\n]+)*\n?")
"""All that goes to standard error where all is well."""


async def started(folder: Path, *arguments: str, **settings: str) -> tuple[int, str, str]:
    """The exit status, and what it said on either."""
    command = (sys.executable, "-m", "bot", *arguments)
    process = await asyncio.create_subprocess_exec(*command, cwd=folder, env=only(settings), stdout=PIPE, stderr=PIPE)
    out, err = await process.communicate()
    return process.returncode or 0, out.decode(), err.decode()


@pytest.mark.parametrize("line", costly_but(("check",), PRINTED))
async def test_a_command_is_done_by_a_process_of_its_own(line: str, source: Path) -> None:
    name = "new.db" if line.startswith("restore") else source.name
    async with SandboxServer() as server:
        settings = {"BOT_TOKEN": server.token, "BOT_API_URL": server.url, "DATABASE_URL": f"sqlite:///{name}"}
        status, out, err = await started(source.parent, *line.split(), **settings)
    assert status == 0, err
    assert re.fullmatch(PRINTED[line], out), out
    assert BAR.fullmatch(err), err


@pytest.mark.costly
async def test_data_are_moved_by_a_process_of_its_own(source: Path, postgres: Cluster, target: str) -> None:
    status, out, err = await started(source.parent, MIGRATE_DATA, f"sqlite:///{source.name}", target)
    assert status == 0, err
    assert "100%" in err, err
    assert "Traceback" not in err, err
    assert out.endswith("rows are there, and the same.\n")
    assert await asyncio.to_thread(transferable.holds, postgres, target) == transferable.held(source)


async def test_a_process_that_cannot_serve_ends_with_status_2_and_one_line(tmp_path: Path) -> None:
    assert {line.split()[0] for line in PRINTED} | {MIGRATE_DATA, SERVE} == COMMANDS.keys(), "one is forgotten here"
    status, out, err = await started(tmp_path, SERVE, BOT_TOKEN=TOKEN[1:8])
    made = await asyncio.to_thread(lambda: list(tmp_path.iterdir()))
    assert (status, out, made) == (2, "", []), err
    assert re.fullmatch(r"BOT_TOKEN: .+\n", err), err


# Whatever takes what is printed
ENCODINGS = ("ascii", "cp1252", "utf-16")
COPIED = "backup копія.db"
NEW = {"restore": "new.db"}
MANY = 20_000
"""Lines: far more than is kept back before it is written."""
NO_MORE_READ, FULL = 141, b"output: No space left on device\n"
LINES = [*PRINTED, "--help", *(f"{name} --help" for name in COMMANDS)]


async def into(out: int, line: str, source: Path, **settings: str) -> tuple[int, bytes]:
    """The exit status of a fork that prints into this file, and what it says on standard error."""
    name = NEW.get(line.split(maxsplit=1)[0], source.name)
    given = only({"BOT_TOKEN": TOKEN, "BOT_API_URL": NOWHERE, "DATABASE_URL": f"sqlite:///{name}"} | settings)
    with TemporaryFile() as err:
        process = await forked("bot", *line.split(), folder=source.parent, environment=given, out=out, err=err.fileno())
        status = await process.wait()
        err.seek(0)
        return status, err.read()


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_an_output_of_any_encoding_takes_what_each_command_prints(source: Path, encoding: str) -> None:
    async with SandboxServer() as server:
        telegram = {"BOT_TOKEN": server.token, "BOT_API_URL": server.url}
        for line in (*PRINTED, COPIED):
            with TemporaryFile() as out:
                status, err = await into(out.fileno(), line, source, PYTHONIOENCODING=encoding, **telegram)
                out.seek(0)
                printed = out.read().decode(encoding)
            assert status == 0, (line, err)
            assert BAR.fullmatch(err.decode()), (line, err)
            if line == "check":
                mark = "✓" if encoding == "utf-16" else "ok"
                assert {each.split()[0] for each in printed.splitlines()} == {mark}
    assert await asyncio.to_thread((source.parent / COPIED.split()[1]).is_file)


@pytest.mark.parametrize(("encoding", "mark"), [("ascii", "WRONG"), ("cp1252", "WRONG"), ("utf-8", "✗")])
async def test_what_is_wrong_is_told_apart_in_any_encoding(source: Path, encoding: str, mark: str) -> None:
    with TemporaryFile() as out:
        assert (await into(out.fileno(), "check", source, PYTHONIOENCODING=encoding))[0] == 1
        out.seek(0)
        printed = out.read().decode(encoding)
    assert f"\n{mark} token: {NOWHERE} cannot be reached" in printed


@pytest.mark.parametrize("line", LINES)
async def test_whoever_reads_no_more_is_told_no_more(source: Path, line: str) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    status, err = await into(writes, line, source)
    os.close(writes)
    assert status == NO_MORE_READ, err
    assert BAR.fullmatch(err.decode()), err


async def test_so_is_whoever_leaves_in_the_midst_of_much(source: Path) -> None:
    many = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {MANY}) "
    await change_at(f"sqlite:///{source}", f"{many} INSERT INTO failed_updates SELECT i, i, '{{}}', 'KeyError' FROM n")
    reads, writes = os.pipe()
    os.close(reads)
    assert await into(writes, "failed", source) == (NO_MORE_READ, b"")
    os.close(writes)
    full = os.open("/dev/full", os.O_WRONLY)
    assert await into(full, "failed", source) == (1, FULL)
    os.close(full)


async def test_a_full_disk_and_no_output_at_all_are_no_bugs(source: Path) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    assert await into(full, "numbers", source) == (1, FULL)
    os.close(full)
    closed = f"exec {sys.executable} -m bot numbers >&- 2>&-"
    process = await asyncio.create_subprocess_exec(
        "/bin/sh", "-c", closed, cwd=source.parent, env=only({"DATABASE_URL": f"sqlite:///{source.name}"})
    )
    assert await process.wait() == 0


# `python -m bot check`
@ON_STAGE
async def test_where_all_is_well_it_says_so_of_each(stage: Stage, tmp_path: Path) -> None:
    status, printed = await typed(tmp_path, "check", BOT_TOKEN=stage.server.token, BOT_API_URL=stage.server.url)
    assert [tuple(line.split()[:2]) for line in printed.splitlines()] == [("✓", f"{name}:") for name in CHECKED]
    assert status == 0
    assert "@sandbox_bot" in printed
    assert not (tmp_path / "data").exists()


@ON_STAGE
async def test_what_is_wrong_is_said_with_how_to_mend_it(stage: Stage, tmp_path: Path) -> None:
    for settings, line in (
        ({}, "✗ settings: BOT_TOKEN: missing"),
        ({"BOT_TOKEN": TOKEN, "BOT_API_URL": NOWHERE}, f"✗ token: {NOWHERE} cannot be reached"),
        ({"BOT_TOKEN": TOKEN}, "✗ token: Telegram refuses it"),
    ):
        status, printed = await typed(tmp_path, "check", **{"BOT_API_URL": stage.server.url} | settings)
        assert status == 1
        assert line in printed
        assert TOKEN not in printed


FRAMED = {"Content-Security-Policy": "default-src 'none'; frame-ancestors https://web.telegram.org https://x.example"}
UNSET = (
    "the bot sets the menu button when it starts; "
    "no link opens it: @BotFather, Bot Settings, Configure Mini App, with this address"
)
ANSWERS: dict[str, tuple[int, dict[str, str], str]] = {
    "whole": (200, FRAMED, f"✓ app: {{url}}; {UNSET}\n"),
    "another": (200, {}, "✗ app: {url} is another page, or the proxy changes its headers; "),
    "changed": (200, FRAMED | {"X-Frame-Options": "DENY"}, "✗ app: {url} is another page, or the proxy changes"),
    "nothing": (404, FRAMED, "✗ app: {url} is answered with 404; let the proxy pass on that path and all below it"),
    "moved": (301, FRAMED | {"Location": "whole"}, "✗ app: {url} is answered with 301; "),
}


@asynccontextmanager
async def pages() -> AsyncIterator[str]:
    """What answers as bots and proxies may; its address."""

    async def answer(request: web.BaseRequest) -> web.StreamResponse:
        status, headers, _ = ANSWERS[request.path[1:]]
        return web.Response(status=status, headers=headers)

    runner = web.ServerRunner(web.Server(answer))
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


async def test_of_a_mini_app_it_says_whether_its_page_comes_up_and_what_is_unset_at_telegram(tmp_path: Path) -> None:
    async with SandboxServer() as server, Sandbox(server.url) as sandbox, pages() as address:
        settings = {"BOT_TOKEN": server.token, "BOT_API_URL": server.url}
        await sandbox.main_app("")
        for path, (_, _, line) in ANSWERS.items():
            url = f"{address}/{path}"
            status, printed = await typed(tmp_path, "check", APP_URL=url, **settings)
            assert line.format(url=url) in printed
            assert status == int(line.startswith("✗"))
        status, printed = await typed(tmp_path, "check", APP_URL=f"{NOWHERE}/app", **settings)
        assert f"✗ app: {NOWHERE}/app cannot be reached from here (ClientConnectorError); " in printed


async def test_of_the_mini_app_that_a_bot_serves_it_finds_all_well(tmp_path: Path) -> None:
    url = f"http://127.0.0.1:{(port := free_port())}/app"
    async with (
        SandboxServer() as server,
        Sandbox(server.url) as sandbox,
        ForkedBot(server.url, server.token, tmp_path, port=port, APP_URL=url),
    ):
        await until_it_is(partial(sandbox.calls, "setChatMenuButton"))
        await sandbox.main_app(url)
        settings = {"BOT_TOKEN": server.token, "BOT_API_URL": server.url, "APP_URL": url}
        _, printed = await typed(tmp_path, "check", **settings)
        assert f"\n✓ app: {url}\n" in printed


async def test_every_command_has_help_and_others_are_named(tmp_path: Path) -> None:
    _, summary = await typed(tmp_path, "--help")
    for name in COMMANDS:
        assert f"\n  {name} " in summary
        status, printed = await typed(tmp_path, name, "--help", BOT_TOKEN=TOKEN)
        assert (status, printed.split()[:2]) == (0, ["usage:", "python"])
    assert await typed(tmp_path, "sevre") == (2, "sevre: no such command (python -m bot --help)\n")


async def test_of_a_database_it_says_what_the_start_would_find(place: str) -> None:
    async with opened(place):
        is_well, said = await database(place)
        assert is_well
        assert "migrations" not in said
    await change_at(place, "INSERT INTO migrations VALUES (9999, '9999_of_the_future')")
    newer = "it was written by a newer version of the bot; run that, or name another in DATABASE_URL"
    assert await database(place) == (False, newer)


async def test_what_is_no_database_is_told(tmp_path: Path) -> None:
    (file := tmp_path / "bot.db").write_text("hello, this is no database at all, however long it may be" * 100, "utf-8")
    is_well, said = await database(f"sqlite:///{file}")
    assert not is_well
    assert "put a backup in its place" in said
    assert await database(f"sqlite:///{tmp_path}/new.db") == (True, f"{tmp_path}/new.db will be created")
    is_well, said = await database("postgresql://nobody:hidden@127.0.0.1:9/none")
    assert not is_well
    assert "hidden" not in said


# `python -m bot failed`
HELLO = screen_written(Screen(Html("hello")), Place.BOTTOM)


async def made(place: str) -> None:
    """A failed update, a failed message, a failed job and a failed long job."""
    trace = "Traceback (most recent call last):\n  File …\nKeyError"
    job = json.dumps({"kind": "Job", "job": {"kind": "clock", "subject": "abc", "turn": 3, "id": 5}})
    long = json.dumps({"kind": "LongJob", "job": {"kind": "review", "subject": "abc", "turn": 3, "id": 6}})
    for update, at, content in ((829, 10.0, '{"wished": "Order:play"}'), (0, 20.0, job), (0, 30.0, long)):
        await change_at(place, f"INSERT INTO failed_updates VALUES ({update}, {at}, '{content}', '{trace}')")
    columns = "letter_id, chat_id, failed_at, content, error"
    await change_at(place, f"INSERT INTO failed_messages ({columns}) VALUES (17, 7, 40, '{HELLO}', 'MESSAGE_TOO_LONG')")


async def said(folder: Path, place: str, *arguments: str) -> tuple[int, list[str]]:
    status, printed = await typed(folder, "failed", *arguments, BOT_TOKEN=TOKEN, DATABASE_URL=place)
    return status, printed.splitlines()


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
    assert (status, [line.split(":")[0] for line in sorted(lines)]) == (1, ["j5", "j6", "u829"])
    assert await rows_at(place, "SELECT kind, subject, turn FROM jobs") == [("clock", "abc", 3)]
    assert sorted(line.split()[0] for line in (await said(tmp_path, place))[1]) == ["j6", "u829"]


async def test_what_failed_is_listed_the_oldest_first_and_what_is_dropped_is_gone(place: str, tmp_path: Path) -> None:
    nothing = (0, ["Nothing has failed."])
    assert await said(tmp_path, place) == nothing
    await made(place)
    status, lines = await said(tmp_path, place)
    assert (status, [line.split()[0] for line in lines]) == (0, ["u829", "j5", "j6", "m17"])
    assert lines[0].endswith("1970-01-01 00:00:10  Order:play: KeyError")
    assert lines[3].endswith("to 7: MESSAGE_TOO_LONG")
    assert await said(tmp_path, place, "drop", "j6") == (0, ["j6: dropped"])
    assert [line.split()[0] for line in (await said(tmp_path, place))[1]] == ["u829", "j5", "m17"]
    assert [(await said(tmp_path, place, "drop", *every))[0] for every in (("all",), ())] == [0, 2]
    assert await said(tmp_path, place) == nothing


async def test_beside_a_bot_that_serves_a_message_leaves_soon(store: DatabaseStore, place: str, tmp_path: Path) -> None:
    await made(place)
    assert (await said(tmp_path, place, "retry", "m17"))[0] == 0
    assert (await store.outbox.keep({}, sends=True)).taken.keys() == {7}


@pytest.mark.parametrize("command", ["failed", "numbers"])
async def test_where_no_bot_has_been_nothing_is_made(command: str, blank: str, tmp_path: Path) -> None:
    status, printed = await typed(tmp_path, command, BOT_TOKEN=TOKEN, DATABASE_URL=blank)
    assert (status, printed) == (2, "DATABASE_URL: the bot has not been there yet; start it once, or name another\n")
    assert not await asyncio.to_thread(lambda: list(tmp_path.iterdir()))


@ON_STAGE
async def test_what_a_player_is_told_names_what_the_operator_finds(own_stage: Stage, tmp_path: Path) -> None:
    alice = await begun(own_stage)
    stored.set_body(own_stage.bot, alice.id, '{"format": "of another world"}')
    await alice.send("0123")
    told = re.search(r"Error (u\d+)\.", (await alice.sees("Something broke")).text)
    assert told
    assert f"error={told[1]} " in own_stage.bot.log_text()
    _, printed = await typed_in(tmp_path, own_stage.bot.environment, "failed")
    assert printed.startswith(f"{told[1]} ")


# `python -m bot numbers`
DAY = 86400.0
NOON = 20_000 * DAY + DAY / 2


@pytest.mark.both_databases
async def test_what_was_played_today_and_in_a_week_is_counted_and_printed(place: str, tmp_path: Path) -> None:
    columns = "game_id, kind, chat_id, starter, salt, opened_at, ended_at, body, revision, saved_at"
    for name, starter, ago in (("a", 1, 60), ("b", 1, 30), ("c", 2, DAY), ("d", 3, 10 * DAY)):
        end = NOON - ago if name in "ac" else "NULL"
        values = f"'{name}', 'alone', {starter}, {starter}, '', {NOON - ago}, {end}, '{{}}', 1, {NOON - ago}"
        await change_at(place, f"INSERT INTO games ({columns}) VALUES ({values})")
    await change_at(place, f"INSERT INTO failed_updates VALUES (1, {NOON - 5}, '{{}}', '')")
    async with connected(place) as connection:
        counted = await numbers(connection, NOON)
    assert ({*counted.since}, {*counted.now}) == ({*COUNTS}, {*NOW})
    shown = [counted.since[name] for name in ("people who played", "games begun", "games ended", "updates failed")]
    assert (shown, counted.now["games that run"]) == ([(1, 2), (2, 3), (1, 2), (1, 1)], 2)
    assert "people who played              1         2\n" in table(counted)
    status, printed = await typed(tmp_path, "numbers", BOT_TOKEN=TOKEN, DATABASE_URL=place)
    assert (status, [name for name in (*COUNTS, *NOW) if name not in printed]) == (0, [])


# A backup is made while people play, the database is lost, and play goes on from the backup
RUNNING = "INSERT INTO broadcasts VALUES ('cast', 1, 'running', '{\"en\": \"x\"}', 9e9, 0, 5, 9, 1, 1)"
"""What is sent to everybody when the backup is made: restored, it must not go on from there by itself."""
TOLD = "🕰 Something went badly wrong, and I had to go back to how things were on"
MIGRATED = "SELECT number FROM migrations ORDER BY number"
Places = tuple[str, str]


@dataclass(frozen=True)
class AnyStage(Stage):
    """A stage whose bot has its data in either database."""

    url: str

    async def quiet(self) -> None:
        await self.sandbox.settled()
        await holds(self.url, NOTHING_TO_DO)
        await self.sandbox.state()


@pytest.fixture
async def places(cluster: Cluster | None, tmp_path: Path) -> Places:
    """Two databases, of which the first will be lost."""
    if cluster is None:
        return f"sqlite:///{tmp_path}/bot.db", f"sqlite:///{tmp_path}/new/bot.db"
    require("pg_dump")
    return await cluster.new_database(), await cluster.new_database()


@pytest.mark.both_databases
async def test_a_lost_database_is_restored_and_everybody_plays_on(places: Places, tmp_path: Path) -> None:
    (lost, new), backup = places, str(tmp_path / "backup")
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        bot = ForkedBot(server.url, server.token, tmp_path, DATABASE_URL=lost)
        await bot.start()
        stage = AnyStage(server, sandbox, bot, lost)
        alone = await begun(stage, "Carol")
        [(_, _, _, _, body)] = await stored.games_at(lost, chat=alone.id)
        kept, gone, again = wrong_guesses(json.loads(body)["position"].split()[2], 3)
        await talk(f"{kept} → 1. {kept}", alone)
        pair = await paired(stage)
        await sandbox.settled()
        status, printed = await typed_in(tmp_path, bot.environment, "backup", backup)
        assert status == 0, printed
        assert "checked" in printed, printed
        await talk(f"{gone} → 2. {gone}", alone)
        await sandbox.settled()
        await bot.kill()
        status, printed = await typed_in(tmp_path, bot.environment | {"DATABASE_URL": new}, "restore", backup)
        assert status == 0, printed
        assert "3 chats will be told" in printed, printed
        assert await rows_at(new, "SELECT * FROM outbox") == []
        async with ForkedBot(server.url, server.token, tmp_path, DATABASE_URL=new):
            for person in (alone, *pair.both):
                await person.sees(TOLD)
            board = await talk(f"{again} → 2. {again}", alone)
            assert [guess for _, guess, *_ in turns_on(board.text)] == [kept, again]
            assert screen(pair.alice).id > (await pair.alice.sees(TOLD)).id
            await sandbox.settled()
            calls = await sandbox.calls("sendMessage")
            assert sum(TOLD in call["parameters"]["text"] for call in calls) == 3


@pytest.mark.both_databases
async def test_nothing_is_overwritten_nor_made_of_what_is_no_backup(places: Places, tmp_path: Path) -> None:
    lost, new = places
    async with opened(lost):
        pass
    settings = {"BOT_TOKEN": TOKEN, "DATABASE_URL": lost}
    assert (await typed_in(tmp_path, settings, "backup", str(tmp_path / "backup")))[0] == 0
    before = await rows_at(lost, MIGRATED)
    status, printed = await typed_in(tmp_path, settings, "restore", str(tmp_path / "backup"))
    assert status == 2, printed
    assert "move it away" in printed or "not empty" in printed, printed
    assert await rows_at(lost, MIGRATED) == before
    (tmp_path / "rubbish").write_text("no backup at all" * 1000)
    for name in ("rubbish", "nowhere"):
        status, printed = await typed_in(tmp_path, settings | {"DATABASE_URL": new}, "restore", str(tmp_path / name))
        assert status == 2, printed
        assert printed.splitlines()[-1].startswith("restore: "), printed
        assert await asyncio.to_thread(lambda: list((tmp_path / "new").glob("*"))) == []


@pytest.mark.costly
async def test_whoever_was_forgotten_or_kept_away_since_is_so_again(places: Places, tmp_path: Path) -> None:
    (lost, new), backup = places, str(tmp_path / "backup")
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        ann = await sandbox.person("Ann")
        bot = ForkedBot(server.url, server.token, tmp_path, DATABASE_URL=lost, ADMIN_IDS=str(ann.id))
        await bot.start()
        eve, bob, carol = [await begun(Stage(server, sandbox, bot), name) for name in ("Eve", "Bob", "Carol")]
        await change_at(lost, RUNNING)
        assert (await typed_in(tmp_path, bot.environment, "backup", backup))[0] == 0
        await talk("/forgetme → Delete everything about you?\n[Yes] → ✅ Done: everything about you is deleted.", eve)
        await talk(f"/admin ban {bob.id} → 🚫 Ban\n[Yes]", ann)
        await bob.sees("You’re banned from this bot")
        for name in ("forgotten", "bans"):
            _, printed = await typed_in(tmp_path, bot.environment, name)
            await asyncio.to_thread((tmp_path / name).write_text, printed)
        await bot.kill()
        lists = ("--forgotten", str(tmp_path / "forgotten"), "--bans", str(tmp_path / "bans"))
        restored = bot.environment | {"DATABASE_URL": new}
        assert (await typed_in(tmp_path, restored, "restore", backup, *lists))[0] == 0
        async with ForkedBot(server.url, server.token, tmp_path, DATABASE_URL=new):
            await carol.sees(TOLD)
            await holds(new, "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE kind = 'forget')")
            assert set(await rows_at(new, "SELECT starter FROM games")) == {(bob.id,), (carol.id,)}
            assert await rows_at(new, f"SELECT 1 FROM chats WHERE chat_id = {eve.id}") == []
            await bob.sees("You’re banned from this bot", after=await bob.send("/play"))
            assert await rows_at(new, "SELECT state FROM broadcasts") == [("stopped",)]
