"""A name that somebody changes while they play: it arrives wherever a game that is on names them, and nowhere else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from bot.app.kinds.alone.model import Alone
from bot.app.kinds.group.model import Group, GroupSeats, Member
from bot.app.kinds.match.model import Match, Sitter
from bot.app.kinds.number.model import Number
from bot.app.messages import Chat, Person
from bot.app.model.bodies import LEFT, Name, naming_of
from bot.app.model.game import Header
from bot.app.ratings.model import Points
from bot.app.registry import KINDS
from bot.app.talk.model import Talk
from bot.app.work import Work
from tests.bot.duels.test_match_screens import match_at
from tests.bot.inside import Inside, inside

GROUP = Chat(-5)
SECRET = (0, 1, 2, 3)
ANN, BOB, CID = (Person(1001 + at, name, "en") for at, name in enumerate(("Ann", "Bob", "Cid")))
ANNA, ROB = replace(ANN, name="Queen Anna"), replace(BOB, name="Robert")


async def says(bot: Inside, person: Person, text: str, chat: Chat = GROUP) -> str:
    bot.person, bot.chat = person, chat
    await bot.says(text)
    return shown(bot)


async def presses(bot: Inside, person: Person, data: str, chat: Chat = GROUP) -> str:
    """They press the newest button whose data begin so, wherever it stands."""
    bot.person, bot.chat = person, chat
    found, slot = next((known, slot) for known, slot in reversed(bot.buttons) if known.startswith(f"1:{data}"))
    await bot.presses(found, slot)
    return shown(bot)


def shown(bot: Inside) -> str:
    """What was shown last in the chat."""
    return str(max(bot.screens.values(), key=lambda known: known[0])[1].html)


async def running(bot: Inside, model: type[Any]) -> Any:
    return await bot.store.run(lambda work: work.games.latest(GROUP.id, model))


async def party(bot: Inside, how: str) -> str:
    await says(bot, ANN, "/party")
    return await presses(bot, ANN, f"party:{how}")


@asynccontextmanager
async def in_turn() -> AsyncIterator[Inside]:
    """Ann and Bob guess in turn, and Ann has guessed."""
    async with inside(SECRET, GROUP) as bot:
        await party(bot, "c0")
        await presses(bot, BOB, "in:")
        board = await says(bot, ANN, "/g 4567")
        assert "Ann" in board
        assert "Bob" in board
        yield bot


async def test_the_name_of_the_last_guess_stands_on_a_partys_board_its_guesses_its_end_and_its_points() -> None:
    async with in_turn() as bot:
        board = await says(bot, ROB, "/g 4568")
        assert "Robert" in board
        assert "Bob" not in board
        board = await says(bot, ANNA, "/g 0123")
        assert "Queen Anna" in board
        assert "Robert" in board
        assert [name for name in ("Ann ", "Ann\n", "Ann:", "Bob") if name in board.replace("Queen Ann", "")] == []
        scores = await bot.store.run(lambda work: work.of(Points).scores(GROUP.id, 5))
        assert sorted(score.name for score in scores) == ["Queen Anna", "Robert"]


async def test_so_does_the_name_of_the_last_press_even_of_one_that_changes_nothing_else() -> None:
    async with in_turn() as bot:
        await presses(bot, ANNA, "in:")  # she is in already
        board = await says(bot, BOB, "/g 4568")
        assert board.count("Queen Anna") == board.count("Ann") >= 2


async def test_a_party_begins_again_with_the_names_of_now_and_what_is_over_keeps_its_names() -> None:
    async with in_turn() as bot:
        await says(bot, BOB, "/g 0123")
        over: Group = await running(bot, Group)
        await presses(bot, ROB, "again:")
        begun: Group = await running(bot, Group)
        assert [member.name for member in begun.seats.members] == ["Robert", "Ann"]
        await presses(bot, ANNA, "again:")  # pressed by the other as well: it is the same one
        again: Group = await running(bot, Group)
        assert (again.id, [member.name for member in again.seats.members]) == (begun.id, ["Robert", "Queen Anna"])
        kept = await bot.store.run(lambda work: work.games.load(over.id, Group))
        assert kept is not None
        assert [member.name for member in kept.seats.members] == ["Ann", "Bob"]


async def test_where_all_guess_freely_and_where_one_keeps_a_number_the_name_of_now_stands_too() -> None:
    async with inside(SECRET, GROUP) as bot:
        await party(bot, "p0")
        await says(bot, ANN, "/g 4567")
        board = await says(bot, ANNA, "/g 4568")
        assert board.count("Queen Anna") == board.count("Ann") == 2
        await says(bot, ANN, "/number")
        await presses(bot, ANN, "nkeeper:")
        await presses(bot, ANNA, "nyes:")
        game: Number = await running(bot, Number)
        assert game.starter_name == "Queen Anna"


async def test_whoever_looks_on_changes_no_name() -> None:
    async with in_turn() as bot:
        before: Group = await running(bot, Group)
        await presses(bot, replace(CID, name="Ann"), "skip:")
        assert (await running(bot, Group)).seats.members == before.seats.members


# Matches, each seen from a chat of their own.


async def matched(bot: Inside) -> Match:
    sitters = tuple(Sitter(person.id, person.name, person.id) for person in (ANN, BOB))
    match = match_at("race classic 0123 |", sitters=sitters, clock="none", rated=False, friends=True)

    async def begin(work: Work) -> None:
        work.games.save(match)

    await bot.store.run(begin)
    return match


async def names_of(bot: Inside, match: Match) -> list[str]:
    found = await bot.store.run(lambda work: work.games.load(match.id, Match))
    assert found is not None
    return [sitter.name for sitter in found.sitters]


@pytest.mark.parametrize("is_parted", [False, True])
async def test_a_rival_sees_the_name_of_the_last_guess_unless_the_two_hear_of_each_other_no_more(
    *, is_parted: bool
) -> None:
    async with inside(SECRET, Chat(ANN.id)) as bot:
        match = await matched(bot)
        if is_parted:
            await bot.store.run(lambda work: work.of(Talk).block(BOB, ANN))
        await says(bot, ANNA, "4567", Chat(ANN.id))
        assert await names_of(bot, match) == ["Ann" if is_parted else "Queen Anna", "Bob"]
        assert ("Queen Anna" in await says(bot, BOB, "4568", Chat(BOB.id))) is not is_parted


# All kinds: wherever a name is kept beside an id it can be told whose it is, and so it is changed.

NOT_SEATED = {Alone: "whose game is to be beaten, or who has set the secret: they do nothing in this game"}


def test_each_kind_that_keeps_a_name_beside_an_id_changes_it() -> None:
    keeping = {
        kind.codec.model
        for kind in KINDS
        if any(
            isinstance(role, Name) and role.of for roles in naming_of(kind.codec.model).roles.values() for role in roles
        )
    }
    changing = {kind.codec.model for kind in KINDS if kind.codec.model.renamed is not Header.renamed}
    assert keeping - {*NOT_SEATED} == changing >= {Group, Match, Number}


def test_no_late_update_brings_back_the_name_of_somebody_who_has_left() -> None:
    match = match_at("race classic 0123 |", sitters=(Sitter(1, "Alice", 1), Sitter(LEFT, "Someone who left", None)))
    assert match.renamed(2, "Bob") == match
    seats = GroupSeats((Member("Ann", 1), Member("Someone who left", LEFT)))
    assert seats.seat_of(2) is None


async def test_a_rematch_has_the_names_of_now_while_the_match_before_keeps_its_own() -> None:
    async with inside(SECRET, Chat(ANN.id)) as bot:
        match = await matched(bot)
        await says(bot, ANN, "0123", Chat(ANN.id))
        await says(bot, BOB, "0123", Chat(BOB.id))
        await presses(bot, BOB, "mrematch:", Chat(BOB.id))
        bot.screens.clear()
        await says(bot, ANN, "/start", Chat(ANN.id))
        await presses(bot, ANNA, "replay:", Chat(ANN.id))
        over = await bot.store.run(lambda work: work.games.load(match.id, Match))
        assert over is not None
        following = await bot.store.run(lambda work: work.games.load(over.rematch, Match))
        assert following is not None
        assert [sorted(sitter.name for sitter in each.sitters) for each in (over, following)] == [
            ["Ann", "Bob"],
            ["Bob", "Queen Anna"],
        ]
