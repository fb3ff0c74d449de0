"""Games alone that go on from a position, for practice: they are not counted."""

from dataclasses import replace

from bot.app.buttons import GamePress
from bot.app.kinds.alone.beginning import new_game
from bot.app.kinds.alone.model import ALL, Alone
from bot.app.kinds.outcome import Outcome, strip_buttons
from bot.app.model.header import Header
from bot.app.model.options import GameOptions
from bot.app.ports import Place
from bot.app.request import Request
from bot.app.texts import Html
from bot.game.model import Game
from bot.game.modes import MODES
from bot.game.rules import Guess, Reply, apply
from solver.feedback import History
from solver.position import fitting_codes


async def retry(_press: GamePress, game: Alone, request: Request) -> Outcome[Header]:
    """Go on from the position before the guess that cost most."""
    if not game.can_be_retried or game.costliest is None:
        return strip_buttons(game, request)
    before = game.game.history_of(ALL)[: game.costliest.number - 1]
    return begin_after(game.options, before, request, request.texts.html("note.retried"))


def begin_after(options: GameOptions, history: History, request: Request, note: Html) -> Outcome[Alone]:
    """A game that goes on from those turns, with a secret that fits their replies: the same one if it is on already.

    Raises NeedsThought, and InconsistentHistory where no secret fits.
    """
    for game in request.games:
        if isinstance(game, Alone) and game.options == options and game.game.history_of(ALL) == history:
            return Outcome(game, place=Place.BOTTOM, changed=False)
    mode, variant = MODES[options.mode], options.the_variant
    fitting = request.world.recall(fitting_codes, variant, history)
    drawn = fitting[request.world.draw_number(0, len(fitting) - 1)]
    played = Game(variant, mode, (tuple(int(symbol) for symbol in drawn),) if mode.has_secret else ())
    for guess, reply in history:
        move = Guess(ALL, guess, knowingly=True) if mode.has_secret else Reply(ALL, guess, reply, knowingly=True)
        played = apply(played, move).game
    by = (request.person.name,) * len(history)
    begun = replace(new_game(played, request), guessed_by=by, help=options.help, is_practice=True)
    return Outcome(begun, note, place=Place.BOTTOM)
