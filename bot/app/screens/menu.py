"""Screens that belong to no game: greeting, rules, help, settings."""

from bot.app.buttons import MenuPress
from bot.app.language import KNOWN
from bot.app.screen import Button, Row, Screen, button
from bot.app.screens.feedback import STYLES, feedback_in
from bot.app.screens.how import how_to_guess
from bot.app.screens.name import shown_name
from bot.app.texts import Texts
from bot.app.verbs import OnMenu
from solver.variant import VARIANTS

CLASSIC = "classic"
"""The variant that the greeting's buttons begin."""


def greeting(texts: Texts, name: str) -> Screen:
    """The answer to /start."""
    rows = (
        (_menu(texts, OnMenu.PLAY), _menu(texts, OnMenu.VARIANTS)),
        (_menu(texts, OnMenu.THINK, CLASSIC), _menu(texts, OnMenu.LEVELS, CLASSIC)),
        (_menu(texts, OnMenu.DUEL), _menu(texts, OnMenu.NUMBER)),
        (_leads(texts, "button.lobby", OnMenu.HALL), _leads(texts, "games.title", OnMenu.GAMES)),
        (_leads(texts, "button.top", OnMenu.TOP), _leads(texts, "button.profile", OnMenu.PROFILE)),
        (_menu(texts, OnMenu.RULES), _menu(texts, OnMenu.SETTINGS)),
    )
    return Screen(texts.html("menu.hello", name=shown_name(name)), rows)


def group_greeting(texts: Texts) -> Screen:
    """The greeting of a group that the bot was added to."""
    return Screen(texts.html("group.hello"))


def help_screen(texts: Texts, *, in_group: bool) -> Screen:
    """The help."""
    return Screen(
        texts.html("help.text", how=how_to_guess(VARIANTS[CLASSIC], texts, in_group=in_group)),
        ((_menu(texts, OnMenu.PLAY), _menu(texts, OnMenu.RULES)),),
    )


def languages(texts: Texts) -> Screen:
    """The choice of a language."""
    return Screen(texts.html("settings.language"), _language_rows(texts, OnMenu.LANGUAGE_ALONE))


def settings(texts: Texts, style: str) -> Screen:
    """The choice of language and feedback style."""
    styles = tuple(
        (_choice(feedback_in(name, look.example, texts), OnMenu.STYLE, name, chosen=name == style),)
        for name, look in STYLES.items()
    )
    return Screen(texts.html("settings.text"), (*_language_rows(texts, OnMenu.LANGUAGE), *styles, (_back(texts),)))


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
    return button(texts.plain("menu.back"), MenuPress(OnMenu.START))
