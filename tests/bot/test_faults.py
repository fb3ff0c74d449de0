"""What may break around the bot without a player losing anything."""

import asyncio
import itertools
import random
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from aiohttp import ClientSession

from faults.processes.process import BotProcess
from sandbox.client import Message, Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import begun, turns_on, wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")
PLAYERS = 12


@pytest_asyncio.fixture(loop_scope="session")
async def common_stage(hall: Stage) -> AsyncIterator[Stage]:
    """One bot for all whose troubles it survives: each has a player of its own, and no trouble outlasts its test."""
    yield hall
    await hall.sandbox.clear_faults()


def wrong_codes(secret: str, chance: random.Random) -> list[str]:
    """All codes but the secret, in a random order."""
    codes = ["".join(code) for code in itertools.permutations("0123456789", 4) if "".join(code) != secret]
    return chance.sample(codes, len(codes))


def feedback(guess: str, secret: str) -> tuple[int, int]:
    bulls = sum(ours == theirs for ours, theirs in zip(guess, secret, strict=True))
    return bulls, len(set(guess) & set(secret)) - bulls


async def quiet_board(person: Person, turns: int, bot: BotProcess) -> Message:
    """The newest board, once it shows so many turns and nothing is on its way."""
    board = await person.sees(f"{turns}. ")
    await bot.holds("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM outbox)")
    assert len(turns_on(board.text)) == turns, person.transcript()
    return board


async def kill_again_and_again(bot: BotProcess, times: int, chance: random.Random) -> None:
    """Each time it serves for a moment, and is away for a moment."""
    for _ in range(times):
        await asyncio.sleep(chance.uniform(0.05, 0.4))
        await bot.kill()
        await asyncio.sleep(chance.uniform(0.0, 0.3))
        await bot.start()


@pytest.mark.parametrize(("kills", "seed"), [(3, 20261122), pytest.param(12, 20261121, marks=pytest.mark.costly)])
async def test_no_guess_is_lost_or_scored_twice_through_kills(own_stage: Stage, kills: int, seed: int) -> None:
    chance = random.Random(seed)
    players = [await begun(own_stage, f"Player {number}") for number in range(PLAYERS)]
    secrets = {player.id: own_stage.secret_of(player.id) for player in players}
    sent: dict[int, list[str]] = {player.id: [] for player in players}
    done = asyncio.Event()

    async def play(player: Person) -> None:
        for guess in wrong_codes(secrets[player.id], random.Random(seed + player.id)):
            if done.is_set() or len(sent[player.id]) == 45:
                return
            await player.send(guess)
            sent[player.id].append(guess)
            await asyncio.sleep(chance.uniform(0.02, 0.25))

    playing = [asyncio.create_task(play(player)) for player in players]
    await kill_again_and_again(own_stage.bot, kills, chance)
    done.set()
    await asyncio.gather(*playing)
    await own_stage.sandbox.settled()
    for player in players:
        board = await quiet_board(player, len(sent[player.id]), own_stage.bot)
        shown = [(guess, (bulls, cows)) for _, guess, bulls, cows in turns_on(board.text)]
        assert shown == [(guess, feedback(guess, secrets[player.id])) for guess in sent[player.id]], f"seed {seed}"
    updates = own_stage.bot.rows("SELECT count(*), count(DISTINCT update_id) FROM seen_updates")[0]
    assert updates[0] == updates[1] >= sum(map(len, sent.values()))
    assert (
        own_stage.bot.rows("SELECT * FROM failed_updates") == own_stage.bot.rows("SELECT * FROM failed_messages") == []
    )


async def test_an_orphaned_board_cannot_be_played(common_stage: Stage) -> None:
    alice = await begun(common_stage)
    guess, other = wrong_guesses(common_stage.secret_of(alice.id), 2)
    await common_stage.sandbox.fault("sendMessage", "reset_after")
    await alice.send(guess)
    orphan = await alice.sees("1 guess so far")
    newest = await alice.sees("1 guess so far", after=orphan)
    assert newest.id > orphan.id
    await common_stage.quiet()
    answer = await alice.presses("Resign", on=orphan)
    assert answer.text == "This board is out of date."
    await alice.send(other)
    await alice.sees("2 guesses so far")


async def test_a_board_that_arrives_too_late_to_be_known_is_played_where_it_stands(common_stage: Stage) -> None:
    """Whoever had sent it is dead, and its successor's stands above it."""
    alice = await begun(common_stage)
    guess, other = wrong_guesses(common_stage.secret_of(alice.id), 2)
    await alice.send(guess)
    known = await alice.sees("1 guess so far")
    await common_stage.quiet()
    await repeated(common_stage, known)
    late = await alice.sees("1 guess so far", after=known)
    for key in ("⌨️", *other, "✓"):
        await alice.presses(key, on=late)
    board = await alice.sees("2 guesses so far")
    await common_stage.quiet()
    assert (board.id, [turn[1] for turn in turns_on(board.text)]) == (late.id, [guess, other])
    assert known.id not in {message.id for message in alice.messages()}


async def repeated(stage: Stage, message: Message) -> None:
    """Send the same once more, by the bot's name and without its knowledge."""
    rows = [[{"text": each.text, "callback_data": each.value} for each in row] for row in message.keyboard]
    data = {"chat_id": message.chat, "text": message.text, "reply_markup": {"inline_keyboard": rows}}
    async with ClientSession() as session:
        await session.post(f"{stage.server.url}/bot{stage.server.token}/sendMessage", json=data)


