"""All that was made up is played, through the real bot out of the copy; a language has but one sentence written."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from faults.processes.process import BotProcess
from sandbox.client import Person, Sandbox
from sandbox.server import SandboxServer
from solver.feedback import Feedback, feedback_for
from solver.interval import Interval
from solver.variant import Variant
from tests.bot.conftest import Stage
from tests.bot.player import says, talk, turns_on
from tests.bot.solo.test_number_game import game_of, keeping
from tests.bot.solo.test_think import asked
from tests.recipes.house import House
from tests.recipes.made_up import CODE, NAME

ASYNC = pytest.mark.asyncio(loop_scope="session")
pytestmark = pytest.mark.costly
TINY = Variant("tiny", "1234", 3)
LADDER = ["learner", "beginner", "casual", "club player", "en student", "expert", "perfect"]
STORED = """
import asyncio, sys
from bot.app.messages import Chat
from bot.app.model.chats import Preferences
from bot.app.registry import KINDS
from bot.storage.store import store_at

async def write(work):
    work.prefer(Chat(5), Preferences())
    work.write("keep_motto", chat_id=5, motto="guess once")
    work.write("keep_saying", person_id=5, saying="think twice")

async def read(work):
    [said] = await work.rows("mine_sayings", person_id=5, most=9)
    return {**await work.row("motto", chat_id=5), **said}

async def main():
    store = store_at(sys.argv[1], 123456, KINDS)
    await store.open()
    await store.run(write)
    print(await store.run(read))
    await store.close()

