"""The buttons of the board of a game alone: when each counts, and what it does. A new button is one entry."""

from collections.abc import Awaitable, Callable

from bot.app.buttons import GamePress, GameVerb
from bot.app.intents import Command, Order
from bot.app.kinds.alone import standings
from bot.app.kinds.alone.contests import SHOWN, contest_about, contest_link
from bot.app.kinds.alone.ending import give_up
from bot.app.kinds.alone.hints import HINTED
from bot.app.kinds.alone.model import Alone
from bot.app.kinds.alone.moves import guess
from bot.app.kinds.alone.retrying import retry
from bot.app.kinds.alone.review import ask_for_review
from bot.app.kinds.beginning import play
from bot.app.kinds.board_presses import press_board
from bot.app.kinds.hinting import press_hint, press_note
from bot.app.kinds.keypad import press_key, tapped_code
from bot.app.kinds.kind import Rule
from bot.app.kinds.outcome import Outcome, strip_buttons, unchanged
from bot.app.kinds.reviewing import EVERY
from bot.app.model.header import Header
from bot.app.model.modes import alone_play
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.screens.end_buttons import EndPage
from bot.app.verbs import OnBoard

Action = Callable[[GamePress, Alone, Request], Awaitable[Outcome[Header]]]


async def press_button(press: GamePress, game: Alone, request: Request) -> Outcome[Header]:
    """Carry out a press on the board, or below the review of the game."""
    _, action = BUTTONS[press.verb]
    return await action(press, game, request)


async def press_common(press: GamePress, game: Alone, request: Request) -> Outcome[Header]:
    """Carry out a press on a button that does the same on every board."""
    return await press_board(OnBoard(press.verb), game, give_up, request)


async def tap(press: GamePress, game: Alone, request: Request) -> Outcome[Header]:
    """Tap a key of the keypad."""
    key = "" if press.verb is OnBoard.ERASE else press.argument
    return await press_key(key, game, game.game.variant, request)


async def submit(_press: GamePress, game: Alone, request: Request) -> Outcome[Header]:
    """Guess the code that was tapped."""
    code = await tapped_code(game, game.game.variant, request)
    return unchanged(game, code) if isinstance(code, Answer) else await guess(code, game, request)


async def hint(press: GamePress, game: Alone, request: Request) -> Outcome[Header]:
    """Show hints, or other buttons."""
    return press_hint(press.argument, game, HINTED, request)


async def note(press: GamePress, game: Alone, request: Request) -> Outcome[Header]:
    """Show or change the notes."""
    return press_note(press.argument, game, HINTED, request)


async def offer_to_friends(_press: GamePress, game: Alone, request: Request) -> Outcome[Header]:
    """Show the link that friends follow to beat the game; who presses in a group is led to their own chat for it."""
    if not game.may_be_beaten:
        return strip_buttons(game, request)
    contest = await contest_about(game, request)
    if request.chat.is_group:
        return unchanged(game, Answer(url=contest_link(contest, request.world.username)))
    standings.show_sharing(await request.work.contests.standings(contest, SHOWN), request)
    return unchanged(game, Answer())


async def review(_press: GamePress, game: Alone, request: Request) -> Outcome[Header]:
    """Ask for the review of the game; what belongs to it stands below the board meanwhile."""
    answer = await ask_for_review(game, request)
    page = EndPage.MAIN if answer.alert else EndPage.REVIEW
    return Outcome(game, answer=answer, page=page)


async def all_guesses(_press: GamePress, game: Alone, request: Request) -> Outcome[Header]:
    """Ask for all guesses as text, from below the review."""
    return unchanged(game, await ask_for_review(game, request, EVERY))


async def begin_again(_press: GamePress, game: Alone, request: Request) -> Outcome[Header]:
    """Begin the same once more."""
    return await play(game.options, request)


async def replay(press: GamePress, game: Alone, request: Request) -> Outcome[Header]:
    """Begin the same once more, from below the review."""
    if not alone_play(game.game.mode).can_be_replayed:
        return strip_buttons(game, request)
    return await begin_again(press, game, request)


def _order(command: Command) -> Action:
    """The button that does what the command does, beside the game."""

    async def obey(_press: GamePress, game: Alone, _request: Request) -> Outcome[Header]:
        return Outcome(game, changed=False, shows=False, follows=Order(command, ""))

    return obey


BUTTONS: dict[GameVerb, tuple[Rule, Action]] = {
    OnBoard.DIGIT: (Rule(), tap),
    OnBoard.ERASE: (Rule(), tap),
    OnBoard.SUBMIT: (Rule(bound=True), submit),
    OnBoard.KEYPAD: (Rule(), press_common),
    OnBoard.HINT: (Rule(bound=True), hint),
    OnBoard.NOTES: (Rule(), note),
    OnBoard.RESIGN: (Rule(bound=True), press_common),
    OnBoard.GIVE_UP: (Rule(bound=True), press_common),
    OnBoard.KEEP: (Rule(), press_common),
    OnBoard.PROOF: (Rule(over=True), press_common),
    OnBoard.LESSONS: (Rule(), _order(Command.LEARN)),
    OnBoard.MORE: (Rule(), _order(Command.MENU)),
    OnBoard.AGAIN: (Rule(on=False, over=True), begin_again),
    OnBoard.BEAT: (Rule(on=False, over=True), offer_to_friends),
    OnBoard.REVIEW: (Rule(on=False, over=True), review),
    OnBoard.RETRY: (Rule(on=False, over=True), retry),
    OnBoard.REPLAY: (Rule(on=False, over=True, slot="review"), replay),
    OnBoard.EVERY: (Rule(on=False, over=True, slot="review"), all_guesses),
}
RULES = {verb: rule for verb, (rule, _) in BUTTONS.items()}
"""What reveals the secret counts only once the game is over: a doctored client may press what is not shown."""
