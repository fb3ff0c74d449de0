"""Screens that belong to no game: greeting, rules, help, settings."""

from bot.app.buttons import MenuPress
from bot.app.language import KNOWN
from bot.app.model.chats import Preferences
from bot.app.screen import Button, Row, Screen, button, primary
from bot.app.screens.bell import bell_rows
from bot.app.screens.feedback import STYLES, feedback_in
from bot.app.screens.how import how_to_guess
from bot.app.texts import Texts
from bot.app.verbs import OnMenu
from solver.variant import VARIANTS

CLASSIC = "classic"
"""The variant that the greeting's buttons begin."""
PARTY_MENU = "m0"
"""The argument of the button that opens the party menu: see `bot/app/kinds/group/screens/party_menu.py`."""


def group_greeting(texts: Texts) -> Screen:
    """What a group that the bot was added to is told, and can begin: also its answer to /menu."""
    rows = (
        (primary(_menu(texts, OnMenu.PLAY)),),
        (_menu(texts, OnMenu.PARTY, PARTY_MENU), _menu(texts, OnMenu.DUEL)),
    )
    return Screen(texts.html("group.hello"), rows)


def help_screen(texts: Texts, *, in_group: bool) -> Screen:
    """The help."""
    return Screen(
        texts.html("help.text", how=how_to_guess(VARIANTS[CLASSIC], texts, in_group=in_group)),
        ((_menu(texts, OnMenu.PLAY), _menu(texts, OnMenu.RULES)),),
    )


def languages(texts: Texts) -> Screen:
    """The choice of a language."""
    return Screen(texts.html("settings.language"), _language_rows(texts, OnMenu.LANGUAGE_ALONE))


def settings(texts: Texts, known: Preferences, *, in_group: bool) -> Screen:
    """The choice of language and feedback style; in private also what rings, and who is blocked."""
    styles = tuple(
        (_choice(feedback_in(name, look.example, texts), OnMenu.STYLE, name, chosen=name == known.style),)
        for name, look in STYLES.items()
    )
    blocked = (_leads(texts, "button.blocked", OnMenu.BLOCKED),)
    privacy = (_leads(texts, "button.privacy", OnMenu.PRIVACY),)
    private: tuple[Row, ...] = () if in_group else (*bell_rows(known.bell, texts), blocked, privacy)
    rows = (*_language_rows(texts, OnMenu.LANGUAGE), *styles, *private, (_back(texts),))
    return Screen(texts.html("settings.text" if in_group else "settings.text-private"), rows)


def _language_rows(texts: Texts, verb: OnMenu) -> tuple[Row, ...]:
    return tuple(
        (_choice(language.name, verb, code, chosen=code == texts.language),) for code, language in KNOWN.items()
    )


def _choice(text: str, verb: OnMenu, argument: str, *, chosen: bool) -> Button:
    return button(f"✓ {text}" if chosen else text, MenuPress(verb, argument))


def _menu(texts: Texts, verb: OnMenu, argument: str = "") -> Button:
    return button(texts.plain(f"menu.{verb.value}"), MenuPress(verb, argument))


def _leads(texts: Texts, text: str, verb: OnMenu) -> Button:
    return button(texts.plain(text), MenuPress(verb))


def _back(texts: Texts) -> Button:
    return button(texts.plain("menu.back"), MenuPress(OnMenu.MORE))
