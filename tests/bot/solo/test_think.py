"""The bot breaks a person's secret, as people play it: through the bot's real process."""

import pytest

from sandbox.client import Message, Person
from solver.feedback import Feedback, feedback_for
from solver.variant import VARIANTS
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import friends, key, talk, turns_on, wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")
CLASSIC = VARIANTS["classic"]


async def begun(stage: Stage, words: str = "") -> tuple[Person, Message]:
    player = await stage.sandbox.person("Alice")
    return player, await talk(f"/think {words} → My guess 1:", player)


def asked(board: Message) -> str:
    return next(line for line in board.text.splitlines() if line.startswith("❓")).rpartition(" ")[2]


def reply_to(guess: str, secret: str) -> Feedback:
    return feedback_for(CLASSIC.parse(guess), CLASSIC.parse(secret))


async def answered(alice: Person, board: Message, *replies: str) -> Message:
    """The board once the replies were typed; without any, until 8305 was found or no code fits."""
    for reply in replies or ("",) * 8:
        if "No code fits" in board.text or "Your code was" in board.text:
            break
        await alice.send(reply or str(reply_to(asked(board), "8305")))
        board = await alice.sees("", after=board)
    return board


async def test_a_lie_is_found_and_put_right_and_the_game_goes_on(stage: Stage) -> None:
    alice, board = await begun(stage, "expert")
    for lie in ("", "", "3B0C"):
        board = await answered(alice, board, lie or str(reply_to(asked(board), "8305")))
    board = await answered(alice, board)
    guess = turns_on(board.text)[2][1]
    assert f"{guess}: not 3\u2060🐂\u00a00\u2060🐄 but" in board.text
    right = key(*reply_to(guess, "8305"))
    board = await talk(f"[Another reply]\n[3. {guess}] → What’s right?\n[{right}] → My guess", alice)
    board = await answered(alice, board)
    assert "Your code was 8305" in board.text
    assert "With what you put right, all your replies fit." in board.text


@pytest.mark.parametrize("reply", ["3B1C", "9B0C", "5 0"])
async def test_an_impossible_reply_costs_nothing(stage: Stage, reply: str) -> None:
    alice, _ = await begun(stage)
    words = f"{reply[0]}\u2060🐂\u00a0{reply[2]}\u2060🐄 isn’t possible here"
    assert turns_on((await talk(f"{reply} → {words}", alice)).text) == []


async def test_while_the_wrong_reply_is_sought_what_is_typed_gets_a_word_and_changes_nothing(stage: Stage) -> None:
    alice, board = await begun(stage, "expert")
    turns = turns_on((await answered(alice, board, "0B0C", "0B0C")).text)
    board = await talk("1B2C → which of your replies was wrong?", alice)
    assert "1\u2060🐂 2\u2060🐄" in board.text.replace("\u00a0", " ")
    assert "No code fits" in board.text
    assert turns_on(board.text) == turns
    board = await talk("[Another] → Which reply do you want to fix?\n1B2C → which of your replies was wrong?", alice)
    assert "Which reply do you want to fix?" in board.text
    board = await talk("9876 → 👌 I’ll ask about 9876. But first: which of your replies was wrong? Tap it.", alice)
    assert turns_on(board.text) == turns


@pytest.mark.parametrize("words", ["colours", "5x8r", "words-en-5", "casual", "mini beginner", "six"])
async def test_every_variant_and_level_can_be_chosen(stage: Stage, words: str) -> None:
    alice, board = await begun(stage, words)
    assert asked(board) in (await talk("0B3C → My guess 2:", alice)).text


SLIP, RIGHT = f"[{key(4, 0)}] → Your code was", "0\u2060🐂\u00a01\u2060🐄"
DIALOGUES = {
    "an option that nobody knows is pointed out": "/think gibberish → I don’t know “gibberish”",
    "where codes are short what can be no reply is a code": """
        /think 2x8 expert → My guess 1:
        12 → As you wish, guess 1: 12
        01 → 1. 12\u00a0
    """,
    "thinking aloud it tells what fits": "/think → My guess 1:\n[Think aloud] → 5040 codes fit ∌ told me",
    "what was asked by option is asked again after a slip": f"""
        /think expert → My guess 1:
        9876 → As you wish, guess 1: 9876
        {SLIP} 9876
        [Oops, wrong reply] → guess 1: 9876
        0B1C → 1. 9876\u00a0\u00a0{RIGHT}
        → My guess 2:
    """,
    "a reply that is given once more as it was is none that was put right": f"""
        /think → My guess 1:
        0B1C → My guess 2:
        0B1C → My guess 3:
        [🔧 Fix a reply]
        [2. ]
        [{key(0, 1)}] → My guess 3:
        {SLIP}
        → All your replies were right
    """,
    "after the end the roles are changed in the same variant": f"""
        /think mini → My guess 1:
        {SLIP}
        [Now I guess] → 4 digits from 1 to 5
        → I have a secret
    """,
}


