"""What a doctored page sends: nobody sees, changes or ends anything of others by it, and nothing of it is kept."""

import json
from collections.abc import AsyncIterator
from itertools import product

import pytest
import pytest_asyncio
from aiohttp import ClientSession

from bot.app.buttons import NAMING_GAMES, ON_MENUS, WITH_TOKEN
from sandbox.client import Person
from tests import stored
from tests.bot.conftest import staged
from tests.bot.duels.pairs import paired
from tests.bot.miniapp.page import Opened, anywhere, new_key
from tests.bot.miniapp.test_app import House
from tests.bot.player import by_bot, says, wrong_guesses
from tests.bot.telegram.sources import until_it_is

pytestmark = pytest.mark.asyncio(loop_scope="session")
UNKNOWN = "f" * 16
HUGE = "9" * 3000
OFTEN = "SELECT * FROM failed_updates"
TAILS = ("", "{game}", "{game}:0", "{game}:1", "{game}:1:0-1-2-3", "{game}:1:yes", "{game}:9999999999:x", UNKNOWN, HUGE)
NONSENSE = ("", "x", "1:", "1::", "0:play", "1:nothing", "1:ok:zzzz:0", "1:ok:::", "1:lang:../../etc", "🐂", "\0", HUGE)
OF_CODES = ("0-1-2", "0-1-2-3-4", "9-9-9-9", "10-1-2-3", "0-1-2-x", "٣-1-2-4", "0-1-2-3:7", "0123")


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """A bot without limits to how fast pages ask."""
    async with staged(tmp_path_factory.mktemp("foul"), **anywhere()) as stage, ClientSession() as http:
        await until_it_is(lambda: stage.sandbox.calls("setChatMenuButton"))
        yield House(stage, http)


def game_rows(house: House, person: Person) -> list[tuple[object, ...]]:
    """All that is stored of what the person plays."""
    mine = "chat_id = ? OR game_id IN (SELECT game_id FROM seats WHERE person_id = ?)"
    return house.stage.bot.rows(f"SELECT * FROM games WHERE {mine} ORDER BY game_id", person.id, person.id)


async def test_a_game_of_somebody_else_is_answered_as_none_at_all(house: House) -> None:
    _, alices, secret = await house.plays("Alice")
    mallory = await house.stage.sandbox.person("Mallory")
    page = await house.opens(mallory)
    (guess,) = wrong_guesses(secret, 1)
    data = alices.guess(guess)
    for name, scheme, more in (
        ("session", f"tma {page.init_data}", {}),
        ("view", "", {"since": ""}),
        ("view", "", {"since": alices.view["version"]}),
        ("deed", "", {"key": new_key(), "data": data}),
        ("deed", "", {"key": new_key(), "data": alices.board["note"] + ":1"}),
    ):
        told = [await page.asks(name, scheme, **{**more, "game": game}) for game in (alices.game, UNKNOWN)]
        assert told[0] == told[1] == (404, {"error": "none", "text": "This button is out of date."}), name
    assert (await alices.looks())["board"]["turns"] == []


@pytest.mark.parametrize("begins", ["/number 1 100", "/think mini"])
async def test_games_of_every_kind_are_hidden_from_others(house: House, begins: str) -> None:
    alice, mallory = await house.stage.sandbox.person("Alice"), await house.stage.sandbox.person("Mallory")
    await says(house.stage, alice, begins)
    ((game,),) = house.stage.bot.rows("SELECT game_id FROM games WHERE chat_id = ?", alice.id)
    assert (await house.opens(alice, game)).view["game"] == game
    page = await house.opens(mallory)
    assert await page.asks("view", game=game) == await page.asks("view", game=UNKNOWN)


async def test_a_game_in_a_group_is_on_nobodys_page(house: House) -> None:
    alice, bob = await house.stage.sandbox.person("Alice"), await house.stage.sandbox.person("Bob")
    group = await house.stage.sandbox.group("Friends", alice, bob)
    await says(house.stage, alice, "/play", chat=group)
    game = stored.game_id(house.stage.bot, group.id)
    before, heard = house.stage.bot.rows("SELECT * FROM games WHERE game_id = ?", game), by_bot(bob, group)
    for person in (alice, bob):
        page = await house.opens(person)
        assert (await page.asks("view", game=game))[0] == 404
        for verb in NAMING_GAMES:
            status, _ = await page.asks("deed", key=new_key(), game="", data=f"1:{verb}:{game}:0")
            assert status == 200, verb
    assert house.stage.bot.rows("SELECT * FROM games WHERE game_id = ?", game) == before
    await house.stage.quiet()
    assert by_bot(bob, group) == heard