asyncio.run(main())
"""


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def muu(house: House, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    """The real bot out of the copy, in a sandbox."""
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        folder, place = tmp_path_factory.mktemp("bot"), str(house.folder)
        bot = BotProcess(server.url, server.token, folder, PYTHONPATH=place, CALM="1.5")
        await bot.start()
        yield Stage(server, sandbox, bot)
        await bot.stop()


async def somebody(muu: Stage, language: str = "en") -> Person:
    return await muu.sandbox.person("Sasha", language)


async def begun(muu: Stage, script: str) -> tuple[Person, str, str, Feedback]:
    """Who has begun a game of tiny so; its secret, a guess that is not the secret, and its reply."""
    sasha = await somebody(muu)
    await talk(script, sasha)
    secret = muu.secret_of(sasha.id)
    guess = next(guess for guess in map(TINY.format, TINY.codes()) if guess != secret)
    return sasha, secret, guess, feedback_for(TINY.parse(secret), TINY.parse(guess))


def in_copy(house: House, *arguments: str) -> str:
    """What a module says in the copy; it must not fail."""
    status, said = house.run(*arguments)
    assert status == 0, said
    return said


@ASYNC
async def test_a_variant_is_chosen_by_its_name_and_played(muu: Stage) -> None:
    script = "/variants\n[en Tiny]\n/play tiny → 🎯 Bulls and Cows: en Tiny"
    sasha, secret, guess, reply = await begun(muu, script)
    shown = f"1. {guess}\u00a0\u00a0{reply.bulls}\u2060🐂\u00a0{reply.cows}\u2060🐄"
    await talk(f"{guess} → {shown}\n{secret} → 🎉 Solved!", sasha)


def test_a_strategy_breaks_secrets(house: House) -> None:
    said = in_copy(house, "solver", "simulate", "tiny", "--strategy", "student", "--json")
    assert json.loads(said)["secrets"] == TINY.size


def test_a_level_is_known_wherever_levels_are(house: House) -> None:
    in_copy(house, "tests.recipes.student")


@ASYNC
async def test_a_level_stands_in_the_ladder_by_its_figure_and_plays(muu: Stage, house: House) -> None:
    (figure,) = json.loads(in_copy(house, "solver", "strength", "mini", "--strategy", "student", "--json"))["figures"]
    sasha = await somebody(muu)
    menu = await talk("/match mini → On each button: how many guesses I usually need.", sasha)
    assert f"🐼 en Panda · en student · {figure['mean']:.1f}" in menu.buttons
    assert [label.split(" · ")[1] for label in menu.buttons[: len(LADDER)]] == LADDER
    await talk("[🐼 en Panda] → 🐼 en I have read a book.\n1234 → 👉\n1243 → 🐼 en Panda", sasha)


@ASYNC
async def test_a_mode_is_begun_by_its_word_and_differs_in_one_thing(muu: Stage) -> None:
    sasha = await somebody(muu)
    await talk("/play bare mini → en Bare\n/hint → en You must do without.", sasha)
    await talk(f"{muu.secret_of(sasha.id)} → 🎉 Solved!", sasha)


@ASYNC
async def test_a_kind_is_begun_typed_to_and_pressed_until_it_is_over(muu: Stage) -> None:
    script = "/tally → en Marks: 0\n+ → en Marks: 1\n[en Mark] → en Marks: 2\n[en Mark] → en Marks: 3"
    board = await talk(script, await somebody(muu))
    assert board.buttons == ()


@ASYNC
async def test_a_game_of_a_kind_is_listed(muu: Stage) -> None:
    shown = await talk("/tally → en Marks: 0\n/games → en Marks: 0", await somebody(muu))
    assert "en Mark" in shown.buttons


@ASYNC
async def test_a_command_is_carried_out_explained_and_suggested(muu: Stage) -> None:
    script = "/motto → en Think twice, guess once.\n/help all → /motto — en\n/moto → Did you mean /motto?"
    await talk(script, await somebody(muu))


@ASYNC
@pytest.mark.parametrize("way", ["/proverb", "wise?", "/start wise"])
async def test_a_subject_is_reached_by_a_command_a_text_and_a_link_and_its_button_puts_a_job(
    muu: Stage, way: str
) -> None:
    sasha = await somebody(muu)
    await talk(f"{way} → en Slow and steady.\n[en Another] ‼ en It comes. → en Better late.", sasha)


@ASYNC
async def test_a_subject_has_a_card_to_share_by_its_name(muu: Stage) -> None:
    cards = await (await somebody(muu)).types_inline("wise")
    assert [card.title for card in cards.results] == ["en Slow and steady."]


@ASYNC
async def test_a_style_is_chosen_and_written(muu: Stage) -> None:
    script = "/settings\n[●○○en ·]\n[✓ ●○○en ·]\n/play tiny → I have a secret"
    sasha, _, guess, reply = await begun(muu, script)
    await talk(f"{guess} → {'●' * reply.bulls}{'○' * reply.cows}en ·", sasha)


@ASYNC
async def test_a_setting_is_read_and_a_wrong_value_stops_the_start(muu: Stage) -> None:
    assert muu.bot.environment["CALM"] == "1.5"
    folder = muu.bot.database.parent / "calm"
    folder.mkdir()
    place = muu.bot.environment["PYTHONPATH"]
    bot = BotProcess(muu.server.url, muu.server.token, folder, PYTHONPATH=place, CALM="61")
    await bot.launch()
    assert await bot.exit_status() == 2
    assert bot.log_text() == "CALM: it should be less than or equal to 60 (see .env.example)\n"


def test_a_column_and_a_table_are_written_and_read(house: House, tmp_path: Path) -> None:
    (house.folder / "stores.py").write_text(STORED, "utf-8")
    kept = {"motto": "guess once", "saying": "think twice"}
    assert in_copy(house, "stores", f"sqlite:///{tmp_path}/bot.db") == f"{kept}\n"


# The language.
@ASYNC
async def test_its_sentence_is_said_and_all_else_in_english(muu: Stage) -> None:
    script = "/rules\n[Back] → Muu, Sasha! Gra boj?\n[Play] → Type a guess, like 0123"
    await talk(script, await somebody(muu, CODE))
    commands = {(known["scope"], known["language"]): known["commands"] for known in muu.sandbox.commands}
    assert commands["all_private_chats", CODE] == commands["all_private_chats", ""]


@ASYNC
async def test_it_can_be_chosen_by_its_own_name(muu: Stage) -> None:
    sasha = await somebody(muu)
    await sasha.send("/language")
    await sasha.presses(NAME)
    await sasha.presses(f"✓ {NAME}")
    rules = await sasha.sees("Bulls and Cows", after=await sasha.send("/rules"))
    await talk("[Back] → Muu, Sasha!", sasha, on=rules)


@ASYNC
@pytest.mark.parametrize("language", [CODE, "en"])
async def test_a_game_is_wished_for_in_its_words_and_by_anybody(language: str, muu: Stage) -> None:
    sasha = await somebody(muu, language)
    await talk("/play gra boj slip → 4 digits from 1 to 5, all different · blind", sasha)
    assert set(muu.secret_of(sasha.id)) <= set("12345")


@ASYNC
async def test_shapes_and_signs_are_typed_on_its_keyboard_and_in_its_letters(muu: Stage) -> None:
    sasha = await somebody(muu, CODE)
    await talk("/play 3ks4 → I have a secret", sasha)
    assert len(muu.secret_of(sasha.id)) == 3
    sasha = await somebody(muu, CODE)
    assert (await talk("/play mastermind → 4 colours of 6", sasha)).buttons[:2] == ("🔴 Α", "🟠 Β")
    await talk("αβγδ → 1. 🔴🟠🟡🟢", sasha)


@ASYNC
async def test_replies_ranges_and_answers_are_read_in_its_words(muu: Stage) -> None:
    sasha = await somebody(muu, CODE)
    guess = asked(await talk("/think → My guess 1:", sasha))
    board = await talk("1 grba ke 2 mrke → My guess 2:", sasha)
    assert turns_on(board.text) == [(1, guess, 1, 2)]
    sasha = await keeping(muu, "iz 1 ad 50", CODE)
    for word in ("njop", "jop"):
        await says(muu, sasha, word)
    game = game_of(muu, sasha.id)
    assert game.span == Interval(1, 50)
    assert [turn.answer for turn in game.turns] == [False, True]
