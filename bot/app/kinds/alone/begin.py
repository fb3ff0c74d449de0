"""Beginning games alone."""

from dataclasses import replace

from bot.app.kind import Outcome, Request
from bot.app.kinds.alone.model import Alone
from bot.app.model.options import GameOptions
from bot.app.screen import Place
from bot.game.model import MODES, Game


def begin(options: GameOptions, request: Request) -> Outcome[Alone]:
    """A new game by options, its board at the bottom."""
    mode, variant = MODES[options.mode], options.the_variant
    secrets = (request.world.draw_secret(variant),) if mode.has_secret else ()
    game = new_game(Game(variant, mode, secrets), request)
    return Outcome(replace(game, help=options.help), place=Place.BOTTOM)


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
