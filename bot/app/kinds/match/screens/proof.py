"""That no secret was changed and that the lot was fair: fingerprints while it is played, and the proof in the end."""

from bot.app.kinds.match.model import Match, lot
from bot.app.kinds.match.names import rival_of
from bot.app.model.fairness import SHOWN
from bot.app.screen import folded_lines
from bot.app.screens.name import shown_name
from bot.app.texts import Html, Texts
from bot.game.model import Seat, Termination


def proof(match: Match, seat: Seat, texts: Texts) -> list[Html]:
    """What the seat's screen says of it; nothing once the game shall not have been."""
    if match.game.ended is Termination.ABORTED:
        return []
    if match.is_over and match.sitters[seat].proof and not match.number:
        return [folded_lines((*_checks(match, seat, texts), *_lot_check(match, texts)))]
    marks = [*_fingerprints(match, seat, texts), *_lot_fingerprint(match, texts)]
    return [texts.html("match.fingerprints", marks=Html(" · ".join(marks)))] if marks else []


def _fingerprints(match: Match, seat: Seat, texts: Texts) -> list[Html]:
    """Of each secret that is kept, the rival's first."""
    if not match.game.mode.own_secrets:
        return [texts.html("match.mark-bot", fingerprint=match.commitment(0)[:SHOWN])]
    shown = (("match.mark-theirs", seat), ("match.mark-mine", 1 - seat))
    return [
        texts.html(key, fingerprint=match.commitment(at)[:SHOWN])
        for key, at in shown
        if match.game.secrets[at] is not None
    ]


def _lot_fingerprint(match: Match, texts: Texts) -> list[Html]:
    """Until the first guess: from then on it is known who began."""
    if not match.has_lot or match.game.turns:
        return []
    return [texts.html("match.mark-lot", fingerprint=match.lot_commitment[:SHOWN])]


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
    if not match.has_lot or None in match.game.secrets:
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
