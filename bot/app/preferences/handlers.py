"""Settings of a private chat: what rings and when it is quiet, and the people whom somebody has blocked."""

from dataclasses import replace

from bot.app.buttons import OnMenu
from bot.app.daily.handlers import switch as switch_posts
from bot.app.daily.handlers import texts_of_presser, why_no_switch
from bot.app.daily.model import DailyCards, DailyPosts, DailyTries
from bot.app.daily.reminders import move_reminder
from bot.app.games.handlers import refresh
from bot.app.intents import Command
from bot.app.kind import Request, Section, alone, page, shows, without_argument
from bot.app.language import vocabulary
from bot.app.lobby.handlers import stop as stop_looking
from bot.app.lobby.model import Lobby
from bot.app.messages import Person
from bot.app.model.chats import HOURS, QUIET, Notifications, Preferences
from bot.app.model.game import LISTED
from bot.app.model.prompts import Prompts
from bot.app.model.zones import OFFERED
from bot.app.preferences import screens
from bot.app.reading import whole_number
from bot.app.screen import Answer, News, Screen
from bot.app.screens.board import STYLES
from bot.app.screens.common import page_of
from bot.app.talk.actions import ROOM
from bot.app.talk.model import Talk
from bot.app.texts import LANGUAGES
from bot.app.world import NoAnswer

# What rings, and when it is quiet: chosen in the settings of a private chat.

SWITCHES = {news.value: news for news in News}


async def switch(name: str, request: Request) -> Answer:
    """Let that news ring from now on, or no longer."""
    request.needs(not request.chat.is_group and name in SWITCHES)
    request = _with_notifications(request.preferences.notifications.switched(SWITCHES[name]), request)
    return request.show_menu(settings_for(request), toast="settings.saved")


async def let_watch(wished: str, request: Request) -> Answer:
    """Let others watch the matches that begin from now on, or no longer; say what that means."""
    request.needs(not request.chat.is_group and wished in screens.WATCHERS)
    may = wished == screens.WELCOME
    request.show_menu(settings_for(request.prefers(replace(request.preferences, watchable=may))))
    return Answer(request.texts.plain("watch.welcome" if may else "watch.unwelcome"), alert=True)


async def choose_quiet(name: str, request: Request) -> Answer:
    """Keep the quiet hours of that name; without a name show them."""
    request.needs(not request.chat.is_group and name in {"", screens.NEVER, *QUIET})
    if not name:
        return _show_quiet(request)
    notifications = replace(request.preferences.notifications, quiet=QUIET.get(name))
    reminder = await request.work.of(DailyTries).reminder(request.person.id)
    if notifications.clock(request.world.now()) is None and reminder is not None:
        notifications = notifications.set_by(reminder.zone, request.world.now())
    _show_quiet(_with_notifications(notifications, request))
    asks = notifications.quiet is not None and notifications.clock(request.world.now()) is None
    return Answer(request.texts.plain("toast.which-hour" if asks else "settings.saved"), alert=asks)


BY_NAME = {str(hour): hour for hour in range(HOURS)}


async def set_clock(name: str, request: Request) -> Answer:
    """Keep what hour it is for them now, or by which city's clock they live; or show the cities."""
    request.needs(not request.chat.is_group)
    notifications, now = request.preferences.notifications, request.world.now()
    if name in BY_NAME:
        return _show_quiet(_with_notifications(notifications.set_to(BY_NAME[name], now), request), "settings.saved")
    zones = await _zones(request)
    if name == screens.CITIES:
        return request.show_menu(screens.cities(zones, notifications, request.texts))
    zone = request.found(zones.get(name))
    await move_reminder(zone, request)
    return _show_quiet(_with_notifications(notifications.set_by(zone, now), request), "settings.saved")


async def _zones(request: Request) -> dict[str, str]:
    """The zones that can be tapped, by the argument of their buttons: that of the person's reminder comes first."""
    reminder = await request.work.of(DailyTries).reminder(request.person.id)
    offered = {f"{screens.CITIES}-{at}": zone for at, zone in enumerate(OFFERED)}
    if reminder is None or reminder.zone in OFFERED:
        return offered
    return {f"{screens.CITIES}-own": reminder.zone, **offered}


def _with_notifications(notifications: Notifications, request: Request) -> Request:
    return request.prefers(replace(request.preferences, notifications=notifications))


def _show_quiet(request: Request, toast: str = "") -> Answer:
    screen = screens.quiet_hours(request.preferences.notifications, request.world.now(), request.texts)
    return request.show_menu(screen, toast=toast)


# What comes by itself, each with what ends it; in a group that is the card of each day.


async def show_unasked(request: Request) -> Answer:
    """Show what comes here by itself."""
    return _show_unasked(await _load_unasked(request), request)


def _show_unasked(unasked: list[str], request: Request) -> Answer:
    return request.show_menu(screens.unasked(unasked, request.texts, in_group=request.chat.is_group))


async def _load_unasked(request: Request) -> list[str]:
    work, person, known = request.work, request.person.id, request.preferences
    if request.chat.is_group:
        return [] if await work.of(DailyPosts).of(request.chat.id) is None else [screens.POST]
    comes = {name: news not in known.notifications.silenced for name, news in SWITCHES.items()} | {
        screens.REMIND: await work.of(DailyTries).reminder(person) is not None,
        screens.LIMIT: not known.friends_only,
        screens.NO_CODES: not known.no_codes,
        screens.ROOM: await work.of(Talk).listens(ROOM, person),
        screens.SEEK: await work.of(Lobby).seek_of(person) is not None,
    }
    return [name for name in screens.UNASKED if comes.get(name)]


