"""Screens that belong to no game: greeting, rules, help, settings, what rings, blocked people."""

from collections.abc import Mapping, Sequence

from bot.app.buttons import MenuPress, OnMenu
from bot.app.language import KNOWN
from bot.app.model.chats import HOURS, QUIET, Hours, Notifications, Preferences
from bot.app.model.zones import city_of
from bot.app.screen import (
    Button,
    News,
    Row,
    Screen,
    back,
    button,
    choice,
    go,
    grid,
    in_few_rows,
    lines,
    page,
    primary,
    rows,
)
from bot.app.screens.board import STYLES, feedback_in, how_to_guess
from bot.app.screens.common import Page, page_line, page_row
from bot.app.screens.people import shown_name
from bot.app.texts import Texts
from solver.variant import VARIANTS

# Greeting, help, settings.

PARTY_MENU = "m0"
"""The argument of the button that opens the party menu: see `bot/app/together/screens.py`."""


def group_greeting(texts: Texts) -> Screen:
    """What a group that the bot was added to is told, and can begin: also its answer to /menu."""
    others = go(texts, "menu.party", OnMenu.PARTY, PARTY_MENU), go(texts, "menu.duel", OnMenu.DUEL)
    return Screen(texts.html("group.hello"), rows(primary(go(texts, "menu.play", OnMenu.PLAY)), others))


ALL = "all"
"""What the button says behind /help that shows every command."""
CLASSIC = "classic"
"""The variant that the greeting's buttons begin."""


def help_screen(texts: Texts, *, in_group: bool) -> Screen:
    """What most people look for, and the way to all commands."""
    html = texts.html("help.text", how=how_to_guess(VARIANTS[CLASSIC], texts, in_group=in_group))
    return Screen(html, rows(_first_steps(texts), go(texts, "menu.help", OnMenu.HELP, ALL)))


def all_commands(texts: Texts, *, has_operators: bool) -> Screen:
    """Every command. What is told to operators is offered only where there are some."""
    html = lines(texts.html("help.all"), texts.html("help.feedback") if has_operators else None)
    return Screen(html, rows(_first_steps(texts), back(texts, OnMenu.HELP)))


def _first_steps(texts: Texts) -> Row:
    return go(texts, "menu.play", OnMenu.PLAY), go(texts, "menu.rules", OnMenu.RULES)


WELCOME, ALONE = "on", "off"
WATCHERS = (WELCOME, ALONE)
"""What the switch of whether others may watch says behind its verb, by whether they may now."""


def settings(texts: Texts, known: Preferences, *, in_group: bool) -> Screen:
    """The choice of language and feedback style; in private also what rings, and who is blocked."""
    styles = in_few_rows(
        choice(feedback_in(name, look.example, texts), MenuPress(OnMenu.STYLE, name), chosen=name == known.style)
        for name, look in STYLES.items()
    )
    places = go(texts, "button.blocked", OnMenu.BLOCKED), go(texts, "button.privacy", OnMenu.PRIVACY)
    watched = "watch.allowed" if known.watchable else "watch.unseen"
    watch = go(texts, watched, OnMenu.WATCHABLE, WATCHERS[known.watchable])
    rings = notification_rows(known.notifications, texts)
    private = () if in_group else (*rings, *in_few_rows((*places, watch)))
    shown = rows(*_language_rows(texts, OnMenu.LANGUAGE), *styles, *private, back(texts, OnMenu.MORE))
    return Screen(texts.html("settings.text" if in_group else "settings.text-private"), shown)


def languages(texts: Texts) -> Screen:
    """The choice of a language."""
    return Screen(texts.html("settings.language"), _language_rows(texts, OnMenu.LANGUAGE_ALONE))


def _language_rows(texts: Texts, verb: OnMenu) -> tuple[Row, ...]:
    return in_few_rows(
        choice(language.name, MenuPress(verb, code), chosen=code == texts.language) for code, language in KNOWN.items()
    )


# What rings, and when it is quiet, as it is chosen.


def notification_rows(notifications: Notifications, texts: Texts) -> tuple[Row, ...]:
    """The rows of the settings: a switch for each kind of news, and the way to the quiet hours."""
    quiet = texts.plain("button.quiet", hours=_named(notifications.quiet, texts))
    return grid((*(_switch(news, notifications, texts) for news in News), button(quiet, MenuPress(OnMenu.QUIET))))


