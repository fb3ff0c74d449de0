"""Two to four people round one phone, as they play: through the bot's real process."""

import pytest

from bot.app.handlers.together import UnfitNames, names_in
from sandbox.client import Message, Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import turns_on, wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def asked_for_names(stage: Stage, kind: str) -> Person:
    """Alice has come as far as the question who plays."""
    alice = await stage.sandbox.person("Alice")
    await alice.send("/duel")
    await alice.presses("On one phone")
    await alice.sees("📱 On one phone: pass it round.")
    await alice.presses(kind)
    await alice.sees("Who’s playing?")
    return alice


async def in_turn(stage: Stage) -> tuple[Person, str]:
    """Ann, Bob and Cai play on Alice's phone against the bot's secret."""
    alice = await asked_for_names(stage, "The bot’s secret")
    await alice.send("Ann, Bob, Cai")
    await alice.sees("👉 Ann’s turn")
    return alice, stage.secret_of(alice.id)


async def of_two(stage: Stage) -> Person:
    """Ann and Bob are about to keep secrets on Alice's phone."""
    alice = await asked_for_names(stage, "Our own secrets")
    await alice.send("Ann and Bob")
    await alice.sees("📱 Pass the phone to Ann. Everybody else, look away!")
    return alice


async def kept(alice: Person, name: str, secret: str) -> Message:
    """Whoever it is keeps a secret; what is on the screen then."""
    await alice.presses(f"🙋 I’m {name}")
    asked = await alice.sees(f"{name}, ")
    await alice.send(secret)
    return await alice.sees("", after=asked)


async def test_three_take_turns_at_the_bots_secret(stage: Stage) -> None:
    alice, secret = await in_turn(stage)
    for guess, following in zip(wrong_guesses(secret, 3), ("Bob", "Cai", "Ann"), strict=True):
        await alice.send(guess)
        shown = await alice.sees(f"👉 {following}’s turn")
    assert [line.rsplit(" ", 1)[-1] for line in shown.text.splitlines()[2:5]] == ["Ann", "Bob", "Cai"]
    await alice.send(secret)
    end = await alice.sees("🎉 Solved by Ann! The secret was")
    assert len(turns_on(end.text)) == 4
    assert "Ann 1 · Bob 0 · Cai 0" in end.text
    assert stage.bot.rows("SELECT count(*) FROM results WHERE person_id = ?", alice.id) == [(0,)]


async def test_the_same_people_play_again_and_another_begins(stage: Stage) -> None:
    alice, secret = await in_turn(stage)
    await alice.send(secret)
    await alice.sees("Ann 1 · Bob 0 · Cai 0")
    await alice.presses("Play again")
    await alice.sees("👉 Bob’s turn")
    await alice.send(stage.secret_of(alice.id))
    await alice.sees("Bob 1 · Cai 0 · Ann 1")


async def test_names_of_last_time_are_one_tap_away(stage: Stage) -> None:
    alice, _ = await in_turn(stage)
    await alice.send("/duel")
    await alice.presses("On one phone")
    await alice.presses("The bot’s secret")
    await alice.presses("Ann, Bob, Cai")
    await alice.sees("👉 Ann’s turn")
    assert stored.running_games(stage.bot, alice.id) == 1


async def test_nobody_needs_to_type_a_name(stage: Stage) -> None:
    alice = await asked_for_names(stage, "The bot’s secret")
    await alice.presses("👥 3")
    await alice.sees("👉 Alice’s turn")
    for name, guess in zip(("Player 2", "Player 3"), wrong_guesses(stage.secret_of(alice.id), 2), strict=True):
        await alice.send(guess)
        await alice.sees(f"👉 {name}’s turn")


async def test_two_keep_secrets_and_neither_sees_the_others(stage: Stage) -> None:
    alice = await of_two(stage)
    assert "0123" not in (await kept(alice, "Ann", "0123")).text
    await alice.sees("📱 Pass the phone to Bob. Everybody else, look away!")
    await kept(alice, "Bob", "4567")
    await alice.sees("👉 Ann’s turn")
    await stage.quiet()
    assert not any(secret in alice.transcript() for secret in ("0123", "4567"))
    await alice.send("4567")
    await alice.sees("👉 Bob gets one last guess!")
    await alice.send("8901")
    end = await alice.sees("🏆 Ann wins!")
    assert "Ann’s secret was 0123." in end.text
    assert "Bob’s secret was 4567." in end.text
    assert "Ann 1 · Bob 0" in end.text


async def played(alice: Person, first: str, second: str, guesses: tuple[str, str], end: str) -> str:
    """The end of a game of two who keep these secrets, the first of whom guesses first."""
    secrets = {first: "0123", second: "4567"}
    for name in (first, second):
        await alice.sees(f"Pass the phone to {name}")
        await kept(alice, name, secrets[name])
    for name, guess in zip((first, second), guesses, strict=True):
        await alice.sees(name)
        await alice.send(guess)
    return (await alice.sees(end)).text


async def test_the_tally_of_two_counts_draws_as_well(stage: Stage) -> None:
    alice = await of_two(stage)
    drawn, won = ("4567", "0123"), ("4567", "8901")
    assert "Ann 0 · Bob 0 · draws: 1" in await played(alice, "Ann", "Bob", drawn, "🤝 A draw!")
    await alice.presses("Play again")
    assert "Bob 1 · Ann 0 · draws: 1" in await played(alice, "Bob", "Ann", won, "🏆 Bob wins!")


