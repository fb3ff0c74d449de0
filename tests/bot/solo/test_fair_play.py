"""Whoever plays a rated game gets no advice by telling its turns, as people try, and to refuse it costs no thought."""

import re
from dataclasses import dataclass, field, replace
from itertools import islice, permutations
from typing import Any

import pytest

from bot.app.actions.fair_play import LOOKED_AT
from bot.app.advice import payload_of
from bot.app.buttons import MenuPress, OnMenu, button_data
from bot.app.kinds.match.model import Match
from bot.app.messages import Chat
from bot.app.model.game import MATCHES
from bot.app.world import Computation
from sandbox.client import Group, Message, Person
from solver.feedback import Feedback, History, candidates, feedback_for, possible_feedback
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import FRIENDLY, RACE, Pair, misses, paired
from tests.bot.duels.played import ended
from tests.bot.inside import AtOnce, inside
from tests.bot.player import by_bot, key, turns_on
from tests.bot.storage.stores import saving
from tests.solver.games import CLASSIC

through_the_bot = pytest.mark.asyncio(loop_scope="session")
BY_THE_DAY = ("90 s a guess", "1 day a guess")
REFUSED = {"en": "That could help in a rated game you’re playing.", "uk": "тож не зараз", "ru": "так что не сейчас"}
RESTS = {"en": "⏸ Paused", "uk": "⏸ Пауза", "ru": "⏸ Пауза"}
ASKS = {"en": "My guess 1:", "uk": "Моя спроба 1:", "ru": "Моя попытка 1:"}
OTHER_NAMES = str.maketrans("0123456789", "7360951284")
REPLY = re.compile(r"\d\u2060🐂\u2060\d\u2060🐄")


async def racing(stage: Stage, guesses: int, *terms: tuple[str, ...], language: str = "en") -> tuple[Pair, History]:
    """A rated race by the day in which Bob has guessed so often, and what he knows of it."""
    pair = await paired(stage, RACE, *(terms or (BY_THE_DAY,)), languages=("en", language))
    missed = misses(guesses, pair.secret())
    for guess in missed:
        await pair.guess(pair.bob, guess)
    return pair, tuple(told(pair, guess) for guess in missed)


def told(pair: Pair, guess: str) -> tuple[tuple[int, ...], Feedback]:
    code = CLASSIC.parse(guess)
    return code, feedback_for(code, CLASSIC.parse(pair.secret()))


def position_text(history: History) -> str:
    return " ".join(f"{CLASSIC.format(guess)} {reply}" for guess, reply in history)


def retold(history: History) -> History:
    """The same in other words: other symbols, another order of places and of turns."""
    names = [(CLASSIC.format(guess[1:] + guess[:1]).translate(OTHER_NAMES), reply) for guess, reply in history]
    return tuple((CLASSIC.parse(guess), reply) for guess, reply in reversed(names))


async def said(person: Person, text: str, words: str, chat: Group | None = None) -> Message:
    asked = await person.send(text, chat=chat)
    return await person.sees(words, after=asked, chat=chat)


async def thinks_along(bob: Person, history: History, board: Message) -> Message:
    """Bob lets the bot ask what he has asked elsewhere, and tells what he was told."""
    for guess, reply in history:
        await bob.send(CLASSIC.format(guess))
        board = await bob.sees("❓", after=board)
        await bob.send(str(reply))
        board = await bob.sees(CLASSIC.format(guess), after=board)
    return board


@through_the_bot
@pytest.mark.parametrize("language", REFUSED)
async def test_a_review_of_a_running_rated_game_is_refused_in_any_words(stage: Stage, language: str) -> None:
    pair, history = await racing(stage, 3, language=language)
    again = position_text(retold(history))
    for turns in (position_text(history), again, position_text(history[1:]), f"repeats {again}"):
        await said(pair.bob, f"/review {turns}", REFUSED[language])
    await pair.guess(pair.alice, pair.secret())
    await said(pair.bob, f"/review {position_text(history)}", "📊")


