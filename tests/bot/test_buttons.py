"""What buttons, links and texts carry, each with its function and its meaning; also in no person's name."""

import ast
import re
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import MISSING, fields, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app import buttons, intents
from bot.app.buttons import (
    NAMING_GAMES,
    Argument,
    Feature,
    GamePress,
    MenuPress,
    Numbered,
    OnGames,
    OnMenu,
    Press,
    TokenPress,
    button_data,
    press_from,
)
from bot.app.daily.screens import DayArgument, day_argument
from bot.app.intents import Command, Intent, Nothing, OldButton, Order, Tap, Typed, Unplayable, parse
from bot.app.kinds.table import BUTTONS
from bot.app.links import GREETING, digest_in
from bot.app.messages import Chat, Incoming, Joined, Left, Migrated, Person, Pressed, Said, Unknown
from bot.app.registry import KINDS, SECTIONS
from bot.app.screen import Screen
from bot.app.talk.model import LONGEST_REMARK
from bot.telegram.translate import incoming_of
from tests.bot.conftest import Stage
from tests.bot.inside import inside
from tests.bot.strategies import TABLE_IDS

on_stage = pytest.mark.asyncio(loop_scope="session")
ARGUMENTS = st.text("abcdefghijklmnopqrstuvwxyz0123456789-", max_size=13)
TURNS = st.integers(0, 9999)
TOKENS = st.text("abcXYZ019_-", min_size=22, max_size=22)
PRESSES: st.SearchStrategy[Press] = (
    st.builds(MenuPress, st.sampled_from([*buttons.ON_MENUS.values()]), ARGUMENTS)
    | st.builds(GamePress, st.sampled_from([*set(NAMING_GAMES.values()) - set(OnGames)]), TABLE_IDS, TURNS, ARGUMENTS)
    | st.builds(GamePress, st.sampled_from(OnGames), TABLE_IDS, st.just(0))
    | st.builds(TokenPress, st.sampled_from([*buttons.WITH_TOKEN.values()]), TOKENS)
)
TABLE = "0123456789abcdef"


@pytest.mark.parametrize("verb", OnMenu)
async def test_what_is_forged_behind_a_menus_verb_is_not_read_as_words_behind_a_command(verb: buttons.OnMenu) -> None:
    """A button without an argument does what its command does, whatever else it carries."""
    async with inside((0, 1, 2, 3), Chat(ANN.id)) as bot:
        await bot.says("/start")
        await bot.says("/menu")
        for slot in tuple(bot.screens):
            sent = [each for each in await bot.presses(f"1:{verb.value}:xyzzy", slot) if isinstance(each, tuple)]
            assert [each[3].html for each in sent if isinstance(each[3], Screen) and "xyzzy" in each[3].html] == []


def test_no_button_says_words_to_the_parser_of_a_command() -> None:
    """A command's action reads what people type; a button's argument has a type of its own."""
    assert [
        verb for verb, section in SECTIONS.menus.items() if section.buttons[verb] in SECTIONS.commands.values()
    ] == []
    calls = [
        (path.name, ast.unparse(call))
        for path in Path("bot/app/kinds").rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text()))
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "Order" and ast.unparse(call.args[1]) != "''"
    ]
    assert calls == []


@given(PRESSES)
def test_every_press_reads_back_as_it_was_written_and_fits_into_a_button(press: Press) -> None:
    assert press_from(button_data(press)) == press
    assert 1 <= len(button_data(press).encode()) <= 64


@given(PRESSES, PRESSES)
def test_no_two_presses_are_written_alike(one: Press, other: Press) -> None:
    assert (button_data(one) == button_data(other)) == (one == other)


SORTS = [kind for kind in Argument.__subclasses__() if "__slots__" in vars(kind)]
"""Every type of argument that a section has; without what dataclasses leave behind."""


def values_of(kind: type[Argument]) -> st.SearchStrategy[Argument]:
    """Arguments of that class: those of their fields that may be missing are given from the first on."""
    hints = {each: get_type_hints(kind)[each.name] for each in fields(kind)}
    least = sum(each.default is MISSING for each in hints)
    words = st.text("abcdefghijklmnopqrstuvwxyz0123456789", min_size=1, max_size=6)

    def given_for(hint: Any) -> st.SearchStrategy[Any]:
        hint = (get_args(hint) or (hint,))[0]
        if hint is int:
            return st.integers(0, min(kind.MOST, 999_999))
        return words if hint is str else st.sampled_from(hint)

    drawn = [given_for(hint) for hint in hints.values()]
    return st.one_of([st.builds(kind, *drawn[:count]) for count in range(least, len(drawn) + 1)])