async def test_a_match_is_seen_by_its_two_and_played_by_whose_turn_it_is(house: House) -> None:
    pair = await paired(house.stage)
    mover, second = await pair.keep("0123", "4567")
    (game,) = stored.matches(house.stage.bot, mover.id)
    stranger = await house.opens(await house.stage.sandbox.person("Mallory"))
    assert await stranger.asks("view", game=game) == await stranger.asks("view", game=UNKNOWN)
    first, rival = await house.opens(mover, game), await house.opens(second, game)
    for page, secret in ((first, pair.broken_by(mover)), (rival, pair.broken_by(second))):
        assert page.view["board"] is None
        assert secret not in json.dumps(page.view)
    before = game_rows(house, mover)
    for verb in NAMING_GAMES:
        await stranger.asks("deed", key=new_key(), game="", data=f"1:{verb}:{game}:0")
    assert game_rows(house, mover) == before


async def forged(page: Opened, game: str) -> None:
    """Send all that a doctored page can; nothing breaks."""
    verbs = (*ON_MENUS, *NAMING_GAMES, *WITH_TOKEN)
    sent = [f"1:{verb}:{tail.format(game=game)}".rstrip(":") for verb, tail in product(verbs, TAILS)]
    for data in (*sent, *NONSENSE, *(f"1:ok:{game}:0:{code}" for code in OF_CODES)):
        status, told = await page.asks("deed", key=new_key(), game="", data=data)
        assert status in {200, 413}, (data, told)


async def test_whatever_is_forged_nothing_of_others_changes_and_nobody_else_hears_of_it(house: House) -> None:
    alice, alices, _ = await house.plays("Alice")
    mallory = await house.stage.sandbox.person("Mallory")
    await says(house.stage, mallory, "/start")
    page = await house.opens(mallory)
    before, heard = game_rows(house, alice), [message.text for message in alice.messages()]
    operators = house.stage.bot.rows("SELECT * FROM bans"), house.stage.bot.rows("SELECT * FROM kept ORDER BY name")
    await forged(page, alices.game)
    await house.stage.quiet()
    assert game_rows(house, alice) == before
    assert [message.text for message in alice.messages()] == heard
    assert (
        house.stage.bot.rows("SELECT * FROM bans"),
        house.stage.bot.rows("SELECT * FROM kept ORDER BY name"),
    ) == operators
    assert house.stage.bot.rows(OFTEN) == []
    assert "Traceback" not in house.stage.bot.log_text()


@pytest.mark.parametrize("code", OF_CODES)
async def test_a_code_that_is_none_is_no_turn(house: House, code: str) -> None:
    _, page, _ = await house.plays()
    await page.does(f"{page.board['guess']}:{code}")
    assert page.turns == []
    assert house.stage.bot.rows(OFTEN) == []


@pytest.mark.parametrize("place", ["", "-1", "10", "99", "x", "0-1", "٣", "1:2", "1" * 40])
async def test_a_note_on_no_symbol_is_none(house: House, place: str) -> None:
    _, page, _ = await house.plays()
    await page.does(f"{page.board['note']}:{place}")
    assert {each["mark"] for each in page.board["keys"]} == {""}
    assert house.stage.bot.rows(OFTEN) == []


async def test_names_are_text_and_links_are_ours(house: House) -> None:
    evil = "<img src=x onerror=alert(1)>\u202eevil"
    alice, mallory = await house.stage.sandbox.person("Alice"), await house.stage.sandbox.person(evil)
    await says(house.stage, mallory, "/duel")
    await house.stage.sandbox.person(f"{evil}2")
    page = await house.opens(mallory)
    html = json.dumps([page.view, (await house.opens(alice)).view])
    assert "<img" not in html
    assert "\u202e" not in html
