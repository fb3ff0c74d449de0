"""Several games at once: what is typed goes to the one that is looked at, or the bot asks; what ends by a command."""

import pytest

from tests.bot.conftest import Stage
from tests.bot.duels.pairs import FRIENDLY, NO_CLOCK, RACE, Pair, boards_on, challenged, misses, paired, screen
from tests.bot.duels.pairs import begun as matched
from tests.bot.player import talk, turns_on

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def racing(stage: Stage) -> Pair:
    pair = await paired(stage, RACE, FRIENDLY, NO_CLOCK)
    await pair.guess(pair.alice, misses(1, pair.secret())[0])
    return pair


def guessed(text: str) -> list[str]:
    return [turn[1] for turn in boards_on(text)[0]]


async def test_a_code_goes_to_the_game_on_screen(stage: Stage) -> None:
    pair = await racing(stage)
    await talk("/play → I have a secret", pair.alice)
    _, one, two = misses(3, pair.secret(), stage.secret_of(pair.alice.id))
    await stage.after(talk(f"{one} → 1. {one}", pair.alice))
    assert len(guessed(screen(pair.alice).text)) == 1
    await pair.alice.presses("⌨️", on=screen(pair.alice))
    await pair.guess(pair.alice, two)
    assert guessed(screen(pair.alice).text)[1:] == [two]


async def test_what_is_about_no_game_stands_above_all_and_what_is_no_secret_is_quoted(stage: Stage) -> None:
    pair = await racing(stage)
    await challenged(pair)
    listed = await talk("/guess → Like this: /guess 0123", pair.alice)
    assert "Your games" in listed.text
    assert [text for text in listed.buttons if "Race" in text] == ["👉 🏁 Race · Bob"] * 2
    (guess,) = misses(1, pair.secret())
    sent = await pair.alice.send(guess)
    question = await pair.alice.sees(f"Several games are on. Which one is “{guess}” for?")
    assert question.buttons == ("👉 🏁 Race · Bob",) * 2
    await stage.quiet()
    assert sent.id in {shown.id for shown in pair.alice.messages()}


async def test_talk_beside_a_game_with_the_bot_reaches_the_only_one_who_can_hear_it(stage: Stage) -> None:
    pair = await paired(stage, RACE, FRIENDLY)
    await talk("/play → I have a secret", pair.alice)
    for code in (*misses(1, pair.secret()), pair.secret()):
        await pair.guess(pair.bob, code)
    await talk("→ ⚡ Bob already has the secret (\nhello there, are you still with us?", pair.alice)
    await talk("→ 💬 Alice: hello there, are you still with us?", pair.bob)
    assert not any("Which one is" in message.text for message in pair.alice.messages())


async def test_a_rivals_move_elsewhere_makes_it_unclear_again(stage: Stage) -> None:
    pair = await paired(stage, FRIENDLY, NO_CLOCK)
    first, second = await pair.keep("0123", "4567")
    await talk("/play → I have a secret", second)
    one, two = misses(2, stage.secret_of(second.id))
    await talk(f"{one} → 1. {one}", second)
    await pair.guess(first, "8901")
    question = await talk(f"{two} → Several games are on. Which one is “{two}", second)
    board = await talk(f"[🎯 With the bot · 4 digits] → 2. {two}", second, on=question)
    assert [turn[1] for turn in turns_on(board.text)] == [one, two]


async def test_a_match_that_alone_waits_is_meant_and_where_several_do_only_those_are_asked_about(stage: Stage) -> None:
    pair = await paired(stage, FRIENDLY, NO_CLOCK)
    first, second = await pair.keep("0123", "4567")
    await challenged(pair, RACE)
    (guess,) = misses(1, pair.secret())
    await pair.guess(second, guess)
    assert guessed(screen(second).text) == [guess]
    assert "🏁 Race" in screen(second).text
    await talk("/play → I have a secret", second)
    (one,) = misses(1, stage.secret_of(second.id))
    listed = await talk(f"{one} → 1. {one}\n/games → Your games", second)
    assert f"⏳ ⚔️ Duel · 4 digits · {first.name}’s turn" in listed.text
    await stage.after(second.presses(f"⚔️ Duel · {first.name}", on=listed))
    question = await talk("8901 → Which one is “8901", second)
    assert question.buttons == ("🎯 With the bot · 4 digits · 1 guess", f"👉 🏁 Race · {first.name}")


async def test_cancel_declines_what_a_rival_offers_and_resigning_which_typed_twice_is_confirmed(stage: Stage) -> None:
    pair = await matched(stage, FRIENDLY)
    await pair.alice.presses("Offer a draw")
    await stage.after(talk("→ Alice offers a draw\n/cancel", pair.bob))
    assert "Bob would rather play on" in screen(pair.alice).text
    assert screen(pair.bob).button("🏳️ Yes, resign") is None
    await stage.after(talk("/resign → Then Bob wins\n/cancel", pair.alice))
    assert "Then Bob wins" not in screen(pair.alice).text
    for _ in range(2):
        await pair.alice.send("/resign")
    await stage.quiet()
    assert "🏆 Alice resigned: you won!" in screen(pair.bob).text


async def test_cancel_goes_on_and_resigning_twice_ends_without_the_secret(stage: Stage) -> None:
    alice, asks = await stage.sandbox.person("Alice"), "What was your secret?"
    await stage.after(talk(f"/think → My guess 1:\n0B0C → My guess 2:\n/resign → {asks}\n/cancel", alice))
    await stage.after(talk(f"→ My guess 2: ∌ {asks}\n/resign\n/resign", alice))
    board = await talk(f"→ 🏁 Your secret stays yours: I had ∌ {asks}", alice)
    assert board.button("Play again") is not None
