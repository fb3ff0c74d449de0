import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.buttons import MenuPress, OnMenu, button_data
from bot.app.intents import (
    ALIASES,
    LONGEST_GUESS,
    WORDS,
    Arrival,
    Command,
    Departure,
    Intent,
    Move,
    Nothing,
    OldButton,
    Order,
    Tap,
    Typed,
    Unplayable,
    parse,
)
from bot.app.messages import Chat, Incoming, Joined, Left, Migrated, Person, Pressed, Said, Unknown
from bot.app.model.talk import LONGEST

ALICE = Person(1, "Alice", "en")
PRIVATE, GROUP = Chat(1), Chat(-1)
US = "BullsBot"


def said(text: str | None, chat: Chat = PRIVATE, *, edited: bool = False, to_bot: bool = False) -> Intent:
    return parse(Said(1, chat, ALICE, 5, text, edited, to_bot), US)


@pytest.mark.parametrize("command", Command)
@pytest.mark.parametrize("chat", [PRIVATE, GROUP])
def test_every_command_is_understood_everywhere(command: Command, chat: Chat) -> None:
    for text in (
        f"/{command.value}",
        f"/{command.value.upper()}",
        f" /{command.value}@{US} ",
        f"/{command.value}@bullsbot",
    ):
        assert said(text, chat) == Order(command, "")


@pytest.mark.parametrize("word", ALIASES)
def test_every_alias_stands_for_its_command(word: str) -> None:
    assert said(f"/{word} 0123") == Order(ALIASES[word], "0123")


def test_no_alias_hides_a_command() -> None:
    assert len(WORDS) == len(Command) + len(ALIASES)


@pytest.mark.parametrize("text", ["/guess 0123", "/guess\n0123", "/g   0123 ", f"/g@{US} 0123", "/guess\u00a00123"])
def test_what_stands_behind_a_command_is_its_argument(text: str) -> None:
    assert said(text, GROUP) == Order(Command.GUESS, "0123")


@pytest.mark.parametrize("chat", [PRIVATE, GROUP])
@pytest.mark.parametrize("text", ["/play@OtherBot", "/nonsense@OtherBot", "/guess@BullsBot2 0123"])
def test_a_command_to_another_bot_is_not_for_us(text: str, chat: Chat) -> None:
    assert said(text, chat) == Nothing()


@pytest.mark.parametrize("text", ["/", "/nonsense", "/игра", "/play!", f"/nonsense@{US}", "/ play"])
def test_an_unknown_command_is_answered_in_private_alone(text: str) -> None:
    unknown = said(text)
    assert isinstance(unknown, Unplayable)
    assert unknown.what == "command"
    assert said(text, GROUP) == Nothing()


@pytest.mark.parametrize("text", ["0123", "hello", "", "０１２３", "a" * LONGEST])
def test_in_private_any_text_is_meant_as_a_guess_or_a_talk_message(text: str) -> None:
    assert said(text) == Typed(text)


def test_a_long_text_is_neither() -> None:
    assert said("9" * (LONGEST + 1)) == Unplayable("long")
    assert said("9" * LONGEST) == Typed("9" * LONGEST)
    assert said("9" * (LONGEST_GUESS + 1), GROUP, to_bot=True) == Nothing()


@pytest.mark.parametrize("text", ["0123", "01 23", "0-1-2-3", "٠١٢٣", "12", "0122", ">50", "≤ -7?", "=3", "Так!", "no"])
def test_in_a_group_only_a_reply_to_us_is_a_guess(text: str) -> None:
    assert said(text, GROUP, to_bot=True) == Typed(text)
    assert said(text, GROUP) == Nothing()


@pytest.mark.parametrize("text", ["abide", "ROYG", "🔴🟠🟡🟢", "1B2C", "nice one!"])
def test_in_a_group_a_short_reply_to_us_may_be_a_code_of_letters_or_pictures(text: str) -> None:
    assert said(text, GROUP, to_bot=True) == Typed(text)
    assert said(text, GROUP) == Nothing()


