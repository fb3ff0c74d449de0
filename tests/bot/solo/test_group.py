"""One game a group, played by everybody, without a flood of messages."""

import pytest

from sandbox.client import Group, Message, Person
from tests.bot.conftest import Stage
from tests.bot.player import by_bot, friends, turns_on, wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def playing(stage: Stage) -> tuple[Group, Person, Person, Person, Message]:
    """A group with a game begun by Alice, and its board."""
    group, alice, bob, carol = await friends(stage)
    await alice.send("/play", chat=group)
    return group, alice, bob, carol, await alice.sees("I have a secret", chat=group)


async def test_the_bot_explains_itself_once_in_two_lines(stage: Stage) -> None:
    group, alice, *_ = await friends(stage)
    hello = await alice.sees("crack my secret of 4 different digits together", chat=group)
    assert len(hello.text.splitlines()) == 2
    await group.remove_bot(alice)
    await group.add_bot(alice)
    await alice.send("/play", chat=group)
    await alice.sees("I have a secret", chat=group)
    assert len([message for message in alice.messages(group) if "crack my secret of 4" in message.text]) == 1


async def test_everybody_guesses_and_the_finder_is_named(stage: Stage) -> None:
    group, alice, bob, carol, board = await playing(stage)
    secret = stage.secret_of(group.id)
    first, second = wrong_guesses(secret, 2)
    await alice.send(f"/guess {first}", chat=group)
    await alice.sees(f"1. {first}", chat=group)
    await bob.send(first[::-1] if first[::-1] != secret else second, chat=group, reply_to=board)
    after = await alice.sees("2 guesses so far", chat=group)
    assert after.text.splitlines()[2].endswith("Alice")
    assert after.text.splitlines()[3].endswith("Bob")
    await carol.send(f"/g@{stage.sandbox.bot['username']} {secret}", chat=group)
    end = await alice.sees("🎉", chat=group)
    assert "🎉 Solved by Carol! The secret was" in end.text
    assert len(turns_on(end.text)) == 3
    await stage.quiet()
    assert board.id not in {message.id for message in alice.messages(group)}, "its end has come down in its place"


async def test_each_person_has_a_draft_that_only_they_see(stage: Stage) -> None:
    group, alice, bob, _, board = await playing(stage)
    assert (await alice.presses("0", on=board)).text == "0 · · ·"
    assert (await bob.presses("1", on=board)).text == "1 · · ·"
    assert (await alice.presses("2", on=board)).text == "0 2 · ·"
    shown = await alice.sees("🔒", chat=group)
    assert shown.text == board.text
    assert shown.keyboard == board.keyboard
    for digit in "23":
        await bob.presses(digit, on=board)
    guess = "1234" if stage.secret_of(group.id) != "1234" else "1235"
    await bob.presses(guess[-1], on=board)
    await bob.presses("✓", on=board)
    after = await bob.sees("1 guess so far", chat=group)
    assert turns_on(after.text)[0][1] == guess
    assert after.id == board.id


async def test_chatter_gets_silence_even_where_the_bot_sees_everything(own_stage: Stage) -> None:
    group, alice, bob, _, board = await playing(own_stage)
    await own_stage.sandbox.privacy(on=False)
    before = len(alice.messages(group))
    for text in ("0123", "hello", "/unknown", "/play@another_bot", "I think it is 4"):
        await bob.send(text, chat=group)
    await bob.send("nice one", chat=group, reply_to=board)
    await bob.send(photo=True, chat=group)
    await own_stage.sandbox.settled()
    assert len([message for message in alice.messages(group) if message.by_bot]) == 2
    assert len(alice.messages(group)) == before + 7
    assert (await alice.sees("🔒", chat=group)).text == board.text


async def test_the_starter_gives_up_alone(stage: Stage) -> None:
    group, alice, *_ = await playing(stage)
    await alice.send("/resign", chat=group)
    await alice.sees(f"The secret was {stage.secret_of(group.id)}", chat=group)


async def test_others_give_up_only_together(stage: Stage) -> None:
    group, _, bob, carol, board = await playing(stage)
    for number, (person, guess) in enumerate(
        zip((bob, carol), wrong_guesses(stage.secret_of(group.id), 2), strict=True)
    ):
        await person.send(f"/g {guess}", chat=group)
        board = await person.sees(f"{number + 1}. {guess}", chat=group)
    answer = await bob.presses("Resign", on=board)
    assert answer.text == "Noted. One more person needed."
    answer = await bob.presses("Resign", on=board)
    assert answer.text == "You’ve already agreed; one more person needed."
    await bob.sees("🏳️ Bob wants to resign.", chat=group)
    await carol.send("/resign", chat=group)
    await carol.sees("The secret was", chat=group)


