"""Duels and races between two private chats, as people play them: through the bot's real process, over real HTTP."""

import asyncio
import re
from hashlib import sha256

import pytest

from bot.game.notation import game_at
from sandbox.client import Person
from solver.review import LUCKY, review
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels import pairs
from tests.bot.duels.pairs import FRIENDLY, RACE, VOLLEY, Pair, button_data, kept, misses, paired, screen
from tests.bot.duels.talkers import heard
from tests.bot.player import WRONG, advised, talk
from tests.bot.seals import lots_in, seals_in

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_an_old_screen_does_nothing_and_a_repeated_guess_counts_when_sent_again(stage: Stage) -> None:
    pair, first, second = await kept(stage)
    abort = button_data(screen(first), "Cancel")
    answer = await first.forges(abort, on=await first.sees("🤝"))
    assert answer.text == "This board is out of date."
    carol = await stage.sandbox.person("Carol")
    greeting = await talk("/start → Type or tap a guess", carol)
    for verb in ("mmine", "mabort", "myes"):
        answer = await carol.forges(abort.replace("mabort", verb), on=greeting)
        assert answer.text == "This button is out of date."
    await stage.quiet()
    assert "Cancel the game?" not in screen(first).text
    assert "cancelled" not in screen(second).text
    board = await pair.play("First: 8901\nSecond: 8901\nFirst: 8901 → Send it again to use a turn anyway.")
    assert len(pairs.boards_on(board.text)[0]) == 1
    board = await pair.guess(first, "8901")
    assert [turn[1] for turn in pairs.boards_on(board.text)[0]] == ["8901", "8901"]
    for key in ("⌨️", *"2345"):
        await second.presses(key)
    before = screen(second)
    assert ((await second.presses("✓", on=before)).text or "").startswith("2345: ")
    assert (await pair.forge(second, button_data(before, "✓"))).text == "The game has moved on; look at the board."
    assert (screen(second).id, len(pairs.boards_on(screen(second).text)[0])) == (before.id, 2)


async def test_words_are_typed(stage: Stage) -> None:
    pair = await paired(stage, ("4 digits", "🔤 Words", "English words of 4 letters"), FRIENDLY)
    assert "⌫" not in screen(pair.alice).buttons
    await pair.play("Alice: abet → “abet” is a rare word")
    _, second = await pair.keep("bird", "Fish")
    last = f"You got it in 2 guesses! {second.name} gets one last guess & 4\u2060🐂"
    await pair.play(f"First: gold\nSecond: WORD\nFirst: (secret) → {last}")


async def test_colours_are_tapped_also_twice(stage: Stage) -> None:
    pair = await paired(stage, ("4 digits", "🎨 Colours etc.", "4 colours of 6"), FRIENDLY)
    for colour in "🔴🔴🟢🟢":
        await pair.alice.presses(colour)
    await pair.play("Alice: → ✍️ 🔴 🔴 🟢 🟢\nAlice: [✓]\nBob: r o y g\nFirst: 🔵🔵🔵🔵 → 🔵🔵🔵🔵")


def positions(pair: Pair) -> dict[str, str]:
    bot = pair.stage.bot
    return {match: str(stored.match_body(bot, match)["game"]) for match in stored.matches(bot, pair.alice.id)}


def waiting(pair: Pair, person: Person) -> list[str]:
    seat, found = pair.both.index(person), []
    for match, position in positions(pair).items():
        head, _, turns = position.partition("|")
        first = int(head.split()[head.split().index("first") + 1])
        if (first + len(turns.split())) % 2 == seat:
            found.append(match)
    return found


async def test_what_is_typed_goes_where_it_is_ones_turn_and_is_too_early_only_where_no_game_waits(stage: Stage) -> None:
    pair = await paired(stage, VOLLEY)
    await pairs.challenged(pair)
    person = pair.alice if waiting(pair, pair.alice) else pair.bob
    wrong = [guess for guess in WRONG if not any(guess in position for position in positions(pair).values())]
    if len(waiting(pair, person)) == 2:
        await stage.after(person.send(wrong[0], reply_to=screen(person)))
    (match,) = waiting(pair, person)  # which need not be the one that they looked at last
    await pair.guess(person, wrong[1])
    assert wrong[1] in positions(pair)[match]
    await person.sees_no("not your turn")
    await pair.guess(person, wrong[2])
    assert not any(wrong[2] in position for position in positions(pair).values())
    assert [message for message in person.messages() if message.by_bot and "turn" in message.text]