@pytest.mark.parametrize("text", ["", "   ", "what a nice game this has been"])
def test_in_a_group_talk_is_left_alone_even_in_replies_to_us(text: str) -> None:
    assert said(text, GROUP, to_bot=True) == Nothing()


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        (f"@{US} 0123", "0123"),
        (f"@{US.lower()}, 0123", "0123"),
        (f"@{US}: «0123»", "«0123»"),
        (f"0123 @{US}", "0123"),
        (f"0123! @{US}.", "0123!"),
        (f"@{US} abide", "abide"),
        (f"@{US}\n?0123", "?0123"),
    ],
)
def test_in_a_group_the_name_of_the_bot_is_an_address(text: str, rest: str) -> None:
    assert said(text, GROUP) == said(text, GROUP, to_bot=True) == Typed(rest)


@pytest.mark.parametrize(
    "text", [f"/guess @{US} 0123", f"/guess 0123 @{US}", f"@{US} /guess 0123", "\u200e/guess 0123"]
)
def test_a_command_is_read_beside_the_name_of_the_bot_and_what_nobody_sees(text: str) -> None:
    assert said(text, GROUP) == Order(Command.GUESS, "0123")


@pytest.mark.parametrize(
    "text",
    [
        f"@{US}",
        f"@{US}2 0123",
        "@Other 0123",
        f"0123 and @{US} too",
        f"0123@{US}",
        f"@{US} what a very nice game it was",
    ],
)
def test_what_only_speaks_of_the_bot_is_no_guess(text: str) -> None:
    assert said(text, GROUP) == Nothing()


def test_edits_and_media_are_answered_in_private_alone() -> None:
    assert said("0123", edited=True) == Unplayable("edited")
    assert said(None) == Unplayable("media")
    assert said("0123", GROUP, edited=True, to_bot=True) == Nothing()
    assert said("/play", GROUP, edited=True) == Nothing()
    assert said(None, GROUP, to_bot=True) == Nothing()


@pytest.mark.parametrize(
    ("text", "to_bot", "intent"),
    [("/play", False, Unplayable("anonymous")), ("0123", True, Unplayable("anonymous")), ("hi", False, Nothing())],
)
def test_an_anonymous_admin_is_told_so_only_when_playing(text: str, intent: Intent, *, to_bot: bool) -> None:
    assert parse(Said(1, GROUP, ALICE, 5, text, to_bot=to_bot, anonymous=True), US) == intent


@pytest.mark.parametrize(
    ("incoming", "intent"),
    [
        (Joined(1, GROUP, ALICE), Arrival()),
        (Left(1, GROUP), Departure()),
        (Migrated(1, GROUP, -100), Move(-100)),
        (Unknown(1, "a poll"), Nothing()),
        (Pressed(1, "q", PRIVATE, ALICE, 5, button_data(MenuPress(OnMenu.PLAY))), Tap(MenuPress(OnMenu.PLAY))),
        (Pressed(1, "q", None, ALICE, None, "forged"), OldButton()),
        (Pressed(1, "q", PRIVATE, ALICE, 5, ""), OldButton()),
    ],
)
def test_what_happens_besides_talk_has_its_meaning(incoming: Incoming, intent: Intent) -> None:
    assert parse(incoming, US) == intent


TEXTS = (
    st.text() | st.text("/@_ \n0123456789guesspl٠𝟙²½", max_size=80) | st.sampled_from([f"/{word}@" for word in WORDS])
)


@given(
    st.builds(
        Said,
        update=st.integers(),
        chat=st.sampled_from([PRIVATE, GROUP]),
        person=st.just(ALICE),
        message=st.integers(),
        text=st.none() | TEXTS,
        edited=st.booleans(),
        to_bot=st.booleans(),
        anonymous=st.booleans(),
    )
)
def test_nothing_that_is_said_makes_parsing_fail(said: Said) -> None:
    intent = parse(said, US)
    if said.chat.is_group:
        assert isinstance(intent, Order | Typed | Nothing) or intent == Unplayable("anonymous")
    else:
        assert isinstance(intent, Order | Typed | Nothing | Unplayable)


@given(st.text())
def test_nothing_that_is_pressed_makes_parsing_fail(data: str) -> None:
    assert isinstance(parse(Pressed(1, "q", PRIVATE, ALICE, 5, data), US), Tap | OldButton)