async def test_a_game_that_was_called_off_is_no_draw(stage: Stage) -> None:
    alice = await of_two(stage)
    await kept(alice, "Ann", "0123")
    await alice.sees("Pass the phone to Bob")
    await alice.send("/resign")
    await alice.send("/resign")
    await alice.sees("cancelled")
    await alice.presses("Play again")
    assert "draws" not in await played(alice, "Bob", "Ann", ("4567", "8901"), "🏆 Bob wins!")


async def test_a_secret_may_be_tapped_or_drawn(stage: Stage) -> None:
    alice = await of_two(stage)
    await alice.presses("🙋 I’m Ann")
    for digit in "9876":
        await alice.presses(digit)
    await alice.sees("✍️ 9 8 7 6")
    await alice.presses("✓")
    shown = await alice.sees("📱 Pass the phone to Bob. Everybody else, look away!")
    assert "9" not in shown.text
    await alice.presses("🙋 I’m Bob")
    answer = await alice.presses("🎲")
    assert answer.alert
    assert answer.text
    drawn = answer.text[-4:]
    shown = await alice.sees("👉 Ann’s turn")
    assert drawn not in shown.text
    await alice.send(drawn)
    await alice.sees("👉 Bob gets one last guess!")
    await alice.send("9876")
    await alice.sees("🤝 A draw!")


async def test_a_secret_typed_too_early_is_taken_away_and_not_kept(stage: Stage) -> None:
    alice = await of_two(stage)
    await alice.send("0123")
    await alice.sees("Ann, take the phone")
    await stage.quiet()
    assert "0123" not in alice.transcript()
    await kept(alice, "Ann", "9876")
    await alice.sees("📱 Pass the phone to Bob. Everybody else, look away!")


async def test_the_first_turn_says_what_to_do(stage: Stage) -> None:
    alice = await of_two(stage)
    await kept(alice, "Ann", "0123")
    await alice.sees("📱 Pass the phone to Bob. Everybody else, look away!")
    shown = await kept(alice, "Bob", "4567")
    assert "Both secrets are set. Guess the other’s: type or tap below, then pass the phone on." in shown.text
    await alice.send("8901")
    assert "Type a guess" not in (await alice.sees("👉 Bob’s turn")).text


async def test_a_button_pressed_twice_does_not_give_the_phone_to_the_next(stage: Stage) -> None:
    alice = await of_two(stage)
    ready = await alice.sees("📱 Pass the phone to Ann. Everybody else, look away!")
    ann = ready.button("🙋 I’m Ann")
    assert ann is not None
    assert ann.value is not None
    await kept(alice, "Ann", "0123")
    shown = await alice.sees("📱 Pass the phone to Bob. Everybody else, look away!")
    answer = await alice.forges(ann.value, on=shown)
    assert "moved on" in (answer.text or "")
    await stage.quiet()
    assert alice.messages()[-1].text == shown.text


async def test_giving_up_gives_the_win_to_the_other(stage: Stage) -> None:
    alice = await of_two(stage)
    await kept(alice, "Ann", "0123")
    await alice.sees("📱 Pass the phone to Bob. Everybody else, look away!")
    await kept(alice, "Bob", "4567")
    await alice.send("8901")
    await alice.sees("👉 Bob’s turn")
    await alice.presses("Resign")
    await alice.presses("Yes, show it")
    await alice.sees("🏳️ Bob resigned: Ann wins!")


@pytest.mark.parametrize(("family", "variant"), [("Colours etc.", "4 pictures"), ("Words", "English words of 4")])
async def test_any_codes_can_be_played(stage: Stage, family: str, variant: str) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send("/duel")
    for button in ("4 digits", family, variant, "On one phone", "The bot’s secret", "👥 2"):
        await alice.presses(button)
    shown = await alice.sees("👉 Alice’s turn")
    assert variant in shown.text
    await alice.send(stage.secret_of(alice.id))
    await alice.sees("🎉 Solved by Alice! The secret was")


async def test_names_are_asked_beside_a_game_that_is_on_and_its_guesses_are_no_names(stage: Stage) -> None:
    alice, secret = await in_turn(stage)
    await alice.send("/duel")
    for button in ("On one phone", "The bot’s secret"):
        await alice.presses(button)
    await alice.send(wrong_guesses(secret, 1)[0])
    await alice.sees("👉 Bob’s turn")
    await alice.send("Carol, Dan")
    await alice.sees("👉 Carol’s turn")
    assert stored.running_games(stage.bot, alice.id) == 2


async def test_names_that_fit_nobody_are_refused_kindly(stage: Stage) -> None:
    alice = await asked_for_names(stage, "The bot’s secret")
    for typed, text in (
        ("Ann", "only one name"),
        ("A, B, C, D, E", "Four players at most"),
        ("Ann, ann", "Two names are the same."),
    ):
        await alice.send(typed)
        await alice.sees(text)
    await alice.send("Ann, Bob")
    await alice.sees("👉 Ann’s turn")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ann, Bob, Cai", ("Ann", "Bob", "Cai")),
        ("Ann Bob", ("Ann", "Bob")),
        ("Анна Марія, Іван", ("Анна Марія", "Іван")),
        ("Аня і Богдан", ("Аня", "Богдан")),
        ("🦊,🐻", ("🦊", "🐻")),
        ("Ann,\nBob,,", ("Ann", "Bob")),
        ("Bartholomew Fitzgerald, Bob", ("Bartholomew Fitz", "Bob")),
    ],
)
async def test_names_are_read_as_people_write_them(text: str, names: tuple[str, ...]) -> None:
    assert names_in(text, 4) == names


@pytest.mark.parametrize("text", ["", ",,", "Ann", "a,b,c", "Ann, ANN"])
async def test_other_texts_are_no_names(text: str) -> None:
    with pytest.raises(UnfitNames):
        names_in(text, 2)