async def test_the_question_stands_as_long_as_its_buttons_whatever_is_said_meanwhile(stage: Stage) -> None:
    group, alice, bob, carol, _ = await playing(stage)
    guess = wrong_guesses(stage.secret_of(group.id), 1)[0]
    await bob.send(f"/g {guess}", chat=group)
    board = await bob.sees("1 guess so far", chat=group)
    await alice.presses("Resign", on=board)
    asked = await alice.sees("Resign and see the secret?", chat=group)
    await carol.send("/guess", chat=group)
    board = await carol.sees("Like this: /guess 0123", chat=group)
    assert board.id == asked.id
    assert "Resign and see the secret?" in board.text
    await bob.presses("Keep playing", on=board)
    await stage.quiet()
    kept = await carol.sees("1 guess so far", chat=group)
    assert "Resign and see" not in kept.text


async def test_anonymous_admins_are_refused_kindly(stage: Stage) -> None:
    group, alice, *_ = await playing(stage)
    await alice.send("/guess 0123", chat=group, anonymous=True)
    shown = await alice.sees("Anonymous admins can’t play", chat=group)
    assert turns_on(shown.text) == []


async def test_a_guess_command_alone_tells_how(stage: Stage) -> None:
    group, alice, *_ = await playing(stage)
    await alice.send("/guess", chat=group)
    await alice.sees("Like this: /guess 0123", chat=group)


async def test_a_game_goes_on_when_the_group_becomes_a_supergroup(stage: Stage) -> None:
    group, alice, bob, *_ = await playing(stage)
    guess, other = wrong_guesses(stage.secret_of(group.id), 2)
    await alice.send(f"/g {guess}", chat=group)
    await alice.sees("1 guess so far", chat=group)
    grown = await group.migrate()
    await alice.sees("1 guess so far", chat=grown)
    await bob.send(f"/g {other}", chat=grown)
    shown = await bob.sees("2 guesses so far", chat=grown)
    assert [turn[1] for turn in turns_on(shown.text)] == [guess, other]


async def test_private_games_run_beside_the_groups(stage: Stage) -> None:
    group, alice, *_ = await playing(stage)
    await alice.send("/play")
    await alice.sees("or tap it below")
    await alice.send("0123" if stage.secret_of(alice.id) != "0123" else "0124")
    await alice.sees("1 guess so far")
    assert turns_on((await alice.sees("🔒", chat=group)).text) == []


async def test_the_lobby_is_one_press_away_from_a_group(stage: Stage) -> None:
    group, alice, *_ = await friends(stage)
    await alice.send("/lobby", chat=group)
    message = await alice.sees("The lobby is in", chat=group)
    (button,) = (button for row in message.keyboard for button in row)
    assert (button.kind, button.value) == ("url", f"https://t.me/{stage.sandbox.bot['username']}")


@pytest.mark.parametrize(
    ("variant", "guess", "shown"),
    [("mastermind", "ROYG", "🔴🟠🟡🟢"), ("mastermind", "🔴🟠🟡🟢", "🔴🟠🟡🟢"), ("words-en-5", "abide", "abide")],
)
async def test_letters_and_pictures_are_guessed_by_a_reply_too(
    stage: Stage, variant: str, guess: str, shown: str
) -> None:
    group, alice, bob, *_ = await friends(stage)
    await alice.send(f"/play {variant}", chat=group)
    board = await bob.sees("🎯", chat=group)
    await bob.send(guess, chat=group, reply_to=board)
    await bob.sees(f"1. {shown}", chat=group)


async def test_a_reply_that_only_talks_leaves_the_board_as_it_is(stage: Stage) -> None:
    group, alice, bob, _, board = await playing(stage)
    for talk in ("nice one!", "lol", "hmm 01", "1 бик?"):
        await bob.send(talk, chat=group, reply_to=board)
    await stage.quiet()
    assert [shown.text for shown in by_bot(alice, group, "🔒")] == [board.text]


async def test_a_reply_with_a_word_that_nobody_knows_is_answered(stage: Stage) -> None:
    group, alice, bob, *_ = await friends(stage)
    await alice.send("/play words-en-5", chat=group)
    board = await bob.sees("secret word", chat=group)
    await bob.send("qwxyz", chat=group, reply_to=board)
    await bob.sees("I don’t know the word “", chat=group)