@pytest.mark.parametrize("dialogue", DIALOGUES.values(), ids=DIALOGUES)
async def test_what_is_said_and_pressed_is_answered(stage: Stage, dialogue: str) -> None:
    await talk(dialogue, await stage.sandbox.person("Alice"))


async def test_where_words_are_broken_a_rare_one_may_explain_what_fits_no_word(stage: Stage) -> None:
    alice, board = await begun(stage, "words-en-5")
    assert "a common word" in board.text
    assert "Or your word is a rare one" in (await answered(alice, board, *["0B0C"] * 8)).text


async def test_a_slip_while_an_earlier_reply_is_put_right_costs_none_of_the_later_ones(stage: Stage) -> None:
    alice, _ = await begun(stage)
    turns = turns_on((await talk("0B1C → My guess 2:\n0B1C → My guess 3:", alice)).text)
    board = await talk(f"[🔧 Fix a reply]\n[1. {turns[0][1]}] → What’s right?\n[{key(4, 0)}] → Your code was", alice)
    assert len(turns_on(board.text)) == 1
    assert turns_on((await talk("[Oops, wrong reply] → What’s right?", alice)).text) == turns
    board = await talk(f"[{key(0, 2)}] → My guess 3:", alice)
    assert turns_on(board.text) == [(1, turns[0][1], 0, 2), turns[1]]


async def test_a_slip_of_before_they_were_remembered_is_put_right_beside_a_game_that_is_on(stage: Stage) -> None:
    alice, _ = await begun(stage)
    guess = asked(await talk("0B1C → My guess 2:", alice))
    over = await talk(f"[{key(4, 0)}] → Your code was {guess}", alice)
    stored.forget_slip(stage.bot, alice.id)
    await talk("/play → I have a secret", alice)
    one, two = wrong_guesses(stage.secret_of(alice.id), 2)
    board = await talk(f"{one} → 1 guess so far", alice)
    again = await talk(f"[Oops, wrong reply] → guess 2: {guess}", alice, on=over)
    assert again.id == over.id
    assert "taken back" in again.text
    await alice.send("1B1C", reply_to=again)
    assert turns_on((await alice.sees("My guess 3:")).text)[1:] == [(2, guess, 1, 1)]
    await alice.send(two, reply_to=board)
    await alice.sees("2 guesses so far")


async def test_in_a_group_whoever_keeps_the_secret_alone_answers_but_anybody_guesses_next(stage: Stage) -> None:
    group, alice, bob, _ = await friends(stage)
    refused = "Only whoever has the secret can answer."
    await talk(
        f"""
        /think → My guess 1:
        Bob: [{key(1, 1)}] ‼ {refused}
        [{key(1, 1)}] → My guess 2:
        [{key(4, 0)}] → Your code was
        Bob: [Oops, wrong reply] ‼ {refused}
        Bob: [Now I guess] → I have a secret
        """,
        alice,
        bob,
        chat=group,
    )


async def test_in_a_group_it_is_said_how_the_secret_reaches_the_bot_and_so_it_does(stage: Stage) -> None:
    group, alice, *_ = await friends(stage)
    end = await talk(
        f"""
        /think → My guess 1:
        [{key(0, 0)}] → My guess 2:
        [🏁] → Reply to this board with it, or with /guess
        /guess 8765 → 8765
        """,
        alice,
        chat=group,
    )
    assert "Reply to this board" not in end.text


async def test_in_a_group_others_may_begin_a_game_beside_it(stage: Stage) -> None:
    group, alice, bob, _ = await friends(stage)
    thinking = await talk(f"/think → My guess 1:\n[{key(1, 1)}] → My guess 2:", alice, chat=group)
    board = await talk("/play mini → digits from 1 to 5", bob, chat=group)
    wrong = next(code for code in ("1234", "2345") if code != stage.secret_of(group.id))
    assert (await talk(f"/g {wrong} → 1 guess so far", bob, chat=group)).id == board.id
    await alice.send("0B1C", chat=group, reply_to=thinking)
    await alice.sees("My guess 3:", chat=group)
