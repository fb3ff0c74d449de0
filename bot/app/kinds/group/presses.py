"""The buttons of a board where each has a seat: when each counts, and what it does. A new button is one entry."""

from collections.abc import Awaitable, Callable

from bot.app.buttons import GamePress, GameVerb
from bot.app.kinds.board_presses import press_board
from bot.app.kinds.group.beginning import begin_again
from bot.app.kinds.group.codes import draw_secret, press_keypad
from bot.app.kinds.group.ending import give_up
from bot.app.kinds.group.joining import join, leave, skip, take_phone
from bot.app.kinds.group.model import Group
from bot.app.kinds.kind import Rule
from bot.app.kinds.outcome import Outcome
from bot.app.request import Request
from bot.app.verbs import OnBoard, OnSeat

Action = Callable[[GamePress, Group, Request], Awaitable[Outcome[Group]]]


async def press_button(press: GamePress, game: Group, request: Request) -> Outcome[Group]:
    """Carry out a press on the board."""
    _, action = BUTTONS[press.verb]
    return await action(press, game, request)


async def press_common(press: GamePress, game: Group, request: Request) -> Outcome[Group]:
    """Carry out a press on a button that does the same on every board."""
    return await press_board(OnBoard(press.verb), game, give_up, request)


async def press_again(_press: GamePress, game: Group, request: Request) -> Outcome[Group]:
    """Begin the same once more."""
    return begin_again(game, request)


BUTTONS: dict[GameVerb, tuple[Rule, Action]] = {
    OnBoard.DIGIT: (Rule(), press_keypad),
    OnBoard.ERASE: (Rule(), press_keypad),
    OnBoard.SUBMIT: (Rule(bound=True), press_keypad),
    OnBoard.KEYPAD: (Rule(), press_common),
    OnBoard.RESIGN: (Rule(bound=True), press_common),
    OnBoard.GIVE_UP: (Rule(bound=True), press_common),
    OnBoard.KEEP: (Rule(), press_common),
    OnBoard.PROOF: (Rule(over=True), press_common),
    OnBoard.AGAIN: (Rule(on=False, over=True), press_again),
    OnSeat.JOIN: (Rule(), join),
    OnSeat.LEAVE: (Rule(), leave),
    OnSeat.SKIP: (Rule(), skip),
    OnSeat.READY: (Rule(), take_phone),
    OnSeat.DRAWN: (Rule(), draw_secret),
}
RULES = {verb: rule for verb, (rule, _) in BUTTONS.items()}
