"""A match against the bot, as people play it: through the bot's real process."""

import pytest

from bot.app.model.options import LEVELS
from sandbox.client import Message, Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import feedback, talk, turns_on, wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")
MINE = "8305"


async def begun(
    stage: Stage, words: str, secret: str = MINE, language: str = "en", player: Person | None = None
) -> tuple[Person, Message]:
    player = player or await stage.sandbox.person("Alice", language)
    return player, await talk(f"/match {words} → 🤫\n{secret} → 👉", player)


def number_of_the_bot(stage: Stage, person: Person) -> str:
    data = stored.match_body(stage.bot, stored.matches(stage.bot, person.id)[0])
    at = [sitter["person"] for sitter in data["sitters"]].index(person.id)
    return str(data["game"].split()[2 + at])


def wrong(stage: Stage, person: Person, turn: int) -> str:
    return wrong_guesses(number_of_the_bot(stage, person), 9)[turn]


async def lost(stage: Stage, player: Person | None = None) -> tuple[Person, Message, int]:
    """The bot has won; how many guesses it took."""
    (alice, board), turns = await begun(stage, "perfect", player=player), 0
    while "haven’t cracked my secret" not in board.text:
        await alice.send(wrong(stage, alice, turns))
        board = await alice.sees("", after=board)
        turns += 1
    return alice, board, turns


async def test_a_game_that_only_waits_does_not_take_the_guess_at_the_bots_number(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await talk("/play pictures → 4 pictures", alice)
    _, _, turns = await lost(stage, alice)
    guess = wrong(stage, alice, turns)
    await talk(f"{guess} → {turns + 1}. {guess}", alice)


async def test_a_code_typed_after_another_game_is_for_no_match_of_before(stage: Stage) -> None:
    alice, _, turns = await lost(stage)
    await talk("/play mini → from 1 to 5\n/resign → The secret was", alice)
    sent = await alice.send(wrong(stage, alice, turns))
    await alice.sees("No game in progress", after=sent)


@pytest.mark.parametrize("level", LEVELS)
async def test_the_bot_plays_at_every_level_without_looking(stage: Stage, level: str) -> None:
    alice, board = await begun(stage, level)
    for turn in range(3):
        if "hidden" in board.text:
            break
        await alice.send(wrong(stage, alice, turn))
        board = await alice.sees("", after=board)
    for _, guess, bulls, cows in turns_on(board.text):
        assert (bulls, cows) in [feedback(guess, secret) for secret in (MINE, number_of_the_bot(stage, alice))]


async def test_nothing_is_at_stake_nobody_to_talk_with_and_the_bot_waits_for_who_blocked_it(stage: Stage) -> None:
    alice, board = await begun(stage, "expert")  # who does not hit upon her secret by chance
    assert not [text for text in board.buttons if "💬" in text or "draw" in text]
    assert stage.bot.rows("SELECT count(*) FROM results WHERE person_id IN (0, ?)", alice.id) == [(0,)]
    assert stored.seats(stage.bot, 0) == 0
    before = await talk(f"{wrong(stage, alice, 0)} → {wrong(stage, alice, 0)}", alice)
    await alice.blocks()
    await alice.unblocks()
    assert wrong(stage, alice, 0) in (await alice.sees("👉", after=before)).text
    await talk(f"{number_of_the_bot(stage, alice)} → 🏆", alice)


async def test_the_bot_is_called_by_its_level_in_the_language_that_is_chosen_meanwhile(stage: Stage) -> None:
    alice, board = await begun(stage, "learner", language="uk")
    assert "🐣 Курчатко · учень" in board.text
    board = await talk("/language\n[English] → 👉 Your turn", alice)
    listed = await talk("/games → 🐣 Chirp", alice)
    assert "🐣 Chirp · learner" in board.text
    assert "Курчатко" not in f"{board.text}{listed.text}"
    (match,) = stored.matches(stage.bot, alice.id)
    assert sorted(sitter["name"] for sitter in stored.match_body(stage.bot, match)["sitters"]) == ["Alice", "🤖"]
