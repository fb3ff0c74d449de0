"""What may break around the bot without a player losing anything; how it starts, and how it leaves."""

import asyncio
import itertools
import os
import random
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from aiohttp import ClientSession

from bot import serving
from bot.storage import store
from bot.telegram import receive
from bot.web import server as server_web
from faults.processes.process import BotProcess
from sandbox.client import PATIENCE, Message, Person, Sandbox
from sandbox.server import SandboxServer
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.forked_bot import ForkedBot
from tests.bot.player import begun, feedback, talk, turns_on, wrong_guesses
from tests.distribution import costly_but

pytestmark = pytest.mark.asyncio(loop_scope="session")
PLAYERS = 12
NEVER = 24 * 3600.0  # seconds; no test lasts so long


@pytest_asyncio.fixture(loop_scope="session")
async def common_stage(hall: Stage) -> AsyncIterator[Stage]:
    """One bot for all whose troubles it survives: each has a player of its own, and no trouble outlasts its test."""
    yield hall
    await hall.sandbox.clear_faults()


@pytest.mark.parametrize(("kills", "seed"), [(3, 20261122), pytest.param(12, 20261121, marks=pytest.mark.costly)])
async def test_no_guess_is_lost_or_scored_twice_through_kills(own_stage: Stage, kills: int, seed: int) -> None:
    chance, bot, done = random.Random(seed), own_stage.bot, asyncio.Event()
    players = [await begun(own_stage, f"Player {number}") for number in range(PLAYERS)]
    secrets = {player.id: own_stage.secret_of(player.id) for player in players}
    sent: dict[int, list[str]] = {player.id: [] for player in players}

    async def play(player: Person) -> None:
        codes = {"".join(code) for code in itertools.permutations("0123456789", 4)} - {secrets[player.id]}
        for guess in random.Random(seed + player.id).sample(sorted(codes), 45):
            if done.is_set():
                return
            await player.send(guess)
            sent[player.id].append(guess)
            await asyncio.sleep(chance.uniform(0.02, 0.25))

    playing = [asyncio.create_task(play(player)) for player in players]
    for _ in range(kills):  # each time it serves for a moment, and is away for a moment
        await asyncio.sleep(chance.uniform(0.05, 0.4))
        await bot.kill()
        await asyncio.sleep(chance.uniform(0.0, 0.3))
        await bot.start()
    done.set()
    await asyncio.gather(*playing)
    await own_stage.sandbox.settled()
    for player in players:
        board = await player.sees(f"{len(sent[player.id])}. ")
        await bot.holds("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM outbox)")
        shown = [(guess, (bulls, cows)) for _, guess, bulls, cows in turns_on(board.text)]
        assert shown == [(guess, feedback(guess, secrets[player.id])) for guess in sent[player.id]], f"seed {seed}"
    ((seen, different),) = bot.rows("SELECT count(*), count(DISTINCT update_id) FROM seen_updates")
    assert seen == different >= sum(map(len, sent.values()))
    assert bot.rows("SELECT * FROM failed_updates") == bot.rows("SELECT * FROM failed_messages") == []


async def guesser(stage: Stage, count: int = 1, name: str = "Alice") -> tuple[Person, list[str]]:
    player = await begun(stage, name)
    return player, wrong_guesses(stage.secret_of(player.id), count)


async def keyed(player: Person, guess: str, board: Message) -> list[str]:
    """The guesses on the board, once that was keyed in on it as the second."""
    for key in ("⌨️", *guess, "✓"):
        await player.presses(key, on=board)
    return [turn[1] for turn in turns_on((await player.sees("2 guesses so far")).text)]


async def test_an_orphaned_board_cannot_be_played(common_stage: Stage) -> None:
    alice, (guess, other) = await guesser(common_stage, 2)
    await common_stage.sandbox.fault("sendMessage", "reset_after")
    await alice.send(guess)
    orphan = await alice.sees("1 guess so far")
    newest = await alice.sees("1 guess so far", after=orphan)
    assert newest.id > orphan.id
    await common_stage.quiet()
    await talk(f"[Resign] ‼ This board is out of date.\n{other} → 2 guesses so far", alice, on=orphan)


