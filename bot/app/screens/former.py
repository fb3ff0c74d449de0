"""Former games alone, each from the line that is kept of it: a list, and one of them."""

import html
from dataclasses import dataclass
from datetime import UTC, datetime

from babel.dates import format_date

from bot.app.buttons import MenuPress
from bot.app.language import locale_of
from bot.app.model.ledger import Ended
from bot.app.model.ledger_lines import ended_of
from bot.app.model.played import PlayedGame
from bot.app.screen import Button, Row, Screen, button
from bot.app.screens.share_text import share_text
from bot.app.screens.stats import key_name
from bot.app.screens.turns import latest, turn_lines
from bot.app.screens.variant import code_html
from bot.app.texts import Html, Texts
from bot.app.verbs import OnMenu
from bot.game.model import Game, Seat
from bot.game.notation import game_at
from solver.feedback import History

ROOM = 3000
"""UTF-16 units for the guesses; the earliest give way."""

GAME, REVIEW, AGAIN = "g", "r", "a"
"""Before the number of a game in a button's argument: to see it, to review it, to try again."""


@dataclass(frozen=True, slots=True)
class Former:
    """A game alone that is over, with its number."""

    number: int
    played: PlayedGame

    @property
    def ended(self) -> Ended:
        """What is counted of it."""
        ended = ended_of(self.played)
        if ended is None:
            raise ValueError("not a game alone")
        return ended

    @property
    def game(self) -> Game:
        """The game itself."""
        return game_at(self.played.gist.line)

    @property
    def history(self) -> History:
        """Its guesses with their replies."""
        return self.game.history_of(Seat(0))


def formers_screen(games: list[Former], earlier: int, texts: Texts, *, is_first: bool) -> Screen:
    """The list, the latest first. `earlier`: the number from which on there are more, if it is above 0."""
    text = texts.html("former.title" if games else "former.none")
    rows = tuple((button(_label(game, texts), MenuPress(OnMenu.FORMER, f"{GAME}{game.number}")),) for game in games)
    newest = (button(texts.plain("former.newest"), MenuPress(OnMenu.FORMER)),)
    more = (button(texts.plain("former.earlier"), MenuPress(OnMenu.FORMER, str(earlier))),)
    turns = (*newest * (not is_first), *more * (earlier > 0))
    return Screen(text, (*rows, *((turns,) if turns else ()), _back(OnMenu.STATS, texts)))


def former_screen(former: Former, style: str, username: str, texts: Texts) -> Screen:
    """One of them: its guesses, how it ended and how good it was."""
    game, ended = former.game, former.ended
    lines = latest(turn_lines(game.turns, game.variant, style, texts), ROOM)
    facts = [_day(former, texts), texts.counted("end.guesses", ended.guesses)]
    facts += [texts.counted("end.hints", ended.hints)] * (ended.hints > 0)
    if ended.accuracy is not None:
        facts.append(texts.html("former.accuracy", accuracy=texts.decimal(ended.accuracy, "0.0")))
    about = [Html(" · ".join(facts))]
    if not ended.solved and game.secret:
        about.append(texts.html("former.given-up", secret=code_html(game.secret, game.variant, texts)))
    title = texts.html("🕘 {name}", name=key_name(ended.key, texts))
    text = Html("\n\n".join((title, "\n".join(lines), "\n".join(about))))
    copied = share_text(game, texts, username, "", ended.hints)
    rows = (
        (_does("button.review", REVIEW, former, texts), Button(texts.plain("button.share"), copies=copied)),
        (_does("former.again", AGAIN, former, texts),),
        _back(OnMenu.FORMER, texts),
    )
    return Screen(text, rows)


def _label(game: Former, texts: Texts) -> str:
    ended = game.ended
    mark = str(ended.guesses) if ended.solved else "🏳️"
    hinted = " 💡" * (ended.hints > 0)
    return html.unescape(f"{mark}{hinted} · {key_name(ended.key, texts)} · {_day(game, texts)}")


def _day(game: Former, texts: Texts) -> Html:
    day = datetime.fromtimestamp(game.played.opened_at, UTC)
    return Html(format_date(day, "d MMM", locale=locale_of(texts.language)))


def _does(key: str, letter: str, former: Former, texts: Texts) -> Button:
    return button(texts.plain(key), MenuPress(OnMenu.FORMER, f"{letter}{former.number}"))


def _back(verb: OnMenu, texts: Texts) -> Row:
    return (button(texts.plain("menu.back"), MenuPress(verb)),)
