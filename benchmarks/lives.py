"""How people play: alone, a match with somebody from the lobby, several at the board of a group."""

import asyncio
import random
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from benchmarks.day import ALONE, GROUP, LEAVERS, MATCH, REVIEWED, THOUGHT
from benchmarks.game import CLASSIC, Player, Press, Turns, turns_on
from benchmarks.hasty import HASTE
from benchmarks.rooms import Room, Tally, button
from benchmarks.telegram import Message

MOST_MOVES = 40
"""Nobody plays on for ever where the board is not understood."""
MY_TURN, MINE = "👉", "<u>Your guesses</u>"
RUNS_OUT = re.compile(r'Your time runs out <tg-time unix="(\d+)"')


@dataclass(slots=True)
class Person:
    """Somebody in a chat, who thinks before each update. `tally`: the present one."""

    room: Room
    player: Player
    dice: random.Random
    tally: Callable[[], Tally]

    async def thinks(self) -> None:
        await asyncio.sleep(self.dice.expovariate(HASTE / THOUGHT))


async def play_alone(person: Person) -> None:
    """A game against the bot's secret, now and then with its review."""
    room = person.room
    await room.says("/play")
    for _ in range(MOST_MOVES):
        await person.thinks()
        match person.player.next_move(room.board):
            case Press(data):
                await room.presses(data)
            case move:
                await room.says(move.text)
        if is_solved(turns_on(room.board)):
            break
    if person.dice.random() < REVIEWED and room.board and (look := button(room.board, "look")):
        await person.thinks()
        await _look_back(person, room.board, look)


async def _look_back(person: Person, board: Message, look: str) -> None:
    began = time.perf_counter()
    person.tally().asked += 1
    await person.room.presses(look)
    await person.room.shows(lambda message: message.id > board.id)
    person.tally().reviews.append(time.perf_counter() - began)


async def play_match(person: Person) -> None:
    """A duel with whoever is found in the lobby; some go away when it is their turn, and their clock runs out."""
    room, dice = person.room, person.dice
    await room.says("/duel")
    await person.thinks()
    await room.presses("1:find")
    await room.shows(lambda board: button(board, "mdrawn") is not None)
    await person.thinks()
    await room.says("".join(dice.sample(CLASSIC.alphabet, 4)))
    leaves = dice.random() < LEAVERS
    while not is_over(board := await room.shows(lambda board: MY_TURN in board.text or is_over(board))):
        if leaves and my_turns(board):
            await _stay_away(person, board)
            return
        await person.thinks()
        if room.board is not None and not is_over(room.board):
            await room.says(person.player.guess(my_turns(board)))


async def _stay_away(person: Person, board: Message) -> None:
    """Wait for the end. The screen tells whole seconds, so up to one of them is counted too much."""
    told = RUNS_OUT.search(board.text)
    await person.room.shows(is_over)
    if told:
        person.tally().late.append(time.time() - int(told[1]))


async def play_in_group(person: Person) -> None:
    """A game at the board of a group."""
    room = person.room
    await room.says("/play")
    for _ in range(MOST_MOVES):
        await person.thinks()
        await room.says(f"/guess {person.player.guess(turns_on(room.board))}")
        if is_solved(turns_on(room.board)):
            return


LIVES: dict[str, Callable[[Person], Awaitable[None]]] = {ALONE: play_alone, MATCH: play_match, GROUP: play_in_group}


def is_solved(turns: Turns) -> bool:
    """Whether the last of these guesses was right."""
    return bool(turns) and turns[-1][1] == "4"


def is_over(board: Message) -> bool:
    """Whether the screen of a match shows its end."""
    return button(board, "mhome") is not None


def my_turns(board: Message) -> Turns:
    """One's own guesses on the screen of a match."""
    found = (part for part in board.text.split("\n\n") if part.startswith(MINE))
    return turns_on(Message(board.chat, board.id, next(found, ""), ""))
