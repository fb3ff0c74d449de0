"""Languages and feedback styles, as players meet them."""

import pytest

from tests.bot.conftest import Stage
from tests.bot.player import begun, wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize(
    ("language", "hello"),
    [
        ("en", "Type or tap a guess"),
        ("uk", "Загадано 4 різні цифри"),
        ("ru", "Загаданы 4 разные цифры"),
        ("uk-UA", "Загадано"),
        ("de", "Type or tap a guess"),
    ],
)
async def test_the_bot_greets_in_the_players_language(stage: Stage, language: str, hello: str) -> None:
    sasha = await stage.sandbox.person("Sasha", language)
    await sasha.send("/start")
    await sasha.sees(hello)


async def test_a_chosen_language_beats_telegrams(stage: Stage) -> None:
    olena = await begun(stage, "Олена", "en")
    await olena.send("/language")
    await olena.presses("Українська")
    await olena.sees("Вибери мову")
    await olena.sees("Секрет загадано")
    guess = wrong_guesses(stage.secret_of(olena.id), 1)[0]
    await olena.send(guess)
    await olena.sees("Поки що 1 спроба")


@pytest.mark.parametrize(
    ("language", "style", "form"),
    [
        ("en", "1B\u00a02C", "4B\u00a00C"),
        ("uk", "1Б\u00a02К", "4Б\u00a00К"),
        ("ru", "1Б\u00a02К", "4Б\u00a00К"),
        ("en", "1\u00a0bull,\u00a02\u00a0cows", "4\u00a0bulls,\u00a00\u00a0cows"),
        ("uk", "1\u00a0бик,\u00a02\u00a0корови", "4\u00a0бики,\u00a00\u00a0корів"),
        ("ru", "1\u00a0бык,\u00a02\u00a0коровы", "4\u00a0быка,\u00a00\u00a0коров"),
    ],
)
async def test_feedback_is_written_as_the_player_chose(stage: Stage, language: str, style: str, form: str) -> None:
    player = await begun(stage, "Kim", language)
    await player.send("/settings")
    await player.presses(style)
    secret = stage.secret_of(player.id)
    await player.send(secret)
    await player.sees(f"1. {secret}\u00a0\u00a0{form}")


async def test_the_chosen_setting_is_marked(stage: Stage) -> None:
    kim = await stage.sandbox.person("Kim")
    await kim.send("/settings")
    await kim.presses("1B\u00a02C")
    await kim.presses("✓ 1B\u00a02C")
    await kim.presses("✓ English")


async def test_commands_are_registered_in_every_language(stage: Stage) -> None:
    commands = {(known["scope"], known["language"]): known["commands"] for known in stage.sandbox.commands}
    for scope in ("all_private_chats", "all_group_chats"):
        for language in ("", "uk", "ru"):
            listed = [command["command"] for command in commands[scope, language]]
            assert {"play", "duel", "top", "settings", "help"} <= set(listed)
            assert scope == "all_group_chats" or {"daily", "puzzle", "learn"} <= set(listed)
            assert len(listed) <= (10 if scope == "all_private_chats" else 7)


async def test_where_a_language_was_chosen_the_commands_speak_it_too(stage: Stage) -> None:
    kim, max_ = await stage.sandbox.person("Kim", "ru"), await stage.sandbox.person("Max")
    group = await stage.sandbox.group("Friends", kim, max_)
    await group.promote(max_, by=kim)
    await kim.send("/language")
    await kim.presses("Українська")
    await max_.send("/language", chat=group)
    await max_.sees("Выбери язык", chat=group)
    await max_.presses("Русский", chat=group)
    await stage.quiet()
    commands = {known["scope"]: known["commands"] for known in stage.sandbox.commands if not known["language"]}
    own, groups = commands[f"chat:{kim.id}"], commands[f"chat:{group.id}"]
    assert {"command": "play", "description": "Нова гра"} in own
    assert {"command": "play", "description": "Новая игра"} in groups
    assert "party" in {command["command"] for command in groups}
