"""The levels at which the bot plays, and what may follow a match against it."""

from bot.app.advice.strength import mean_of
from bot.app.buttons import MatchPress, MenuPress
from bot.app.model.levels import LEVELS, STRONGEST, Level, next_level
from bot.app.model.match import COMPUTER, HELD, Match
from bot.app.screen import Row, Screen, button
from bot.app.screens.variant import form_of
from bot.app.texts import Html, Texts
from bot.app.verbs import OnMenu, OnPartner
from bot.game.model import Seat
from solver.variant import Variant


def levels(variant: Variant, texts: Texts) -> Screen:
    """How strong the bot may play, each level with its character and what it needs on average."""
    lines = [_level_line(level, variant, texts) for level in LEVELS.values()]
    text = texts.html("partner.title", form=form_of(variant, texts))
    if mean_of(STRONGEST, variant) is not None:
        text = Html(f"{text} {texts.html('partner.means')}")
    rows = tuple(_level_button(level, variant, texts) for level in LEVELS.values())
    back = button(texts.plain("menu.back"), MenuPress(OnMenu.VARIANTS, variant.name))
    return Screen(Html("\n\n".join((text, "\n".join(lines)))), (*rows, (back,)))


def partner_rows(match: Match, seat: Seat, texts: Texts) -> tuple[Row, ...]:
    """After a match against the bot: to break its number anyway, or to play a stronger one."""

    def does(text: str, verb: OnPartner) -> Row:
        return (button(text, MatchPress(verb, match.id, match.turn_of(seat))),)

    outcome = match.game.outcome
    if match.number == HELD:
        play_on = does(texts.plain("button.play-on"), OnPartner.PLAY_ON)
        return (play_on + does(texts.plain("button.tell-number"), OnPartner.TELL),)
    stronger = next_level(match.level) if match.level and outcome is not None and outcome.winner == seat else None
    if stronger is None or match.sitters[1 - seat].person != COMPUTER:
        return ()
    level = texts.plain(f"level.{stronger.name}")
    return (does(texts.plain("button.next-level", level=level), OnPartner.NEXT),)


def partners_name(level: str, texts: Texts) -> str:
    """What the bot is called where it plays at that level."""
    return f"🤖 {texts.plain(f'level.{level}')}"


def _level_line(level: Level, variant: Variant, texts: Texts) -> Html:
    name, about = texts.html(f"level.{level.name}"), texts.html(f"character.{level.name}")
    mean = mean_of(level.name, variant)
    needs = "" if mean is None else f" ({texts.decimal(mean)})"
    return Html(f"<b>{name}</b>{needs}: {about}")


def _level_button(level: Level, variant: Variant, texts: Texts) -> Row:
    press = MenuPress(OnMenu.LEVELS, f"{level.name}-{variant.name}")
    return (button(partners_name(level.name, texts), press),)
