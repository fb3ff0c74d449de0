"""A game in a private chat, from somebody's first minute to its end, with hints and notes: through the real process."""

import asyncio
import re

import pytest

from sandbox.client import Message, Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import FRIENDLY, paired, screen
from tests.bot.player import (
    advised,
    begun,
    by_bot,
    data_of,
    presses_at_once,
    sees_only,
    talk,
    turns_on,
    unfolded,
    wrong_guesses,
)
from tests.bot.seals import seals_in

pytestmark = pytest.mark.asyncio(loop_scope="session")
BOARDS = {"en": "Type or tap a guess", "uk": "Загадано 4 різні цифри", "ru": "Загаданы 4 разные цифры"}
PLACED = {"en": r"place|secret", "uk": r"місц|секрет|немає", "ru": r"мест|секрет|нет"}


async def newcomer(stage: Stage, language: str = "en") -> tuple[Person, Message]:
    ann = await stage.sandbox.person("Ann", language)
    return ann, await talk(f"/start → {BOARDS[language]}", ann)


def miss(stage: Stage, player: Person) -> str:
    return wrong_guesses(stage.secret_of(player.id), 1)[0]


async def test_a_whole_game_is_played_and_won_on_one_board_that_is_the_newest(stage: Stage) -> None:
    alice, _ = await newcomer(stage)
    secret = stage.secret_of(alice.id)
    for number, guess in enumerate(wrong_guesses(secret, 3), 1):
        sent = await alice.send(guess)
        board = await sees_only(alice, f"{number}. {guess}")
        assert len(turns_on(board.text)) == number
        assert board.id > sent.id
        assert guess in board.code
        assert re.search(rf"^{number}\. {guess}\u00a0\u00a0\d\u2060🐂\u00a0\d\u2060🐄$", board.text, re.MULTILINE)
    end = await talk(f"{secret} → 🎉", alice)
    assert turns_on(end.text)[-1] == (4, secret, 4, 0)
    assert "4 guesses" in end.text
    assert not any(word in end.text for word in ("hint", "erfect play")), "it is one of their first games"
    assert set(end.buttons) >= {"🔄 Play again", "📊 Review", "📤 Share", "☰ Menu"}


async def test_a_wrong_guess_costs_nothing_is_told_below_the_guesses_and_leaves_the_keypad(stage: Stage) -> None:
    alice = await begun(stage)
    long = "That’s a lot of text! A guess is 4 different digits, like 0123."
    for written, text in (("<b>x", "“<” doesn’t fit. Send 4 different digits"), ("9" * 4000, long)):
        await alice.send(written)
        board = await sees_only(alice, text)
        assert board.text.splitlines()[2].startswith(f"⚠️ {text}")
        assert turns_on(board.text) == []
        assert board.button("7") is not None


