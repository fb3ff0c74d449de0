"""What a game about the code of a day shows besides: its title, its end, and what is shared of it."""

from bot.app.kinds.alone.model import Alone
from bot.app.links import DAILY, link_to
from bot.app.model.daily import Daily
from bot.app.screen import Button, Screen
from bot.app.screens.day import HINTED, SHARE_HEAD, Day, day_lines
from bot.app.screens.duels.inline import Card
from bot.app.screens.moment import LONG, shown_moment
from bot.app.screens.share_text import rows_of, within_limit
from bot.app.screens.view import View
from bot.app.texts import Html, Texts
from bot.game.model import Termination


def title(daily: Daily, texts: Texts) -> Html:
    """The title of the board."""
    return texts.html("daily.title", number=daily.number)


def end_of_day(game: Alone, day: Day | None, texts: Texts) -> list[Html]:
    """What stands below the end of the game: when the secret opens, if it was not found; how the day stands."""
    daily = game.daily
    if daily is None or day is None:
        return []
    hidden = [texts.html("daily.opens", at=shown_moment(daily.closes_at, LONG))] if game.hides_its_secret else []
    return [*hidden, *day_lines(day, texts)]


def daily_text(game: Alone, view: View) -> str:
    """The result to share: its first line, a row of bulls and cows for each guess, the way to today's code."""
    daily, outcome = game.daily, game.game.outcome
    if daily is None or outcome is None:
        raise ValueError("only what the code of a day has come to is shared so")
    solved = outcome.termination is Termination.SOLVED
    guesses = str(len(game.game.turns)) if solved else "X"
    head = f"{SHARE_HEAD} #{daily.number} · {guesses}{f' {HINTED}' if game.suggestions else ''}"
    link = link_to(view.username, DAILY, daily.token)
    return within_limit([head], rows_of(game.game), [link], view.texts)


def invitation_card(number: int, link: str, texts: Texts) -> Card:
    """The card that invites to today's code; `link`: whose followers become friends with whoever sent it."""
    title = texts.html("daily.title", number=number)
    screen = Screen(
        Html(f"{title}\n{texts.html('daily.card')}"), ((Button(texts.plain("button.daily-go"), opens=link),),)
    )
    return Card(f"day-{number}", texts.plain("daily.title", number=number), texts.plain("daily.card"), screen)


def daily_card(query: str, game: Alone, view: View) -> Card:
    """The card that shares it in any chat."""
    texts = view.texts
    *lines, link = daily_text(game, view).split("\n")
    play = Button(texts.plain("button.daily-too"), opens=link)
    text = "\n".join(lines)
    return Card(query, texts.plain("inline.result"), lines[0], Screen(Texts.escaped(text), ((play,),)))
