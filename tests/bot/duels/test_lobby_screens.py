"""Whoever looks for a rival reads what they ask for, and what others want: no screen changes under their eyes."""

import ast
import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.app.lobby.screens import OFFERED
from sandbox.client import Message, Person
from tests.bot.conftest import Stage
from tests.bot.duels.card_players import press_at_once
from tests.bot.duels.challengers import choose_terms
from tests.bot.duels.seekers import FOUND, LOOKING, has_looked, lists, looks, looks_again, met, passes, waiting
from tests.bot.player import by_bot, talk
from tests.needs import ROOT

session = pytest.mark.asyncio(loop_scope="session")
WISHES, MEANWHILE = "Their terms", "Want to play me meanwhile?"
JUST_MET = "🔎 Found you a rival: here’s the game."
SLOW, DAYS, RACE, VOLLEY = (
    ("⚙️", "90 s a guess", "1 h a guess", "🔎"),
    ("⚙️", "90 s a guess", "1 day a guess", "🔎"),
    ("⚙️", "⚔️ Duel", "🎾 Race in turn", "🔎"),
    ("⚙️", "🏆 rated", "🔎"),
)
"""How somebody comes to look for a rival on other terms than those of a newcomer."""


# What a tick, a pairing, or what is said in the room may change.

CHANGING = {
    "SEARCH_SLOT": {"waiting", "found_screen", "ended_screen"},
    "SLOT of duels/actions.py": {"ended_screen"},
    "SLOT of talk/actions.py": {"inside"},
    "SLOT of talk/handlers.py": {"inside", "outside"},
}
"""What stands in the slots that change without a press of whose they are: search and result, the room and its door."""
ASKED_FOR = {"HALL": {"lobby"}, "PEOPLE": {"people"}}
"""What stands in those that do not."""


def shown_in_slots() -> dict[str, set[str]]:
    """Each slot of the lobby, as the code names it, with the functions whose screens are shown there."""
    found: dict[str, set[str]] = {}
    for name in ("duels/actions.py", "talk/actions.py", "lobby/handlers.py", "talk/handlers.py"):
        for function in ast.walk(ast.parse((ROOT / "bot/app" / name).read_text("utf-8"))):
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            made = {
                target.id: made
                for node in ast.walk(function)
                if isinstance(node, ast.Assign) and (made := screen_made(node.value))
                for target in node.targets
                if isinstance(target, ast.Name)
            }
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("work.show"):
                    slot, screen = ast.unparse(call.args[1]), call.args[2]
                    if slot in {"SLOT", "SEARCH_SLOT", "HALL", "PEOPLE"}:
                        slot = f"SLOT of {name}" if slot == "SLOT" else slot
                        shown = made[screen.id] if isinstance(screen, ast.Name) else screen_made(screen)
                        found.setdefault(slot, set()).add(shown)
    return found


def screen_made(value: ast.expr) -> str:
    """The function that makes the screen; empty: none does."""
    called = ast.unparse(value.func) if isinstance(value, ast.Call) else ""
    module, _, name = called.rpartition(".")
    return name if module in {"screens", "lobby_screens", "talk_screens"} or not module else ""


def test_what_somebody_asks_for_stands_in_no_slot_that_changes_by_itself() -> None:
    assert shown_in_slots() == CHANGING | ASKED_FOR


async def opens_list(_stage: Stage, ann: Person) -> Message:
    return await lists(ann)


async def opens_list_by_button(stage: Stage, ann: Person) -> Message:
    await stage.after(ann.presses("🏟 Lobby", on=await ann.sees(LOOKING)))
    return by_bot(ann)[-1]


async def turns_a_page(stage: Stage, ann: Person) -> Message:
    await stage.after(ann.presses("🔄", on=await lists(ann)))
    return await ann.sees("🏟 Lobby")


async def comes_to_the_door(stage: Stage, ann: Person) -> Message:
    await stage.after(ann.presses("🗣 The room", on=await lists(ann)))
    return await ann.sees("🗣")


async def goes_in(stage: Stage, ann: Person) -> Message:
    await stage.after(ann.presses("🗣 Join", on=await comes_to_the_door(stage, ann)))
    return await ann.sees("🗣 The lobby’s room")


async def reads_who_spoke(stage: Stage, ann: Person) -> Message:
    bob = await stage.sandbox.person("Bob")
    await stage.after(bob.presses("🗣 Join", on=await comes_to_the_door(stage, bob)))
    await stage.after(bob.send("hello everybody"))
    await stage.after(ann.presses("🔇 🚩", on=await goes_in(stage, ann)))
    listed = by_bot(ann)[-1]
    await stage.after(bob.send("is anybody here?"))
    return listed