ARGUMENT = re.compile(r"[a-z0-9-]{1,20}")


@pytest.mark.parametrize("kind", SORTS, ids=lambda kind: kind.__qualname__)
@given(data=st.data())
def test_every_argument_reads_back_as_it_was_written_and_fits_into_a_button(
    kind: type[Argument], data: st.DataObject
) -> None:
    argument = data.draw(values_of(kind))
    assert kind.read(str(argument)) == argument
    assert ARGUMENT.fullmatch(str(argument))


@given(st.one_of([values_of(kind) for kind in get_args(DayArgument)]))
def test_what_a_button_says_about_days_is_read_as_what_it_was_written_as(argument: DayArgument) -> None:
    assert day_argument(str(argument)) == argument


@given(st.sampled_from("abfgrwy"), st.integers(0, 10**18))
def test_a_letter_and_a_number_read_back_as_they_were_written(letter: str, number: int) -> None:
    written = str(Numbered(letter, number))
    assert (Numbered.read(written, 10**18), Numbered.read(written, number - 1)) == (Numbered(letter, number), None)


@given(st.text() | st.text("abcdefgrimonthremindp0123456789-", max_size=20), st.sampled_from(SORTS))
def test_whatever_is_forged_is_an_argument_that_we_write_or_none(written: str, kind: type[Argument]) -> None:
    for read in (kind.read(written), Numbered.read(written)):
        assert read is None or str(read) == re.sub(r"(?<![0-9])0+(?=[0-9])", "", written)


PIECES = st.sampled_from(["1", "2", ":", "play", "d", "hint", TABLE, "0", "99999", "٣", "-1", "", "\n", "zz", "ＡＢ"])


@given(st.text() | st.lists(PIECES).map(":".join) | st.lists(PIECES).map("".join))
def test_any_text_is_a_press_or_nothing(data: str) -> None:
    press = press_from(data)
    assert press is None or press_from(button_data(press)) == press


@given(PRESSES, st.data())
def test_a_press_is_only_what_we_write(press: Press, data: st.DataObject) -> None:
    text = button_data(press)
    at = data.draw(st.integers(0, len(text)))
    forged = text[:at] + data.draw(st.text(min_size=1, max_size=2)) + text[at:]
    reading = press_from(forged)
    assert reading is None or re.sub(r":0+(?=\d)", ":", forged) == re.sub(r":0+(?=\d)", ":", button_data(reading))


def test_buttons_that_hang_in_chats_already_keep_their_meaning() -> None:
    hanging = {
        "1:play": MenuPress(buttons.OnMenu.PLAY),
        "1:lang:uk": MenuPress(buttons.OnMenu.LANGUAGE, "uk"),
        f"1:d:{TABLE}:3:7": GamePress(buttons.OnBoard.DIGIT, TABLE, 3, "7"),
        f"1:hint:{TABLE}:0": GamePress(buttons.OnBoard.HINT, TABLE, 0),
        "1:find": MenuPress(buttons.OnLobby.FIND),
        "1:accept:AbCdEfGhIjKlMnOpQrSt_-": TokenPress(buttons.OnChallenge.ACCEPT, "AbCdEfGhIjKlMnOpQrSt_-"),
    }
    assert {data: press_from(data) for data in hanging} == hanging


def test_what_is_no_button_of_ours_means_nothing() -> None:
    game = (f"1:play:{TABLE}:0", f"1:d:{TABLE[1:]}:3:7", f"1:d:{TABLE}:٣:7")
    assert [data for data in ("", "1", "1:", "1:dance", "2:play", "play", "1:hint", *game) if press_from(data)] == []


def test_every_button_of_a_game_counts_in_some_kind() -> None:
    ruled = {verb for kind in KINDS for verb in kind.rules}
    elsewhere = {verb for verbs in SECTIONS.presses for verb in verbs}
    assert {*NAMING_GAMES.values()} - elsewhere == ruled | BUTTONS.keys()