async def test_a_board_that_arrives_too_late_to_be_known_is_played_where_it_stands(common_stage: Stage) -> None:
    """Whoever had sent it is dead, and its successor's stands above it."""
    alice, (guess, other) = await guesser(common_stage, 2)
    known = await talk(f"{guess} → 1 guess so far", alice)
    await common_stage.quiet()
    rows = [[{"text": each.text, "callback_data": each.value} for each in row] for row in known.keyboard]
    data = {"chat_id": known.chat, "text": known.text, "reply_markup": {"inline_keyboard": rows}}
    async with ClientSession() as session:  # by the bot's name, and without its knowledge
        await session.post(f"{common_stage.server.url}/bot{common_stage.server.token}/sendMessage", json=data)
    late = await alice.sees("1 guess so far", after=known)
    assert await keyed(alice, other, late) == [guess, other]
    await common_stage.quiet()
    assert (await alice.sees("2 guesses so far")).id == late.id
    assert known.id not in {message.id for message in alice.messages()}


@pytest.mark.parametrize("kind", ["429", "500", "502", "reset_before", "reset_after"])
@pytest.mark.parametrize("method", ["sendMessage", "deleteMessage", "editMessageText", "getUpdates"])
async def test_everything_arrives_when_calls_fail(common_stage: Stage, method: str, kind: str) -> None:
    alice, guesses = await guesser(common_stage, 2)
    await common_stage.sandbox.fault(method, kind, times=2, retry_after=1)
    await talk(f"{guesses[0]} → 1 guess so far", alice)
    await common_stage.quiet()
    assert await keyed(alice, guesses[1], await alice.sees("1 guess so far")) == guesses
    await common_stage.quiet()
    assert common_stage.bot.rows("SELECT * FROM failed_messages") == []


async def test_a_press_is_answered_after_a_reset_and_all_else_after_the_api_was_gone(common_stage: Stage) -> None:
    alice, guesses = await guesser(common_stage, 3)
    await common_stage.sandbox.fault("answerCallbackQuery", "reset_before", times=2)
    assert (await alice.presses("4")).text == "4 · · ·"
    await common_stage.sandbox.gone(3)
    for guess in guesses:
        await alice.send(guess)
    assert [turn[1] for turn in turns_on((await alice.sees("3 guesses so far")).text)] == guesses


async def test_one_chat_that_must_wait_holds_up_no_other(own_stage: Stage) -> None:
    (alice, (guess,)), (bob, others) = await guesser(own_stage), await guesser(own_stage, 5, "Bob")
    await own_stage.sandbox.fault("sendMessage", "429", chat=alice, times=1000, retry_after=1000)
    await alice.send(guess)
    await talk("\n".join(f"{other} → {number}. {other}" for number, other in enumerate(others, 1)), bob)
    await alice.sees_no("1 guess so far")
    assert len(own_stage.bot.rows("SELECT 1 FROM outbox WHERE chat_id = ?", alice.id)) == 1


async def test_a_permanent_refusal_is_kept_and_the_queue_moves_on(own_stage: Stage) -> None:
    alice, guesses = await guesser(own_stage, 2)
    await own_stage.sandbox.fault("sendMessage", "400", description="Bad Request: the moon is full")
    await alice.send(guesses[0])
    await own_stage.bot.holds("SELECT 1 FROM failed_messages")
    await talk(f"{guesses[1]} → 2 guesses so far", alice)
    ((chat, error),) = own_stage.bot.rows("SELECT chat_id, error FROM failed_messages")
    assert chat == alice.id
    assert "moon is full" in error


async def test_a_person_who_blocked_the_bot_can_come_back_to_the_game(common_stage: Stage) -> None:
    alice, guesses = await guesser(common_stage, 2)
    await alice.send(guesses[0])
    await alice.blocks()
    await common_stage.quiet()
    assert common_stage.bot.rows("SELECT reachable FROM chats WHERE chat_id = ?", alice.id) == [(0,)]
    await alice.unblocks()
    board = await talk(f"{guesses[1]} → 2 guesses so far", alice)
    assert [turn[1] for turn in turns_on(board.text)] == guesses


async def test_a_deleted_board_comes_back_and_a_closed_topic_does_not_hide_the_game(common_stage: Stage) -> None:
    alice, (guess, other) = await guesser(common_stage, 2)
    await alice.deletes(await alice.sees("🔒"))
    await alice.deletes(await talk(f"{guess} → 1 guess so far", alice))
    await talk("/hint → still fit", alice)
    stored.set_thread(common_stage.bot, alice.id, 5)
    await common_stage.sandbox.fault("sendMessage", "400", description="Bad Request: message thread not found")
    await talk(f"{other} → 2 guesses so far", alice)


async def test_a_board_too_old_to_delete_loses_its_buttons(own_stage: Stage) -> None:
    alice, (guess,) = await guesser(own_stage)
    old = await alice.sees("🔒")
    await own_stage.sandbox.clock(49 * 3600)
    await own_stage.after(talk(f"{guess} → 1 guess so far", alice))
    assert [seen.keyboard for seen in alice.messages() if seen.id == old.id] == [()], alice.transcript()


