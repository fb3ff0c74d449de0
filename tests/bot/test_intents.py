"""What somebody wishes, by what came in; also in no person's name."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app import intents
from bot.app.buttons import MenuPress, OnMenu, button_data
from bot.app.intents import Command, Intent, Nothing, OldButton, Order, Tap, Typed, Unplayable, parse
from bot.app.messages import Chat, Incoming, Joined, Left, Migrated, Person, Pressed, Said, Unknown
from bot.app.model.talk import LONGEST
from bot.app.screen import Screen
from bot.telegram.translate import incoming_of
from tests.bot.inside import inside

ALICE = Person(1, "Alice", "en")
PRIVATE, GROUP = Chat(1), Chat(-1)
CLUB, CHANNEL = -1_000_000_000_007, -1_000_000_000_009
US = "BullsBot"
GUESSES = (
    f"/guess 0123 | /guess\n0123 | /g   0123  | /g@{US} 0123 | /guess\u00a00123 | /guess @{US} 0123 | "
    f"/guess 0123 @{US} | @{US} /guess 0123 | \u200e/guess 0123"
)
REPLIES = (
    "0123 | 01 23 | 0-1-2-3 | ٠١٢٣ | 12 | 0122 | >50 | ≤ -7? | =3 | Так! | no | "
    "abide | ROYG | 🔴🟠🟡🟢 | 1B2C | nice one!"
)


def said(text: str | None, chat: Chat = PRIVATE, *, edited: bool = False, to_bot: bool = False) -> Intent:
    return parse(Said(1, chat, ALICE, 5, text, edited, to_bot), US)


@pytest.mark.parametrize("command", Command)
@pytest.mark.parametrize("chat", [PRIVATE, GROUP])
def test_every_command_is_understood_everywhere(command: Command, chat: Chat) -> None:
    word = command.value
    for text in (f"/{word}", f"/{word.upper()}", f" /{word}@{US} ", f"/{word}@bullsbot"):
        assert said(text, chat) == Order(command, "")


def test_every_alias_stands_for_its_command_and_hides_none() -> None:
    assert {word: said(f"/{word} 0123") for word in intents.ALIASES} == {
        word: Order(command, "0123") for word, command in intents.ALIASES.items()
    }
    assert len(intents.WORDS) == len(Command) + len(intents.ALIASES)


@pytest.mark.parametrize("text", GUESSES.split(" | "))
def test_what_stands_behind_a_command_is_its_argument_without_the_bots_name_and_what_nobody_sees(text: str) -> None:
    assert said(text, GROUP) == Order(Command.GUESS, "0123")


def test_a_command_to_another_bot_is_not_for_us_and_an_unknown_one_is_answered_in_private_alone() -> None:
    for text in ("/play@OtherBot", "/nonsense@OtherBot", "/guess@BullsBot2 0123"):
        assert said(text) == said(text, GROUP) == Nothing(), text
    for text in ("/", "/nonsense", "/игра", "/play!", f"/nonsense@{US}", "/ play"):
        unknown = said(text)
        assert isinstance(unknown, Unplayable)
        assert (unknown.what, said(text, GROUP)) == ("command", Nothing()), text


def test_in_private_any_text_is_meant_as_a_guess_or_a_talk_message_unless_it_is_long() -> None:
    for text in ("0123", "hello", "", "０１２３", "a" * LONGEST, "9" * LONGEST):
        assert said(text) == Typed(text)
    assert said("9" * (LONGEST + 1)) == Unplayable("long")
    assert said("9" * (intents.LONGEST_GUESS + 1), GROUP, to_bot=True) == Nothing()


def test_in_a_group_only_a_short_reply_to_us_is_a_guess_and_talk_is_left_alone_even_there() -> None:
    for text in REPLIES.split(" | "):
        assert (said(text, GROUP, to_bot=True), said(text, GROUP)) == (Typed(text), Nothing()), text
    for text in ("", "   ", "what a nice game this has been"):
        assert said(text, GROUP, to_bot=True) == Nothing(), text


ADDRESSES = {
    f"@{US} 0123": "0123",
    f"@{US.lower()}, 0123": "0123",
    f"@{US}: «0123»": "«0123»",
    f"0123 @{US}": "0123",
    f"0123! @{US}.": "0123!",
    f"@{US} abide": "abide",
    f"@{US}\n?0123": "?0123",
}
SPEAKS = f"@{US} | @{US}2 0123 | @Other 0123 | 0123 and @{US} too | 0123@{US} | @{US} what a very nice game it was"


def test_in_a_group_the_name_of_the_bot_is_an_address_and_what_only_speaks_of_it_is_no_guess() -> None:
    for text, rest in ADDRESSES.items():
        assert said(text, GROUP) == said(text, GROUP, to_bot=True) == Typed(rest), text
    for text in SPEAKS.split(" | "):
        assert said(text, GROUP) == Nothing(), text


def test_edits_and_media_are_answered_in_private_alone() -> None:
    assert (said("0123", edited=True), said(None)) == (Unplayable("edited"), Unplayable("media"))
    assert said("0123", GROUP, edited=True, to_bot=True) == said("/play", GROUP, edited=True) == Nothing()
    assert said(None, GROUP, to_bot=True) == Nothing()


def test_an_anonymous_admin_is_told_so_only_when_playing() -> None:
    says = [Said(1, GROUP, ALICE, 5, text, to_bot=text == "0123", anonymous=True) for text in ("/play", "0123", "hi")]
    assert [parse(each, US) for each in says] == [*[Unplayable("anonymous")] * 2, Nothing()]


def test_what_happens_besides_talk_has_its_meaning() -> None:
    means: dict[Incoming, Intent] = {
        Joined(1, GROUP, ALICE): intents.Arrival(),
        Left(1, GROUP): intents.Departure(),
        Migrated(1, GROUP, -100): intents.Move(-100),
        Unknown(1, "a poll"): Nothing(),
        Pressed(1, "q", PRIVATE, ALICE, 5, button_data(MenuPress(OnMenu.PLAY))): Tap(MenuPress(OnMenu.PLAY)),
        Pressed(1, "q", None, ALICE, None, "forged"): OldButton(),
        Pressed(1, "q", PRIVATE, ALICE, 5, ""): OldButton(),
    }
    assert {incoming: parse(incoming, US) for incoming in means} == means


ORDERS = st.sampled_from([f"/{word}@" for word in intents.WORDS])
TEXTS = st.text() | st.text("/@_ \n0123456789guesspl٠𝟙²½", max_size=80) | ORDERS


@given(
    st.sampled_from([PRIVATE, GROUP]),
    st.none() | TEXTS,
    st.fixed_dictionaries(dict.fromkeys(("edited", "to_bot", "anonymous"), st.booleans())),
)
def test_nothing_that_is_said_makes_parsing_fail(chat: Chat, text: str | None, how: dict[str, Any]) -> None:
    intent = parse(Said(1, chat, ALICE, 5, text, **how), US)
    assert isinstance(intent, Order | Typed | Nothing | Unplayable)
    assert not (chat.is_group and isinstance(intent, Unplayable)) or intent == Unplayable("anonymous")


@given(st.text())
def test_nothing_that_is_pressed_makes_parsing_fail(data: str) -> None:
    assert isinstance(parse(Pressed(1, "q", PRIVATE, ALICE, 5, data), US), Tap | OldButton)


ANN = Person(1001, "Ann", "en")


def posted(sender: int | None, text: str) -> Incoming:
    """What Telegram tells of a message in the club, in the name of that chat."""
    message = {"message_id": 5, "date": 100, "chat": {"id": CLUB, "type": "supergroup"}, "text": text}
    who = {"from": {"id": 1087968824, "is_bot": True, "first_name": "Group"}}
    who |= {"sender_chat": {"id": sender, "type": "channel"}} if sender else {}
    return incoming_of({"update_id": 1, "message": message | who}, 7)


@pytest.mark.parametrize("command", Command)
@pytest.mark.parametrize(("sender", "why"), [(CLUB, "anonymous"), (CHANNEL, "channel")])
def test_what_needs_no_person_is_for_everybody(command: Command, sender: int, why: str) -> None:
    intent = parse(posted(sender, f"/{command.value}"), "bot")
    assert intent == (Order(command, "") if command in intents.FOR_NOBODY else Unplayable(why))


def test_an_anonymous_admin_may_ask_for_some_and_a_person_is_no_channel() -> None:
    for command in ("help", "rules", "top", "settings", "language"):
        assert isinstance(parse(posted(CLUB, f"/{command}"), "bot"), Order)
    said = posted(None, "/play")
    assert isinstance(said, Said)
    assert (said.anonymous, said.as_channel) == (False, False)


@asynccontextmanager
async def notes() -> AsyncIterator[Callable[[Said], Awaitable[list[str]]]]:
    """The notes that come of what is said beside a game; each is silent and without a board."""
    async with inside((0, 1, 2, 3), Chat(ANN.id)) as bot:

        async def of(said: Said) -> list[str]:
            sent = await bot._all_of(said)
            found = [each[3] for each in sent if isinstance(each, tuple) and isinstance(each[3], Screen)]
            assert all((note.rows, note.is_silent) == ((), True) for note in found)
            return [note.html for note in found]

        for text in ("/play", "4567"):
            await bot.says(text)
        yield of


async def test_of_an_edited_guess_and_of_what_is_no_text_one_note_comes_without_board_and_sound() -> None:
    async with notes() as of:
        edit = Said(900, Chat(ANN.id), ANN, 50, "4568", edited=True, at=100.0)
        [note] = await of(edit)
        assert "new message" in note
        assert await of(replace(edit, update=901, text="4569")) == []
        assert await of(replace(edit, update=902, message=49)) == []
        assert len(await of(replace(edit, update=903, message=51))) == 1

    async with notes() as of:
        album = [Said(900 + at, Chat(ANN.id), ANN, 50 + at, None, at=100.0 + at) for at in range(5)]
        assert len([note for each in album for note in await of(each)]) == 1
        assert parse(replace(album[0], edited=True), "bot") == Nothing()
        assert len(await of(replace(album[0], update=990, message=90, at=9_000.0))) == 1