def test_every_button_below_an_end_has_its_function() -> None:
    assert BUTTONS.keys() == set(buttons.OnEnd)


def test_every_verb_is_marked_with_what_there_is() -> None:
    families: list[type[buttons.Verb]] = [Command]
    families += [each for each in vars(buttons).values() if isinstance(each, type) and issubclass(each, buttons.Verb)]
    marks = [verb.marks for family in families for verb in family]
    assert {mark for each in marks for mark in each} == {*Feature, buttons.BEGINS} - {Feature.INLINE, Feature.APP}
    assert all(Feature.GAMES in each for each in marks if buttons.BEGINS in each)


def test_the_whole_digest_comes_back_from_a_link_and_forged_ones_are_read() -> None:
    """The payload carries SHA-256 in base64url without padding: 43 characters, also with spare bits set."""
    digest = sha256(b"0123 salt").digest()
    coded = urlsafe_b64encode(digest).decode().rstrip("=")
    assert (len(coded), digest_in(f"proof-{coded}")) == (43, digest.hex())
    assert {len(digest_in(f"proof-{forged}") or "") for forged in ("_" * 43, "-" * 43, "A" * 42 + "9")} == {64}
    others = ("", "proof-", "proof-" + "A" * 42, "proof-" + "A" * 44, "A" * 43, "proof-" + "я" * 43)
    assert {digest_in(other) for other in others} == {None}


DEAD = ["c" + "A" * 22, "b" + "A" * 22, "c" + "A" * 21, "t" + "0" * 16, "pclassic_", "zonly_pclassic", "z99999999"]


@on_stage
@pytest.mark.parametrize("payload", ["", GREETING, *DEAD, "proof-abc", "storebot", "x" * 64])
async def test_a_newcomer_and_whoever_comes_back_are_told_of_a_dead_link_alone(stage: Stage, payload: str) -> None:
    alice = await stage.sandbox.person("Alice")
    for begins in ("I’ve hidden", "Hi, Alice!"):
        asked = await stage.after(alice.send(f"/start {payload}".strip()))
        *told, shown = [message.text for message in alice.messages() if message.by_bot and message.id > asked.id]
        dead = ["This link is incomplete or no longer works" in text for text in told]
        assert dead == [True] * (payload not in {"", GREETING})
        assert shown.startswith(begins)
        await stage.after(alice.send("0123"))


ALICE, ANN = Person(1, "Alice", "en"), Person(1001, "Ann", "en")
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
    meant = {word: Order(command, "0123") for word, command in intents.ALIASES.items()}
    assert {word: said(f"/{word} 0123") for word in intents.ALIASES} == meant
    assert len(intents.WORDS) == len(Command) + len(intents.ALIASES)


@pytest.mark.parametrize("text", GUESSES.split(" | "))
def test_what_stands_behind_a_command_is_its_argument_without_the_bots_name(text: str) -> None:
    assert said(text, GROUP) == Order(Command.GUESS, "0123")


def test_a_command_to_another_bot_is_not_for_us() -> None:
    for text in ("/play@OtherBot", "/nonsense@OtherBot", "/guess@BullsBot2 0123"):
        assert said(text) == said(text, GROUP) == Nothing(), text


def test_an_unknown_command_is_answered_in_private_alone() -> None:
    for text in ("/", "/nonsense", "/игра", "/play!", f"/nonsense@{US}", "/ play"):
        unknown = said(text)
        assert isinstance(unknown, Unplayable)
        assert (unknown.what, said(text, GROUP)) == ("command", Nothing()), text


def test_in_private_any_text_is_meant_as_a_guess_or_a_talk_message_unless_it_is_long() -> None:
    for text in ("0123", "hello", "", "０１２３", "a" * LONGEST_REMARK, "9" * LONGEST_REMARK):
        assert said(text) == Typed(text)
    assert said("9" * (LONGEST_REMARK + 1)) == Unplayable("long")
    assert said("9" * (intents.LONGEST_GUESS + 1), GROUP, to_bot=True) == Nothing()


