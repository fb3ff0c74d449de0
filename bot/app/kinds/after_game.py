"""What the buttons do that stand under every game that is over. A new one is an entry of `BUTTONS` here."""

from collections.abc import Callable

from bot.app.intents import Command, Order
from bot.app.kinds.kind import Rule
from bot.app.kinds.outcome import Outcome
from bot.app.model.header import Header
from bot.app.screens.end_buttons import EndPage
from bot.app.verbs import OnEnd

RULE = Rule(on=False, over=True)
"""When they count."""


def press_end(verb: OnEnd, game: Header) -> Outcome[Header]:
    """Carry out a press on one of them: the game stays as it is."""
    return BUTTONS[verb](game)


def _order(command: Command) -> Callable[[Header], Outcome[Header]]:
    """The button that does what the command does."""
    return lambda game: Outcome(game, changed=False, shows=False, follows=Order(command, ""))


def _page(page: EndPage) -> Callable[[Header], Outcome[Header]]:
    """The button that shows other buttons. The game is saved: no late screen brings back the first ones."""
    return lambda game: Outcome(game, page=page)


BUTTONS: dict[OnEnd, Callable[[Header], Outcome[Header]]] = {
    OnEnd.HOME: _order(Command.MENU),
    OnEnd.SHARE: _page(EndPage.SHARE),
    OnEnd.BACK: _page(EndPage.MAIN),
    OnEnd.BOTH: _order(Command.MATCH),
}
