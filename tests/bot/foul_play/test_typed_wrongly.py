"""What operators type or leave lying about: each is refused in one line, or read as it was meant."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from importlib import import_module
from pathlib import Path
from shlex import split

import pytest

from bot.__main__ import COMMANDS
from bot.settings import no_token, settings_from_environment
from faults.processes.postgres import Cluster
from sandbox.__main__ import main as sandbox
from sandbox.server import SandboxServer
from tests.bot.environment import TOKEN, forget_settings, refusal
from tests.bot.forked_bot import ForkedBot
from tests.bot.storage.databases import rows_at
from tests.bot.storage.stores import opened
from tests.bot.typed import only, typed
from tests.needs import require

# Each command line refuses what is typed wrongly in one line, and begins nothing
BOT = (
    "serve x; check x; backup; backup a b; backup copy.db; backup ''; backup 'copy\n.db'; restore .; restore ''; "
    "restore x --forgotten; restore x --bans /; failed x; failed retry; numbers 5; migrate-data x y; "
    "migrate-data sqlite:///. postgresql://a/b; --nope"
)
SANDBOX = f"--port 65536; --port -1; --port x; --port 8081.5; --host ''; --host '\0'; --host {'a' * 300}; nope"
OTHERS = (
    "faults.__main__ --minutes nan; faults.__main__ --minutes -1; faults.__main__ --players -1; "
    "faults.__main__ --database mysql; faults.foul nope; faults.foul --seconds inf; benchmarks.__main__ nope; "
    "benchmarks.year sqlite:///x --days 0; benchmarks.million --seconds nan; bot.build_puzzles x; "
    "solver.build_words xx y; solver.build_words en nowhere; solver.__main__ suggest classic --top 0"
)
Told = Callable[[], str]


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Told:
    """What was said: on standard error, and nothing else."""

    def said() -> str:
        out, err = capsys.readouterr()
        assert out == ""
        return err

    return said


@pytest.mark.parametrize("line", BOT.split("; "))
async def test_the_bot_refuses_in_one_line(tmp_path: Path, line: str) -> None:
    status, printed = await typed(tmp_path, *split(line), BOT_TOKEN=TOKEN, DATABASE_URL=f"sqlite:///{tmp_path}/bot.db")
    assert (status, printed.count("\n"), printed[-1]) == (2, 1, "\n"), printed
    assert not [*os.scandir(tmp_path)]


@pytest.mark.parametrize("line", SANDBOX.split("; "), ids=repr)
def test_the_sandbox_refuses_in_one_line(line: str, told: Told) -> None:
    with pytest.raises(SystemExit) as ended:
        sandbox(split(line))
    assert ended.value.code == 2
    assert told().count("\n") == 1


def test_only_a_clock_is_passed_on(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for ahead in ("soon", "nan", "-5", "1e300", "1 day"):
        monkeypatch.setenv("CLOCK_AHEAD", ahead)
        with pytest.raises(SystemExit):
            sandbox(["--port", "0", "--", "true"])
        out, err = capfd.readouterr()
        assert (out, err[:32]) == ("", "python -m sandbox: CLOCK_AHEAD: ")
    monkeypatch.setenv("CLOCK_AHEAD", "86400")
    assert sandbox(["--port", "0", "--host", "localhost", "--", "printenv", "CLOCK_AHEAD"]) == 0
    assert capfd.readouterr().out.endswith("\n86400\n")


@pytest.mark.parametrize("line", OTHERS.split("; "))
def test_all_others_do_so_too(line: str, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    name, *arguments = split(line)
    monkeypatch.setattr(sys, "argv", [name, *arguments])
    try:
        status = import_module(name).main()
    except SystemExit as ended:
        status = ended.code
    said = told() or f"{status}\n"  # a text with which it exits goes to standard error as well
    assert status
    assert said.count("\n") == 1
    assert "Traceback" not in said


# `make run` asks the bot whether there is a token: nobody is led into the sandbox by the way `.env` was written
ROOT = Path(__file__).parents[3]
ENV = f"# mine\nBOT_TOKEN={TOKEN}\nLOG_LEVEL=DEBUG\n"
WAYS = {
    "plainly": ENV.encode(),
    "with a byte order mark": ENV.removeprefix("# mine\n").encode("utf-8-sig"),
    "in small letters": ENV.lower().replace(TOKEN.lower(), TOKEN).encode(),
    "on Windows": ENV.replace("\n", "\r\n").encode(),
    "with CR alone": ENV.replace("\n", "\r").encode(),
    "in quotes": ENV.replace(TOKEN, f'"{TOKEN}"').encode(),
    "for a shell": ENV.replace("BOT", " export BOT").replace("=", " = ").encode(),
}


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where the bot is started, with no settings in the environment."""
    monkeypatch.chdir(tmp_path)
    forget_settings(monkeypatch)
    return tmp_path


