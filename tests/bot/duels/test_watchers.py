"""People who watch a match of others, through the bot's real process: they come, react, go, and are let in or not."""

import pytest

from bot.app.watching.model import LIVE
from sandbox.client import Message, Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.seekers import FOUND, lists, looks_again, met
from tests.bot.player import friends, talk

pytestmark = pytest.mark.asyncio(loop_scope="session")
WATCHING, CLOSED, CROWDED = "👁 You’re watching", "👁 This match can’t be watched.", "Many are watching"
WATCHES = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
OF_MATCH = WATCHES + "INSERT INTO watchers (game_id, person_id, is_live, sign) SELECT ?, 1e9 + i, 1, '' FROM n"


async def playing(lobby: Stage, *names: str) -> tuple[Person, Person, str]:
    """Two who let others watch and have met in the lobby, and their match."""
    lobby.bot.change("DELETE FROM crowds")
    one, other = [await lobby.sandbox.person(name) for name in names or ("Ann", "Bob")]
    for person in (one, other):
        await talk("/settings → ⚙️ Settings\n[👁] ‼ From your next", person)
        await looks_again(person)
    for person in (one, other):
        await person.sees(FOUND)
    await lobby.quiet()
    assert met(lobby, one, other) == 1
    return one, other, stored.matches(lobby.bot, one.id)[-1]


async def watches(person: Person) -> Message:
    return await talk(f"[👁 Top game now] → {WATCHING}", person, on=await lists(person))


def rows_of(lobby: Stage, person: Person) -> list[tuple[object, ...]]:
    return lobby.bot.rows("SELECT game_id, is_live, sign FROM watchers WHERE person_id = ?", person.id)


async def test_a_move_reaches_whoever_watches_and_the_board_stays_where_it_is(lobby: Stage) -> None:
    ann, bob, _ = await playing(lobby)
    cid = await lobby.sandbox.person("Cid")
    board = await watches(cid)
    for person in (ann, bob):
        await person.send("0123")
        await lobby.quiet()
    assert (await cid.sees("is guessing")).id == board.id


async def test_a_second_reaction_is_none(lobby: Stage) -> None:
    _, _, match = await playing(lobby)
    cid = await lobby.sandbox.person("Cid")
    board = await watches(cid)
    await talk("[👏] ‼ They’ll see it with the next move\n[😮] ‼ You’ve reacted with 👏: one a match", cid, on=board)
    counted = lobby.bot.rows("SELECT sign_0, sign_1, sign_3 FROM crowds WHERE game_id = ?", match)
    assert (rows_of(lobby, cid), counted) == ([(match, 1, "👏")], [(0, 1, 0)])


async def test_the_hundred_and_first_looks_by_a_button_and_is_let_in_once_a_place_is_free(lobby: Stage) -> None:
    _, _, match = await playing(lobby)
    lobby.bot.change(OF_MATCH, LIVE, match)
    cid = await lobby.sandbox.person("Cid")
    board = await watches(cid)
    assert (CROWDED in board.text, rows_of(lobby, cid)) == (True, [])
    lobby.bot.change("DELETE FROM watchers WHERE person_id = 1e9 + 1")
    await cid.presses("Refresh", on=board)
    await lobby.quiet()
    await cid.sees_no(CROWDED)
    assert rows_of(lobby, cid) == [(match, 1, "")]


async def test_however_often_somebody_comes_they_have_one_place(lobby: Stage) -> None:
    _, _, first = await playing(lobby)
    cid = await lobby.sandbox.person("Cid")
    await watches(cid)
    _, _, second = await playing(lobby, "Dan", "Eve")
    for _ in range(3):
        await watches(cid)
        await lobby.quiet()
    assert sorted(rows_of(lobby, cid)) == sorted([(first, 0, ""), (second, 1, "")])


async def test_who_stops_is_on_the_way_home(lobby: Stage) -> None:
    await playing(lobby)
    cid = await lobby.sandbox.person("Cid")
    board = await watches(cid)
    await talk("[Stop watching] → 👁 You’re no longer watching.", cid, on=board)
    assert [live for _, live, _ in rows_of(lobby, cid)] == [0]
    await talk("[Menu] → Cid", cid)