DOORS = (opens_list, opens_list_by_button, turns_a_page, comes_to_the_door, goes_in, reads_who_spoke)


@session
@pytest.mark.parametrize("opens", DOORS)
async def test_what_was_asked_for_stays_while_a_search_goes_on_and_when_it_ends(
    lobby: Stage, opens: Callable[[Stage, Person], Awaitable[Message]]
) -> None:
    ann = await looks(lobby, "Ann")
    search = await ann.sees(LOOKING)
    asked_for = await opens(lobby, ann)
    passes(lobby, ann, 61)
    assert (await ann.sees(MEANWHILE)).id == search.id
    await lobby.quiet()
    assert now(ann, asked_for) == (asked_for.text, asked_for.buttons)
    await looks(lobby, "Dan")
    assert (await ann.sees(FOUND)).id == search.id
    assert now(ann, asked_for) == (asked_for.text, asked_for.buttons)


def now(person: Person, seen: Message) -> tuple[str, tuple[str, ...]] | None:
    """What that message says by now."""
    return next(((each.text, each.buttons) for each in person.messages() if each.id == seen.id), None)


async def in_a_game_and_looking(lobby: Stage) -> tuple[Person, Message]:
    """Somebody who is in a live game, and looks for a slower one."""
    ann, bob = await looks(lobby, "Ann"), await looks(lobby, "Bob")
    for person in (ann, bob):
        await person.sees(FOUND)
        await lobby.after(person.send("0123"))
    await choose_terms(ann, *SLOW)
    return ann, await ann.sees(LOOKING)


@session
async def test_a_menu_on_which_a_search_is_refused_stays_a_menu(lobby: Stage) -> None:
    ann, search = await in_a_game_and_looking(lobby)
    await choose_terms(ann, "⚙️", "1 h a guess", "90 s a guess")
    menu = by_bot(ann)[-1]
    assert "You’re in a game (90 s a guess)" in ((await ann.presses("🔎", on=menu)).text or "")
    passes(lobby, ann, 61)
    assert (await ann.sees(MEANWHILE)).id == search.id
    await lobby.quiet()
    assert now(ann, menu) == (menu.text, menu.buttons)


@session
async def test_a_tick_edits_nothing_while_nothing_has_changed(lobby: Stage) -> None:
    ann = await looks(lobby, "Ann")
    search = await ann.sees(LOOKING)
    before = await edits(lobby)
    passes(lobby, ann, 20)
    await has_looked(lobby, ann, 5)
    assert (await edits(lobby), now(ann, search)) == (before, (search.text, search.buttons))
    passes(lobby, ann, 45)
    await ann.sees(MEANWHILE)
    assert await edits(lobby) == before + 1


async def edits(lobby: Stage) -> int:
    await lobby.quiet()
    return int((await lobby.sandbox.state())["calls"].get("editMessageText", 0))


# What the others look for.


async def looking(lobby: Stage, name: str, *terms: str) -> tuple[Person, Message]:
    person = await lobby.sandbox.person(name)
    await choose_terms(person, *terms)
    return person, await person.sees(LOOKING)


async def reads_anew(lobby: Stage, person: Person) -> Message:
    """A tick later, what the person reads of their search."""
    passes(lobby, person, 2)
    await has_looked(lobby, person, 1)
    await lobby.quiet()
    return await person.sees(LOOKING)


@session
async def test_people_with_other_wishes_read_of_each_other_and_one_press_brings_two_together(lobby: Stage) -> None:
    ann = await looks(lobby, "Ann")
    (bob, his), (cyd, _) = await looking(lobby, "Bob", *SLOW), await looking(lobby, "Cyd", *RACE)
    assert "⚔️ Duel · 4 digits · 90 s a guess · rated" in his.text
    hers = await reads_anew(lobby, ann)
    assert "2 others are looking too.\nTheir terms" in hers.text
    assert [button for button in hers.buttons if button.startswith("🔎")] == ["🔎 1 h a guess", "🔎 🎾 Race in turn"]
    assert not {"Bob", "Cyd"} & set(hers.text.split())
    answers = await press_at_once("🔎 1 h a guess", hers, ann, ann)
    assert [answer.text or "" for answer in answers] == ["", ""]
    for person in (ann, bob):
        await person.sees(FOUND)
    assert (met(lobby, ann, bob), await waiting(lobby)) == (1, {cyd.id})