def test_in_a_group_only_a_short_reply_to_us_is_a_guess_and_talk_is_left_alone_even_there() -> None:
    for text in REPLIES.split(" | "):
        assert (said(text, GROUP, to_bot=True), said(text, GROUP)) == (Typed(text), Nothing()), text
    for text in ("", "   ", "what a nice game this has been"):
        assert said(text, GROUP, to_bot=True) == Nothing(), text


ADDRESSES = {
    **dict.fromkeys((f"@{US} 0123", f"@{US.lower()}, 0123", f"0123 @{US}"), "0123"),
    f"@{US}: «0123»": "«0123»",
    f"0123! @{US}.": "0123!",
    f"@{US} abide": "abide",
    f"@{US}\n?0123": "?0123",
}
SPEAKS = f"@{US} | @{US}2 0123 | @Other 0123 | 0123 and @{US} too | 0123@{US} | @{US} what a very nice game it was"


def test_in_a_group_the_name_of_the_bot_is_an_address() -> None:
    for text, rest in ADDRESSES.items():
        assert said(text, GROUP) == said(text, GROUP, to_bot=True) == Typed(rest), text


def test_what_only_speaks_of_the_bot_is_no_guess() -> None:
    for text in SPEAKS.split(" | "):
        assert said(text, GROUP) == Nothing(), text


def test_in_private_the_name_of_the_bot_says_nothing_beside_a_text() -> None:
    for text, rest in ADDRESSES.items():
        assert said(text) == Typed(rest), text
    for text in (f"@{US}", f"@{US}2 0123", "@Other 0123", f"0123 and @{US} too", f"0123@{US}"):
        assert said(text) == Typed(text), text
    assert said(f"@{US} /play mini") == said(f"/play mini @{US}") == Order(Command.PLAY, "mini")


def test_a_command_is_written_in_any_letters_in_which_it_has_a_name() -> None:
    for chat in (PRIVATE, GROUP):
        assert said("/рlay mini", chat) == Order(Command.PLAY, "mini")
        assert said("/Допомога", chat) == Order(Command.HELP, "")
        assert said("/нова_гра цифри", chat) == Order(Command.PLAY, "цифри")
        assert said("/підказка", chat) == said("/подсказка", chat) == Order(Command.HINT, "")


def test_edits_and_media_are_answered_in_private_alone_and_an_anonymous_admin_who_plays() -> None:
    assert (said("0123", edited=True), said(None)) == (Unplayable("edited"), Unplayable("media"))
    assert said("0123", GROUP, edited=True, to_bot=True) == said("/play", GROUP, edited=True) == Nothing()
    assert said(None, GROUP, to_bot=True) == Nothing()
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


HOW = st.fixed_dictionaries(dict.fromkeys(("edited", "to_bot", "anonymous"), st.booleans()))


@given(st.sampled_from([PRIVATE, GROUP]), st.none() | TEXTS, HOW)
def test_nothing_that_is_said_makes_parsing_fail(chat: Chat, text: str | None, how: dict[str, Any]) -> None:
    intent = parse(Said(1, chat, ALICE, 5, text, **how), US)
    assert isinstance(intent, Order | Typed | Nothing | Unplayable)
    assert not (chat.is_group and isinstance(intent, Unplayable)) or intent == Unplayable("anonymous")


@given(st.text())
def test_nothing_that_is_pressed_makes_parsing_fail(data: str) -> None:
    assert isinstance(parse(Pressed(1, "q", PRIVATE, ALICE, 5, data), US), Tap | OldButton)


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
    asked = [posted(CLUB, f"/{command}") for command in ("help", "rules", "top", "settings", "language")]
    assert {type(parse(each, "bot")) for each in asked} == {Order}
    assert isinstance(said := posted(None, "/play"), Said)
    assert not said.anonymous
    assert not said.as_channel


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
        again = replace(edit, update=901, text="4569"), replace(edit, update=902, message=49)
        assert [await of(each) for each in again] == [[], []]
        assert len(await of(replace(edit, update=903, message=51))) == 1
    async with notes() as of:
        album = [Said(900 + at, Chat(ANN.id), ANN, 50 + at, None, at=100.0 + at) for at in range(5)]
        assert len([note for each in album for note in await of(each)]) == 1
        assert parse(replace(album[0], edited=True), "bot") == Nothing()
        assert len(await of(replace(album[0], update=990, message=90, at=9_000.0))) == 1
