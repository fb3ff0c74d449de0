"""Matches that end otherwise than by breaking a code: left, out of time, out of reach; and rematches that both want."""

import time
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio

from bot.app.buttons import GamePress, press_from
from bot.app.buttons import button_data as data_of
from tests import stored
from tests.bot.conftest import Stage, staged
from tests.bot.duels.pairs import NO_CLOCK, RACE, VOLLEY, YOUR_TURN, begun, button_data, kept, misses, paired, screen
from tests.bot.duels.seekers import LOOKING, looks_again, waiting
from tests.bot.player import talk

pytestmark = pytest.mark.asyncio(loop_scope="session")
MOVED_ON = "The game has moved on; look at the board."


async def test_once_somebody_has_guessed_it_is_too_late_to_abort(stage: Stage) -> None:
    pair, _, second = await kept(stage)
    abort = button_data(screen(second), "Cancel")
    for verb in ("mdraw", "mcalloff"):
        assert (await pair.forge(second, abort.replace("mabort", verb))).text == MOVED_ON, "nothing is agreed yet"
    pressed = press_from(abort)
    assert isinstance(pressed, GamePress)
    await pair.play("First: ∌ offers")
    await pair.play("First: 8901\nBoth: ∌ [✖️ Cancel]")
    too_late = "Too late to cancel: somebody has guessed. You can resign, or end it together."
    for person in pair.both:
        answer = await pair.forge(person, data_of(replace(pressed, step=1)))
        assert answer.alert
        assert too_late in (answer.text or "")
        assert too_late in screen(person).text


