"""A page that waits is answered as soon as what it shows has changed, whoever changed it; and pages starve nobody.

First the waiting itself, with the server in this process; then with the bot's own processes.
"""

import asyncio
from collections.abc import Collection, Iterable

import pytest

from bot.web import app as page
from bot.web.app import EACH, MOST, Followers
from tests.bot.miniapp.test_who import ANN, Hall, Json, hall
from tests.bot.telegram.sources import until

GAME, OTHER = "0" * 16, "1" * 16
BUSY = (503, {"error": "busy", "text": "One moment…"})
Asked = asyncio.Task[tuple[int, Json]]


async def waits(at: Hall, session: str, count: int = 1) -> Asked:
    """A page that has what there is, and waits for more; `count`: so many pages wait then."""
    since = f"{at.games.game}.{at.games.version}"
    asked = asyncio.create_task(at.asks("view", session, {"since": since}))
    await until(lambda: len(at.app.followers._waiting) >= count or asked.done())
    return asked


async def answered(asked: Asked) -> tuple[int, Json]:
    async with asyncio.timeout(10):
        return await asked


async def test_a_page_that_shows_something_else_is_answered_at_once() -> None:
    async with hall() as at:
        for since in ("", f"{GAME}.0", f"{OTHER}.1"):
            assert (await at.asks("view", await at.session(), {"since": since}))[0] == 200


@pytest.mark.parametrize("saved", [{GAME: None}, {GAME: 7}, {OTHER: ANN["id"]}, {OTHER: None, GAME: None}])
async def test_a_page_that_waits_is_woken_by_its_game_and_by_another_in_the_persons_chat(saved: Json) -> None:
    async with hall() as at:
        asked = await waits(at, await at.session())
        at.games.version = 2
        at.app.followers.note_saved(saved)
        assert await answered(asked) == (200, {"view": {"version": f"{GAME}.2", "game": GAME}})
        assert at.app.followers._waiting == ()


async def test_a_page_is_not_woken_by_games_of_others() -> None:
    async with hall() as at:
        asked = await waits(at, await at.session())
        looks = len(at.games.looks)
        at.app.followers.note_saved({OTHER: 1002, "2" * 16: None})
        at.app.followers.note_saved({})
        assert (await at.asks("view", await at.session()))[0] == 200
        assert len(at.games.looks) == looks + 2
        assert not asked.done()


async def test_what_changes_as_the_page_begins_to_wait_is_not_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall() as at:
        session, look = await at.session(), at.games.look

        async def changing(person: object, game: str) -> Json:
            shown = await look(person, game)  # type: ignore[arg-type]
            at.games.version += 1
            return shown

        monkeypatch.setattr(at.app, "behind", page.Behind(changing, at.games.words, at.games.press, ""))
        status, found = await at.asks("view", session, {"since": f"{GAME}.1"})
        assert (status, found["view"]["version"]) == (200, f"{GAME}.2")


async def test_where_nothing_happens_the_page_is_told_so_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "TIME_TO_ANSWER", 0.05)
    async with hall() as at:
        assert await answered(await waits(at, await at.session())) == (204, {})
        assert at.app.followers._waiting == ()


async def test_of_one_persons_pages_the_oldest_gives_way_and_is_told_to_ask_less_often() -> None:
    async with hall() as at:
        session = await at.session()
        asked = [await waits(at, session, number + 1) for number in range(EACH)]
        asked.append(await waits(at, session, EACH))
        assert await answered(asked[0]) == BUSY
        assert not any(each.done() for each in asked[1:])
        at.games.version = 2
        at.app.followers.note_saved({GAME: None})
        assert [(await answered(each))[0] for each in asked[1:]] == [200] * EACH


async def test_one_person_has_no_more_pages_waiting_however_many_ask_at_once() -> None:
    async with hall() as at:
        session = await at.session()
        asked = [asyncio.create_task(at.asks("view", session, {"since": f"{GAME}.1"})) for _ in range(20)]
        await until(lambda: sum(each.done() for each in asked) == 20 - EACH)
        assert [each.result() for each in asked if each.done()] == [BUSY] * (20 - EACH)
        assert len(at.app.followers._waiting) == EACH
        at.app.followers.close()
        await asyncio.gather(*asked)


async def test_one_more_than_may_wait_is_told_to_ask_again_and_still_sees_what_changes() -> None:
    async with hall() as at:
        people = [await at.session({**ANN, "id": number}) for number in range(1, MOST + 2)]
        asked = [asyncio.create_task(at.asks("view", who, {"since": f"{GAME}.1"})) for who in people[:MOST]]
        await until(lambda: len(at.app.followers._waiting) == MOST)
        assert await at.asks("view", people[-1], {"since": f"{GAME}.1"}) == BUSY
        assert (await at.asks("view", people[-1], {"since": ""}))[0] == 200
        at.games.version = 2
        assert (await at.asks("view", people[-1], {"since": f"{GAME}.1"}))[0] == 200
        at.app.followers.close()
        assert {status for status, _ in await asyncio.gather(*asked)} == {200}


async def test_whoever_finds_no_room_is_told_when_to_come_again() -> None:
    async with hall() as at:
        at.app.followers.close()
        headers = {"Authorization": await at.session()}
        async with at.http.post(f"{at.address}/view", json={"since": f"{GAME}.1"}, headers=headers) as response:
            assert (response.status, response.headers["Retry-After"]) == (503, "5")


async def test_a_page_that_leaves_while_it_waits_leaves_nothing_behind(capsys: pytest.CaptureFixture[str]) -> None:
    async with hall() as at:
        asked = await waits(at, await at.session())
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        at.games.version = 2
        at.app.followers.note_saved({GAME: None})
        await until(lambda: at.app.followers._waiting == ())
        assert (await at.asks("view", await at.session()))[0] == 200
    assert capsys.readouterr() == ("", "")


# What another replica has saved.


Found = tuple[str, int, int | None]


async def woken(followers: Followers, *found: Found) -> list[str]:
    """Which pages were woken by a look at what is stored, and what it was about."""

    async def revisions(_games: Collection[str], _chats: Collection[int]) -> Iterable[Found]:
        return found

    before = {each: each._woken.is_set() for each in followers._waiting}
    await followers.watch(revisions)
    return [each.game or str(each.person) for each, was in before.items() if each._woken.is_set() and not was]


async def test_a_page_is_woken_by_what_another_replica_has_saved_of_its_game_alone() -> None:
    followers = Followers()
    with followers.following(1, GAME, f"{GAME}.3"), followers.following(2, OTHER, f"{OTHER}.1"):
        assert await woken(followers, (GAME, 3, 1), (OTHER, 1, 2)) == []
        assert await woken(followers, (GAME, 4, 1), (OTHER, 1, 2)) == [GAME]
        assert await woken(followers, (GAME, 4, 1), (OTHER, 2, 2)) == [OTHER]


@pytest.mark.parametrize("shown", ["", GAME])
async def test_a_page_is_woken_by_a_game_that_has_begun_in_its_persons_chat_alone(shown: str) -> None:
    followers = Followers()
    with followers.following(1, shown, f"{GAME}.3"), followers.following(2, "", "day 5"):
        assert await woken(followers, (GAME, 3, 1)) == []
        assert await woken(followers, (GAME, 3, 1), (OTHER, 1, 1)) == [shown or "1"]


async def test_where_nobody_waits_the_database_is_not_asked() -> None:
    async def revisions(_games: Collection[str], _chats: Collection[int]) -> Iterable[Found]:
        raise AssertionError

    await Followers().watch(revisions)
