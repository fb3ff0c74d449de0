"""The live scoreboard of a match: what everybody may see of it, wherever its card stands."""

from bot.app.kinds.match.model import Match
from bot.app.kinds.match.screens.end import aborted_line
from bot.app.kinds.match.screens.rating import rating_lines, will_not_count
from bot.app.screen import Screen
from bot.app.screens.duels.terms import terms_line
from bot.app.screens.name import shown_name
from bot.app.screens.play_too import play_too
from bot.app.screens.turns import latest, turn_lines
from bot.app.screens.view import View
from bot.app.texts import Html, Texts
from bot.game.model import Game, Outcome, Phase, Seat, Termination, Turn
from bot.game.sight import seen_by

ROOM = 2400
"""UTF-16 units for all the turns, of the 4096 that a message holds."""
WITHOUT_A_FIGHT = {Termination.RESIGNED: "card.resigned", Termination.TIMED_OUT: "card.timed-out"}


def scoreboard(match: Match, view: View) -> Screen:
    """How the match stands. Nothing of it depends on a secret, or on a hidden guess, before the end."""
    game, texts = seen_by(match.game, None), view.texts
    paragraphs = [
        [_title(match, texts), terms_line(match.terms, texts), *will_not_count(match, texts)],
        *_boards(match, game, view),
        _result(match, game.outcome, texts) if game.outcome else _news(match, game, texts),
    ]
    return Screen(
        Html("\n\n".join("\n".join(lines) for lines in paragraphs if lines)),
        (play_too(view.username, view.texts),) if match.is_over else (),
    )


def _title(match: Match, texts: Texts) -> Html:
    one, other = (shown_name(sitter.name) for sitter in match.sitters)
    return texts.html("⚔️ {one} — {other}", one=one, other=other)


def _boards(match: Match, game: Game, view: View) -> list[list[Html]]:
    """The turns: on one board where all learn from each other, else on one for each seat."""
    if not game.turns:
        return []
    if game.mode.shares_history:
        named = [
            Html(f"{line}  {_name(match, turn.seat, view.texts)}")
            for line, turn in zip(_lines(game.turns, game, view), game.turns, strict=True)
        ]
        return [latest(named, ROOM)]
    return [
        [
            view.texts.html("🔎 {name}:", name=_name(match, seat, view.texts)),
            *latest(_lines(game.turns_of(seat), game, view), ROOM // len(game.seats)),
        ]
        for seat in game.seats
        if game.turns_of(seat)
    ]


def _lines(turns: tuple[Turn, ...], game: Game, view: View) -> list[Html]:
    return turn_lines(turns, game.variant, view.style, view.texts)


def _news(match: Match, game: Game, texts: Texts) -> list[Html]:
    if game.phase is Phase.SECRETS:
        return [
            texts.html("card.choosing" if match.must_act(seat) else "card.ready", name=_name(match, seat, texts))
            for seat in game.seats
        ]
    if game.to_move is not None:
        return [texts.html("card.to-guess", name=_name(match, game.to_move, texts))]
    return [
        texts.counted("card.solved", len(game.turns_of(seat)), name=_name(match, seat, texts))
        if game.has_solved(seat)
        else texts.html("card.to-guess", name=_name(match, seat, texts))
        for seat in game.seats
    ]


def _result(match: Match, outcome: Outcome, texts: Texts) -> list[Html]:
    return [_headline(match, outcome, texts), *_secrets(match, texts), *rating_lines(match, None, texts)]


def _headline(match: Match, outcome: Outcome, texts: Texts) -> Html:
    if outcome.termination is Termination.ABORTED:
        return aborted_line(match, texts)
    if outcome.termination is Termination.AGREED:
        return texts.html("card.agreed")
    if outcome.winner is None:
        return texts.html("card.drawn")
    winner = _name(match, outcome.winner, texts)
    if outcome.termination in WITHOUT_A_FIGHT:
        loser = _name(match, match.game.gone[0].seat, texts)
        return texts.html(WITHOUT_A_FIGHT[outcome.termination], winner=winner, loser=loser)
    return texts.counted("card.won", len(match.game.turns_of(outcome.winner)), winner=winner)


def _secrets(match: Match, texts: Texts) -> list[Html]:
    game = match.game
    lines = []
    for at, secret in enumerate(game.secrets):
        keeper = game.keeper_of(Seat(at))
        if secret and keeper is not None:
            name = _name(match, keeper, texts)
            lines.append(texts.html("card.secret-of", name=name, secret=game.variant.show(secret)))
        elif secret:
            lines.append(texts.html("card.secret", secret=game.variant.show(secret)))
    return lines


def _name(match: Match, seat: Seat, texts: Texts) -> Html:
    return texts.html("{name}", name=shown_name(match.sitters[seat].name))
