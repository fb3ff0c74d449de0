"""Home, and the menus that it leads to: against the bot, with people, and more."""

from bot.app.buttons import MenuPress, OnGames, OnMenu, PickPress, Press
from bot.app.daily.model import Try
from bot.app.daily.screens import result_of
from bot.app.screen import Button, Row, Screen, button, primary
from bot.app.screens.entries import Entry
from bot.app.screens.people import shown_name
from bot.app.texts import Html, Texts


def home(name: str, rows: tuple[Row, ...], others: int, texts: Texts) -> Screen:
    """Home. `others`: how many games are on besides the one on the first button."""
    lines = [texts.html("home.hello", name=shown_name(name))]
    lines += [texts.counted("home.others", others)] * (others > 0)
    return Screen(Html("\n\n".join(lines)), rows)


def back_to(entry: Entry, texts: Texts) -> Button:
    """The button that leads back to a game that waits for this person."""
    press = PickPress(OnGames.SHOW, entry.game)
    if entry.rival:
        return button(texts.plain("home.your-turn", name=entry.rival), press)
    parts = [texts.plain("home.go-on")]
    parts += [texts.counted("end.guesses", entry.guesses)] * (entry.guesses > 0)
    return button(" · ".join(parts), press)


CLASSIC = "classic"
"""The variant in which two guess against each other unless another is chosen."""


def against(texts: Texts) -> Screen:
    """Who guesses: I, the bot, or both; an evil bot; and other codes than the usual one."""

    def new(key: str, mode: str) -> Button:
        return _button(texts, key, MenuPress(OnMenu.NEW, mode))

    rows = (
        (primary(new("menu.i-guess", "solo")),),
        (new("menu.bot-guesses", "think"), _button(texts, "menu.levels", MenuPress(OnMenu.LEVELS, CLASSIC))),
        (new("menu.evil", "evil"), _button(texts, "menu.codes", MenuPress(OnMenu.VARIANTS))),
        (_back(texts),),
    )
    return Screen(texts.html("home.against"), rows)


def people(texts: Texts) -> Screen:
    """A friend or a rival, whoever is in the lobby, those beside me, a group."""
    rows = (
        (primary(_button(texts, "menu.duel", MenuPress(OnMenu.DUEL))),),
        (
            _button(texts, "button.friends", MenuPress(OnMenu.FRIENDS)),
            _button(texts, "button.lobby", MenuPress(OnMenu.HALL)),
        ),
        (_button(texts, "button.set", MenuPress(OnMenu.SET)),),
        (_button(texts, "button.hotseat", MenuPress(OnMenu.HOTSEAT)),),
        (_back(texts),),
    )
    return Screen(texts.html("home.people"), rows)


def more(texts: Texts) -> Screen:
    """What is no game."""
    rows = (
        (leads(OnMenu.LEARN, texts),),
        (leads(OnMenu.RULES, texts), _button(texts, "games.title", MenuPress(OnMenu.GAMES))),
        (leads(OnMenu.STATS, texts), _button(texts, "button.top", MenuPress(OnMenu.TOP))),
        (leads(OnMenu.SETTINGS, texts),),
        (_back(texts),),
    )
    return Screen(texts.html("home.more"), rows)


def daily(number: int, attempt: Try | None, texts: Texts) -> Button:
    """The button of today's code: to be played, or what it has come to."""
    is_over = attempt is not None and attempt.ended_at is not None
    text = f"✅ #{number} · {result_of(attempt)}" if attempt and is_over else texts.plain("home.daily", number=number)
    return button(text, MenuPress(OnMenu.DAILY))


def leads(verb: OnMenu, texts: Texts) -> Button:
    """The button of that menu."""
    return _button(texts, f"menu.{verb.value}", MenuPress(verb))


def _button(texts: Texts, key: str, press: Press) -> Button:
    return button(texts.plain(key), press)


def _back(texts: Texts) -> Button:
    return _button(texts, "menu.back", MenuPress(OnMenu.START))