@pytest.mark.parametrize("way", WAYS)
def test_a_token_is_found_however_it_was_written(folder: Path, way: str) -> None:
    (folder / ".env").write_bytes(WAYS[way])
    assert (no_token(), settings_from_environment().bot_token.get_secret_value()) == ("", TOKEN)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_what_cannot_be_read_or_is_no_token_is_no_reason_for_the_sandbox(folder: Path, encoding: str) -> None:
    (folder / ".env").write_bytes(ENV.encode(encoding))
    assert (no_token(), refusal()) == ("", ".env: it must be UTF-8 text (see .env.example)")
    (folder / ".env").write_text("BOT_TOKEN=hello\n", "utf-8")
    assert no_token() == ""


def test_where_there_is_none_it_is_said_where_it_was_looked_for(folder: Path) -> None:
    told = f"No BOT_TOKEN in the environment or in {folder}/.env: "
    assert no_token().startswith(told)
    example = (ROOT / ".env.example").read_text("utf-8")
    for lines in (
        "",
        "BOT_TOKEN=\n",
        "BOT_TOKEN=''\n",
        f"# BOT_TOKEN={TOKEN}\n",
        f"A=b # {TOKEN}\n",
        example,
        *NO_TOKENS,
    ):
        (folder / ".env").write_text(lines, "utf-8")
        assert no_token().startswith(told), lines


NO_TOKENS = (
    "SINCE=12:30\n",
    f"OTHERS=postgresql://{TOKEN}@db/x\n",
    f"URL=http://x/bot{TOKEN}/getMe\n",
    "TOKEN=123:short\n",
)
NAMES = (
    "BOT-TOKEN={}; TOKEN={}; TELEGRAM_BOT_TOKEN={}; BOT_TOKEN: {}; - BOT_TOKEN = {}; export T='{}'; 'token': '{}',; {}"
)


@pytest.mark.parametrize("line", NAMES.split("; "))
@pytest.mark.parametrize("before", ["", "# mine\nBOT_TOKEN=\n", "\ufeffLOG_LEVEL=DEBUG\r\n"])
def test_a_token_under_another_name_stops_the_start_in_one_line_that_names_its_line(
    folder: Path, line: str, before: str
) -> None:
    (folder / ".env").write_text(before + line.format(TOKEN) + "\n", "utf-8")
    number = before.count("\n") + 1
    told = f"BOT_TOKEN: missing, but line {number} of .env holds a token: write BOT_TOKEN= before it"
    assert (no_token(), refusal()) == ("", told)
    (folder / ".env").write_text(f"BOT_TOKEN={TOKEN}\n{line.format(TOKEN)}\n", "utf-8")
    assert refusal() is None


def test_what_is_no_file_stops_the_start_but_an_environment_of_python_may_have_the_name(folder: Path) -> None:
    env = folder / ".env"
    env.symlink_to("nowhere/secrets")
    told = ".env: it is a link to nowhere/secrets, where nothing is; mend the link, or remove it"
    assert (no_token(), refusal()) == ("", told)
    env.unlink()
    env.symlink_to(env.name)
    assert (no_token(), (refusal() or "")[:6]) == ("", ".env: ")
    env.unlink()
    env.mkdir()
    told = ".env: it is a folder, as docker makes one where a file is missing; remove it, and copy .env.example there"
    assert (no_token(), refusal()) == ("", told)
    (env / "pyvenv.cfg").touch()
    assert no_token().startswith("No BOT_TOKEN in the environment or in ")
    shutil.rmtree(env)
    (folder / "kept").write_text(ENV, "utf-8")
    env.symlink_to("kept")
    assert (no_token(), refusal()) == ("", None)