@pytest.mark.parametrize("kind", ["401", "404", "404_page"])
async def test_a_token_that_is_refused_for_a_moment_ends_nobodys_game(own_stage: Stage, kind: str) -> None:
    alice, (guess,) = await guesser(own_stage)
    for method in ("getUpdates", "sendMessage", "editMessageText", "deleteMessage", "answerCallbackQuery"):
        await own_stage.sandbox.fault(method, kind, times=2)
    await alice.send(guess)
    await alice.sees("1 guess so far", within=30)
    assert own_stage.bot.rows("SELECT * FROM failed_messages") == []


@pytest.mark.parametrize("kind", costly_but(("401",), ("401", "404")))
async def test_a_token_that_is_refused_for_good_ends_the_bot_with_one_line(own_stage: Stage, kind: str) -> None:
    before = own_stage.bot.log_text()
    for method in ("getUpdates", "getMe"):
        await own_stage.sandbox.fault(method, kind, times=1000)
    await (await own_stage.sandbox.person("Alice")).send("/play")
    assert await own_stage.bot.exit_status(within=30) != 0
    last = own_stage.bot.log_text()[len(before) :].splitlines()[-1]
    assert last.startswith("BOT_TOKEN: Telegram refuses it")


async def test_at_the_start_a_proxys_page_is_no_refusal_and_the_commands_are_told_in_the_end(tmp_path: Path) -> None:
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        await sandbox.fault("getMe", "404_page", times=2)
        await sandbox.fault("setMyCommands", "500", times=2)
        await sandbox.fault("setMyDescription", "429", times=1, retry_after=1)
        async with ForkedBot(server.url, server.token, tmp_path), asyncio.timeout(PATIENCE):
            assert (await sandbox.state())["pending"] == 0
            while len(sandbox.commands) < 6:
                await asyncio.sleep(0.05)


async def test_sigterm_finishes_what_is_in_hand_and_leaves_soon(own_stage: Stage) -> None:
    players = [await guesser(own_stage, name=f"Player {number}") for number in range(10)]
    for player, (guess,) in players:
        await player.send(guess)
    assert await own_stage.bot.stop() == 0
    assert (await own_stage.sandbox.state())["pending"] in range(11)
    await own_stage.bot.start()
    for player, _ in players:
        await player.sees("1 guess so far")


async def test_what_is_waited_for_after_sigterm_leaves_a_reserve() -> None:
    """Service managers kill after ten seconds; the last updates are confirmed in two of them."""
    waits = (receive.TIME_TO_FINISH, serving.TIME_TO_LEAVE, server_web.TIME_TO_FINISH, store.TIME_TO_FINISH)
    assert sum(waits) <= 10 - 2 - 1


@pytest.mark.costly
async def test_a_thinker_that_hangs_stops_neither_the_hint_nor_the_end(own_stage: Stage) -> None:
    players = [await guesser(own_stage, 5, f"Player {number}") for number in range(5)]
    await talk("/hint → 5040 codes still fit", players[0][0])
    thinkers = own_stage.bot.children()
    assert len(thinkers) == 2
    for thinker in thinkers:
        os.kill(thinker, signal.SIGSTOP)
    for number, (player, guesses) in enumerate(players):
        await player.send(guesses[number])
        await player.send("/hint")
    for player, _ in players:
        await talk("→ 1 guess so far\n→ still fit", player)
    await own_stage.quiet()
    assert own_stage.bot.rows("SELECT * FROM failed_updates") == []
    for thinker in own_stage.bot.children():
        os.kill(thinker, signal.SIGSTOP)
    assert await own_stage.bot.stop() == 0  # and they hang still


async def test_sigterm_is_heeded_before_telegram_answers(tmp_path: Path) -> None:
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        await sandbox.gone(NEVER)
        bot = BotProcess(server.url, server.token, tmp_path)
        await bot.launch()
        async with asyncio.timeout(PATIENCE):
            while "cannot be reached" not in bot.log_text():
                await asyncio.sleep(0.05)
        assert await bot.stop() == 0


async def test_sigterm_waits_for_no_updates(own_stage: Stage) -> None:
    alice, (guess,) = await guesser(own_stage)
    await own_stage.sandbox.fault("getUpdates", "silence", seconds=NEVER)
    await talk(f"{guess} → 1 guess so far", alice)  # what was asked before is answered with it
    assert await own_stage.bot.stop() == 0
