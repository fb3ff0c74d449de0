"""migrate-data changes nothing where it cannot do all: one line says why."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from faults.processes.postgres import Cluster
from tests import stored
from tests.bot.storage.stores import opened, showing
from tests.bot.storage.transferable import change, holds, meddle, move, refusal
from tests.bot.strategies import PRIVATE


def test_what_somebody_else_put_there_is_not_overwritten(
    source: Path, postgres: Cluster, target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def served() -> None:
        async with opened(target) as store:
            await store.run(showing(PRIVATE, "hello"))

    asyncio.run(served())
    before = holds(postgres, target)
    assert "not a copy" in refusal(capsys, source, target)
    assert holds(postgres, target) == before


def test_a_target_that_a_bot_has_served_from_since_is_not_overwritten(
    source: Path, target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def opened_once() -> None:
        async with opened(target):
            pass

    assert move(source, target) == 0
    asyncio.run(opened_once())
    assert "a bot has served from it since" in refusal(capsys, source, target)


async def test_a_target_that_a_bot_serves_from_is_refused(
    tmp_path: Path, postgres: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    target = await postgres.new_database()
    async with opened(tmp_path / "bot.db"), opened(target):
        line = await asyncio.to_thread(refusal, capsys, tmp_path / "bot.db", target)
    assert line == "a bot serves from the target; stop it first"


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("UPDATE slots SET slot = 'me' || char(0) || 'nu'", "slots.slot has the character NUL"),
        (
            f"UPDATE {stored.DRAFTS} SET symbols = x'00ff'",
            "drafts.symbols is bytes, not a text (the row with game_id '0123456789a",
        ),
        (
            f"UPDATE {stored.DRAFTS} SET symbols = CAST(x'ff' AS TEXT)",
            "cannot be read (Could not decode to UTF-8 column 'symbols')",
        ),
        (
            "UPDATE slots SET below = 'few'",
            "slots.below is a text, not an integer (the row with chat_id 1001, slot 'menu')",
        ),
        ("UPDATE slots SET below = 1.5", "slots.below is a fraction, not an integer"),
        ("UPDATE slots SET below = 2147483648", "slots.below is too large for PostgreSQL's integer"),
        ("UPDATE jobs SET due_at = 'soon'", "jobs.due_at is a text, not a number"),
        ("ALTER TABLE drafts ADD COLUMN colour TEXT", "the table drafts in the source is not as the bot has made it"),
        ("CREATE TABLE lost_and_found (id)", "the table lost_and_found in the source is not as the bot has made it"),
        ("DELETE FROM migrations WHERE number = 2", "was written by an older version of the bot"),
        ("INSERT INTO migrations VALUES (99, 'later')", "was written by a newer version of the bot"),
        ("DROP TABLE migrations", "holds no data of this bot"),
    ],
)
def test_what_cannot_be_moved_is_told_and_nothing_is(
    source: Path, postgres: Cluster, target: str, capsys: pytest.CaptureFixture[str], statement: str, text: str
) -> None:
    assert move(source, target) == 0
    before = holds(postgres, target)
    change(source, statement)
    assert text in refusal(capsys, source, target)
    assert holds(postgres, target) == before


def test_a_damaged_file_is_told(source: Path, target: str, capsys: pytest.CaptureFixture[str]) -> None:
    content = bytearray(source.read_bytes())
    content[4096 * 3 : 4096 * 6] = b"\x5a" * (4096 * 3)
    source.write_bytes(content)
    line = refusal(capsys, source, target)
    assert line.startswith(f"{source} ")
    assert "damaged" in line or "malformed" in line


def test_another_file_is_told(tmp_path: Path, target: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "poem.txt").write_text("no database\n" * 1000)
    assert "cannot be read (file is not a database)" in refusal(capsys, tmp_path / "poem.txt", target)
    assert refusal(capsys, tmp_path / "none.db", target) == f"{tmp_path}/none.db is not there"
    assert not (tmp_path / "none.db").exists()


@pytest.mark.parametrize("url", ["bot.db", "postgresql://localhost/bot", "mysql://localhost/bot"])
def test_a_wrong_source_is_told(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert refusal(capsys, url, "postgresql://localhost/bot").startswith("the source must be sqlite:///")


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ("sqlite:///other.db", "the target must be like postgresql://"),
        ("postgresql://bot:s3cret/word@127.0.0.1:5432/bot", "the target must be like postgresql://"),
        ("postgresql://bot:s3cret@127.0.0.1:99999/bot", "the target"),
        ("postgresql://bot:s3cret@127.0.0.1:1/bot", "the target cannot be used ("),
        ("postgres://bot:s3cret@127.0.0.1:1/bot", "the target cannot be used ("),
    ],
)
def test_a_wrong_target_is_told_without_its_password(
    source: Path, capsys: pytest.CaptureFixture[str], url: str, text: str
) -> None:
    line = refusal(capsys, source, url)
    assert line.startswith(text)
    assert "s3cret" not in line


def test_a_database_that_is_not_there_is_told(
    source: Path, postgres: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 'database "nowhere" does not exist' in refusal(capsys, source, postgres.url("nowhere"))
    stranger = postgres.url("postgres").replace("postgres@", "stranger:s3cret@")
    assert 'role "stranger" does not exist' in refusal(capsys, source, stranger)


def test_a_target_that_is_cut_off_in_the_middle_is_as_it_was(
    source: Path,
    postgres: Cluster,
    target: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert move(source, target) == 0
    before = holds(postgres, target)
    change(source, f"DELETE FROM {stored.GAMES}")
    rows = iter(range(10))

    def cut() -> None:
        if next(rows, None) == 5:
            with ThreadPoolExecutor(1) as thread:
                thread.submit(asyncio.run, postgres.cut_connections(target)).result()

    meddle(monkeypatch, cut)
    assert refusal(capsys, source, target).startswith("the target cannot be used (")
    monkeypatch.undo()
    assert holds(postgres, target) == before
    assert move(source, target) == 0