@session
@pytest.mark.parametrize("gone", ["stopped", "blocked"])
async def test_pressed_too_late_the_own_search_goes_on(lobby: Stage, gone: str) -> None:
    ann, (bob, his) = await looks(lobby, "Ann"), await looking(lobby, "Bob", *SLOW)
    hers = await reads_anew(lobby, ann)
    if gone == "stopped":
        await lobby.after(bob.presses("Stop looking", on=his))
    else:
        lobby.bot.change("INSERT INTO blocks (person_id, blocked_id) VALUES (?, ?)", bob.id, ann.id)
    assert (await ann.presses("🔎 1 h a guess", on=hers)).text == "They’ve stopped looking"
    await lobby.quiet()
    after = await ann.sees(LOOKING)
    assert after.id == hers.id
    assert WISHES not in after.text
    assert ann.id in await waiting(lobby)
    assert met(lobby, ann, bob) == 0


@session
@pytest.mark.parametrize("played", [False, True])
async def test_a_search_stopped_on_a_list_from_before_the_rival_came_is_not_said_to_be(
    lobby: Stage, *, played: bool
) -> None:
    ann = await looks(lobby, "Ann")
    listed = await lists(ann)
    await looks(lobby, "Bob")
    await ann.sees(FOUND)
    if played:
        await lobby.after(ann.presses("🎲"))
    answer = await ann.presses("Stop looking", on=listed)
    await lobby.quiet()
    await ann.sees_no("You’ve stopped looking")
    listed_now = [each for each in ann.messages() if each.id == listed.id]
    if played:
        assert (answer.text, listed_now[0].button("Stop looking")) == ("Your search was already over", None)
    else:
        await ann.sees(JUST_MET)
        assert (answer.text or "", listed_now) == ("", [])
    await ann.sees(FOUND)


@session
@pytest.mark.parametrize("by_reader", [False, True])
async def test_whom_a_block_parts_is_counted_and_no_more(lobby: Stage, *, by_reader: bool) -> None:
    ann, bob = await looks(lobby, "Ann"), await lobby.sandbox.person("Bob")
    blocker, blocked = (bob, ann) if by_reader else (ann, bob)
    lobby.bot.change("INSERT INTO blocks (person_id, blocked_id) VALUES (?, ?)", blocker.id, blocked.id)
    await choose_terms(bob, *SLOW)
    read = await bob.sees("1 other is looking too")
    assert WISHES not in read.text
    assert [each for each in read.buttons if "🔎" in each] == []


@session
async def test_beside_a_live_game_live_terms_are_refused_and_the_search_goes_on(lobby: Stage) -> None:
    ann, _ = await in_a_game_and_looking(lobby)
    await looks(lobby, "Cyd")
    hers = await reads_anew(lobby, ann)
    answer = await ann.presses("🔎 90 s a guess", on=hers)
    assert answer.alert
    assert "You’re in a game (90 s a guess)" in (answer.text or "")
    await lobby.quiet()
    assert now(ann, hers) == (hers.text, hers.buttons)
    assert ann.id in await waiting(lobby)


@session
async def test_of_many_wishes_some_are_named_and_the_others_counted(lobby: Stage) -> None:
    for name, terms in zip(("Ann", "Bob", "Cyd", "Dan"), (SLOW, DAYS, RACE, VOLLEY), strict=True):
        await looking(lobby, name, *terms)
    read = await (await looks(lobby, "Eve")).sees(WISHES)
    taken = [each for each in read.buttons if each.startswith("🔎")]
    assert len(taken) == OFFERED
    assert "4 others are looking too" in read.text
    assert "… and 1 more" in read.text


@session
async def test_those_who_want_the_same_read_of_no_terms(lobby: Stage) -> None:
    ann, bob = await looks(lobby, "Ann"), await lobby.sandbox.person("Bob")
    lobby.bot.change("UPDATE seeks SET rating = 100 WHERE person_id = ?", ann.id)
    await looks_again(bob)
    read = await bob.sees("1 other is looking too")
    assert WISHES not in read.text


@session
async def test_who_takes_the_terms_of_somebody_far_away_waits_on_them(lobby: Stage) -> None:
    _, (bob, _) = await looks(lobby, "Ann"), await looking(lobby, "Bob", *SLOW)
    lobby.bot.change("UPDATE seeks SET rating = 100 WHERE person_id = ?", bob.id)
    cyd = await looks(lobby, "Cyd")
    dan = await lobby.sandbox.person("Dan")
    await asyncio.gather(cyd.sees(FOUND), choose_terms(dan, *RACE))
    read = await dan.sees(WISHES)
    await lobby.after(dan.presses("🔎 ⚔️ Duel · 1 h a guess", on=read))
    [again] = by_bot(dan, words=LOOKING)
    assert "⚔️ Duel · 4 digits · 1 h a guess · rated" in again.text
    assert await waiting(lobby) == {bob.id, dan.id}
    await talk("[Stop looking] → You’ve stopped looking", dan)