async def end_unasked(name: str, request: Request) -> Answer:
    """Let that come no more, and show what still comes: pressed twice it is no other wish. Raises NeedsAnswer."""
    request.needs(name == screens.POST if request.chat.is_group else name in screens.UNASKED)
    unasked, work, person = await _load_unasked(request), request.work, request.person.id
    answer = Answer(request.texts.plain("settings.saved"))
    match name:
        case screens.POST:
            if (refused := await why_no_switch(request)) is not None:
                return refused
            card = await work.of(DailyCards).card(request.chat.id, request.world.today)
            answer = await switch_posts(card, request, on=False)
        case screens.REMIND:
            work.of(DailyTries).drop_reminder(person)
        case screens.ROOM:
            work.of(Talk).stop_listening(ROOM, person)
        case screens.SEEK:
            await stop_looking(person, work)
        case _:
            request = request.prefers(_without(name, request.preferences))
    _show_unasked([other for other in unasked if other != name], request)
    return answer


def _without(name: str, known: Preferences) -> Preferences:
    if name in SWITCHES:
        silenced = known.notifications.silenced | {SWITCHES[name]}
        return replace(known, notifications=replace(known.notifications, silenced=silenced))
    return replace(known, friends_only=True) if name == screens.LIMIT else replace(known, no_codes=True)


# The people whom somebody has blocked: listed in the settings, and unblocked there.

MOST = 200
"""So many are listed; the others once some of these are unblocked."""


async def show_blocked(request: Request, page_key: str = "") -> Answer:
    """List them, a page at a time."""
    request.needs(not request.chat.is_group)
    people = await request.work.of(Talk).blocked_by(request.person.id, MOST)
    return request.show_menu(screens.blocked(people, page_of(len(people), page_key, LISTED), request.texts))


async def unblock(key: str, request: Request) -> Answer:
    """Unblock one of them, and list the others."""
    people, meant = await request.work.of(Talk).blocked_by(request.person.id, MOST), request.found(whole_number(key))
    await request.work.of(Talk).block(request.person, Person(meant, ""), on=False)
    left = tuple(one for one in people if one[0] != meant)
    screen = screens.blocked(left, page_of(len(left), "", LISTED), request.texts)
    return request.show_menu(screen, toast="toast.unblocked")


# The settings themselves, the language, how feedback looks, and help.


def settings_for(request: Request) -> Screen:
    """The settings, as the chat has them."""
    return screens.settings(request.texts, request.preferences, in_group=request.chat.is_group)


async def _choose_language(language: str, request: Request, *, is_alone: bool = False) -> Answer:
    """Keep the language, and show the page again on which it was chosen."""
    request.needs(language in LANGUAGES)
    if (refused := await _refused(request)) is not None:
        return refused
    request = request.prefers(replace(request.preferences, language=language))
    request.work.list_commands(request.chat, language)
    request.show_menu(screens.languages(request.texts) if is_alone else settings_for(request))
    return await _show_saved(request)


async def _choose_style(style: str, request: Request) -> Answer:
    """Keep the style, and show the settings again."""
    request.needs(style in STYLES)
    if (refused := await _refused(request)) is not None:
        return refused
    request = request.prefers(replace(request.preferences, style=style))
    request.show_menu(settings_for(request))
    return await _show_saved(request)


async def _show_saved(request: Request) -> Answer:
    """Show the running games again, as is preferred now."""
    await refresh(request)
    return Answer(request.texts.plain("settings.saved"))


# Who may change the settings of a group: its administrators, and whoever has added the bot, as long as that is kept.

ADDED = "added-to"
"""Under this, with the id of a group, is kept with whoever added the bot to it that they did: for 30 days."""


async def _refused(request: Request) -> Answer | None:
    """Why whoever pressed may not change the settings of this chat; None: they may. Raises NeedsAnswer."""
    work, chat, person = request.work, request.chat.id, request.person.id
    if not request.chat.is_group or await work.of(Prompts).read(f"{ADDED}:{chat}", person):
        return None
    try:
        refused = "" if request.world.administers(chat, person) else "alert.settings-administrators"
    except NoAnswer:
        refused = "toast.administrators-unknown"
    return Answer((await texts_of_presser(request)).plain(refused), alert=True) if refused else None


# Help.

HELP = vocabulary("help")


async def _help(words: str, request: Request) -> Answer:
    """A few commands, or with *all* behind it every one."""
    if HELP.meaning(words, request.texts.language) == "all":
        return await _show_help(screens.ALL, request)
    return await without_argument(lambda request: _show_help("", request))(words, request)


async def _show_help(argument: str, request: Request) -> Answer:
    if argument == screens.ALL:
        return request.show_menu(screens.all_commands(request.texts, has_operators=bool(request.world.admins)))
    return request.show_menu(screens.help_screen(request.texts, in_group=request.chat.is_group))


async def _choose_language_alone(language: str, request: Request) -> Answer:
    return await _choose_language(language, request, is_alone=True)


# The section.

PREFERENCES = Section(
    commands={
        Command.SETTINGS: page(settings_for),
        Command.LANGUAGE: page(lambda request: screens.languages(request.texts)),
        Command.HELP: _help,
    },
    buttons={
        OnMenu.SETTINGS: alone(shows(settings_for)),
        OnMenu.HELP: _show_help,
        OnMenu.LANGUAGE: _choose_language,
        OnMenu.LANGUAGE_ALONE: _choose_language_alone,
        OnMenu.STYLE: _choose_style,
        OnMenu.RINGS: switch,
        OnMenu.WATCHABLE: let_watch,
        OnMenu.QUIET: choose_quiet,
        OnMenu.UNASKED: end_unasked,
        OnMenu.HOUR: set_clock,
        OnMenu.BLOCKED: lambda page_key, request: show_blocked(request, page_key),
        OnMenu.UNBLOCK: unblock,
    },
)
