"""The commitments to the secrets of a game in which each has a seat."""

from dataclasses import dataclass

from bot.app.kinds.group.model import Group
from bot.app.model.fairness import commitment_to
from bot.game.model import Seat


@dataclass(frozen=True, slots=True)
class Sealed:
    """A kept secret, as text, with the salt of its commitment. `keeper` is None where it is the bot's."""

    keeper: Seat | None
    secret: str
    salt: str

    @property
    def digest(self) -> str:
        """SHA-256 of `"<secret> <salt>"` in hex."""
        return commitment_to(self.secret, self.salt)


def sealed_secrets(game: Group) -> list[Sealed]:
    """The secrets that are kept, each with a salt of its own: equal secrets shall not have equal fingerprints."""
    show = game.game.variant.format
    kept = [(game.game.keeper_of(Seat(at)), secret) for at, secret in enumerate(game.game.secrets) if secret]
    return [
        Sealed(keeper, show(secret), game.salt if keeper is None else f"{game.salt}-{keeper + 1}")
        for keeper, secret in kept
    ]
