"""Several games at once: what is typed goes to the game that is looked at, and where that is unclear the bot asks."""

import pytest

from tests.bot.conftest import Stage
from tests.bot.duels.pairs import FRIENDLY, NO_CLOCK, RACE, Pair, boards_on, challenged, misses, paired, screen
from tests.bot.player import turns_on

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def racing(stage: Stage) -> Pair:
    """A race without a clock, with one guess of Alice's."""
    pair = await paired(stage, RACE, FRIENDLY, NO_CLOCK)
    await pair.guess(pair.alice, misses(1, pair.secret())[0])
    return pair


async def test_a_code_goes_to_the_game_on_screen(stage: Stage) -> None:
    pair = await racing(stage)
    await pair.alice.send("/play")
    await pair.alice.sees("I have a secret")
    _, one, two = misses(3, pair.secret(), stage.secret_of(pair.alice.id))
    await pair.alice.send(one)
    await pair.alice.sees(f"1. {one}")
    await stage.quiet()
    assert len(boards_on(screen(pair.alice).text)[0]) == 1
    await pair.alice.presses("⌨️", on=screen(pair.alice))
    await pair.guess(pair.alice, two)
    assert [turn[1] for turn in boards_on(screen(pair.alice).text)[0]][1:] == [two]


async def test_games_are_listed_with_whose_turn_it_is_and_brought_to_the_front(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    await second.send("/play")
    await second.sees("I have a secret")
    asked = await second.send("/games")
    listed = await second.sees("Your games", after=asked)
    assert f"⏳ ⚔️ Duel · 4 digits · {first.name}’s turn" in listed.text
    assert "🎯 With the bot" in listed.text
    before = screen(second).id
    await second.presses(f"⚔️ Duel · {first.name}", on=listed)
    await stage.quiet()
    assert screen(second).id > before
    await second.send("8901")
    await second.sees("It’s not your turn yet. I’ll let you know.")
    mine = await first.send("/games")
    assert f"👉 ⚔️ Duel · 4 digits · {second.name} · your turn" in (await first.sees("Your games", after=mine)).text


async def test_where_it_is_unclear_the_bot_asks_and_the_code_is_not_lost(stage: Stage) -> None:
    pair = await paired(stage, RACE, FRIENDLY, NO_CLOCK)
    await pair.alice.send("/play")
    await pair.alice.sees("I have a secret")
    one, two, mine = misses(3, pair.secret(), stage.secret_of(pair.alice.id))
    await pair.alice.send(mine)
    await pair.alice.sees(f"1. {mine}")
    await challenged(pair, ("🏁 Race", "⚔️ Duel"))
    sent = await pair.alice.send(one)
    question = await pair.alice.sees("Which one is this for?")
    assert question.buttons == ("🎯 With the bot · 4 digits · 1 guess", "👉 🏁 Race · Bob", "👉 ⚔️ Duel · Bob")
    assert all(one not in button.value for row in question.keyboard for button in row)
    await stage.quiet()
    assert sent.id not in {message.id for message in pair.alice.messages()}, "it may be a secret"
    await pair.alice.presses("🏁 Race", on=question)
    await stage.quiet()
    assert [turn[1] for turn in boards_on(screen(pair.alice).text)[0]] == [one]
    assert question.id not in {message.id for message in pair.alice.messages()}
    await pair.alice.send(two)
    await stage.quiet()
    assert len(boards_on(screen(pair.alice).text)[0]) == 2


async def test_a_talk_message_that_is_about_no_game_in_particular_stands_above_all_of_them(stage: Stage) -> None:
    pair = await racing(stage)
    await challenged(pair)
    listed = await pair.alice.sees("Like this: /guess 0123", after=await pair.alice.send("/guess"))
    assert "Your games" in listed.text
    assert [text for text in listed.buttons if "Race" in text] == ["👉 🏁 Race · Bob"] * 2


async def test_the_question_quotes_what_can_be_no_secret(stage: Stage) -> None:
    pair = await racing(stage)
    await challenged(pair)
    (guess,) = misses(1, pair.secret())
    sent = await pair.alice.send(guess)
    question = await pair.alice.sees(f"You have several games open. Which one is “{guess}” for?")
    assert question.buttons == ("👉 🏁 Race · Bob", "👉 🏁 Race · Bob")
    await stage.quiet()
    assert sent.id in {message.id for message in pair.alice.messages()}


async def test_talk_beside_a_game_with_the_bot_reaches_the_only_one_who_can_hear_it(stage: Stage) -> None:
    pair = await paired(stage, RACE, FRIENDLY)
    await pair.alice.send("/play")
    await pair.alice.sees("I have a secret")
    for code in (*misses(1, pair.secret()), pair.secret()):
        await pair.guess(pair.bob, code)
    await pair.alice.sees("⚡ Bob already has the secret (")
    await pair.alice.send("hello there, are you still with us?")
    await pair.bob.sees("💬 Alice: hello there, are you still with us?")
    assert not any("Which one is" in message.text for message in pair.alice.messages())


async def test_a_rivals_move_elsewhere_makes_it_unclear_again(stage: Stage) -> None:
    pair = await paired(stage, FRIENDLY, NO_CLOCK)
    first, second = await pair.keep("0123", "4567")
    await second.send("/play")
    await second.sees("I have a secret")
    one, two = misses(2, stage.secret_of(second.id))
    await second.send(one)
    await second.sees(f"1. {one}")
    await pair.guess(first, "8901")
    await second.send(two)
    question = await second.sees("You have several games open. Which one is “" + two)
    await second.presses("🎯 With the bot · 4 digits", on=question)
    board = await second.sees(f"2. {two}")
    assert [turn[1] for turn in turns_on(board.text)] == [one, two]


async def test_a_match_that_alone_waits_is_meant(stage: Stage) -> None:
    pair = await paired(stage)
    _, second = await pair.keep("0123", "4567")
    await challenged(pair, RACE, FRIENDLY)
    (guess,) = misses(1, pair.secret())
    await pair.guess(second, guess)
    assert [turn[1] for turn in boards_on(screen(second).text)[0]] == [guess]
    assert "🏁 Race" in screen(second).text


async def test_where_several_wait_only_those_are_asked_about(stage: Stage) -> None:
    pair = await paired(stage, FRIENDLY, NO_CLOCK)
    first, second = await pair.keep("0123", "4567")
    await challenged(pair, RACE)
    await second.send("/play")
    await second.sees("I have a secret")
    await second.send("4567")
    await second.sees("1. 4567")
    listed = await second.sees("Your games", after=await second.send("/games"))
    await second.presses(f"⚔️ Duel · {first.name}", on=listed)
    await stage.quiet()
    await second.send("8901")
    question = await second.sees("Which one is “8901")
    assert question.buttons == ("🎯 With the bot · 4 digits · 1 guess", f"👉 🏁 Race · {first.name}")


async def test_hints_and_resigning_are_about_the_game_on_screen(stage: Stage) -> None:
    pair = await racing(stage)
    await pair.alice.send("/play")
    await pair.alice.sees("I have a secret")
    await pair.alice.send("/hint")
    await pair.alice.sees("5040 codes still fit")
    await pair.alice.send("/resign")
    await pair.alice.sees("The secret was")
    await pair.alice.send("/resign")
    await pair.alice.sees("Resign?")


async def test_a_new_language_is_spoken_on_every_screen_and_changes_nothing_else(stage: Stage) -> None:
    pair = await racing(stage)
    await pair.alice.send("/play")
    board = await pair.alice.sees("I have a secret")
    await pair.alice.presses("⌨️", on=screen(pair.alice))
    await pair.alice.send("/language")
    await pair.alice.presses("Українська")
    await pair.alice.sees("Секрет загадано")
    await stage.quiet()
    assert "Твої спроби" in screen(pair.alice).text
    one, two = misses(2, pair.secret(), stage.secret_of(pair.alice.id))
    await pair.guess(pair.alice, two if one in screen(pair.alice).text else one)
    assert len(boards_on(screen(pair.alice).text)[0]) == 2
    assert board.id in {message.id for message in pair.alice.messages()}


async def test_a_picture_is_no_code(stage: Stage) -> None:
    pair = await racing(stage)
    await pair.alice.send(photo=True)
    await pair.alice.sees("codes are typed or tapped")
