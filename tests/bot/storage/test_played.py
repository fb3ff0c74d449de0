"""What is kept for ever of a game: a line for every kind, written once, found by whoever played."""

import time
from dataclasses import replace

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from bot.app.kinds.alone.model import Alone
from bot.app.kinds.group.model import Group, GroupSeats, Member
from bot.app.kinds.match.model import Match
from bot.app.messages import Chat
from bot.app.model.game import Gist, Header, PlayedGame, Progress, log_after, played_read, played_written
from bot.app.registry import KINDS
from bot.game.notation import game_at, position
from bot.game.number import line_of, number_game_at
from bot.storage.store import DatabaseStore
from tests.bot.inside import inside
from tests.bot.storage.databases import rows_at
from tests.bot.storage.rows import OF_EACH_KIND
from tests.bot.storage.stores import TABLE, loaded, saving, table_in

CHAT = Chat(1001)
PLAYED = "solo classic 0834 | 0123 4567 8904 0384 0843 0835 0834"
"""A game of seven guesses, which is a usual one."""
ANY = settings(phases=[Phase.generate], derandomize=True, database=None, max_examples=1000)
"""To find one, and not the least of its kind, which takes long."""
EVERY_KIND = pytest.mark.parametrize("kind", OF_EACH_KIND)


async def lines_of(store: DatabaseStore, person: int, most: int = 100) -> list[PlayedGame]:
    return [played for _, played in await store.run(lambda work: work.games.played_by(person, most))]


def is_kept(game: Header) -> bool:
    return KINDS.played_of(game, "") is not None


def people_of(game: Header, played: PlayedGame) -> set[int]:
    return set(filter(None, played.gist.people)) or {game.starter}


@EVERY_KIND
@given(data=st.data())
def test_a_line_reads_back_and_so_does_the_game_in_it(kind: str, data: st.DataObject) -> None:
    played = KINDS.played_of(data.draw(OF_EACH_KIND[kind]), data.draw(st.sampled_from(["", "5 ?0 17 ?1 20"])))
    if played is not None:
        line = played_written(played)
        assert "\n" not in line
        assert played_read(line) == played
        told = played.gist.line
        assert (line_of(number_game_at(told)) if kind == "number" else position(game_at(told))) == told


@EVERY_KIND
async def test_a_game_leaves_its_line_with_the_save_that_ends_it(store: DatabaseStore, kind: str) -> None:
    game: Header = find(OF_EACH_KIND[kind], lambda game: is_kept(game) and bool(KINDS.log_of(game, 9e9)), settings=ANY)

    await store.run(saving(game))
    read = await loaded(store, game.id, Header)
    played = KINDS.played_of(game, read.log)
    assert played is not None
    assert played.log.split()
    for person in people_of(game, played):
        assert await lines_of(store, person) == [played]


@EVERY_KIND
@given(data=st.data())
def test_nothing_is_kept_of_a_game_that_runs(kind: str, data: st.DataObject) -> None:
    game = data.draw(OF_EACH_KIND[kind])
    assert game.is_over or KINDS.played_of(game, "") is None


async def test_nothing_is_kept_of_a_game_in_which_nothing_was_done(store: DatabaseStore, place: str) -> None:
    await store.run(saving(table_in(CHAT, position="solo classic 0834 | | resigned 0")))
    assert await rows_at(place, "SELECT * FROM played") == []


async def test_a_usual_game_takes_less_than_150_bytes(store: DatabaseStore, place: str) -> None:
    now = time.time()
    game = table_in(CHAT, position=PLAYED, opened_at=now - 95)
    await store.run(saving(replace(game, starter=2**32, ended_at=now, suggestions=2)))
    [(line,)] = await rows_at(place, "SELECT line FROM played")
    assert len(line.encode()) < 150
    assert played_read(line).log == " ".join([*["95"] * 7, "?0", "?0"])


async def test_what_is_done_is_noted_when_it_is_saved(store: DatabaseStore) -> None:
    began = time.time() - 1000
    game = table_in(CHAT, opened_at=began)
    for line, hints in (("0123", 0), ("0123", 1), ("0123 4567", 1), ("0123 4567 0834", 3)):
        loaded = await store.run(lambda work: work.games.load(TABLE, Alone)) or game
        rules = game_at(f"solo classic 0834 | {line}")
        ended = time.time() if "0834" in line else None
        await store.run(saving(replace(loaded, game=rules, suggestions=hints, ended_at=ended)))
    [played] = await lines_of(store, 1)
    assert played.log.split() == ["1000", "?0", "1000", "1000", "?0", "?0"]
    assert (played.lasted, played.gist.salts, played.gist.facts) == (1000, ("5a" * 16,), {})