FAULTS = ["429", "500", "502", "reset_before", "reset_after"]


@pytest.mark.parametrize("kind", FAULTS)
@pytest.mark.parametrize("method", ["sendMessage", "deleteMessage", "editMessageText", "getUpdates"])
async def test_everything_arrives_when_calls_fail(common_stage: Stage, method: str, kind: str) -> None:
    alice = await begun(common_stage)
    guesses = wrong_guesses(common_stage.secret_of(alice.id), 2)
    await common_stage.sandbox.fault(method, kind, times=2, retry_after=1)
    await alice.send(guesses[0])
    await alice.sees("1 guess so far")
    await common_stage.quiet()
    board = await alice.sees("1 guess so far")
    for key in ("⌨️", *guesses[1], "✓"):
        await alice.presses(key, on=board)
    board = await alice.sees("2 guesses so far")
    assert [turn[1] for turn in turns_on(board.text)] == guesses
    await common_stage.quiet()
    assert common_stage.bot.rows("SELECT * FROM failed_messages") == []


async def test_an_answer_to_a_press_survives_a_reset(common_stage: Stage) -> None:
    alice = await begun(common_stage)
    await common_stage.sandbox.fault("answerCallbackQuery", "reset_before", times=2)
    assert (await alice.presses("4")).text == "4 · · ·"


async def test_everything_arrives_after_the_api_was_gone(common_stage: Stage) -> None:
    alice = await begun(common_stage)
    await common_stage.sandbox.gone(3)
    guesses = wrong_guesses(common_stage.secret_of(alice.id), 3)
    for guess in guesses:
        await alice.send(guess)
    board = await alice.sees("3 guesses so far")
    assert [turn[1] for turn in turns_on(board.text)] == guesses


async def test_one_chat_that_must_wait_holds_up_no_other(own_stage: Stage) -> None:
    alice, bob = await begun(own_stage), await begun(own_stage, "Bob")
    await own_stage.sandbox.fault("sendMessage", "429", chat=alice, times=1000, retry_after=1000)
    await alice.send(wrong_guesses(own_stage.secret_of(alice.id), 1)[0])
    for number, guess in enumerate(wrong_guesses(own_stage.secret_of(bob.id), 5), 1):
        await bob.send(guess)
        await bob.sees(f"{number}. {guess}")
    await alice.sees_no("1 guess so far")
    assert len(own_stage.bot.rows("SELECT 1 FROM outbox WHERE chat_id = ?", alice.id)) == 1


async def test_a_permanent_refusal_is_kept_and_the_queue_moves_on(own_stage: Stage) -> None:
    alice = await begun(own_stage)
    guesses = wrong_guesses(own_stage.secret_of(alice.id), 2)
    await own_stage.sandbox.fault("sendMessage", "400", description="Bad Request: the moon is full")
    await alice.send(guesses[0])
    await own_stage.bot.holds("SELECT 1 FROM failed_messages")
    await alice.send(guesses[1])
    await alice.sees("2 guesses so far")
    ((chat, error),) = own_stage.bot.rows("SELECT chat_id, error FROM failed_messages")
    assert (chat, "moon is full" in error) == (alice.id, True)


async def test_a_person_who_blocked_the_bot_can_come_back_to_the_game(common_stage: Stage) -> None:
    alice = await begun(common_stage)
    guess, other = wrong_guesses(common_stage.secret_of(alice.id), 2)
    await alice.send(guess)
    await alice.blocks()
    await common_stage.quiet()
    assert common_stage.bot.rows("SELECT reachable FROM chats WHERE chat_id = ?", alice.id) == [(0,)]
    await alice.unblocks()
    await alice.send(other)
    board = await alice.sees("2 guesses so far")
    assert [turn[1] for turn in turns_on(board.text)] == [guess, other]


async def test_a_deleted_board_comes_back(common_stage: Stage) -> None:
    alice = await begun(common_stage)
    await alice.deletes(await alice.sees("🔒"))
    guess = wrong_guesses(common_stage.secret_of(alice.id), 1)[0]
    await alice.send(guess)
    await alice.deletes(await alice.sees("1 guess so far"))
    await alice.send("/hint")
    await alice.sees("still fit")


async def test_a_board_too_old_to_delete_loses_its_buttons(own_stage: Stage) -> None:
    alice = await begun(own_stage)
    old = await alice.sees("🔒")
    await own_stage.sandbox.clock(49 * 3600)
    await alice.send(wrong_guesses(own_stage.secret_of(alice.id), 1)[0])
    await alice.sees("1 guess so far")
    stripped = await alice.connection.mirror.until(lambda: _without_buttons(alice, old), 10)
    assert stripped, alice.transcript()


def _without_buttons(person: Person, board: Message) -> Message | None:
    return next((seen for seen in person.messages() if seen.id == board.id and not seen.keyboard), None)


async def test_a_closed_topic_does_not_hide_the_game(common_stage: Stage) -> None:
    alice = await begun(common_stage)
    stored.set_thread(common_stage.bot, alice.id, 5)
    await common_stage.sandbox.fault("sendMessage", "400", description="Bad Request: message thread not found")
    await alice.send(wrong_guesses(common_stage.secret_of(alice.id), 1)[0])
    await alice.sees("1 guess so far")
