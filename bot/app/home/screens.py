"""Home, and the menus that it leads to: against the bot, with people, and more."""

from bot.app.buttons import GamePress, MenuPress, OnGames, OnMenu
from bot.app.daily.model import Try
from bot.app.daily.screens import result_of
from bot.app.screen import Button, Row, Screen, back, button, dotted, go, page, primary, rows, when
from bot.app.screens.entries import ListedGame
from bot.app.screens.people import shown_name
from bot.app.texts import Texts


def home(name: str, offered: tuple[Row, ...], others: int, texts: Texts) -> Screen:
    """Home. `others`: how many games are on besides the one on the first button."""
    hello = texts.html("home.hello", name=shown_name(name))
    return Screen(page(hello, when(others > 0, texts.counted("home.others", others))), offered)


def back_to(entry: ListedGame, texts: Texts) -> Button:
    """The button that leads back to a game that waits for this person."""
    press = GamePress(OnGames.SHOW, entry.game, 0)
    if entry.rival:
        return button(texts.plain("home.your-turn", name=entry.rival), press)
    made = texts.counted("end.guesses", entry.guesses)
    return button(dotted(texts.plain("home.go-on"), when(entry.guesses, made)), press)


CLASSIC = "classic"
"""The variant in which two guess against each other unless another is chosen."""


def against(texts: Texts) -> Screen:
    """Who guesses: I, the bot, or both; an evil bot; and other codes than the usual one."""
    shown = rows(
        primary(go(texts, "menu.i-guess", OnMenu.NEW, "solo")),
        (go(texts, "menu.bot-guesses", OnMenu.NEW, "think"), go(texts, "menu.levels", OnMenu.LEVELS, CLASSIC)),
        (go(texts, "menu.evil", OnMenu.NEW, "evil"), go(texts, "menu.codes", OnMenu.VARIANTS)),
        back(texts, OnMenu.START),
    )
    return Screen(texts.html("home.against"), shown)


def people(texts: Texts) -> Screen:
    """A friend or a rival, whoever is in the lobby, those beside me, a group."""
    shown = rows(
        primary(leads(OnMenu.DUEL, texts)),
        (go(texts, "button.friends", OnMenu.FRIENDS), go(texts, "button.lobby", OnMenu.HALL)),
        go(texts, "button.set", OnMenu.SET),
        go(texts, "button.hotseat", OnMenu.HOTSEAT),
        back(texts, OnMenu.START),
    )
    return Screen(texts.html("home.people"), shown)


def more(texts: Texts) -> Screen:
    """What is no game."""
    shown = rows(
        leads(OnMenu.LEARN, texts),
        (leads(OnMenu.RULES, texts), go(texts, "games.title", OnMenu.GAMES)),
        (leads(OnMenu.STATS, texts), go(texts, "button.top", OnMenu.TOP)),
        leads(OnMenu.SETTINGS, texts),
        back(texts, OnMenu.START),
    )
    return Screen(texts.html("home.more"), shown)


def daily(number: int, attempt: Try | None, texts: Texts) -> Button:
    """The button of today's code: to be played, or what it has come to."""
    is_over = attempt is not None and attempt.ended_at is not None
    text = f"✅ #{number} · {result_of(attempt)}" if attempt and is_over else texts.plain("home.daily", number=number)
    return button(text, MenuPress(OnMenu.DAILY))


def leads(verb: OnMenu, texts: Texts) -> Button:
    """The button of that menu."""
    return go(texts, f"menu.{verb.value}", verb)
