"""Presses on the board of a number game."""

from dataclasses import replace

from bot.app.buttons import GamePress, GameVerb
from bot.app.kinds.kind import Rule
from bot.app.kinds.number import beginning, moves
from bot.app.kinds.number.button_data import asking_of
from bot.app.kinds.number.keypad_input import press_key, send
from bot.app.kinds.number.model import Number
from bot.app.kinds.outcome import Outcome, strip_buttons, unchanged
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.verbs import OnNumber

OF_WHOEVER_ASKS = {OnNumber.ASK, OnNumber.SEND, OnNumber.KEYPAD, OnNumber.KEY, OnNumber.ERASE, OnNumber.PROOF}
"""They are on boards where the bot keeps the secret."""
OF_WHOEVER_ANSWERS = {OnNumber.YES, OnNumber.NO, OnNumber.CORRECT, OnNumber.FLIP, OnNumber.BACK}
"""They are on boards where a person keeps the secret, and only that person may press them."""
DECIDES, CHANGES_VIEW, ALSO_AFTER = Rule(bound=True), Rule(), Rule(over=True)
RULES: dict[GameVerb, Rule] = {
    OnNumber.ASK: DECIDES,
    OnNumber.SEND: DECIDES,
    OnNumber.YES: DECIDES,
    OnNumber.NO: DECIDES,
    OnNumber.FLIP: DECIDES,
    OnNumber.RESIGN: DECIDES,
    OnNumber.GIVE_UP: DECIDES,
    OnNumber.KEYPAD: CHANGES_VIEW,
    OnNumber.KEY: CHANGES_VIEW,
    OnNumber.ERASE: CHANGES_VIEW,
    OnNumber.CORRECT: CHANGES_VIEW,
    OnNumber.BACK: CHANGES_VIEW,
    OnNumber.KEEP: CHANGES_VIEW,
    OnNumber.PROOF: ALSO_AFTER,
    OnNumber.GUESSER: ALSO_AFTER,
    OnNumber.KEEPER: ALSO_AFTER,
}


async def press_button(press: GamePress, game: Number, request: Request) -> Outcome[Number]:
    """Carry out a press, if its button is on this board and for whoever pressed it."""
    if press.verb in (OF_WHOEVER_ANSWERS if game.bot_keeps else OF_WHOEVER_ASKS):
        return strip_buttons(game, request)
    if press.verb in OF_WHOEVER_ANSWERS and game.starter != request.person.id:
        return unchanged(game, Answer(request.texts.plain("toast.number-keeper")))
    match press.verb:
        case OnNumber.ASK | OnNumber.SEND | OnNumber.KEY | OnNumber.ERASE as verb:
            return await _ask(verb, press.argument, game, request)
        case OnNumber.YES | OnNumber.NO:
            return moves.answer(game, request, says=press.verb is OnNumber.YES)
        case OnNumber.FLIP:
            return moves.correct(press.argument, game, request)
        case OnNumber.GUESSER | OnNumber.KEEPER:
            return beginning.take_turns(game, request, bot_keeps=press.verb is OnNumber.GUESSER)
        case OnNumber.RESIGN:
            return beginning.ask_to_end(game, request)
        case OnNumber.GIVE_UP:
            return beginning.give_up(game, request)
        case OnNumber() as verb:
            return Outcome(_view_after(verb, game))
        case _:
            return strip_buttons(game, request)


async def _ask(verb: OnNumber, argument: str, game: Number, request: Request) -> Outcome[Number]:
    """Ask the bot by a button, or tap on the keypad."""
    if verb is OnNumber.SEND:
        return await send(argument, game, request)
    if verb is not OnNumber.ASK:
        return await press_key("" if verb is OnNumber.ERASE else argument, game, request)
    asking = asking_of(argument)
    return strip_buttons(game, request) if asking is None else moves.ask(asking, game, request)


def _view_after(verb: OnNumber, game: Number) -> Number:
    """The game once a button was pressed that only changes what its board shows."""
    match verb:
        case OnNumber.KEYPAD:
            return replace(game, keypad=not game.keypad)
        case OnNumber.PROOF:
            return replace(game, proof=not game.proof)
        case OnNumber.CORRECT | OnNumber.BACK:
            return replace(game, correcting=verb is OnNumber.CORRECT)
        case _:
            return replace(game, asks_to_resign=False, resigning=())
