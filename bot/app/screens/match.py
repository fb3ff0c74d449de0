"""A match as the person in one of its seats sees it: one tidy message, both boards on it."""

from dataclasses import dataclass

from bot.app.fairness import SHOWN
from bot.app.match import Match
from bot.app.screens.clock import clock_lines
from bot.app.screens.feedback import DEFAULT_STYLE, feedback_in
from bot.app.screens.keypad import draft_line
from bot.app.screens.match_buttons import rows
from bot.app.screens.match_end import end_lines, proof_lines
from bot.app.screens.name import shown_name
from bot.app.screens.screen import Screen
from bot.app.screens.terms import terms_line
from bot.app.screens.turns import latest, turn_line
from bot.app.texts import NOTHING, Html, Texts
from bot.game.model import Game, Phase, Seat, Turn
from bot.game.rules import seen_by

ROOM = 1200
"""UTF-16 units for each of two boards, of the 4096 that a message holds."""


@dataclass(frozen=True, slots=True)
class Look:
    """How the person in a seat looks at a match."""

    seat: Seat
    texts: Texts
    style: str = DEFAULT_STYLE
    username: str = ""
    draft: str = ""
    """What they have typed on the keypad."""
    note: Html = NOTHING
    """The screen's last line."""


def match_screen(match: Match, look: Look) -> Screen:
    """What the person sees now: nothing of it depends on what they may not know yet."""
    game = seen_by(match.game, look.seat)
    paragraphs = [
        _head(match, look),
        *_boards(match, game, look),
        end_lines(match, look.seat, look.texts) if match.is_over else _news(match, game, look),
        _proof(match, look),
        [look.note] if look.note else [],
    ]
    html = Html("\n\n".join("\n".join(lines) for lines in paragraphs if lines))
    return Screen(html, rows(match, look.seat, look.draft, look.texts))


def rival_of(match: Match, seat: Seat) -> str:
    """The name of the other of two."""
    return shown_name(match.sitters[1 - seat].name)


def _head(match: Match, look: Look) -> list[Html]:
    return [terms_line(match.terms, look.texts), look.texts.html("match.with", name=rival_of(match, look.seat))]


def _boards(match: Match, game: Game, look: Look) -> list[list[Html]]:
    """The turns: on one board where all learn from each other, else mine first, then the rival's."""
    if not game.turns:
        return []
    if game.mode.shares_history:
        names = (look.texts.html("{name}", name=shown_name(match.sitters[turn.seat].name)) for turn in game.turns)
        lines = zip(_lines(game.turns, game, look), names, strict=True)
        return [latest([Html(f"{line}  {name}") for line, name in lines], 2 * ROOM)]
    mine, rival = look.seat, Seat(1 - look.seat)
    name = rival_of(match, look.seat)
    return [
        [look.texts.html("match.mine"), *latest(_lines(game.turns_of(mine), game, look), ROOM)],
        [look.texts.html("match.theirs", name=name), *latest(_lines(game.turns_of(rival), game, look), ROOM)],
    ]


def _lines(turns: tuple[Turn, ...], game: Game, look: Look) -> list[Html]:
    return [
        turn_line(number, game.variant.show(turn.guess), feedback_in(look.style, turn.feedback, look.texts))
        for number, turn in enumerate(turns, 1)
    ]


def _news(match: Match, game: Game, look: Look) -> list[Html]:
    lines = _secrets_news(match, look) if game.phase is Phase.SECRETS else _turn_news(match, game, look)
    lines += clock_lines(match, look.seat, look.texts)
    if look.draft:
        lines.append(look.texts.html("board.draft", draft=draft_line(look.draft, game.variant)))
    return lines


def _secrets_news(match: Match, look: Look) -> list[Html]:
    texts, name = look.texts, rival_of(match, look.seat)
    if not match.must_act(look.seat):
        return [texts.html("match.secret-kept", name=name)]
    lines = [texts.html("match.secret-wanted-word" if match.game.variant.words else "match.secret-wanted")]
    if match.game.secrets[look.seat] is not None:
        lines.append(texts.html("match.rival-ready", name=name))
    return lines


def _turn_news(match: Match, game: Game, look: Look) -> list[Html]:
    texts, name = look.texts, rival_of(match, look.seat)
    rival = Seat(1 - look.seat)
    lines = []
    if game.has_solved(rival) and not game.mode.shares_history:
        lines.append(texts.counted("match.rival-solved", len(game.turns_of(rival)), name=name))
    if game.may_guess(look.seat):
        last = game.mode.in_turn and lines
        lines.append(texts.html("match.last-word" if last else "match.your-turn"))
    elif game.mode.in_turn:
        lines.append(texts.html("match.their-turn", name=name))
    else:
        lines.append(texts.counted("match.solved", len(game.turns_of(look.seat)), name=name))
    if match.sitters[rival].offers_draw:
        lines.append(texts.html("match.draw-offered", name=name))
    elif match.sitters[look.seat].offers_draw:
        lines.append(texts.html("match.draw-waits", name=name))
    return lines


def _proof(match: Match, look: Look) -> list[Html]:
    unfolded = match.is_over and match.sitters[look.seat].proof
    return proof_lines(match, look.texts) if unfolded else _fingerprints(match, look)


def _fingerprints(match: Match, look: Look) -> list[Html]:
    """What proves in the end that no secret was changed and that the lot was fair."""
    texts, lines = look.texts, list[Html]()
    for at, secret in enumerate(match.game.secrets):
        if secret is None:
            continue
        fingerprint = match.commitment(at)[:SHOWN]
        if not match.game.mode.own_secrets:
            lines.append(texts.html("board.fingerprint", fingerprint=fingerprint))
        elif at == look.seat:
            lines.append(
                texts.html("match.their-fingerprint", fingerprint=fingerprint, name=rival_of(match, look.seat))
            )
        else:
            lines.append(texts.html("match.my-fingerprint", fingerprint=fingerprint))
    if match.has_lot:
        lines.append(texts.html("match.lot-fingerprint", fingerprint=match.lot_commitment[:SHOWN]))
    return lines
