"""The lock on a board: a link that carries the whole fingerprint of a secret, in the way of nobody.

Telegram delivers the link with the board, so the fingerprint is in the player's hands before the first guess.
"""

from bot.app.links import proof_link
from bot.app.screen import Screen
from bot.app.texts import Html, Texts

SECRET, LOT = "🔒", "🎲"
"""What is sealed: a secret, and the lot that says who begins."""


def seal(digest: str, username: str, sign: str = SECRET) -> Html:
    """The sign as a link to what explains this SHA-256 (in hex), for the bot of that name."""
    return Html(f'<a href="{proof_link(username, digest)}">{sign}</a>')


def sealed(line: Html, *seals: Html) -> Html:
    """The line with seals at its end."""
    return Html(" ".join((line, *seals)))


def explained(digest: str, texts: Texts) -> Screen:
    """What whoever follows such a link reads. The digest may be anything: nothing is looked up."""
    return Screen(texts.html("seal.explained", digest=digest))