async def test_menus_lead_to_a_game_and_back_to_it_and_what_is_no_guess_gets_a_friendly_line(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await talk("0123 → No game in progress\n[Play] → I have a secret", alice)
    guess = await alice.send(miss(stage, alice))
    await alice.sees("1 guess so far")
    menu = await talk("/help all → /resign — resign\n[Play]", alice)
    assert "/games" not in (await alice.sees("1 guess so far", after=menu)).text, "no other game is open"
    await alice.send(photo=True)
    await alice.sees(kindly := "Nice! But I only understand typing and taps.")
    await alice.send(sticker="🙂")
    await alice.sees(kindly)
    await alice.edits(guess, "4567")
    await alice.sees("Edits don’t count. Send it as a new message.")
    assert len(turns_on((await talk("/nonsense → I don’t know that command; see /help.", alice)).text)) == 1


async def test_however_fast_one_taps_none_is_refused(stage: Stage) -> None:
    alice = await begun(stage)
    board = await alice.sees("🔒")
    data = {button.text: button.value for row in board.keyboard for button in row}
    secret = stage.secret_of(alice.id)
    guess = next(guess for guess in wrong_guesses(secret, 3) if set(guess) != set(secret))
    answers = await asyncio.gather(*(alice.forges(data[digit], on=board) for digit in guess))
    keyed = [(answer.text or "").split() for answer in answers]  # in whatever order they came
    assert all("·" in digits or sorted(digits) == sorted(guess) for digits in keyed)
    shown = await talk("[✓] → 1 guess so far", alice)
    assert sorted(turns_on(shown.text)[0][1]) == sorted(guess)
    answer = await alice.forges(data["🏳️ Resign"], on=board)
    assert answer.text == "The game has moved on; look at the board."
    await alice.sees("1 guess so far")


async def test_following_hints_wins_within_eight_and_a_double_tap_buys_no_suggestion(stage: Stage) -> None:
    alice = await begun(stage)
    board = await alice.sees("🔒")
    await presses_at_once(alice, "Hint", board)
    board = await alice.sees("5040 codes still fit")
    assert "👉" not in board.text
    for number in range(1, 9):
        for _ in range(4):
            if "👉" not in board.text:
                asked = await alice.send("/hint")
                board = await alice.sees("Hints used:", after=asked)
        board = await talk(f"{(guess := advised(board))} → {number}. {guess}", alice)
        if "🎉" in board.text:
            break
    assert "🎉" in board.text


@pytest.mark.parametrize("command", ["/resign", "/cancel"])
async def test_giving_up_shows_the_secret_and_again_begins_one_game(stage: Stage, command: str) -> None:
    alice = await begun(stage)
    end = await talk(f"/hint → still fit\n{command} → The secret was {stage.secret_of(alice.id)}", alice)
    await talk(f"{command} → No game in progress", alice)
    await talk("[Play again]\n[Play again] → I have a secret", alice, on=end)
    assert stored.games(stage.bot, alice.id) == 2


async def test_sharing_tells_rows_without_digits(stage: Stage) -> None:
    alice = await begun(stage)
    secret = stage.secret_of(alice.id)
    end = await talk(f"{secret[1:] + secret[0]} → 1 guess so far\n{secret} → 🎉", alice)
    end = await unfolded(stage, alice, end, "Share")
    copy = end.button("Copy")
    assert copy
    assert (copy.kind, copy.value.splitlines()[1:]) == ("copy", ["Solved in 2 guesses", "🐄🐄🐄🐄", "🐂🐂🐂🐂"])
    group = await stage.sandbox.group("Friends", alice, bot=False)
    (card,) = (await alice.switches("Share", group, on=end)).results
    shared = await alice.chooses(card, group)
    assert (shared.text, shared.buttons) == (copy.value, ("▶️ Play too",))


def explanation(board: Message, guesses: int) -> str:
    """The paragraph under the guesses; empty where that is the count of guesses."""
    paragraph = board.text.split("\n\n")[2]
    return "" if re.search(rf"\b{guesses} (guess|спроб|попыт)", paragraph) else paragraph


@pytest.mark.parametrize("language", BOARDS)
async def test_the_first_start_is_a_board_and_two_replies_are_explained(stage: Stage, language: str) -> None:
    ann, first = await newcomer(stage, language)
    assert len(re.findall(r"\w+", first.text)) <= 25
    assert (re.search("[0-9a-f]{16}", first.text), seals_in(first)) == (None, ())
    assert "🔒" not in " ".join((first.text, *first.buttons))
    assert {"1", "0", "✓"} <= set(first.buttons)
    for number, guess in enumerate(wrong_guesses(stage.secret_of(ann.id), 3), 1):
        for digit in guess if number == 1 else ():
            await ann.presses(digit)
        board = await talk(f"{'[✓]' if number == 1 else guess} → {number}. {guess}", ann)
        assert "🔒" in board.text
        assert bool(re.search(PLACED[language], said := explanation(board, number))) == (number <= 2), board.text
        if number == 1:
            assert explanation(await talk("[1] → ✍️", ann), 1) == said, "it stays while the next is tapped"


async def test_the_menu_opens_for_nothing_and_a_button_of_another_time_shows_what_there_is(stage: Stage) -> None:
    alice = await begun(stage)
    one, two = wrong_guesses(stage.secret_of(alice.id), 2)
    again = "Send it again to use a turn anyway."
    board = await talk(f"{one} → 1. {one}\n{one} → {again}\n{one} → 2. {one}\n{two} → 3. {two}\n{one} → {again}", alice)
    await stage.after(alice.forges(data_of(board, "💡 Hint").replace(":menu", ":2"), on=board))
    assert any("How many fit" in label for label in by_bot(alice)[-1].buttons)
    await alice.presses("↩️ Back")
    for _ in range(3):
        await talk("[💡 Hint] → Hints used: 1\n[↩️ Back]", alice)
        await stage.quiet()
        assert "Hints used:" not in by_bot(alice)[-1].text
    assert "1 hint ·" in (await talk(f"{stage.secret_of(alice.id)} → 🎉", alice)).text


async def test_in_a_group_a_reply_weighs_a_guess_and_notes_are_told_to_whoever_taps(stage: Stage) -> None:
    alice, bob = await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob")
    group = await stage.sandbox.group("Friends", alice, bob)
    board = await talk("/play → I have a secret", alice, chat=group)
    await bob.send("?0123", chat=group, reply_to=board)
    await talk("→ 🔎 0123 can be the secret.\n/hint 1234 → 🔎 1234 can be the secret.", bob, chat=group)
    board = await talk("[✏️ Notes] → You only see your own notes", alice, chat=group)
    script = "[7] ‼ 📝 ❌ 7\nBob: [8] ‼ 📝 ❌ 8\n[3] ‼ 📝 ❌ 3 7 → You only see your own notes"
    assert "📝" not in (await talk(script, alice, bob, chat=group, on=board)).text


async def test_a_guess_is_weighed_but_none_again_and_its_replies_come_as_a_picture(
    stage: Stage,
) -> None:
    alice = await begun(stage)
    one, two = wrong_guesses(stage.secret_of(alice.id), 2)
    board = await talk(f"{one} → 1. {one}\n?{one} → 🔎 You’ve already tried {one}:\n/hint {two} → 🔎 {two}", alice)
    assert "Guessing it would leave about" in board.text
    assert "bits" not in board.text
    picture = await talk(f"[💡 Hint] → Hints used: 1\n[Details] → 📊 What {two} would tell you now:", alice)
    await talk("→ Hints used: 2", alice)
    await stage.quiet()
    assert by_bot(alice)[-1].id == picture.id
    for key in ("↩️ Back", "⌨️", *stage.secret_of(alice.id)):
        await alice.presses(key)
    assert (await talk("[✓] → 🎉", alice)).id > picture.id
    assert (await stage.sandbox.photo(picture)).startswith(b"\x89PNG")


async def test_in_a_match_places_are_noted_for_oneself(stage: Stage) -> None:
    pair = await paired(stage, FRIENDLY)
    first, second = await pair.keep("9876", "5432")
    for person in (first, second):
        await pair.guess(person, "0123")
    await talk("[✏️ Notes]\n[7] → 📝 What I know: not in it: 7.\n[7❌] → 👇 Where is 7?\n[1️⃣] → 7│✗···", first)
    await stage.quiet()
    assert not any(sign in screen(second).text for sign in ("│", "📝"))
