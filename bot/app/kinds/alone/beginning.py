"""Beginning games alone."""

from dataclasses import replace

from bot.app.kinds.alone.model import ALL, Alone
from bot.app.kinds.outcome import Outcome
from bot.app.model.modes import PLAIN
from bot.app.model.options import GameOptions
from bot.app.ports import Place
from bot.app.request import Request
from bot.game.model import Game
from bot.game.modes import MODES
from bot.game.rules import Guess, apply
from solver.feedback import History
from solver.position import fitting_codes
from solver.variant import Variant


class Begins:
    """The capability: games by options."""

    async def begin(self, options: GameOptions, request: Request) -> Outcome[Alone]:
        """A new game, its board at the bottom."""
        mode, variant = MODES[options.mode], options.the_variant
        secrets = (request.world.draw_secret(variant),) if mode.has_secret else ()
        game = new_game(Game(variant, mode, secrets), request)
        return Outcome(replace(game, help=options.help), place=Place.BOTTOM)

    def options_of(self, game: Alone) -> GameOptions:
        """The options with which the game is begun again."""
        return game.options


def begin_after(variant: Variant, history: History, request: Request) -> Outcome[Alone]:
    """A game that goes on from those turns, with a secret that fits their replies: the same one if it is on already.

    Raises NeedsThought, and InconsistentHistory where no secret fits.
    """
    for game in request.games:
        if isinstance(game, Alone) and game.game.variant == variant and game.game.history_of(ALL) == history:
            return Outcome(game, place=Place.BOTTOM, changed=False)
    fitting = request.world.recall(fitting_codes, variant, history)
    drawn = fitting[request.world.draw_number(0, len(fitting) - 1)]
    played = Game(variant, MODES[PLAIN], (tuple(int(symbol) for symbol in drawn),))
    for guess, _ in history:
        played = apply(played, Guess(ALL, guess, knowingly=True)).game
    begun = replace(new_game(played, request), guessed_by=(request.person.name,) * len(history))
    return Outcome(begun, request.texts.html("note.played-on"), place=Place.BOTTOM)


def new_game(game: Game, request: Request, salt: str = "") -> Alone:
    """A game of the person's that goes on from there, here and now; its proof is by that salt, or a new one."""
    return Alone(
        id=request.world.new_id(),
        chat=request.chat,
        starter=request.person.id,
        salt=salt or request.world.new_salt(),
        opened_at=request.world.now(),
        game=game,
    )