async def test_a_typed_secret_vanishes_and_is_on_no_screen_until_the_end(stage: Stage) -> None:
    pair = await paired(stage)
    sent = await pair.alice.send("9705")
    await pair.play("Alice: → 🤫 Your secret is set. Waiting for")
    assert sent.id not in {message.id for message in pair.alice.messages()}
    await pair.play("Bob: 8642\nFirst: 0123")
    for person in pair.both:
        for text in await pairs.texts_sent_to(stage, person):
            assert not re.search(r"\b(9705|8642)\b", text)  # a clock or a fingerprint may have these digits amid others
    assert (await pair.alice.presses("My secret")).text == "🤫 Your secret: 9705"
    assert (await pair.bob.presses("My secret")).text == "🤫 Your secret: 8642"
    await pair.play("Second: 0123\nBob: ∌ 9705")


async def test_a_mistyped_secret_vanishes_too_one_is_tapped_or_drawn_and_once_kept_not_changed(stage: Stage) -> None:
    pair = await paired(stage)
    for written, note in (
        ("012", "That’s 3 digits; I need 4."),
        ("0122", "2 appears more than once. They must all differ."),
        ("abcd", "“a” doesn’t fit. Send 4 different digits"),
        ("0123 4", "That’s 5 digits; I need 4."),
    ):
        sent = await pair.alice.send(written)
        await pair.play(f"Alice: → ⚠️ {note} & [7]")
        assert sent.id not in {message.id for message in pair.alice.messages()}
        assert (pair.position(), heard(pair.bob)) == ("duel classic - - first 0 |", [])
    for digit in "7301":
        await pair.alice.presses(digit)
    await pair.play("Alice: → ✍️ 7 3 0 1\nAlice: [✓] ‼ 🤫 Got it → Waiting for Bob\nAlice: 4567 → Both secrets first")
    assert pair.position() == "duel classic - 7301 first 0 |"
    drawn = await pair.bob.presses("🎲 Pick one for me")
    told = f"🤫 Your secret: {pair.position().split()[2]}"
    assert (drawn.alert, drawn.text, pair.position().split()[3]) == (True, told, "7301")


async def test_secrets_and_lot_were_what_their_fingerprints_said(stage: Stage) -> None:
    pair = await paired(stage)
    (lot,) = lots_in(screen(pair.alice))
    first, second = await pair.keep("0123", "4567")
    theirs, own = seals_in(screen(first))
    assert seals_in(screen(second)) == (own, theirs)
    await pair.play("First: 8901\nSecond: 8901\nSecond: /resign\nSecond: [🏳️ Yes, resign]")
    proof = (await pair.play(f"First: → {second.name} resigned\nFirst: [Review]\nFirst: [Proof]")).text
    checks = re.findall(r"printf '((\d{4}) [0-9a-f]{32})' \| sha256sum", proof)
    assert {secret for _, secret in checks} == {"0123", "4567"}
    assert {sha256(salted.encode()).hexdigest() for salted, _ in checks} == {theirs, own}
    assert all(digest in proof for digest in (theirs, own))
    (seed,) = re.findall(r"Coin toss (\S+)", proof)
    (mixed,) = re.findall(r"printf '([0-9a-f]{32} \d{4} \d{4})' \| sha256sum", proof)
    assert sha256(seed.encode()).hexdigest() == lot
    assert sorted(mixed.split()) == sorted([seed, "0123", "4567"])
    assert first is pair.both[int(sha256(mixed.encode()).hexdigest(), 16) % 2]


