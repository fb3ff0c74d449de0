"""Screens that belong to no game: greeting, rules, help, settings, what rings, blocked people."""

from collections.abc import Mapping

from bot.app.buttons import MenuPress, OnMenu
from bot.app.language import KNOWN
from bot.app.model.chats import HOURS, QUIET, Bell, Hours, Preferences
from bot.app.model.zones import city_of
from bot.app.screen import Button, News, Row, Screen, button, grid, in_few_rows, primary
from bot.app.screens.board import STYLES, feedback_in, how_to_guess
from bot.app.screens.common import Page, page_line, page_row
from bot.app.screens.people import shown_name
from bot.app.texts import Html, Texts
from solver.variant import VARIANTS

# Greeting, help, settings.

PARTY_MENU = "m0"
"""The argument of the button that opens the party menu: see `bot/app/together/screens.py`."""


def group_greeting(texts: Texts) -> Screen:
    """What a group that the bot was added to is told, and can begin: also its answer to /menu."""
    rows = (
        (primary(_menu(texts, OnMenu.PLAY)),),
        (_menu(texts, OnMenu.PARTY, PARTY_MENU), _menu(texts, OnMenu.DUEL)),
    )
    return Screen(texts.html("group.hello"), rows)


ALL = "all"
"""What the button says behind /help that shows every command."""
CLASSIC = "classic"
"""The variant that the greeting's buttons begin."""


def help_screen(texts: Texts, *, in_group: bool) -> Screen:
    """What most people look for, and the way to all commands."""
    return Screen(
        texts.html("help.text", how=how_to_guess(VARIANTS[CLASSIC], texts, in_group=in_group)),
        ((_menu(texts, OnMenu.PLAY), _menu(texts, OnMenu.RULES)), (_menu(texts, OnMenu.HELP, ALL),)),
    )


def all_commands(texts: Texts, *, has_operators: bool) -> Screen:
    """Every command. What is told to operators is offered only where there are some."""
    lines = [texts.html("help.all"), *([texts.html("help.feedback")] if has_operators else [])]
    back = button(texts.plain("menu.back"), MenuPress(OnMenu.HELP))
    return Screen(Html("\n".join(lines)), ((_menu(texts, OnMenu.PLAY), _menu(texts, OnMenu.RULES)), (back,)))


def settings(texts: Texts, known: Preferences, *, in_group: bool) -> Screen:
    """The choice of language and feedback style; in private also what rings, and who is blocked."""
    styles = tuple(
        _choice(feedback_in(name, look.example, texts), OnMenu.STYLE, name, chosen=name == known.style)
        for name, look in STYLES.items()
    )
    blocked = _leads_to(texts, "button.blocked", OnMenu.BLOCKED)
    privacy = _leads_to(texts, "button.privacy", OnMenu.PRIVACY)
    private: tuple[Row, ...] = () if in_group else (*bell_rows(known.bell, texts), *in_few_rows((blocked, privacy)))
    rows = (*_language_rows(texts, OnMenu.LANGUAGE), *in_few_rows(styles), *private, (_back(texts),))
    return Screen(texts.html("settings.text" if in_group else "settings.text-private"), rows)


def languages(texts: Texts) -> Screen:
    """The choice of a language."""
    return Screen(texts.html("settings.language"), _language_rows(texts, OnMenu.LANGUAGE_ALONE))


def _language_rows(texts: Texts, verb: OnMenu) -> tuple[Row, ...]:
    return in_few_rows(
        _choice(language.name, verb, code, chosen=code == texts.language) for code, language in KNOWN.items()
    )


def _menu(texts: Texts, verb: OnMenu, argument: str = "") -> Button:
    return button(texts.plain(f"menu.{verb.value}"), MenuPress(verb, argument))


def _leads_to(texts: Texts, text: str, verb: OnMenu) -> Button:
    return button(texts.plain(text), MenuPress(verb))


def _back(texts: Texts) -> Button:
    return button(texts.plain("menu.back"), MenuPress(OnMenu.MORE))


