"""migrate-data: from a real SQLite file to a real PostgreSQL."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.kinds.alone.model import Alone
from bot.app.messages import Chat
from bot.app.model.chats import Preferences
from bot.app.outbox import OutboxItem
from bot.app.screen import Place
from bot.app.work import Job, Work
from faults.processes.postgres import Cluster
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.forked_bot import ForkedBot
from tests.bot.solo.private_games import begun, wrong_guesses
from tests.bot.storage.stores import TABLE, open_table, opened, preferences, screen, showing
from tests.bot.storage.transferable import TABLES, change, held, holds, meddle, move, refusal
from tests.bot.strategies import CHAT, GROUP, PRIVATE, tables
from tests.bot.turns import turns_on
from tests.bot.typed import typed

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
NUMBER = st.integers(-(2**63), 2**63 - 1)
Doing = Callable[[Work], None]
DOINGS: st.SearchStrategy[Alone | Doing] = st.one_of(
    tables(most=3),
    st.builds(
        lambda chat, known: lambda work: work.prefer(Chat(chat), known),
        NUMBER,
        st.builds(Preferences, st.none() | TEXT, st.none() | TEXT, TEXT, st.booleans(), st.booleans()),
    ),
    st.builds(lambda person, symbols: lambda work: work.keep_draft(TABLE, person, symbols), NUMBER, TEXT),
    st.builds(
        lambda chat, slot, text: lambda work: work.show(chat, slot, screen(text), Place.HERE),
        CHAT, st.sampled_from(["menu", "board"]), TEXT,
    ),
    st.builds(lambda chat, message: lambda work: work.strip(chat, message), CHAT, st.integers(1, 2**31)),
    st.builds(lambda update, content: lambda work: work.keep_failed(update, content, "why"), NUMBER, TEXT),
    st.builds(
        lambda due, kind, turn: lambda work: work.at(due, Job(kind, TABLE, turn)),
        st.floats(allow_nan=False), TEXT, st.integers(0, 2**31 - 1),
    ),
)  # fmt: skip


def test_every_table_there_is_is_known_here(source: Path) -> None:
    names = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    of_the_moment = {"migrations", "replicas", "leases", "budget", "uptime"}
    with closing(sqlite3.connect(source)) as connection:
        assert {name for (name,) in connection.execute(names)} - of_the_moment == set(TABLES)
    for name, rows in held(source).items():
        assert rows, name


def test_all_is_moved_and_told(
    source: Path, postgres: Cluster, target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert move(source, target) == 0
    assert holds(postgres, target) == held(source)
    output = capsys.readouterr()
    assert "100%" in output.err
    lines = {line.split()[0]: line.split()[1:] for line in output.out.splitlines()[1:-1]}
    for name, rows in held(source).items():
        ours, theirs, sum_of_ours, sum_of_theirs = lines[name]
        assert int(ours) == int(theirs) == len(rows)
        assert sum_of_ours == sum_of_theirs


def test_what_is_moved_is_of_use(source: Path, target: str) -> None:
    async def looked(place: Path | str) -> tuple[object, ...]:
        async with opened(place) as store:
            game = await store.run(lambda work: open_table(work, PRIVATE))
            known = await store.run(lambda work: preferences(work, PRIVATE))
            draft = await store.run(lambda work: work.draft(TABLE, 1001))
            shown = await store.run(lambda work: work.slot_state(PRIVATE, "menu"))
            new = await store.run(lambda work: work.scene(1, None))
            kept = await store.kept("webhook secret", "made up anew")
            return game, known, draft, shown, new.seen, kept, await store.outbox.pending(GROUP.id)

    assert move(source, target) == 0
    assert asyncio.run(looked(target)) == asyncio.run(looked(source))


def test_what_was_put_in_the_place_of_others_drops_nothing_on_the_way(
    source: Path, postgres: Cluster, target: str
) -> None:
    newer = "INSERT INTO outbox (letter_id, chat_id, slot, content, since) VALUES (1000, 5, 'menu', 'new', 900)"
    older = newer.replace("1000", "999").replace("900", "NULL")
    change(source, newer, older)  # in this order, so that both are there
    assert len(held(source)["outbox"]) >= 2
    assert move(source, target) == 0
    assert holds(postgres, target) == held(source)
    asyncio.run(Cluster.change(target, newer.replace("1000", "1001")))
    assert asyncio.run(Cluster.fetched(target, "SELECT letter_id FROM outbox WHERE chat_id = 5")) == [(1001,)]


def test_no_number_is_given_twice(source: Path, target: str) -> None:
    async def next_item(place: Path | str) -> OutboxItem:
        async with opened(place) as store:
            await store.run(showing(PRIVATE, "three"))
            return (await store.outbox.pending(PRIVATE.id))[-1]

    change(source, "DELETE FROM outbox")  # the items have left, their numbers must not come again
    assert move(source, target) == 0
    assert asyncio.run(next_item(target)) == asyncio.run(next_item(source))


@pytest.fixture(scope="module")
def growing(postgres: Cluster, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A file that is moved again and again."""
    return tmp_path_factory.mktemp("growing") / "bot.db", asyncio.run(postgres.new_database())


