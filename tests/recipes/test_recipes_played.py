"""All that was made up is played, through the real bot out of the copy."""

import json
from pathlib import Path

import pytest

from faults.processes.process import BotProcess
from sandbox.client import Person
from solver.feedback import feedback_for
from solver.variant import Variant
from tests.bot.conftest import Stage
from tests.recipes.house import House

pytestmark = pytest.mark.costly
ASYNC = pytest.mark.asyncio(loop_scope="session")
TINY = Variant("tiny", "1234", 3)
LADDER = ["learner", "beginner", "casual", "club player", "en student", "expert", "perfect"]
COLUMN = """
import asyncio, sys
from bot.app.messages import Chat
from bot.app.model.chats import Preferences
from bot.app.registry import KINDS
from bot.storage.store import store_at

async def write(work):
    work.prefer(Chat(5), Preferences())
    work.write("keep_motto", chat_id=5, motto="guess once")

async def read(work):
    return await work.row("motto", chat_id=5)

async def main():
    store = store_at(sys.argv[1], 123456, KINDS)
    await store.open()
    await store.run(write)
    print("kept:", (await store.run(read))["motto"])
    await store.close()

asyncio.run(main())
"""


async def somebody(muu: Stage) -> Person:
    return await muu.sandbox.person("Alice", "en")


def wrong(variant: Variant, secret: str) -> str:
    """A guess that is not the secret."""
    return next(guess for guess in map(variant.format, variant.codes()) if guess != secret)


@ASYNC
async def test_a_variant_is_chosen_by_its_name_and_played(muu: Stage) -> None:
    alice = await somebody(muu)
    await alice.send("/variants")
    await alice.presses("en Tiny")
    await alice.send("/play tiny")
    await alice.sees("🎯 Bulls and Cows: en Tiny")
    secret = muu.secret_of(alice.id)
    guess = wrong(TINY, secret)
    reply = feedback_for(TINY.parse(secret), TINY.parse(guess))
    await alice.send(guess)
    await alice.sees(f"1. {guess}\u00a0\u00a0{reply.bulls}\u2060🐂\u00a0{reply.cows}\u2060🐄")
    await alice.send(secret)
    await alice.sees("🎉 Solved!")


def test_a_strategy_breaks_secrets(house: House) -> None:
    status, said = house.run("solver", "simulate", "tiny", "--strategy", "student", "--json")
    assert status == 0, said
    assert json.loads(said)["secrets"] == TINY.size


def test_a_level_is_known_wherever_levels_are(house: House) -> None:
    status, said = house.run("tests.recipes.student")
    assert status == 0, said


@ASYNC
async def test_a_level_stands_in_the_ladder_by_its_figure_and_plays(muu: Stage, house: House) -> None:
    status, said = house.run("solver", "strength", "mini", "--strategy", "student", "--json")
    assert status == 0, said
    (figure,) = json.loads(said)["figures"]
    alice = await somebody(muu)
    await alice.send("/match mini")
    menu = await alice.sees("On each button: how many guesses I usually need.")
    assert f"🤖 en student · {figure['mean']:.1f}" in menu.buttons
    assert [label.removeprefix("🤖 ").partition(" · ")[0] for label in menu.buttons][: len(LADDER)] == LADDER
    await alice.presses("🤖 en student")
    await alice.sees("🤫")
    await alice.send("1234")
    await alice.sees("👉")
    await alice.send("1243")
    await alice.sees("🤖 en student")


@ASYNC
async def test_a_mode_is_begun_by_its_word_and_differs_in_one_thing(muu: Stage) -> None:
    alice = await somebody(muu)
    await alice.send("/play bare mini")
    await alice.sees("en Bare")
    await alice.send("/hint")
    await alice.sees("en You must do without.")
    await alice.send(muu.secret_of(alice.id))
    await alice.sees("🎉 Solved!")


@ASYNC
async def test_a_command_is_carried_out_explained_and_suggested(muu: Stage) -> None:
    alice = await somebody(muu)
    await alice.send("/motto")
    await alice.sees("en Think twice, guess once.")
    await alice.send("/help all")
    await alice.sees("/motto — en")
    await alice.send("/moto")
    await alice.sees("Did you mean /motto?")


@ASYNC
async def test_a_style_is_chosen_and_written(muu: Stage) -> None:
    alice = await somebody(muu)
    await alice.send("/settings")
    await alice.presses("●○○en ·")
    await alice.presses("✓ ●○○en ·")
    await alice.send("/play tiny")
    await alice.sees("I have a secret")
    guess = wrong(TINY, secret := muu.secret_of(alice.id))
    reply = feedback_for(TINY.parse(secret), TINY.parse(guess))
    await alice.send(guess)
    await alice.sees("●" * reply.bulls + "○" * reply.cows + "en ·")


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


def test_a_column_is_written_and_read(house: House, tmp_path: Path) -> None:
    (house.folder / "column.py").write_text(COLUMN, "utf-8")
    status, said = house.run("column", f"sqlite:///{tmp_path}/bot.db")
    assert (status, said) == (0, "kept: guess once\n")
