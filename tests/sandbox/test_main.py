import asyncio
import json
import os
import signal
import socket
import sys
import urllib.request
from asyncio.subprocess import PIPE, Process
from pathlib import Path
from typing import Any

import pytest

from sandbox.__main__ import inhabit
from sandbox.command import Command
from sandbox.state import new_state
from sandbox.world.model import Bot

ROOT = Path(__file__).parents[2]
TELL = """
import json, os, urllib.request
url = f"{os.environ['BOT_API_URL']}/bot{os.environ['BOT_TOKEN']}/getMe"
me = json.load(urllib.request.urlopen(url))["result"]["username"]
print(json.dumps({"me": me, "database": os.environ["DATABASE_URL"], "app": os.environ["APP_URL"]}))
raise SystemExit(7)
"""
WAIT = """
import signal, sys, time
def stop(number, frame):
    print("stopping by", signal.Signals(number).name, flush=True)
    sys.exit(5)
signal.signal(signal.SIGTERM, stop)
signal.signal(signal.SIGINT, stop)
print("ready", flush=True)
time.sleep(60)
"""
HASTE = """
trap 'echo stopping; exit 5' TERM
kill -TERM $PPID
for moment in $(seq 300); do sleep 0.2; done
"""


async def run(*arguments: str, **environment: str) -> Process:
    called, around = (sys.executable, "-m", "sandbox", *arguments), os.environ | environment
    return await asyncio.create_subprocess_exec(*called, cwd=ROOT, env=around, stdout=PIPE, stderr=PIPE)


async def lines_of(process: Process, status: int) -> list[str]:
    out, err = await process.communicate()
    assert (err, process.returncode) == (b"", status)
    return out.decode().splitlines()


async def test_a_command_runs_beside_it_and_its_exit_code_is_passed_on() -> None:
    process = await run("--port", "0", "--", sys.executable, "-c", TELL)
    *lines, text = await lines_of(process, 7)
    starts = "Page:        http://127.0.0.1:", "BOT_TOKEN=", "BOT_API_URL=http://127.0.0.1:"
    for line, start in zip(lines, starts, strict=True):
        assert line.startswith(start)
    heard = json.loads(text)
    assert heard["me"] == "sandbox_bot"
    assert heard["app"].startswith("http://127.0.0.1:")
    database = Path(heard["database"].removeprefix("sqlite:///"))
    assert database.is_absolute()
    assert not database.parent.exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_is_passed_on_and_the_command_waited_for(number: signal.Signals) -> None:
    process = await run("--port", "0", "--", sys.executable, "-c", WAIT)
    assert process.stdout
    while b"ready" not in await process.stdout.readline():
        pass
    process.send_signal(number)
    assert await lines_of(process, 5) == [f"stopping by {number.name}"]


async def test_a_signal_is_passed_on_to_a_command_that_has_only_just_begun() -> None:
    process = await run("--port", "0", "--", "sh", "-c", HASTE)
    assert (await lines_of(process, 5))[3:] == ["stopping"]


async def test_alone_it_runs_until_it_is_interrupted_with_people_in_it() -> None:
    process = await run("--port", "0", LC_ALL="uk_UA.UTF-8", LOGNAME="maria")
    assert process.stdout
    url = (await process.stdout.readline()).decode().split()[1]
    snapshot = await asyncio.to_thread(first_event, url)
    process.send_signal(signal.SIGINT)
    await lines_of(process, 0)
    people = [(person["name"], person["language"]) for person in snapshot["people"]]
    assert people == [("Maria", "uk"), ("Олена", "uk"), ("Alice", "en")]
    group = snapshot["chats"][-1]
    assert (group["title"], group["bot"], len(group["members"])) == ("Friends", True, 3)


def test_whoever_runs_it_has_a_name_there(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {"maria": "Maria", "олег": "Олег", "root": "Max", "alice": "Max", "build-bot7": "Max", "m1": "Max"}
    for login, name in names.items():
        monkeypatch.setenv("LOGNAME", login)
        inhabit(world := new_state(Bot()).world)
        assert [person.name for person in world.people.values()] == [name, "Олена", "Alice"]


async def test_a_taken_port_and_a_command_that_is_not_there_are_errors_of_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        process = await run("--port", str(taken.getsockname()[1]))
        out, err = await process.communicate()
    assert (process.returncode, out) == (1, b"")
    assert len(err.decode().splitlines()) == 1
    assert "sandbox: " in err.decode()
    process = await run("--port", "0", "--", "no-such-command-anywhere")
    _, err = await process.communicate()
    assert process.returncode == 1
    assert err.decode() == "sandbox: No such file or directory: no-such-command-anywhere\n"


async def test_the_default_port_gives_way_when_it_is_taken() -> None:
    taken = socket.socket()
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind(("127.0.0.1", 8081))
        taken.listen()
    except OSError:
        pass  # somebody else took it, which serves as well
    with taken:
        process = await run("--", sys.executable, "-c", TELL)
        page, *_ = await lines_of(process, 7)
    assert not page.endswith(":8081/")


def first_event(url: str) -> Any:
    with urllib.request.urlopen(f"{url}events") as stream:
        stream.readline()
        return json.loads(stream.readline().removeprefix(b"data: "))


TELL_AHEAD = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
with open(sys.argv[1], "a") as file:
    print(os.environ["CLOCK_AHEAD"], file=file)
time.sleep(60)
"""


async def told(file: Path, times: int) -> list[str]:
    async with asyncio.timeout(60):
        while True:
            lines = await asyncio.to_thread(file.read_text)
            if lines.count("\n") >= times:
                return lines.split()
            await asyncio.sleep(0.05)


async def test_tomorrow_it_starts_anew_with_a_clock_a_day_further_ahead(tmp_path: Path) -> None:
    (file := tmp_path / "told").touch()
    command = Command((sys.executable, "-c", TELL_AHEAD, str(file)), os.environ, 10.0)
    running = asyncio.create_task(command.run())
    for times in (1, 2):
        await told(file, times)
        command.begin_anew(86400.0)
    assert await told(file, 3) == ["10", "86410", "172810"]
    assert not running.done()
    command.stop(signal.SIGTERM)
    assert await running == 0