IN_A_ROW = 6
NEVER, CITIES = "never", "city"
"""The arguments of the buttons for no quiet hours, and for the choice of a city."""


def quiet_hours(notifications: Notifications, now: float, texts: Texts) -> Screen:
    """The choice of quiet hours, and of the hour that it is for them now."""
    clock = notifications.clock(now)
    if clock is None:
        time = texts.html("quiet.which-hour")
    elif notifications.zone is None:
        time = texts.html("quiet.clock", time=clock)
    else:
        time = texts.html("quiet.clock-there", time=clock, city=city_of(notifications.zone, texts.language))
    quiet = [
        choice(_named(hours, texts), MenuPress(OnMenu.QUIET, name), chosen=hours == notifications.quiet)
        for name, hours in {NEVER: None, **QUIET}.items()
    ]
    shown = None if clock is None or notifications.zone is not None else clock.partition(":")[0]
    hours = (choice(hour, MenuPress(OnMenu.HOUR, hour), chosen=hour == shown) for hour in map(str, range(HOURS)))
    city = go(texts, "button.by-city", OnMenu.HOUR, CITIES)
    html = page(texts.html("quiet.text"), time)
    return Screen(html, rows(quiet, *grid(hours, IN_A_ROW), city, back(texts, OnMenu.SETTINGS)))


def cities(zones: Mapping[str, str], notifications: Notifications, texts: Texts) -> Screen:
    """The choice of a city by whose clock quiet hours are kept. `zones`: by the argument of the button."""
    towns = grid(
        choice(city_of(zone, texts.language), MenuPress(OnMenu.HOUR, argument), chosen=zone == notifications.zone)
        for argument, zone in zones.items()
    )
    return Screen(texts.html("quiet.which-city"), rows(*towns, back(texts, OnMenu.QUIET)))


def _switch(news: News, notifications: Notifications, texts: Texts) -> Button:
    sign = "🔕" if news in notifications.silenced else "🔔"
    return button(f"{sign} {texts.plain(f'rings.{news.value}')}", MenuPress(OnMenu.RINGS, news.value))


def _named(hours: Hours | None, texts: Texts) -> str:
    return texts.plain("quiet.never") if hours is None else f"{hours[0]}–{hours[1]}"


# What comes by itself, each with the button that ends it.

REMIND, LIMIT, NO_CODES, ROOM, SEEK, POST = "remind", "limit", "nocodes", "room", "seek", "post"
UNASKED = {
    REMIND: "unasked.remind",
    **{news.value: f"rings.{news.value}" for news in News},
    LIMIT: "friends.from-all",
    NO_CODES: "friends.codes",
    ROOM: "unasked.room",
    SEEK: "button.stop-looking",
}
"""All that may come to somebody, by the arguments of the buttons that end it, with the keys of their texts."""


def unasked(names: Sequence[str], texts: Texts, *, in_group: bool) -> Screen:
    """What still comes, by those names."""
    if in_group:
        stop = go(texts, "button.daily-stop", OnMenu.UNASKED, POST) if names else None
        return Screen(texts.html("unasked.group" if names else "unasked.none-group"), rows(stop))
    signs = {news.value: "🔔 " for news in News}
    each = (
        button(f"{signs.get(name, '')}{texts.plain(UNASKED[name])}", MenuPress(OnMenu.UNASKED, name)) for name in names
    )
    html = texts.html("unasked.text" if names else "unasked.none")
    return Screen(html, rows(*in_few_rows(each), go(texts, "menu.settings", OnMenu.SETTINGS)))


# The list of people whom somebody has blocked.


def blocked(people: tuple[tuple[int, str | None], ...], part: Page, texts: Texts) -> Screen:
    """A page of them, each with a button that unblocks them. `people`: id and name; None: they have left."""
    if not people:
        return Screen(texts.html("blocked.nobody"), rows(back(texts, OnMenu.SETTINGS)))
    left = texts.plain("name.left")
    names = [(left if name is None else shown_name(name), str(person)) for person, name in part.shown(people)]
    each = (button(f"↩️ {name}", MenuPress(OnMenu.UNBLOCK, person)) for name, person in names)
    turning = page_row(part, lambda number: MenuPress(OnMenu.BLOCKED, number))
    html = lines(texts.html("blocked.title"), page_line(part, texts))
    return Screen(html, rows(*each, *turning, back(texts, OnMenu.SETTINGS)))
