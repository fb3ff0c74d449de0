"""What a doctored client says of games with the bot: it learns nothing before the end, and nothing begins twice."""

import pytest

from bot.app.advice import payload_of
from sandbox.client import Message, Person
from solver.feedback import Feedback
from solver.variant import VARIANTS
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.test_partner import begun as matched
from tests.bot.duels.test_partner import number_of_the_bot, wrong
from tests.bot.player import begun, wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")
CLASSIC = VARIANTS["classic"]
OUT_OF_DATE = "This button is out of date."
MOVED_ON = "The game has moved on; look at the board."


def games(stage: Stage, person: Person) -> int:
    """How many matches against the bot the person has."""
    return stored.seats(stage.bot, person.id)


def forged(verb: str, board: Message) -> str:
    """Another button of the same game."""
    known = next(button.value for row in board.keyboard for button in row if button.kind == "callback")
    _, _, game, turn, *_ = known.split(":")
    return f"1:{verb}:{game}:{turn}"


@pytest.mark.parametrize("verb", ["look", "beat"])
async def test_no_forged_button_reviews_or_shares_a_game_that_is_on(stage: Stage, verb: str) -> None:
    alice = await begun(stage)
    secret = stage.secret_of(alice.id)
    await alice.send(wrong_guesses(secret, 1)[0])
    board = await alice.sees("1 guess so far")
    assert (await alice.forges(forged(verb, board), on=board)).text == OUT_OF_DATE
    await stage.quiet()
    assert not [message for message in alice.messages() if message.photo or secret in message.text]


@pytest.mark.parametrize(
    ("turns", "answer"),
    [((), OUT_OF_DATE), ((("0123", "4B0C"), ("0124", "3B0C")), None)],
)
async def test_a_link_to_what_was_never_played_is_not_reviewed(
    stage: Stage, turns: tuple[tuple[str, str], ...], answer: str | None
) -> None:
    history = tuple((CLASSIC.parse(guess), Feedback(int(reply[0]), int(reply[2]))) for guess, reply in turns)
    alice = await stage.sandbox.person("Alice")
    await alice.send(f"/start {payload_of(CLASSIC, history)}")
    shown = await alice.sees("A position")
    assert (await alice.forges("1:review", on=shown)).text == answer
    if turns:
        await alice.sees("There’s a guess after the one that cracked the code.")


async def test_a_number_that_the_bot_still_hides_is_neither_reviewed_nor_shared(stage: Stage) -> None:
    alice, _ = await matched(stage, "mini beginner", "5432")
    await alice.send("4321" if number_of_the_bot(stage, alice) != "4321" else "4312")
    await alice.sees("Your guesses")
    await alice.send("/resign")
    await alice.presses("🏳️ Yes, resign")
    board = await alice.sees("is still hidden")
    number, review = number_of_the_bot(stage, alice), forged("mlook", board)
    match = review.split(":")[2]
    assert (await alice.forges(review, on=board)).text == OUT_OF_DATE
    shared = await alice.types_inline(f"m{match}")
    assert f"m{match}" not in [card.id for card in shared.results]
    await stage.quiet()
    assert not [message for message in alice.messages() if message.photo or f"— {number}" in message.text]


@pytest.mark.parametrize("verb", ["mplayon", "mtell"])
async def test_a_number_that_is_known_cannot_be_broken_again(stage: Stage, verb: str) -> None:
    alice, _ = await matched(stage, "beginner")
    await alice.send(wrong(stage, alice, 0))
    await alice.sees("👉")
    await alice.send(number_of_the_bot(stage, alice))
    end = await alice.sees("🏆")
    assert (await alice.forges(forged(verb, end), on=end)).text == MOVED_ON
    assert stored.games(stage.bot, alice.id) == 0


async def test_a_level_or_the_next_one_pressed_twice_begins_one_match(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send("/match")
    menu = await alice.sees("How strong should I be?")
    beginner = menu.button("🤖 beginner")
    assert beginner
    for _ in range(2):
        await alice.forges(beginner.value, on=menu)
    assert games(stage, alice) == 1
    await alice.send("8305")
    await alice.sees("👉")
    await alice.send(wrong(stage, alice, 0))
    await alice.sees("👉")
    await alice.send(number_of_the_bot(stage, alice))
    end = await alice.sees("🏆")
    following = end.button("⏫ Next: casual")
    assert following
    for _ in range(2):
        await alice.forges(following.value, on=end)
    assert games(stage, alice) == 2


@pytest.mark.parametrize("command", ["play", "think", "match", "review"])
async def test_a_word_as_long_as_a_message_is_told_back_shortened(stage: Stage, command: str) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send("/play")
    await alice.sees("I have a secret")
    await alice.send(f"/{command} {'<' * 4080}")
    assert "<" * 31 + "…" in (await alice.sees("…")).text
    await stage.quiet()
    assert stage.bot.rows("SELECT * FROM failed_messages WHERE chat_id = ?", alice.id) == []


async def test_a_shared_result_says_that_it_was_the_evil_bot(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send("/play evil mini")
    board = await alice.sees("Every reply is true")
    game = forged("x", board).split(":")[2]
    for number, guess in enumerate(("1234", "1235", "1243"), 1):
        await alice.send(guess)
        await alice.sees(f"{number}. {guess}")
    for _ in range(2):
        await alice.send("/resign")
    await alice.sees("never had a secret")
    card = (await alice.types_inline(f"s{game}")).card("My result")
    assert "😈 Evil" in (await alice.chooses(card)).text


async def test_what_the_bot_has_broken_is_nobodys_result(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send("/think mini")
    board = await alice.sees("My guess 1:")
    game = forged("x", board).split(":")[2]
    await alice.send("4B0C")
    await alice.sees("Your code was")
    assert f"s{game}" not in [card.id for card in (await alice.types_inline(f"s{game}")).results]


@pytest.mark.parametrize(("button", "then"), [("🔓 Crack it", "☰ Menu"), ("👁 Show it", "📊 Review")])
async def test_what_becomes_of_a_hidden_number_is_said_once_however_often_it_is_pressed(
    stage: Stage, button: str, then: str
) -> None:
    # Of five digits: in a smaller variant the bot's first guess is right once in a while.
    alice, _ = await matched(stage, "five beginner", "54237")
    await alice.send("54321" if number_of_the_bot(stage, alice) != "54321" else "54310")
    await alice.sees("Your guesses")
    await alice.send("/resign")
    await alice.presses("🏳️ Yes, resign")
    board = await alice.sees("is still hidden")
    wished = board.button(button)
    assert wished
    answers = [await alice.forges(wished.value, on=board) for _ in range(3)]
    assert [answer.text for answer in answers] == [None, MOVED_ON, MOVED_ON]
    await stage.quiet()
    assert then in next(message for message in alice.messages() if message.id == board.id).buttons
    assert stored.games(stage.bot, alice.id) == int(button == "🔓 Crack it")