async def test_who_has_stopped_may_watch_again(lobby: Stage) -> None:
    _, _, match = await playing(lobby)
    cid = await lobby.sandbox.person("Cid")
    await talk(f"[Stop watching] → no longer watching\n[👁 Watch again] → {WATCHING}", cid, on=await watches(cid))
    await lobby.quiet()
    assert rows_of(lobby, cid) == [(match, 1, "")]


async def test_the_lobby_offers_nobody_their_own_match(lobby: Stage) -> None:
    ann, bob, _ = await playing(lobby)
    for person in (ann, bob):
        assert "👁 Top game now" not in (await lists(person)).buttons


async def test_who_lets_nobody_watch_any_more_reads_from_when_on(lobby: Stage) -> None:
    cid = await lobby.sandbox.person("Cid")
    await talk("/settings → ⚙️ Settings\n[👁] ‼ From your next\n[👁] ‼ nobody can watch. Matches that are on", cid)


async def test_whoever_plays_it_is_shown_their_own_board(lobby: Stage) -> None:
    ann, _, match = await playing(lobby)
    seat = await ann.sees("🆚")
    await ann.forges(f"1:wlook:{match}:0", on=seat)
    await lobby.quiet()
    await ann.sees_no(WATCHING)
    assert rows_of(lobby, ann) == []


async def test_who_plays_it_gives_it_no_sign(lobby: Stage) -> None:
    ann, _, match = await playing(lobby)
    await ann.forges(f"1:wreact:{match}:0:1", on=await ann.sees("🆚"))
    await lobby.quiet()
    assert (rows_of(lobby, ann), lobby.bot.rows("SELECT sign_1 FROM crowds WHERE game_id = ?", match)) == ([], [(0,)])


@pytest.mark.parametrize("parting", ["(person_id, blocked_id)", "(blocked_id, person_id)"])
async def test_who_is_parted_from_one_of_them_finds_no_top_game_and_is_told_no_reason(
    lobby: Stage, parting: str
) -> None:
    _, bob, match = await playing(lobby)
    cid = await lobby.sandbox.person("Cid")
    board = await watches(cid)
    lobby.bot.change(f"INSERT INTO blocks {parting} VALUES (?, ?)", bob.id, cid.id)
    listed = await lists(cid)
    assert (await cid.presses("👁 Top game now", on=listed)).text == "There’s no match to watch right now"
    await cid.forges(f"1:wlook:{match}:0", on=board)
    assert "Bob" not in (await cid.sees(CLOSED)).text


async def test_a_match_that_is_not_to_be_watched_is_not_by_whoever_knows_its_number(lobby: Stage) -> None:
    await playing(lobby)
    cid = await lobby.sandbox.person("Cid")
    board = await watches(cid)
    lobby.bot.change("UPDATE chats SET watchable = 0")
    dan, eve = [await lobby.sandbox.person(name) for name in ("Dan", "Eve")]
    for person in (dan, eve):
        await looks_again(person)
    await dan.sees(FOUND)
    await lobby.quiet()
    await cid.forges(f"1:wlook:{stored.matches(lobby.bot, dan.id)[-1]}:0", on=board)
    assert "Dan" not in (await cid.sees(CLOSED)).text


async def test_an_older_board_counts_no_more(lobby: Stage) -> None:
    _, _, match = await playing(lobby)
    cid = await lobby.sandbox.person("Cid")
    former = await watches(cid)
    await watches(cid)
    await lobby.quiet()
    await cid.forges(f"1:wstop:{match}:0", on=former)
    assert [live for _, live, _ in rows_of(lobby, cid)] == [1]


async def test_in_a_group_nobody_watches(lobby: Stage) -> None:
    _, _, match = await playing(lobby)
    group, alice, *_ = await friends(lobby)
    await alice.send("/lobby", chat=group)
    await alice.forges(f"1:wlook:{match}:0", on=await alice.sees("lobby is in our private chat", chat=group))
    await lobby.quiet()
    await alice.sees_no(WATCHING, chat=group)
