"""Several codes broken by the same guesses: the game as it is played, stored, and kept for ever."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.app.kinds.board_codec import board_body_of, board_fields_of
from bot.app.model.bodies import Stays
from bot.app.model.game import BoardGame, Codec, Gist, Progress, commitment_to
from bot.app.stats.model import IN_GROUP
from bot.game.notation import position
from solver.feedback import History


@dataclass(frozen=True, slots=True, kw_only=True)
class Several(BoardGame):
    """Whoever is in the chat breaks all of the bot's secrets by the same guesses, all on one seat."""

    advised: bool = False
    """Whether the board shows the hint, until the next guess."""
    suggestions: Stays[int] = 0
    """How many hints have been taken."""
    earned: Stays[tuple[str, ...]] = ()
    """The achievements that it has brought its player."""

    @property
    def open(self) -> dict[int, History]:
        """What is known of each secret that is not broken yet, by its place."""
        told = zip(self.game.secrets, self.game.histories, strict=True)
        return {at: history for at, (secret, history) in enumerate(told) if not history or history[-1][0] != secret}

    @property
    def written_secrets(self) -> str:
        """The secrets as they are hashed, in their order: `0834 4567`."""
        return " ".join(self.game.variant.format(secret or ()) for secret in self.game.secrets)

    @property
    def commitment(self) -> str:
        """SHA-256 of `"<secrets> <salt>"` in hex: one fingerprint of them all."""
        return commitment_to(self.written_secrets, self.salt)


def body_of(game: Several) -> dict[str, Any]:
    """What is stored of the game besides its header."""
    earned = {"earned": game.earned} if game.earned else {}
    return board_body_of(game) | {"advised": game.advised, "suggestions": game.suggestions} | earned


def game_of(header: dict[str, Any], body: Mapping[str, Any]) -> Several:
    """The game that was stored so. Raises ValueError for a format that is not known."""
    own = {"advised": body["advised"], "suggestions": body["suggestions"], "earned": tuple(body.get("earned", ()))}
    return Several(**board_fields_of(header, body), **own)


def progress_of(game: Several) -> Progress:
    """How far the game has come."""
    return Progress(len(game.game.turns), (game.suggestions,))


def gist_of(game: Several) -> Gist | None:
    """What is kept for ever; nothing where nobody has guessed. Of a group only whoever began it is known by id."""
    group = {IN_GROUP: "1"} if game.chat.is_group else {}
    return Gist(position(game.game), (game.starter,), (game.salt,), group) if game.game.turns else None


CODEC = Codec("several", Several, body_of, game_of, progress_of, gist_of)