async def test_both_race_at_their_own_pace_and_fewer_guesses_win(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    one, two, three = misses(3, pair.secret())
    board = await pair.play(f"Alice: {one}\nAlice: {two}\nAlice: (secret) → ^🎉 You got it in 3 guesses, 0:")
    assert board.text.splitlines()[0].endswith("! Bob is still guessing.")
    await pair.play(f"""
        Bob: → ⚡ Alice already has the secret (3 guesses, 0:
        Bob: {three}
        Bob: (secret) → 🏆 You won!
        Alice: → ^🎭 Bob won this time. & 3 guesses, 0:
    """)


async def test_a_rivals_guess_does_not_take_the_keypad_away(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    before = await pair.play("Alice: [7]")
    (wrong,) = misses(1, pair.secret())
    await pair.play(f"Bob: {wrong}\nAlice: → Your rival’s guesses & ✍️ 7 · · · ∌ {wrong}")
    assert screen(pair.alice).id == before.id
    await pair.play("Bob: (secret)")
    assert screen(pair.alice).id > before.id, "that the other is done rings"


async def test_both_allow_hints_which_come_in_steps_and_a_double_tap_buys_no_suggestion(stage: Stage) -> None:
    pair = await paired(stage, FRIENDLY)
    await pair.play("""
        Alice: [Allow hints]
        Alice: /hint → Hints work once you both allow them: 💡 below.
        Alice: [No hints after all]
        Bob: ∌ would like to allow hints
        Alice: [Allow hints]
        Bob: → 💡 Alice would like to allow hints, for both of you.
        Bob: [Allow hints]
    """)
    first, second = await pair.keep("9876", "5432")
    hint = button_data(screen(first), "Hint")
    await asyncio.gather(*(first.forges(hint, on=screen(first)) for _ in range(3)))
    board = await pair.play(f"""
        First: → 5040 codes still fit ∌ 👉 Try
        Second: → 💡 {first.name} took 1 hint. ∌ still fit
        Second: /hint → You can take a hint on your turn.
        First: [A good guess] → 👉 Try
        Second: → 💡 {first.name} took 2 hints. ∌ still fit
        First: → 👉 Try
    """)
    assert advised(board) in board.code
    await pair.play(f"""
        First: {advised(board)} ∌ still fit
        Second: /resign
        Second: [🏳️ Yes, resign]
        First: → 💡 Hints: you 2, {second.name} 0
    """)


async def test_where_both_see_every_guess_hints_and_questions_before_repeated_ones_know_all(stage: Stage) -> None:
    pair = await paired(stage, VOLLEY, FRIENDLY)
    await pair.play("Alice: [Allow hints]\nBob: [Allow hints]")
    (one,) = misses(1, pair.secret())
    await pair.play(f"First: {one}\nSecond: {one} → Send it again to use a turn anyway.")
    await pair.play("Second: [Hint] → still fit ∌ 5040")


def reviews_of(pair: Pair) -> list[tuple[float, float]]:
    (match,) = stored.matches(pair.stage.bot, pair.alice.id)
    return [(one["accuracy"], one["luck"]) for one in stored.match_body(pair.stage.bot, match)["reviews"]]


async def test_a_duel_is_played_to_its_end_and_both_hear_who_played_better_and_whom_luck_helped(stage: Stage) -> None:
    pair, first, second = await kept(stage)
    won, lost = pair.broken_by(first), pair.broken_by(second)
    end = await pair.play(f"""
        First: 8901 → {second.name}’s turn
        Second: → 👉 Your turn!
        Second: 9876
        First: 2389
        Second: 9875
        First: (secret) ∌ One more guess
        Second: → 👉 Your last guess: get it and it’s a draw!
        Second: 9874 → 🎭 {first.name} won this time. & {first.name} — {lost}, you — {won}
        First: → 🏆 You won! & {second.name} — {won}, you — {lost} & Your rating: 1500 → 1662 (+162)
        Second: → 🎭
    """)
    paths = [("8901", "9876"), ("2389", "9875"), (won, "9874")]
    assert [pairs.paths_on(screen(person).text) for person in (first, second)] == [
        paths,
        [path[::-1] for path in paths],
    ]
    for person in pair.both:
        await person.sees("🎯 Accuracy")
    game = game_at(pair.position())
    expected = [
        review(game.variant, game.secret_for(seat) or (), [turn.guess for turn in game.turns_of(seat)])
        for seat in game.seats
    ]
    for judged, result in zip(reviews_of(pair), expected, strict=True):
        assert judged == pytest.approx((result.accuracy, result.luck))
    own, other = (expected[seat] for seat in ((0, 1) if first is pair.alice else (1, 0)))
    accuracy = f"🎯 Accuracy: you {round(own.accuracy)}%, {second.name} {round(other.accuracy)}%."
    assert own.luck - other.luck > LUCKY, "who breaks a code in three guesses has luck"
    await pair.play(f"First: → {accuracy} & 🍀 You were luckier.\nSecond: → 🌧 You were less lucky.")
    assert screen(second).id == end.id, "it rings nobody"


async def test_in_turn_both_see_every_guess_and_are_judged_as_knowing_them(stage: Stage) -> None:
    pair = await paired(stage, VOLLEY, FRIENDLY)
    first, _ = await pair.order()
    one, two = misses(2, pair.secret())
    await pair.play(f"First: {one}\nSecond: {two}")
    for person in pair.both:
        (board,) = pairs.boards_on(screen(person).text)
        assert [turn[1] for turn in board] == [one, two]
        assert f"{first.name}\n2. {two}" in screen(person).text
    await pair.play("First: (secret) → 🏆 You won!\nSecond: → The secret was")
    await first.sees("🎯 Accuracy")
    game = game_at(pair.position())
    result = review(game.variant, game.secret or (), [turn.guess for turn in game.turns])
    lost = result.turns[0].turns_lost + result.turns[2].turns_lost
    assert reviews_of(pair)[pair.both.index(first)] == pytest.approx(
        (100 / (1 + lost / result.expected), result.turns[0].luck + result.turns[2].luck)
    )
