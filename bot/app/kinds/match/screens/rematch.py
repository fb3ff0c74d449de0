"""Whether another match is wished for, as each of the two is asked and told."""

from bot.app.buttons import GamePress
from bot.app.kinds.match.model import Match
from bot.app.kinds.match.names import rival_of
from bot.app.news import News
from bot.app.screen import Button, Row, Screen, button
from bot.app.screens.duels.terms import terms_line
from bot.app.texts import Html, Texts
from bot.app.verbs import OnMatch
from bot.game.model import Seat


def question(match: Match, seat: Seat, texts: Texts) -> Screen:
    """The question to the person in the seat."""
    lines = [texts.html("match.rematch-wished", name=rival_of(match, seat)), terms_line(match.terms, texts)]

    def does(text: str, verb: OnMatch) -> Button:
        return button(texts.plain(text), GamePress(verb, match.id, match.turn_of(seat)))

    answers = (does("button.yes-rematch", OnMatch.REPLAY), does("button.decline", OnMatch.NOT_AGAIN))
    return Screen(Html("\n".join(lines)), (answers,), news=News.TURNS)


def refusal(match: Match, seat: Seat, texts: Texts) -> Screen:
    """How the person in the seat, who asked, hears that there is none."""
    return Screen(texts.html("match.rematch-declined", name=rival_of(match, seat)), news=News.TURNS)


def rematch_button(match: Match, seat: Seat, texts: Texts) -> Row:
    """The button under a match that is over, where another may follow; it tells whoever has asked that they have."""
    mine, theirs = match.sitters[seat], match.sitters[1 - seat]
    if match.rematch or theirs.declines_rematch:
        return ()
    waits = mine.rematch_asked is not None and theirs.rematch_asked is None
    press = GamePress(OnMatch.REMATCH, match.id, match.turn_of(seat))
    return (button(texts.plain("button.rematch-waits" if waits else "button.rematch"), press),)
