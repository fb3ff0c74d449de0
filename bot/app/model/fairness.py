"""Commitment to a secret: its SHA-256 is shown before the first guess, the salt after the last."""

from hashlib import sha256

from bot.app.model.board import BoardGame


def commitment(game: BoardGame) -> str:
    """SHA-256 of `"<secret> <salt>"` in hex."""
    if not game.game.secret:
        raise ValueError("only the whole game can prove itself")
    return commitment_to(game.game.variant.format(game.game.secret), game.salt)


def commitment_to(secret: str, salt: str) -> str:
    """SHA-256 of `"<secret> <salt>"` in hex, for a secret as text."""
    return sha256(f"{secret} {salt}".encode()).hexdigest()
