"""Which game `/play` alone begins, and where its board stands in a group: a guess is answered below it."""

import re
from dataclasses import replace

import pytest

from bot.app.messages import Chat
from sandbox.client import Group, Message, Person
from solver.variant import VARIANTS
from tests.bot.conftest import Stage
from tests.bot.inside import inside
from tests.bot.player import by_bot, says, wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")
WHIMS = ("blind", "coached", "evil", "5 blind", "5 coached", "evil 5")


@pytest.mark.parametrize("in_group", [True, False])
@pytest.mark.parametrize("whim", WHIMS)
async def test_what_is_usual_is_no_whim_unless_named(stage: Stage, whim: str, *, in_group: bool) -> None:
    alice, bob = await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob")
    group = await stage.sandbox.group("Friends", alice, bob) if in_group else None
    await says(stage, alice, f"/play@sandbox_bot {whim}", chat=group)
    board = await says(stage, bob if in_group else alice, "/play@sandbox_bot", chat=group)
    title = board.text.splitlines()[0]
    assert ("5 different digits" if "5" in whim and "evil" not in whim else "4 different digits") in title
    assert not any(word in title.casefold() for word in ("blind", "coach", "evil"))


async def test_the_variant_stays(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    group = await stage.sandbox.group("Friends", alice)
    for text in ("/play@sandbox_bot 6", "/play@sandbox_bot"):
        assert "6 different digits" in (await says(stage, alice, text, chat=group)).text.splitlines()[0]
        await says(stage, alice, "/g 987654", chat=group)


# The board comes down after a typed guess, so that the answer is seen; a mere note makes no message.
async def playing(stage: Stage) -> tuple[Group, Person, Person, list[str]]:
    """A group of two that has a game and has not talked for a while, and wrong guesses."""
    alice, bob = await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob")
    group = await stage.sandbox.group("Friends", alice, bob)
    await stage.quiet()
    await says(stage, alice, "/play@sandbox_bot", chat=group)
    older(stage, group)
    return group, alice, bob, wrong_guesses(stage.secret_of(group.id), 9)


def older(stage: Stage, group: Group, seconds: int = 99) -> None:
    stage.bot.change("UPDATE slots SET shown_at = shown_at - ? WHERE chat_id = ?", seconds, group.id)


def boards(person: Person, group: Group) -> list[Message]:
    """What the bot has said since the greeting."""
    return by_bot(person, group)[1:]


async def test_a_guess_is_answered_below_it_and_those_that_come_together_share_a_board(stage: Stage) -> None:
    group, alice, bob, guesses = await playing(stage)
    for number, guess in enumerate(guesses[:3], 1):
        older(stage, group)
        await says(stage, bob, f"/g {guess}", chat=group)
        (board,) = boards(alice, group)
        assert f"{number}. {guess}" in board.text
        assert board.id == alice.messages(group)[-1].id
    older(stage, group, -99)  # so that they come together however slow the test is
    await says(stage, alice, f"/g {guesses[3]}", chat=group)
    await says(stage, bob, f"/g {guesses[4]}", chat=group)
    (after,) = boards(alice, group)
    assert after.id == board.id
    assert f"5. {guesses[4]}" in after.text
    await says(stage, alice, f"/g {stage.secret_of(group.id)}", chat=group)
    (end,) = boards(alice, group)
    assert "🎉" in end.text
    assert end.id == alice.messages(group)[-1].id


BEHIND = "/g 12|/guess hello there|/g@sandbox_bot 12345|/g ?|/guess|/g 1B2C|/g yes|/guess@sandbox_bot 🙂"


@pytest.mark.parametrize("text", BEHIND.split("|"))
async def test_whatever_stands_behind_the_command_is_answered_on_the_board(stage: Stage, text: str) -> None:
    group, alice, bob, _ = await playing(stage)
    (board,) = boards(alice, group)
    await says(stage, bob, text, chat=group)
    (after,) = boards(alice, group)
    assert after.id == board.id
    assert after.text != board.text


@pytest.mark.parametrize("text", ["/guess", "/g@sandbox_bot", "/g@sandbox_bot 1234", "/guess hello", "/guess 1B2C"])
async def test_where_no_game_is_on_the_command_is_answered(stage: Stage, text: str) -> None:
    alice = await stage.sandbox.person("Alice")
    group = await stage.sandbox.group("Quiet", alice)
    await stage.quiet()
    assert (await says(stage, alice, text, chat=group)).id == alice.messages(group)[-1].id


async def test_what_people_say_to_each_other_moves_and_changes_nothing(stage: Stage) -> None:
    group, alice, bob, _ = await playing(stage)
    before = boards(alice, group)
    for text in ("hello", "yes", "nice game, but the list is long"):
        await says(stage, bob, text, chat=group)
        assert boards(alice, group) == before


async def test_of_several_boards_the_one_that_took_a_guess_says_so_and_a_single_one_does_not(stage: Stage) -> None:
    group, alice, _, guesses = await playing(stage)
    assert "counted here" not in (await says(stage, alice, f"/g {guesses[0]}", chat=group)).text
    await says(stage, alice, "/play@sandbox_bot 5", chat=group)
    await says(stage, alice, "/g 98765", chat=group)
    (board,) = [each for each in by_bot(alice, group) if "counted here" in each.text]
    assert "5 different digits" in board.text.splitlines()[0]
    assert "Alice: 98765 counted here." in board.text


async def test_the_list_of_a_groups_games_speaks_of_the_group(stage: Stage) -> None:
    group, alice, *_ = await playing(stage)
    assert "🎮 Games in this group" in (await says(stage, alice, "/games@sandbox_bot", chat=group)).text
    await says(stage, alice, "/duel@sandbox_bot", chat=group)
    assert "of yours" not in (await says(stage, alice, "/games@sandbox_bot", chat=group)).text
    await says(stage, alice, "/resign@sandbox_bot", chat=group)
    assert "No games in this group" in (await says(stage, alice, "/games@sandbox_bot", chat=group)).text


ONE_PERSON = {
    "uk": re.compile(r"\b(ти|тебе|тобі|тво\w+|\w+(єш|иш|еш)(ся)?|напиши|спробуй|перевір|натисни)\b", re.IGNORECASE),
    "ru": re.compile(r"\b(ты|тебя|тебе|тво\w+|\w+(ешь|ишь|ёшь)(ся)?|напиши|попробуй|проверь|нажми)\b", re.IGNORECASE),
}


@pytest.mark.parametrize("language", ONE_PERSON)
@pytest.mark.parametrize("mode", ["x2", "x4", "evil", "strict"])
async def test_a_board_in_a_group_addresses_nobody_as_if_they_were_alone(mode: str, language: str) -> None:
    async with inside(None, Chat(-100), language) as bot:
        secrets = iter(VARIANTS["classic"].parse(code) for code in ("0834", "1234", "5678", "4567"))
        bot.worker._world = replace(bot.worker._world, draw_secret=lambda _: next(secrets))
        for said in (f"/play {mode}", "/guess 0123", "/resign"):
            await bot.says(said)
            [board] = [str(screen.html) for slot, (_, screen) in bot.screens.items() if slot.startswith("game:")]
            assert ONE_PERSON[language].search(board) is None, board
