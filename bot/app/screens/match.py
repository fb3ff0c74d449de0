"""A match as the person in one of its seats sees it: one tidy message, both boards on it."""

from bot.app.match import Match
from bot.app.screens.clock import clock_lines
from bot.app.screens.hint import hint_lines
from bot.app.screens.keypad import draft_line
from bot.app.screens.look import Look
from bot.app.screens.match_buttons import rows
from bot.app.screens.match_end import end_lines
from bot.app.screens.match_paths import paths
from bot.app.screens.match_proof import proof
from bot.app.screens.name import shown_name
from bot.app.screens.screen import Screen
from bot.app.screens.terms import terms_line
from bot.app.texts import Html
from bot.game.model import Game, Phase, Seat
from bot.game.rules import seen_by


def match_screen(match: Match, look: Look) -> Screen:
    """What the person sees now: nothing of it depends on what they may not know yet."""
    game = seen_by(match.game, look.seat)
    paragraphs = [
        _head(match, look),
        *paths(match, game, look),
        end_lines(match, look.seat, look.texts) if match.is_over else _news(match, game, look),
        proof(match, look.seat, look.texts),
        [look.note] if look.note else [],
    ]
    html = Html("\n\n".join("\n".join(lines) for lines in paragraphs if lines))
    return Screen(html, rows(match, look.seat, look.draft, look.texts, has_inline=look.has_inline))


def rival_of(match: Match, seat: Seat) -> str:
    """The name of the other of two."""
    return shown_name(match.sitters[1 - seat].name)


def _head(match: Match, look: Look) -> list[Html]:
    return [terms_line(match.terms, look.texts), look.texts.html("match.with", name=rival_of(match, look.seat))]


def _news(match: Match, game: Game, look: Look) -> list[Html]:
    lines = _secrets_news(match, look) if game.phase is Phase.SECRETS else _turn_news(match, game, look)
    lines += _hints_news(match, look)
    lines += clock_lines(match, look.seat, look.texts)
    if (hint := match.sitters[look.seat].hint) is not None:
        guess = game.variant.show(hint.guess) if hint.guess is not None else ""
        lines += hint_lines(hint, guess, game.history_of(look.seat), look.texts)
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
    return [*_beginning(match, game, look), *_standing(match, game, look), *_offers(match, look)]


def _hints_news(match: Match, look: Look) -> list[Html]:
    """Whether the rival would allow hints, or how many they have taken."""
    rival, name = match.sitters[1 - look.seat], rival_of(match, look.seat)
    if rival.hints:
        return [look.texts.counted("match.hints-taken", rival.hints, name=name)]
    if rival.allows_hints and not match.has_hints:
        return [look.texts.html("match.hints-offered", name=name)]
    return []


def _beginning(match: Match, game: Game, look: Look) -> list[Html]:
    """Who begins, until somebody has."""
    if game.turns or game.to_move is None:
        return []
    by = "lot" if match.has_lot else "turns"
    mine = game.to_move == look.seat
    key = {
        ("lot", True): "match.lot-mine",
        ("lot", False): "match.lot-theirs",
        ("turns", True): "match.swapped-mine",
        ("turns", False): "match.swapped-theirs",
    }[by, mine]
    return [look.texts.html(key, name=rival_of(match, look.seat))]


def _standing(match: Match, game: Game, look: Look) -> list[Html]:
    """Whose turn it is, and who has broken a code already."""
    texts, name, rival = look.texts, rival_of(match, look.seat), Seat(1 - look.seat)
    if game.has_solved(look.seat):
        return [texts.counted("match.solved", len(game.turns_of(look.seat)), name=name)]
    if not game.may_guess(look.seat):
        return [texts.html("match.their-turn", name=name)]
    if not game.has_solved(rival):
        return [texts.html("match.your-turn" if game.mode.in_turn else "match.own-pace")]
    solved = texts.counted("match.rival-solved", len(game.turns_of(rival)), name=name)
    return [solved, texts.html("match.last-word" if game.mode.in_turn else "match.hurry")]


def _offers(match: Match, look: Look) -> list[Html]:
    name, rival = rival_of(match, look.seat), Seat(1 - look.seat)
    offers = (("match.draw-offered", rival), ("match.draw-waits", look.seat))
    return [look.texts.html(key, name=name) for key, seat in offers if match.sitters[seat].offers_draw]