@pytest.mark.costly
@settings(max_examples=25)
@given(doings=st.lists(DOINGS, max_size=10))
def test_whatever_the_bot_remembers_is_moved_and_moved_again(
    growing: tuple[Path, str], postgres: Cluster, doings: list[Alone | Doing]
) -> None:
    async def done(file: Path) -> None:
        async with opened(file) as store:
            for doing in doings:
                await store.run(lambda work, doing=doing: as_job(work, doing))  # type: ignore[misc]

    file, url = growing
    asyncio.run(done(file))
    assert move(file, url) == 0
    assert holds(postgres, url) == held(file)


async def as_job(work: Work, doing: Alone | Doing) -> None:
    if isinstance(doing, Alone):
        known = await work.games.load(doing.id, Alone)
        work.games.save(replace(doing, revision=known.revision if known else 0))
    else:
        doing(work)


def test_a_copy_can_be_made_anew(source: Path, postgres: Cluster, target: str) -> None:
    assert move(source, target) == 0
    one_more = "INSERT INTO slots VALUES (1, 'menu', 2, 3, 4, 5.0)"
    change(source, f"DELETE FROM {stored.DRAFTS}", f"UPDATE {stored.GAMES} SET chat_id = 7", one_more)
    assert holds(postgres, target) != held(source)
    assert move(source, target) == 0
    assert holds(postgres, target) == held(source)


def test_one_moment_is_moved_whatever_is_written_meanwhile(
    source: Path, postgres: Cluster, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = held(source)

    def write() -> None:
        change(source, "INSERT INTO failed_updates VALUES (2, 2, '', '')", f"DELETE FROM {stored.GAMES}")

    meddle(monkeypatch, write)
    assert move(source, target) == 0
    assert holds(postgres, target) == before != held(source)


def test_a_copy_that_was_tampered_with_is_caught_and_not_kept(
    source: Path, postgres: Cluster, target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert move(source, target) == 0
    before = holds(postgres, target)
    for statement in (
        "CREATE FUNCTION meddle() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.below = 99; RETURN NEW; END'",
        "CREATE TRIGGER meddle BEFORE INSERT ON slots FOR EACH ROW EXECUTE FUNCTION meddle()",
    ):
        asyncio.run(postgres.change(target, statement))
    assert refusal(capsys, source, target) == "the copy differs from the source in slots; nothing was kept of it"
    assert holds(postgres, target) == before


def test_values_that_differ_in_kind_only_are_moved(source: Path, postgres: Cluster, target: str) -> None:
    change(
        source, "UPDATE jobs SET due_at = 3", "UPDATE slots SET below = '4'", f"UPDATE {stored.DRAFTS} SET symbols = 5"
    )
    assert move(source, target) == 0
    assert holds(postgres, target) == held(source)


@pytest.mark.asyncio(loop_scope="session")
async def test_a_game_goes_on_where_its_data_was_moved_to(own_stage: Stage, postgres: Cluster) -> None:
    target, folder = await postgres.new_database(), own_stage.bot.database.parent
    alice = await begun(own_stage)
    guesses = wrong_guesses(own_stage.secret_of(alice.id), 3)
    await alice.send(guesses[0])
    await alice.sees("1 guess so far")
    await moved_by_a_process(own_stage.bot.database, target)  # while the bot serves
    await alice.send(guesses[1])
    await alice.sees("2 guesses so far")
    await own_stage.bot.stop()
    await moved_by_a_process(own_stage.bot.database, target)
    shutil.rmtree(folder)
    folder.mkdir()
    server = own_stage.server
    async with ForkedBot(server.url, server.token, folder, DATABASE_URL=target):
        await alice.send(guesses[2])
        board = await alice.sees("3 guesses so far")
    assert [guess for _, guess, *_ in turns_on(board.text)] == guesses


async def moved_by_a_process(source: Path, target: str) -> None:
    status, printed = await typed(source.parent, "migrate-data", f"sqlite:///{source}", target)
    assert status == 0, printed
    assert "rows are there, and the same" in printed
