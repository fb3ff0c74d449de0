"""That no secret was changed and that the lot was fair: locks while it is played, and the proof in the end."""

from bot.app.kinds.match.model import Match, lot
from bot.app.kinds.match.names import rival_of
from bot.app.model.header import LEFT
from bot.app.screen import folded_lines
from bot.app.screens.name import shown_name
from bot.app.screens.seal import LOT, seal
from bot.app.texts import Html, Texts
from bot.game.model import Seat, Termination


def proof(match: Match, seat: Seat, texts: Texts) -> list[Html]:
    """What the seat's screen says of it; nothing once the game shall not have been."""
    if match.game.ended is Termination.ABORTED:
        return []
    if match.is_over and match.sitters[seat].proof and not match.number:
        return [folded_lines((*_checks(match, seat, texts), *_lot_check(match, texts)))]
    return []


def seals(match: Match, seat: Seat, username: str) -> list[Html]:
    """Of each secret that is kept, the rival's first; of the lot until the first guess, from which on it is known."""
    if match.game.ended is Termination.ABORTED:
        return []
    order = (seat, 1 - seat) if match.game.mode.own_secrets else (0,)
    kept = [match.commitment(at) for at in order if match.game.secrets[at] is not None]
    lots = [match.lot_commitment] if match.has_lot and not match.game.turns else []
    return [*(seal(digest, username) for digest in kept), *(seal(digest, username, LOT) for digest in lots)]


def _checks(match: Match, seat: Seat, texts: Texts) -> list[Html]:
    """The salt of each secret, and how to make its fingerprint."""
    lines: list[Html] = []
    for at, secret in enumerate(match.game.secrets):
        if not secret:
            continue
        if match.game.mode.own_secrets:
            key = "match.check-theirs" if at == seat else "match.check-mine"
            lines.append(texts.html(key, name=rival_of(match, seat)))
        parts = {"salt": match.salts[at], "digest": match.commitment(at), "secret": match.game.variant.format(secret)}
        lines.append(texts.html("board.proof-check", **parts))
    return lines


def _lot_check(match: Match, texts: Texts) -> list[Html]:
    """The seed, and what it told together with what it was mixed with."""
    by_people = not match.game.mode.own_secrets
    is_lost = by_people and any(sitter.person == LEFT for sitter in match.sitters)
    if not match.has_lot or None in match.game.secrets or is_lost:
        return []
    text, first = lot(match)
    one, other = (shown_name(sitter.name) for sitter in match.sitters)
    line = texts.html(
        "match.lot-check",
        seed=match.salt,
        digest=match.lot_commitment,
        text=text,
        one=one,
        other=other,
        name=shown_name(match.sitters[first].name),
    )
    return [line]
