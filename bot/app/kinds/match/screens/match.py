"""A match as the person in one of its seats sees it: one tidy message, both boards on it."""

from bot.app.kinds.match.model import Match
from bot.app.kinds.match.names import rival_of
from bot.app.kinds.match.screens.buttons import rows
from bot.app.kinds.match.screens.clock import clock_lines, race_line, time_of
from bot.app.kinds.match.screens.end import end_lines
from bot.app.kinds.match.screens.leaving import OFFERS
from bot.app.kinds.match.screens.look import SeatLook
from bot.app.kinds.match.screens.paths import paths
from bot.app.kinds.match.screens.proof import proof, seals
from bot.app.kinds.match.screens.rating import will_not_count
from bot.app.kinds.match.screens.talk import talk_request
from bot.app.model.hint import Page
from bot.app.screen import Screen
from bot.app.screens.duels.terms import terms_line
from bot.app.screens.feedback import feedback_in
from bot.app.screens.hint import hint_lines
from bot.app.screens.hint_menu import note_line, place_lines
from bot.app.screens.keypad import draft_line
from bot.app.screens.remark import remark_lines
from bot.app.screens.seal import sealed
from bot.app.screens.secret import secret_wanted
from bot.app.screens.variant import variant_name
from bot.app.texts import Html
from bot.game.model import Game, Phase, Seat
from bot.game.sight import seen_by


def match_screen(match: Match, look: SeatLook) -> Screen:
    """What the person sees now: nothing of it depends on what they may not know yet.

    A notification shows the first line alone, so that tells what matters most.
    """
    game = seen_by(match.game, look.seat)
    paragraphs = [
        [*_call_lines(look), *(end_lines(match, look.seat, look.texts) if match.is_over else _news(match, game, look))],
        *paths(match, game, look),
        remark_lines(look.note),
        [*_what_it_is(match, look), *proof(match, look.seat, look.texts)],
        [] if match.is_over else _at_hand(match, game, look),
        talk_request(match, look.seat, look.texts),
    ]
    html = Html("\n\n".join("\n".join(lines) for lines in paragraphs if lines))
    return Screen(html, rows(match, look))


def _what_it_is(match: Match, look: SeatLook) -> list[Html]:
    texts, name = look.texts, rival_of(match, look.seat)
    locks = seals(match, look.seat, look.username)
    if match.level:
        line = Html(f"{texts.html('match.with', name=name)} · {variant_name(match.game.variant, texts)}")
        return [sealed(line, *locks)]
    return [
        sealed(terms_line(match.terms, texts), *locks),
        texts.html("match.with", name=name),
        *will_not_count(match, texts),
    ]


def _news(match: Match, game: Game, look: SeatLook) -> list[Html]:
    lines = _secrets_news(match, look) if game.phase is Phase.SECRETS else _turn_news(match, game, look)
    lines += _hints_news(match, look)
    return [*lines, *clock_lines(match, look.seat, look.texts, is_called=bool(look.call))]


def _call_lines(look: SeatLook) -> list[Html]:
    return [look.call] if look.call else []


def _at_hand(match: Match, game: Game, look: SeatLook) -> list[Html]:
    """What belongs to the buttons below: a hint, and what has been tapped."""
    lines: list[Html] = []
    sitter = match.sitters[look.seat]
    if look.hint is not None:
        lines += hint_lines(look.hint, game.variant, look.style, look.texts, sitter.hints)
    takes_notes = sitter.hint is not None and sitter.hint.page is Page.NOTES
    if takes_notes:
        lines.append(look.texts.html("notes.how"))
    if noted := note_line(sitter.notes, game.variant):
        lines += [noted, *place_lines(sitter.notes, game.variant, look.texts, asks=takes_notes)]
    if look.draft:
        lines.append(look.texts.html("board.draft", draft=draft_line(look.draft, game.variant)))
    return lines


def _secrets_news(match: Match, look: SeatLook) -> list[Html]:
    texts, name = look.texts, rival_of(match, look.seat)
    if not match.must_act(look.seat):
        return [texts.html("match.secret-kept", name=name)]
    lines = [secret_wanted(match.game.variant, texts)]
    if match.game.secrets[look.seat] is not None:
        lines.append(texts.html("match.rival-ready", name=name))
    return lines


def _turn_news(match: Match, game: Game, look: SeatLook) -> list[Html]:
    offers = _offers(match, look)
    if match.sitters[1 - look.seat].offers:
        return [*offers, *_standing(match, game, look), *_beginning(match, game, look)]
    return [*_standing(match, game, look), *_beginning(match, game, look), *offers]


def _hints_news(match: Match, look: SeatLook) -> list[Html]:
    """Whether the rival would allow hints, or how many they have taken; or that they have not said yet."""
    rival, name = match.sitters[1 - look.seat], rival_of(match, look.seat)
    if rival.hints:
        return [look.texts.counted("match.hints-taken", rival.hints, name=name)]
    if rival.allows_hints and not match.has_hints:
        return [look.texts.html("match.hints-offered", name=name)]
    if match.sitters[look.seat].allows_hints and not match.has_hints:
        return [look.texts.html("match.hints-wait", name=name)]
    return []


def _beginning(match: Match, game: Game, look: SeatLook) -> list[Html]:
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


def _standing(match: Match, game: Game, look: SeatLook) -> list[Html]:
    """Whose turn it is, and who has broken a code already."""
    texts, name, rival = look.texts, rival_of(match, look.seat), Seat(1 - look.seat)
    mine, theirs, in_turn = len(game.turns_of(look.seat)), len(game.turns_of(rival)), game.mode.in_turn
    if game.has_solved(look.seat):
        key = "match.solved" if in_turn else "match.solved-race"
        return [texts.counted(key, mine, name=name, time=time_of(game, look.seat))]
    if game.has_solved(rival):
        key = "match.rival-solved" if in_turn else "match.rival-solved-race"
        known = texts.counted(key, theirs, name=name, time=time_of(game, rival))
        return [texts.html("match.last-word" if in_turn else "match.hurry"), known]
    if in_turn:
        return [_whose_turn(game, name, look), *_own_guess(match, game, look)]
    return [texts.html("match.own-pace"), *race_line(match, look.seat, texts)]


def _whose_turn(game: Game, name: str, look: SeatLook) -> Html:
    """Whose turn it is, with the guess before it."""
    texts, is_mine = look.texts, game.may_guess(look.seat)
    if not game.turns:
        return texts.html("match.your-turn" if is_mine else "match.their-turn", name=name)
    guess, answer = game.variant.show(game.turns[-1].guess), feedback_in(look.style, game.turns[-1].feedback, texts)
    key = "match.your-turn-after" if is_mine else "match.their-turn-after"
    return texts.html(key, name=name, guess=guess, answer=answer)


def _own_guess(match: Match, game: Game, look: SeatLook) -> list[Html]:
    """What the person's last guess brought where the bot has guessed in the same moment; else that was seen before."""
    turns = game.turns_of(look.seat)
    if not match.level or not turns or not game.may_guess(look.seat):
        return []
    guess, answer = game.variant.show(turns[-1].guess), feedback_in(look.style, turns[-1].feedback, look.texts)
    return [look.texts.html("match.your-guess", guess=guess, answer=answer)]


def _offers(match: Match, look: SeatLook) -> list[Html]:
    name, rival = rival_of(match, look.seat), Seat(1 - look.seat)
    offers = [match.sitters[seat].offers for seat in (rival, look.seat)]
    return [look.texts.html(OFFERS[offer][is_mine], name=name) for is_mine, offer in enumerate(offers) if offer]
