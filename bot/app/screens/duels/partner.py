"""The levels at which the bot plays a match, as a menu."""

from bot.app.buttons import MenuPress
from bot.app.model.levels import LEVELS, STRONGEST, Level
from bot.app.screen import Row, Screen, button
from bot.app.screens.variant import form_of
from bot.app.texts import Html, Texts
from bot.app.verbs import OnMenu
from solver.variant import Variant


def levels(variant: Variant, texts: Texts) -> Screen:
    """The levels, each with its character and its mean number of guesses."""
    lines = [_level_line(level, variant, texts) for level in LEVELS.values()]
    text = texts.html("partner.title", form=form_of(variant, texts))
    if LEVELS[STRONGEST].figure_for(variant) is not None:
        text = Html(f"{text} {texts.html('partner.means')}")
    rows = tuple(_level_button(level, variant, texts) for level in LEVELS.values())
    back = button(texts.plain("menu.back"), MenuPress(OnMenu.VARIANTS, variant.name))
    return Screen(Html("\n\n".join((text, "\n".join(lines)))), (*rows, (back,)))


def partners_name(level: str, texts: Texts) -> str:
    """The bot's name at that level."""
    return f"🤖 {texts.plain(f'level.{level}')}"


def _level_line(level: Level, variant: Variant, texts: Texts) -> Html:
    name, about = texts.html(f"level.{level.name}"), texts.html(f"character.{level.name}")
    figure = level.figure_for(variant)
    needs = "" if figure is None else f" ({texts.decimal(figure.mean)})"
    return Html(f"<b>{name}</b>{needs}: {about}")


def _level_button(level: Level, variant: Variant, texts: Texts) -> Row:
    press = MenuPress(OnMenu.LEVELS, f"{level.name}-{variant.name}")
    return (button(partners_name(level.name, texts), press),)
