"""The result of a match, as a message that may be sent to any chat."""

from bot.app.kinds.match.model import Match
from bot.app.kinds.match.screens.scoreboard import scoreboard
from bot.app.screens.duels.inline import Card
from bot.app.screens.name import shown_name
from bot.app.screens.view import View


def scoreboard_offer(query: str, match: Match, view: View) -> Card:
    """How a match ended, as it is offered to whoever played it."""
    names = " — ".join(shown_name(sitter.name) for sitter in match.sitters)
    return Card(query, view.texts.plain("inline.result"), names, scoreboard(match, view))