@pytest.mark.parametrize(
    ("log", "progress", "after"),
    [
        ("", Progress(0), ""),
        ("", Progress(2, (1,)), "40 40 ?0"),
        ("5 ?0", Progress(2, (1,)), "5 ?0 40"),
        ("5 ?0", Progress(1, (1, 2)), "5 ?0 ?1 ?1"),
        ("?0 5 17 ?0 20", Progress(1, (1,)), "?0 5"),
        ("?0 5 17 ?0 20", Progress(2, (3,)), "?0 5 17 ?0 ?0"),
    ],
)
def test_a_log_tells_moves_and_hints_in_their_order(log: str, progress: Progress, after: str) -> None:
    assert log_after(log, progress, 40) == after
    assert log_after(after, progress, 90) == after


async def test_a_line_is_written_once_however_often_the_game_is_saved(place: str, store: DatabaseStore) -> None:
    await store.run(saving(table_in(CHAT, position=PLAYED)))
    for _ in range(2):
        await store.run(saving(await loaded(store)))
    assert await rows_at(place, "SELECT number FROM played") == [(1,)]
    assert await rows_at(place, "SELECT person_id, number FROM played_by") == [(1, 1)]


async def test_an_update_that_comes_twice_leaves_one_line() -> None:
    async with inside(None, CHAT) as bot:
        await bot.says("/play")
        code = "0123"  # the variant's first secret
        await bot.says(code)
        before = await lines_of(bot.store, bot.person.id)
        bot.numbers = iter(range(1, 99))
        for _ in range(2):
            await bot.says(code)
        assert [played.gist.line for played in before] == [f"solo classic {code} | {code}"]
        assert await lines_of(bot.store, bot.person.id) == before


async def test_a_game_that_is_taken_up_again_leaves_the_line_of_its_last_end() -> None:
    async with inside(None, CHAT) as bot:
        await bot.says("/think")
        await bot.says("4 0")
        [first] = await lines_of(bot.store, bot.person.id)
        [(data, slot)] = [(data, slot) for data, slot in bot.buttons if "reopen" in data]
        await bot.presses(data, slot)
        await bot.says("1 0")
        await bot.says("/resign")
        await bot.says("0834")
        [last] = await lines_of(bot.store, bot.person.id)
        assert first.gist.line.endswith("=4B0C")
        assert last.gist.line.endswith("=1B0C | resigned 0")
        assert last.gist.facts == {"level": "perfect", "secret": "0834"}


async def test_a_persons_games_come_the_latest_first_and_by_the_page(store: DatabaseStore) -> None:
    for number in range(5):
        game = table_in(CHAT, f"{number:016x}", PLAYED)
        await store.run(saving(replace(game, starter=7 if number == 2 else 1)))
    pages = await store.run(lambda work: work.games.played_by(1, 2))
    assert [number for number, _ in pages] == [5, 4]
    assert [number for number, _ in await store.run(lambda work: work.games.played_by(1, 9, 3))] == [2, 1]


async def test_those_who_share_a_phone_are_found_by_who_began(store: DatabaseStore) -> None:
    game = Group(
        id=TABLE,
        chat=CHAT,
        starter=1001,
        salt="5a",
        opened_at=1.0,
        ended_at=2.0,
        game=game_at("circle classic 0834 first 0 seats 2 | 0:0123 1:0834"),
        seats=GroupSeats((Member("Ann"), Member("Bob"))),
    )

    await store.run(saving(game))
    [played] = await lines_of(store, 1001)
    assert played.gist == Gist("circle classic 0834 first 0 seats 2 | 0:0123 1:0834", (0, 0), ("5a",))
    assert "Ann" not in played_written(played)


def test_a_match_that_somebody_lost_without_a_guess_leaves_a_line_but_no_aborted_one() -> None:
    lost: Match = find(
        OF_EACH_KIND["match"],
        lambda match: isinstance(match, Match) and match.is_over and not match.game.turns and is_kept(match),
        settings=ANY,
    )  # type: ignore[assignment]
    assert lost.game.outcome is not None
    assert lost.game.outcome.winner is not None
    aborted = replace(lost, game=game_at("race classic 0123 | | aborted"))
    assert not is_kept(aborted)


def test_a_line_of_another_time_is_refused() -> None:
    with pytest.raises(ValueError, match="format 9, which this version does not know"):
        played_read("9;alone;1;1;1;5a;solo classic 0123 | 0123;;")
