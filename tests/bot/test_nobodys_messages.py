"""What is written in no person's name, what is edited, and what is no text."""

from dataclasses import replace
from typing import Any

import pytest

from bot.app.intents import FOR_NOBODY, Command, Nothing, Order, Unplayable, parse
from bot.app.messages import Chat, Person, Said
from bot.app.screen import Screen
from bot.telegram.translate import incoming_of
from tests.bot.inside import Inside, inside

GROUP = -1_000_000_000_007
CHANNEL = -1_000_000_000_009
ANN = Person(1001, "Ann", "en")


def update(sender: int | None, text: str) -> dict[str, Any]:
    """An update of Telegram's about a message in the group, in the name of that chat."""
    message = {
        "message_id": 5,
        "date": 100,
        "chat": {"id": GROUP, "type": "supergroup"},
        "from": {"id": 1087968824, "is_bot": True, "first_name": "Group"},
        "text": text,
        **({} if sender is None else {"sender_chat": {"id": sender, "type": "channel"}}),
    }
    return {"update_id": 1, "message": message}


@pytest.mark.parametrize("command", Command)
@pytest.mark.parametrize("sender", [GROUP, CHANNEL])
def test_what_needs_no_person_is_for_everybody(command: Command, sender: int) -> None:
    intent = parse(incoming_of(update(sender, f"/{command.value}"), 7), "bot")
    why = "anonymous" if sender == GROUP else "channel"
    assert intent == (Order(command, "") if command in FOR_NOBODY else Unplayable(why))


@pytest.mark.parametrize("command", ["help", "rules", "top", "settings", "language"])
def test_an_anonymous_admin_may_ask_for_these(command: str) -> None:
    assert isinstance(parse(incoming_of(update(GROUP, f"/{command}"), 7), "bot"), Order)


def test_a_person_is_no_channel() -> None:
    said = incoming_of(update(None, "/play"), 7)
    assert isinstance(said, Said)
    assert not said.anonymous
    assert not said.as_channel


async def what_comes_of(bot: Inside, said: Said) -> list[Screen]:
    """The screens that come of it."""
    return [each[3] for each in await bot._all_of(said) if isinstance(each, tuple) and isinstance(each[3], Screen)]


async def test_an_edited_guess_is_told_once_how_to_count_it_without_board_and_sound() -> None:
    async with inside((0, 1, 2, 3), Chat(1001)) as bot:
        await bot.says("/play")
        await bot.says("4567")
        edit = Said(900, Chat(1001), ANN, 50, "4568", edited=True, at=100.0)
        [note] = await what_comes_of(bot, edit)
        assert "new message" in note.html
        assert (note.rows, note.is_silent) == ((), True)
        assert await what_comes_of(bot, replace(edit, update=901, text="4569")) == []
        assert await what_comes_of(bot, replace(edit, update=902, message=49)) == []
        assert len(await what_comes_of(bot, replace(edit, update=903, message=51))) == 1


async def test_of_what_is_no_text_one_note_comes() -> None:
    async with inside((0, 1, 2, 3), Chat(1001)) as bot:
        await bot.says("/play")
        album = [Said(900 + at, Chat(1001), ANN, 50 + at, None, at=100.0 + at) for at in range(5)]
        notes = [screen for each in album for screen in await what_comes_of(bot, each)]
        assert [(note.rows, note.is_silent) for note in notes] == [((), True)]
        assert parse(replace(album[0], edited=True), "bot") == Nothing()
        assert len(await what_comes_of(bot, replace(album[0], update=990, message=90, at=9_000.0))) == 1