# What rings, and when it is quiet, as it is chosen.


def bell_rows(bell: Bell, texts: Texts) -> tuple[Row, ...]:
    """The rows of the settings: a switch for each kind of news, and the way to the quiet hours."""
    quiet = texts.plain("button.quiet", hours=_named(bell.quiet, texts))
    switches = tuple(_switch(news, bell, texts) for news in News)
    return grid((*switches, button(quiet, MenuPress(OnMenu.QUIET))))


IN_A_ROW = 6
NEVER, CITIES = "never", "city"
"""The arguments of the buttons for no quiet hours, and for the choice of a city."""


def quiet_hours(bell: Bell, now: float, texts: Texts) -> Screen:
    """The choice of quiet hours, and of the hour that it is for them now."""
    clock = bell.clock(now)
    if clock is None:
        time = texts.html("quiet.which-hour")
    elif bell.zone is None:
        time = texts.html("quiet.clock", time=clock)
    else:
        time = texts.html("quiet.clock-there", time=clock, city=city_of(bell.zone, texts.language))
    choices = {NEVER: None, **QUIET}
    chosen = tuple(
        _choice(_named(hours, texts), OnMenu.QUIET, name, chosen=hours == bell.quiet) for name, hours in choices.items()
    )
    shown = None if clock is None or bell.zone is not None else clock.partition(":")[0]
    hours = tuple(_choice(str(hour), OnMenu.HOUR, str(hour), chosen=str(hour) == shown) for hour in range(HOURS))
    rows = tuple(hours[at : at + IN_A_ROW] for at in range(0, HOURS, IN_A_ROW))
    city = button(texts.plain("button.by-city"), MenuPress(OnMenu.HOUR, CITIES))
    back = button(texts.plain("menu.back"), MenuPress(OnMenu.SETTINGS))
    return Screen(Html(f"{texts.html('quiet.text')}\n\n{time}"), (chosen, *rows, (city,), (back,)))


def cities(zones: Mapping[str, str], bell: Bell, texts: Texts) -> Screen:
    """The choice of a city by whose clock quiet hours are kept. `zones`: by the argument of the button."""
    chosen = tuple(
        _choice(city_of(zone, texts.language), OnMenu.HOUR, argument, chosen=zone == bell.zone)
        for argument, zone in zones.items()
    )
    back = button(texts.plain("menu.back"), MenuPress(OnMenu.QUIET))
    return Screen(texts.html("quiet.which-city"), (*grid(chosen), (back,)))


def _switch(news: News, bell: Bell, texts: Texts) -> Button:
    sign = "🔕" if news in bell.silenced else "🔔"
    return button(f"{sign} {texts.plain(f'rings.{news.value}')}", MenuPress(OnMenu.RINGS, news.value))


def _choice(text: str, verb: OnMenu, argument: str, *, chosen: bool) -> Button:
    return button(f"✓ {text}" if chosen else text, MenuPress(verb, argument))


def _named(hours: Hours | None, texts: Texts) -> str:
    return texts.plain("quiet.never") if hours is None else f"{hours[0]}–{hours[1]}"


# The list of people whom somebody has blocked.


def blocked(people: tuple[tuple[int, str | None], ...], page: Page, texts: Texts) -> Screen:
    """A page of them, each with a button that unblocks them. `people`: id and name; None: they have left."""
    back = (button(texts.plain("menu.back"), MenuPress(OnMenu.SETTINGS)),)
    if not people:
        return Screen(texts.html("blocked.nobody"), (back,))
    left = texts.plain("name.left")
    names = [(left if name is None else shown_name(name), str(person)) for person, name in people]
    rows = tuple((button(f"↩️ {name}", MenuPress(OnMenu.UNBLOCK, person)),) for name, person in names)
    turning = page_row(page, lambda number: MenuPress(OnMenu.BLOCKED, number))
    return Screen(Html("\n".join((texts.html("blocked.title"), *page_line(page, texts)))), (*rows, *turning, back))