async def test_whoever_is_asked_whether_to_abort_does_not_lose_by_a_guess_made_meanwhile(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    yes = button_data(await pair.play("Bob: [✖️ Cancel] → Cancel the game?"), "✖️ Yes, cancel")
    await pair.play(f"Alice: {misses(1, pair.secret())[0]}\nBob: → [🏳️ Resign]")  # no more is what is out of date asked
    assert (await pair.forge(pair.bob, yes)).text == MOVED_ON
    await pair.play("Bob: → [🏳️ Resign]")


async def test_whoever_would_rather_play_on_says_so(stage: Stage) -> None:
    pair = await begun(stage)
    await pair.play("Alice: [🏳️ Resign]\nAlice: [✖️ Offer to cancel]")
    offer = "✖️ Alice offers to cancel the game, so that it counts for nobody. Answer below, or guess to decline."
    accept = button_data(await pair.play(f"Bob: → {offer}"), "Cancel it")
    await pair.play("Bob: [✖️ No]\nAlice: → Bob would rather play on")
    forged = accept.removesuffix(":agrees")
    answers = [(await pair.forge(pair.bob, data)).text for data in (accept, forged)]
    assert answers == [MOVED_ON, "You offered to cancel"]
    assert (await pair.forge(pair.alice, forged.replace("mcalloff", "mdraw"))).text == MOVED_ON, "one offer at a time"


@pytest.mark.parametrize("is_taken_back", [True, False])
async def test_an_offer_stands_until_taken_back_or_the_other_guessed(stage: Stage, *, is_taken_back: bool) -> None:
    pair = await begun(stage)
    _, second = await pair.order()
    accept = button_data(await pair.play("First: [Offer a draw]\nSecond: → offers a draw"), "🤝 Agree")
    if is_taken_back:
        await pair.play("First: [Take it back]")
        assert "draw" not in screen(second).text
    else:
        await pair.play("First: 2345 → 🤝 You offered a draw;\nSecond: 2346 → Offer a draw\nFirst: ∌ offered a draw")
    assert (await pair.forge(second, accept)).text == MOVED_ON
    await pair.forge(second, accept.replace("mdraw", "mnodraw"))
    await pair.play("First: ∌ would rather play on")


async def test_whoever_agrees_too_late_to_a_draw_offers_none(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    one, two, three = misses(3, pair.secret())
    accept = button_data(
        await pair.play(f"Alice: {one}\nBob: {two}\nAlice: [Offer a draw]\nBob: → Alice offers a draw"), "🤝 Agree"
    )
    await pair.guess(pair.bob, three)
    assert (await pair.forge(pair.bob, accept)).text == MOVED_ON
    assert all("draw" not in screen(person).text for person in pair.both)
    assert screen(pair.bob).button("Offer a draw") is not None


async def test_in_a_race_too_all_buttons_go_when_it_is_over(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    erase = button_data(screen(pair.bob), "⌫")
    await pair.play("Alice: (secret)\nBob: ∌ [⌫]")
    assert (await pair.forge(pair.bob, erase)).text == "This game is over."
    await talk("0123 → No game in progress", pair.alice)


async def test_an_end_that_needs_both_is_offered_once_in_three_guesses(stage: Stage) -> None:
    pair = await begun(stage)
    first, _ = await pair.order()
    answers = []
    for mine, theirs in (("2340", "7650"), ("2341", "7651"), ("2345", "7653")):
        resign = button_data(screen(first), "🏳️ Resign")
        answers.append((await pair.forge(first, resign.replace("mresign", "mdraw"))).text)
        await pair.play(f"First: {mine}\nSecond: {theirs}")
    soon = "You can offer that once every 3 guesses"
    assert answers == ["You offered a draw", soon, soon]
    await pair.play("First: [Offer a draw]\nSecond: → offers a draw")


async def test_a_rematch_needs_both_and_begins_once_with_sides_swapped(stage: Stage) -> None:
    pair, first, second = await kept(stage)
    await pair.play("Second: /resign\nSecond: [✖️ Yes, cancel]\nFirst: → cancelled the game. It counts for nobody.")
    assert stored.long_jobs(stage.bot, first.id) == 0, "where nobody guessed nothing is judged"
    await pair.play("First: [Rematch] ‼ Asked. The game starts → [⏳ Rematch?]")
    wished = screen(second)
    for _ in range(2):
        await second.forges(button_data(wished, "Rematch"), on=wished)
    await stage.quiet()
    assert stored.seats(stage.bot, second.id) == 2
    assert await replace(pair, alice=first, bob=second).keep("2345", "6789") == (second, first)
    assert "🔁 You start this time." in screen(second).text
    assert f"🔁 {second.name} starts this time." in screen(first).text
    assert not [message for message in second.messages() if "🔄 Yes, again" in message.buttons]


async def test_whoever_wanted_no_rematch_may_ask_for_one_all_the_same(stage: Stage) -> None:
    pair = await begun(stage)
    await pair.play("Bob: /resign\nBob: [🏳️ Yes, resign]\nAlice: → 🏆 Bob resigned: you won!\nAlice: [Rematch]")
    await pair.bob.presses("No, thanks", on=await pair.bob.sees("🔄 Alice wants a rematch!\n⚔️ Duel"))
    answer = await pair.alice.sees("🙅 Bob would rather not play again now.", after=screen(pair.alice))
    assert answer.buttons == ()
    await pair.play("Alice: ∌ Rematch\nBob: [Rematch]")
    question = await pair.alice.sees("🔄 Bob wants a rematch!\n⚔️ Duel", after=answer)
    end = screen(pair.bob)
    await pair.alice.presses("🔄 Yes, again", on=question)
    await pair.bob.sees("🤫 Pick a secret:", after=end)


DAYS = ("90 s a guess", "1 day a guess")


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    """A stage on which time passes for nobody else."""
    async with staged(tmp_path_factory.mktemp("clocks")) as own:
        yield own


async def passes(stage: Stage, seconds: float) -> None:
    """Let so much time have passed, in which the bot served, once it has done what was due, saved and said all."""
    await stage.bot.holds("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE due_at < ?)", time.time())
    await stage.quiet()
    elapse(stage, seconds)


def elapse(stage: Stage, seconds: float, *, serving: bool = True) -> None:
    """The same at once, in which the bot served, or was not there."""
    bot = stage.bot
    stored.begin_matches_earlier(bot, seconds)
    bot.change("UPDATE outages SET began_at = began_at - ?, ended_at = ended_at - ?", seconds, seconds)
    if not serving:
        bot.change("UPDATE uptime SET seen_at = seen_at - ?", seconds)
    bot.change("UPDATE jobs SET due_at = due_at - ?", seconds)


async def test_the_absent_one_is_reminded_may_still_move_and_once_late_looks_for_no_other(house: Stage) -> None:
    pair = await paired(house, VOLLEY, DAYS)
    mover, other = await pair.order()
    mine, theirs = screen(mover).id, screen(other).id
    await passes(house, 21 * 3600)
    await mover.sees("⏰ Your game is waiting")
    assert screen(mover).id > mine
    assert screen(other).id == theirs
    await pair.play(f"First: {misses(1, pair.secret())[0]} ∌ ⏰\nSecond: → {YOUR_TURN}")
    await looks_again(other)
    await other.sees(LOOKING)
    await passes(house, 24 * 3600)
    await other.sees("your time ran out in a game")
    assert await waiting(house) == set()


@pytest.mark.costly
async def test_while_the_bot_is_away_no_time_is_lost(house: Stage) -> None:
    pair = await paired(house, VOLLEY)
    first, _ = await pair.order()
    await house.bot.kill()
    elapse(house, 600, serving=False)
    await house.bot.start()
    await house.bot.holds("SELECT 1 FROM outages")
    await house.bot.holds("SELECT 1 FROM jobs WHERE kind = 'clock' AND due_at > (SELECT max(ended_at) FROM outages)")
    one, two = misses(2, pair.secret())
    await pair.play(f"First: {one}\nSecond: {two}\nFirst: → {YOUR_TURN}")
    await passes(house, 88)
    await first.sees("⏰ You ran out of time;")


async def test_what_was_sent_in_time_counts_however_late_it_is_read(house: Stage) -> None:
    pair = await paired(house, VOLLEY)
    mover, other = await pair.order()
    await house.bot.kill()
    await mover.send(misses(1, pair.secret())[0])
    elapse(house, 120)
    await house.bot.start()
    await other.sees(YOUR_TURN)
    soon = time.time() + 30
    await house.bot.holds("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE kind = 'clock' AND due_at < ?)", soon)
    assert "timed-out" not in pair.position()


OUT_OF_REACH = "📵 I can’t reach {} right now. The clock is running; when it’s out, the game ends."


async def test_a_rival_who_blocks_the_bot_is_told_of_once_until_their_next_move(stage: Stage) -> None:
    pair, first, second = await kept(stage)
    await second.blocks()
    await first.sees(OUT_OF_REACH.format(second.name))
    await pair.play(f"First: 8901 → {second.name}’s turn")
    await second.unblocks()
    await pair.play(f"Second: → {YOUR_TURN}")
    assert len([message for message in second.messages() if "🆚" in message.text]) == 1
    message = await pair.play(f"Second: 8901\nFirst: → {YOUR_TURN}\nFirst: 2345")
    await second.blocks()
    message = await first.sees(OUT_OF_REACH.format(second.name), after=message)
    for _ in range(3):
        await second.unblocks()
        await second.blocks()
    await stage.quiet()
    assert screen(first).id == message.id
    await second.unblocks()
    await stage.quiet()
    await pair.play("Second: 2346\nFirst: 2347")
    await second.blocks()
    assert (await first.sees(OUT_OF_REACH.format(second.name), after=message)).id == screen(first).id


async def test_without_a_clock_a_game_ends_when_somebody_blocks_the_bot(stage: Stage) -> None:
    pair = await begun(stage, NO_CLOCK)
    await pair.bob.blocks()
    await pair.alice.sees("🏆 Bob resigned: you won!")


async def test_it_is_told_once_where_only_a_message_finds_out(stage: Stage) -> None:
    pair, first, second = await kept(stage)
    await stage.sandbox.fault("sendMessage", "400", chat=second, description="Bad Request: chat not found")
    await pair.guess(first, "8901")
    await first.sees(OUT_OF_REACH.format(second.name))
    query = "SELECT reachable FROM chats WHERE chat_id = ?"
    assert stage.bot.rows(query, second.id) == [(0,)]
    await talk("/games → Your games", second)
    assert stage.bot.rows(query, second.id) == [(1,)]


async def test_whoever_is_back_before_it_is_told_plays_on(stage: Stage) -> None:
    pair = await begun(stage, NO_CLOCK)
    first, second = await pair.order()
    await stage.sandbox.fault("sendMessage", "400", chat=second, description="Bad Request: chat not found")
    await first.send("2345")
    about = ("gone", str(second.id), 0)
    await stage.bot.holds(stored.JOB_SEEN, *about)
    stage.bot.change("UPDATE jobs SET due_at = due_at + 999 WHERE kind = 'gone'")  # however slow the test is
    await second.send("2345")
    await stage.quiet()
    stored.make_due(stage.bot, *about[:2])
    await stage.bot.holds(f"SELECT 1 WHERE NOT EXISTS ({stored.JOB_SEEN})", *about)
    await pair.play(f"First: → {YOUR_TURN}")
