"""A language of which one sentence is written, played in through the real bot out of the copy."""

import pytest

from sandbox.client import Person
from solver.interval import Interval
from tests.bot.conftest import Stage
from tests.bot.player import says, turns_on
from tests.bot.solo.test_number_game import game_of, keeping
from tests.bot.solo.test_think import asked
from tests.recipes.made_up_language import CODE, NAME

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.costly]


async def somebody(muu: Stage) -> Person:
    return await muu.sandbox.person("Sasha", CODE)


async def test_its_sentence_is_said_and_all_else_in_english(muu: Stage) -> None:
    sasha = await somebody(muu)
    await sasha.send("/rules")
    await sasha.presses("Back")
    await sasha.sees("Muu, Sasha! Gra boj?")
    await sasha.presses("Play")
    await sasha.sees("Type a guess, like 0123")


async def test_it_can_be_chosen_by_its_own_name(muu: Stage) -> None:
    alice = await muu.sandbox.person("Alice", "en")
    await alice.send("/language")
    await alice.presses(NAME)
    await alice.presses(f"✓ {NAME}")
    rules = await alice.sees("Bulls and Cows", after=await alice.send("/rules"))
    await alice.presses("Back", on=rules)
    await alice.sees("Muu, Alice!")


async def test_telegram_is_told_of_its_commands(muu: Stage) -> None:
    commands = {(known["scope"], known["language"]): known["commands"] for known in muu.sandbox.commands}
    assert commands["all_private_chats", CODE] == commands["all_private_chats", ""]


async def test_a_game_is_wished_for_in_its_words_and_by_anybody(muu: Stage) -> None:
    for language in (CODE, "en"):
        sasha = await muu.sandbox.person("Sasha", language)
        await sasha.send("/play gra boj slip")
        await sasha.sees("4 digits from 1 to 5, all different · blind")
        assert set(muu.secret_of(sasha.id)) <= set("12345")


async def test_a_shape_is_typed_on_its_keyboard(muu: Stage) -> None:
    sasha = await somebody(muu)
    await sasha.send("/play 3ks4")
    await sasha.sees("I have a secret")
    assert len(muu.secret_of(sasha.id)) == 3


async def test_signs_are_typed_in_its_letters(muu: Stage) -> None:
    sasha = await somebody(muu)
    await sasha.send("/play mastermind")
    assert (await sasha.sees("4 colours of 6")).buttons[:2] == ("🔴 Α", "🟠 Β")
    await sasha.send("αβγδ")
    await sasha.sees("1. 🔴🟠🟡🟢")


async def test_replies_are_read_in_its_words(muu: Stage) -> None:
    sasha = await somebody(muu)
    await sasha.send("/think")
    guess = asked(await sasha.sees("My guess 1:"))
    await sasha.send("1 grba ke 2 mrke")
    assert turns_on((await sasha.sees("My guess 2:")).text) == [(1, guess, 1, 2)]


async def test_ranges_and_answers_are_read_in_its_words(muu: Stage) -> None:
    sasha = await keeping(muu, "iz 1 ad 50", CODE)
    for word in ("njop", "jop"):
        await says(muu, sasha, word)
    game = game_of(muu, sasha.id)
    assert game.span == Interval(1, 50)
    assert [turn.answer for turn in game.turns] == [False, True]
