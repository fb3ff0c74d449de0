"""What somebody is asked before they leave a match, with what that will cost them."""

from bot.app.kinds.match.model import Match
from bot.app.kinds.match.names import rival_of
from bot.app.texts import Html, Texts
from bot.game.leaving import Way, is_free
from bot.game.model import Game, Seat

OFFERS = {
    Way.DRAW.value: ("match.draw-offered", "match.draw-waits"),
    Way.CALL_OFF.value: ("match.call-off-offered", "match.call-off-waits"),
}
"""What is said of an end that somebody offers, which needs both: to the other, and to whoever offers it."""
OFFER_EVERY = 3
"""An end that needs both may be offered once in so many of one's own guesses: nobody is asked without pause."""
ABORT, RESIGN = "abort", "resign"
"""What a screen asks before it ends the game: a sitter's `asking`."""


def may_offer(match: Match, seat: Seat) -> bool:
    """Whether the seat may offer such an end now."""
    last = match.sitters[seat].offered_after
    return last is None or len(match.game.turns_of(seat)) - last >= OFFER_EVERY


def question(game: Game, seat: Seat) -> str:
    """What is to be asked now: leaving costs nothing, or the game."""
    return ABORT if is_free(game, seat) else RESIGN


def words(asked: str, match: Match, seat: Seat, texts: Texts) -> Html:
    """The question, with what comes of it; and, where two people play, that they may agree otherwise."""
    if asked == ABORT:
        return texts.html("note.abort-match")
    name = rival_of(match, seat)
    asking = texts.html("note.resign-rated" if _counts(match) else "note.resign-match", name=name)
    return asking if match.level else Html(f"{asking} {texts.html('note.or-call-off')}")


def sure(asked: str, match: Match, texts: Texts) -> str:
    """The same on a card, where only the presser reads it: at most 200 characters."""
    if asked == ABORT:
        return texts.plain("playcard.sure-abort")
    return texts.plain("playcard.sure-resign-rated" if _counts(match) else "playcard.sure-resign")


def _counts(match: Match) -> bool:
    """Whether the end will change the ratings, as far as is known."""
    return match.rated and not match.unrated_because
