"""Duels between two private chats, as people play them: through the bot's real process, over real HTTP."""

import pytest

from tests.bot.conftest import Stage
from tests.bot.duels.pairs import FRIENDLY, SUDDEN, YOUR_TURN, Pair, boards_on, paired, paths_on, screen

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_duel_is_played_to_its_end(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    secrets = {pair.alice.id: "0123", pair.bob.id: "4567"}
    await pair.guess(first, "8901")
    assert YOUR_TURN in screen(second).text
    assert f"{second.name}’s turn" in screen(first).text
    await pair.guess(second, "8901")
    won = await pair.guess(first, secrets[second.id])
    assert "One more guess" not in won.text
    assert "👉 Your last guess: get it and it’s a draw!" in screen(second).text
    await pair.guess(second, "2345")
    mine, theirs = screen(first).text, screen(second).text
    assert "🏆 You won!" in mine
    assert f"🎭 {first.name} won this time." in theirs
    assert f"{second.name} — {secrets[second.id]}, you — {secrets[first.id]}" in mine
    assert f"{first.name} — {secrets[first.id]}, you — {secrets[second.id]}" in theirs
    assert paths_on(mine) == [("8901", "8901"), (secrets[second.id], "2345")]
    assert paths_on(theirs) == [("8901", "8901"), ("2345", secrets[second.id])]
    assert "Your rating: 1500 → 1662 (+162)" in mine


async def test_both_boards_stand_on_one_screen_mine_first(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    await pair.guess(first, "0132")
    await pair.guess(second, "4576")
    assert [[turn[1] for turn in board] for board in boards_on(screen(first).text)] == [["0132"], ["4576"]]
    assert [[turn[1] for turn in board] for board in boards_on(screen(second).text)] == [["4576"], ["0132"]]
    assert screen(first).text.index("Your guesses") < screen(first).text.index("Your rival’s guesses")


async def test_each_has_one_screen_and_a_rivals_guess_comes_as_a_new_message(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    before = screen(second).id
    sent = await first.send("8901")
    await stage.quiet()
    assert screen(first).id > sent.id
    assert screen(second).id > before
    for person in pair.both:
        assert sum("🆚" in message.text for message in person.messages()) == 1


async def test_only_the_board_of_whoever_is_next_rings(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    await pair.guess(first, "8901")
    sent = {call["parameters"].get("chat_id"): call["parameters"] for call in await stage.sandbox.calls("sendMessage")}
    assert sent[first.id].get("disable_notification") is True
    assert "disable_notification" not in sent[second.id]


async def test_what_breaks_the_first_players_secret_in_the_last_word_is_a_draw(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    secrets = {pair.alice.id: "0123", pair.bob.id: "4567"}
    await pair.guess(first, secrets[second.id])
    await pair.guess(second, secrets[first.id])
    for person in pair.both:
        assert "🤝 A draw!" in screen(person).text


async def test_in_sudden_death_who_breaks_first_has_won_at_once(stage: Stage) -> None:
    pair = await paired(stage, SUDDEN, FRIENDLY)
    first, second = await pair.keep("0123", "4567")
    await pair.guess(first, {pair.alice.id: "4567", pair.bob.id: "0123"}[first.id])
    assert "🏆 You won!" in screen(first).text
    assert f"{first.name} won this time" in screen(second).text
    assert "rating" not in screen(first).text.replace("unrated", "")


async def test_a_guess_out_of_turn_is_kindly_put_off(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    await second.send("8901")
    put_off = await second.sees("It’s not your turn yet. I’ll let you know.")
    assert boards_on(put_off.text) == []
    assert "not your turn" not in screen(first).text


async def test_a_repeated_guess_counts_only_when_sent_again(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    await pair.guess(first, "8901")
    await pair.guess(second, "8901")
    await first.send("8901")
    board = await first.sees("Send it again to use a turn anyway.")
    assert len(boards_on(board.text)[0]) == 1
    board = await pair.guess(first, "8901")
    assert [turn[1] for turn in boards_on(board.text)[0]] == ["8901", "8901"]


async def test_a_guess_is_tapped_in_place_and_pressed_twice_counts_once(stage: Stage) -> None:
    pair = await paired(stage)
    first, _ = await pair.keep("0123", "4567")
    await first.presses("⌨️")
    for digit in "8901":
        await first.presses(digit)
    before = screen(first)
    submit = before.button("✓")
    assert submit is not None
    counted = await first.presses("✓", on=before)
    assert (counted.text or "").startswith("8901: ")
    answer = await first.forges(submit.value, on=before)
    assert answer.text == "The game has moved on; look at the board."
    await stage.quiet()
    assert screen(first).id == before.id
    assert len(boards_on(screen(first).text)[0]) == 1


async def test_a_press_on_an_old_screen_only_strips_it(stage: Stage) -> None:
    pair = await paired(stage)
    first, _ = await pair.keep("0123", "4567")
    resign = screen(first).button("Cancel")
    assert resign is not None
    other = await first.sees("🤝")
    answer = await first.forges(resign.value, on=other)
    assert answer.text == "This board is out of date."
    await stage.quiet()
    assert "Cancel the game?" not in screen(first).text


async def test_nobody_presses_anothers_buttons(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    carol = await stage.sandbox.person("Carol")
    await carol.send("/start")
    greeting = await carol.sees("Type or tap a guess")
    abort = screen(first).button("Cancel")
    assert abort is not None
    for verb in ("mmine", "mabort", "myes"):
        answer = await carol.forges(abort.value.replace("mabort", verb), on=greeting)
        assert answer.text == "This button is out of date."
    assert "cancelled" not in screen(second).text


async def test_each_reads_their_own_language(stage: Stage) -> None:
    pair = await paired(stage, languages=("en", "uk"))
    await pair.alice.send("0123")
    await pair.bob.send("4567")
    await stage.quiet()
    texts = [screen(person).text for person in pair.both]
    assert "🆚 Bob" in texts[0]
    assert "🆚 Alice" in texts[1]
    assert ("Your turn" in texts[0]) != ("Твій хід" in texts[1])


async def plays_in(stage: Stage, *choices: tuple[str, ...]) -> Pair:
    return await paired(stage, *choices, FRIENDLY)


async def test_words_are_typed(stage: Stage) -> None:
    pair = await plays_in(stage, ("4 digits", "🔤 Words", "English words of 4 letters"))
    assert "⌫" not in screen(pair.alice).buttons
    await pair.alice.send("abet")
    await pair.alice.sees("“abet” is a rare word")
    first, second = await pair.keep("bird", "Fish")
    await pair.guess(first, "gold")
    await pair.guess(second, "WORD")
    board = await pair.guess(first, {pair.alice.id: "fish", pair.bob.id: "bird"}[first.id])
    assert f"You got it in 2 guesses! {second.name} gets one last guess" in board.text
    assert "4\u2060🐂" in board.text


async def test_colours_are_tapped_also_twice(stage: Stage) -> None:
    pair = await plays_in(stage, ("4 digits", "🎨 Colours etc.", "4 colours of 6"))
    for colour in "🔴🔴🟢🟢":
        await pair.alice.presses(colour)
    await pair.alice.sees("✍️ 🔴 🔴 🟢 🟢")
    await pair.alice.presses("✓")
    await pair.bob.send("r o y g")
    first, _ = await pair.order()
    board = await pair.guess(first, "🔵🔵🔵🔵")
    assert "🔵🔵🔵🔵" in board.text