@through_the_bot
async def test_a_review_is_refused_to_whoever_plays_and_to_nobody_else_nor_in_friendly_games(stage: Stage) -> None:
    pair, history = await racing(stage, 2)
    group = await stage.sandbox.group("Friends", *pair.both)
    asks = f"/review {position_text(history)}"
    for chat in (None, group):
        await said(pair.alice, asks, "Accuracy", chat)
    await said(pair.bob, asks, REFUSED["en"], group)
    pair, history = await racing(stage, 2, BY_THE_DAY, FRIENDLY)
    await said(pair.bob, f"/review {position_text(history)}", "Accuracy")


@through_the_bot
async def test_a_position_opens_once_the_game_is_over_and_what_was_open_gets_no_advice(stage: Stage) -> None:
    pair, _ = await racing(stage, 0)
    *guesses, other = misses(3, pair.secret())
    history = tuple(told(pair, guess) for guess in guesses)
    position = await said(pair.bob, f"/start {payload_of(CLASSIC, history)}", "A position")
    for guess in guesses:
        await pair.guess(pair.bob, guess)
    for verb in (OnMenu.ADVICE, OnMenu.REVIEW):
        answer = await pair.bob.forges(button_data(MenuPress(verb)), on=position)
        assert REFUSED["en"] in (answer.text or "")
    assert (await pair.bob.sees("A position")).buttons == position.buttons
    await pair.guess(pair.bob, other)
    payload = payload_of(CLASSIC, retold((*history, told(pair, other))))
    await said(pair.bob, f"/start {payload}", REFUSED["en"])
    await pair.guess(pair.alice, pair.secret())
    await said(pair.bob, f"/start {payload}", "A position")
    await pair.bob.presses("A good guess")
    await pair.bob.sees("👉")


@through_the_bot
@pytest.mark.parametrize("language", RESTS)
async def test_the_bot_rests_where_its_guess_would_be_advice_and_goes_on_later(stage: Stage, language: str) -> None:
    pair, history = await racing(stage, 2, language=language)
    board = await thinks_along(pair.bob, retold(history), await said(pair.bob, "/think", ASKS[language]))
    assert_rests(board, language, turns=2)
    assert (await pair.bob.presses("▶️", on=board)).text
    for text in ("1B0C", "9876", "0B1C", "/hint", "?1234"):
        await stage.after(pair.bob.send(text))
        assert_rests(newest_board(pair.bob), language, turns=2)
    await pair.guess(pair.alice, pair.secret())
    await pair.bob.presses("▶️", on=newest_board(pair.bob))
    assert len(turns_on((await pair.bob.sees("❓")).text)) == 2


def newest_board(person: Person) -> Message:
    return by_bot(person, words="🤔")[-1]


def assert_rests(board: Message, language: str, *, turns: int) -> None:
    """It says why, has kept what was told, and tells nothing else."""
    assert RESTS[language] in board.text
    assert len(turns_on(board.text)) == turns
    assert not any(sign in board.text for sign in "❓🧠")
    assert not any(REPLY.fullmatch(button) or "→" in button for button in board.buttons)


@through_the_bot
async def test_a_reply_put_right_wakes_it_where_the_game_is_another_then(stage: Stage) -> None:
    pair, history = await racing(stage, 2)
    again = retold(history)
    board = await thinks_along(pair.bob, again, await said(pair.bob, "/think", ASKS["en"]))
    assert_rests(board, "en", turns=2)
    await pair.bob.presses("🔧", on=board)
    await pair.bob.presses("1. ", on=await pair.bob.sees("Which reply"))
    (guess, said_first), second = again
    others = (reply for reply in possible_feedback(CLASSIC) if reply != said_first)
    other = next(reply for reply in others if candidates(CLASSIC, ((guess, reply), second)).size)
    await pair.bob.presses(key(*other), on=await pair.bob.sees("What’s right?"))
    assert len(turns_on((await pair.bob.sees("My guess 3:")).text)) == 2


