"""What each seat may see of a running game."""

from dataclasses import replace

from bot.game.model import HIDDEN, Game, Phase, Seat


def seen_by(game: Game, seat: Seat | None) -> Game:
    """The game without what the seat may not see yet; None: an onlooker."""
    if game.phase is Phase.OVER:
        return game
    secrets = tuple(
        secret if secret is None or (seat is not None and game.keeper_of(Seat(breaker)) == seat) else HIDDEN
        for breaker, secret in enumerate(game.secrets)
    )
    shown = tuple(
        turn if game.mode.is_open or turn.seat == seat else replace(turn, guess=HIDDEN) for turn in game.turns
    )
    return replace(game, secrets=secrets, turns=shown)