def test_where_another_setting_is_wrong_as_well_the_sandbox_opens_for_want_of_a_token(folder: Path) -> None:
    (folder / ".env").write_text("DATABASE_URL=mysql://x\nLOG_LEVEL=LOUD\n", "utf-8")
    assert no_token().startswith("No BOT_TOKEN in the environment or in ")


def test_the_sandbox_opens_in_a_folder_whose_name_the_output_cannot_write(folder: Path) -> None:
    (place := folder / "тека").mkdir()
    for name in (".venv", "bot", "sandbox", "solver", "Makefile", "requirements.lock"):
        (place / name).symlink_to(ROOT / name)
    made = ["make", "--silent", "--old-file=.venv/.run", "run", "PORT=0"]
    given = only({"LOG_LEVEL": "LOUD", "PYTHONIOENCODING": "ascii"})
    done = subprocess.run(made, cwd=place, env=given, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("No BOT_TOKEN in the environment or in "), done.stderr
    assert "Page:        http://" in done.stdout


# A command asks for the settings that it uses alone
USED = {
    "backup copy.db": ("bot.db", 0),
    "restore kept.db": ("new.db", 0),
    "failed": ("bot.db", 0),
    "failed drop all": ("bot.db", 0),
    "forgotten": ("bot.db", 0),
    "bans": ("bot.db", 0),
    "numbers": ("bot.db", 0),
    "check": ("bot.db", 1),
    "serve": ("bot.db", 2),
}


@pytest.mark.parametrize("line", USED)
async def test_what_reads_or_copies_what_is_stored_asks_for_no_token(tmp_path: Path, line: str) -> None:
    assert {each.split()[0] for each in USED} == COMMANDS.keys() - {"migrate-data"}, "one is forgotten here"
    async with opened(f"sqlite:///{tmp_path}/bot.db"):
        pass
    place = {"DATABASE_URL": f"sqlite:///{tmp_path}/bot.db"}
    assert (await typed(tmp_path, "backup", "kept.db", **place))[0] == 0
    name, status = USED[line]
    others = {"WEBHOOK_URL": "nonsense", "LOG_LEVEL": "LOUD", "PROXY_URL": "nonsense", "ADMIN_IDS": "me"}
    for given in ({}, others, {"BOT_TOKEN": "nonsense"}):
        (tmp_path / "new.db").unlink(missing_ok=True)
        (tmp_path / "copy.db").unlink(missing_ok=True)
        done, printed = await typed(tmp_path, *split(line), **given, DATABASE_URL=f"sqlite:///{tmp_path}/{name}")
        assert done == status, printed
    done, printed = await typed(tmp_path, *split(line), DATABASE_URL="mysql://x")
    assert done == (status or 2)
    assert "DATABASE_URL: it must be" in printed or "BOT_TOKEN: missing" in printed


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("quote", ["'", '"'])
def test_quotes_that_docker_leaves_are_taken_off_and_others_stay(monkeypatch: pytest.MonkeyPatch, quote: str) -> None:
    quoted = {"BOT_TOKEN": TOKEN, "DATABASE_URL": "sqlite:///my.db", "ADMIN_IDS": "7, 8", "PORT": "9000", "HOST": ""}
    for name, value in quoted.items():
        monkeypatch.setenv(name, f"{quote}{value}{quote}")
    settings = settings_from_environment()
    assert (settings.bot_token.get_secret_value(), settings.database_path) == (TOKEN, Path("my.db"))
    assert (set(settings.admin_ids), settings.port, settings.host) == ({7, 8}, 9000, "0.0.0.0")
    monkeypatch.setenv("DATABASE_URL", "sqlite:///Ann's.db'")
    assert settings_from_environment().database_path == Path("Ann's.db'")


@pytest.mark.parametrize("lines", [b"\xef\xbb\xbfbot_token=hello\r\n", None])
def test_one_reader_decides_what_is_run(folder: Path, lines: bytes | None) -> None:
    for name in (".venv", "bot", "sandbox", "solver", "Makefile", "requirements.lock"):
        (folder / name).symlink_to(ROOT / name)
    if lines is not None:
        (folder / ".env").write_bytes(lines)
    made = ["make", "--silent", "--old-file=.venv/.run", "run", "PORT=0"]
    done = subprocess.run(made, env=only({"LOG_LEVEL": "LOUD"}), capture_output=True, text=True, check=False)
    first = done.stdout.partition("\n")[0]
    told = "LOG_LEVEL: " if lines is None else "BOT_TOKEN: it is not a token"
    assert first == no_token()
    assert told in done.stderr
    assert lines is not None or "Page:        http://" in done.stdout


# `restore` of what is no backup is refused, whatever it is; and a moment is told only where there was one
ADVICE = "holds no data of this bot; `backup` makes a whole copy, also while people play"
FOREIGN = ["", "CREATE TABLE migrations (id INTEGER, migration TEXT, batch INTEGER)", "PRAGMA journal_mode = WAL"]


async def _said(folder: Path, place: str, *words: str) -> tuple[int, str]:
    status, printed = await typed(folder, *words, BOT_TOKEN=TOKEN, DATABASE_URL=place)
    return status, printed.splitlines()[-1]


@pytest.mark.parametrize("statement", FOREIGN)
async def test_a_file_of_anything_else_is_refused_and_an_empty_one_stays(tmp_path: Path, statement: str) -> None:
    (tmp_path / "bot.db").touch()
    said = await _said(tmp_path, f"sqlite:///{tmp_path}/bot.db", "backup", "copy.db")
    assert said == (2, f"backup: {tmp_path}/bot.db {ADVICE}")
    (file := tmp_path / "copy.db").touch(exist_ok=False)
    with closing(sqlite3.connect(file)) as other:
        other.execute(statement)
    said = await _said(tmp_path, f"sqlite:///{tmp_path}/new/bot.db", "restore", str(file))
    assert said == (2, f"restore: {file} {ADVICE}")
    assert await asyncio.to_thread(lambda: list((tmp_path / "new").iterdir())) == []


async def test_a_copy_of_the_file_alone_of_a_bot_that_serves_is_refused(tmp_path: Path) -> None:
    async with SandboxServer() as server, ForkedBot(server.url, server.token, tmp_path) as bot:
        await asyncio.to_thread(shutil.copy, bot.database, copy := tmp_path / "copy.db")
    said = await _said(tmp_path, f"sqlite:///{tmp_path}/new.db", "restore", str(copy))
    assert said == (2, f"restore: {copy} {ADVICE}")


async def test_a_dump_of_anything_else_is_refused_and_nothing_is_made(postgres: Cluster, tmp_path: Path) -> None:
    require("pg_dump")
    other, new = await postgres.new_database(), await postgres.new_database()
    await postgres.change(other, "CREATE TABLE migrations (id INTEGER)")
    assert (await _said(tmp_path, other, "backup", "dump"))[0] == 0
    assert await _said(tmp_path, new, "restore", "dump") == (2, f"restore: dump {ADVICE}")
    assert await rows_at(new, "SELECT 1 FROM pg_tables WHERE schemaname = current_schema()") == []


@pytest.mark.both_databases
async def test_what_served_nobody_has_no_moment(cluster: Cluster | None, place: str, tmp_path: Path) -> None:
    new = f"sqlite:///{tmp_path}/new.db" if cluster is None else await cluster.new_database()
    if cluster is not None:
        require("pg_dump")
    assert (await _said(tmp_path, place, "backup", "copy"))[0] == 0
    assert await _said(tmp_path, new, "restore", "copy") == (0, "Restored; no bot has served anybody from it yet.")
    async with opened(new):
        assert await rows_at(new, "SELECT 1 FROM jobs") == []