@through_the_bot
async def test_it_names_the_game_that_it_waits_for_and_goes_on_by_itself_once_that_is_over(stage: Stage) -> None:
    pair, history = await racing(stage, 2)
    board = await thinks_along(pair.bob, retold(history), await said(pair.bob, "/think", ASKS["en"]))
    assert "your rated game." in board.text
    await pair.guess(pair.alice, pair.secret())
    assert len(turns_on((await pair.bob.sees("My guess 3:")).text)) == 2


@through_the_bot
async def test_while_a_live_game_runs_nothing_is_said_of_codes_of_its_length(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    bob = pair.bob
    for text in ("/review 0123 0B0C", "/review repeats 0011 0B1C", f"/start {payload_of(CLASSIC, ())}"):
        await said(bob, text, REFUSED["en"])
    await said(bob, "/review three 012 0B1C", "Accuracy")
    await said(bob, "/think colours", ASKS["en"])
    assert_rests(await said(bob, "/think pictures", "⏸"), "en", turns=0)
    await pair.guess(pair.alice, pair.secret())
    await bob.presses("▶️", on=newest_board(bob))
    await bob.sees("My guess 1:")


@through_the_bot
async def test_in_a_group_it_rests_for_whoever_keeps_the_secret_whoever_presses(stage: Stage) -> None:
    pair, _ = await racing(stage, 0)
    group = await stage.sandbox.group("Friends", *pair.both)
    board = await said(pair.bob, "/think", ASKS["en"], group)
    for number, code in enumerate(misses(2, pair.secret()), 1):
        await pair.bob.send(code, chat=group, reply_to=board)
        board = await pair.bob.sees(f"guess {number}: {code}", chat=group)
        await pair.guess(pair.bob, code)
        await pair.bob.send(str(told(pair, code)[1]), chat=group, reply_to=board)
        board = await pair.bob.sees(f"{number}. {code}", chat=group)
    assert_rests(await pair.alice.sees("⏸", chat=group), "en", turns=2)
    await pair.alice.send("/resign", chat=group)
    assert_rests(await pair.alice.sees("Only whoever keeps the secret", chat=group), "en", turns=2)


ANN = 1001
PLAYED = "race classic 0123 | 0:4567@1 0:8901@2 1:2345@3"
"""Ann's rated race, in which she has guessed twice."""


@dataclass
class Thinker(AtOnce):
    asked: list[Computation] = field(default_factory=list)

    def recall(self, question: Computation) -> Any:
        self.asked.append(question)
        return super().recall(question)


def running(number: int, position: str = PLAYED) -> Match:
    return replace(ended(number, position, one=ANN), clock="days", ended_at=None)


async def refused(text: str, *matches: Match, compute: AtOnce) -> bool:
    async with inside(None, Chat(ANN), compute=compute) as bot:
        await bot.store.run(saving(*matches))
        *_, answer = await bot.says(f"/review {text}")
        return "That could help in a rated game" in str(answer)


TOLD = "4567 0B0C 8901 0B2C"
MANY = " ".join(f"{code} 0B1C" for code in map("".join, islice(permutations("0123456789", 4), 58)))


@pytest.mark.parametrize("matches", [1, 200])
@pytest.mark.parametrize("text", [TOLD, "7654 0B0C 1098 0B2C", f"{TOLD} {MANY}"])
async def test_a_refusal_costs_no_thought(text: str, matches: int) -> None:
    compute = Thinker()
    assert await refused(text, *map(running, range(1, matches + 1)), compute=compute)
    assert compute.asked == []


@pytest.mark.parametrize("friendly", [MATCHES, LOOKED_AT])
async def test_the_newest_of_more_games_than_one_may_play_is_guarded_as_well(friendly: int) -> None:
    others = [replace(running(number, "race three 012 | 0:345@1"), rated=False) for number in range(1, friendly + 1)]
    assert await refused(TOLD, *others, running(friendly + 1), compute=AtOnce())
