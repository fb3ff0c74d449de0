"""Choosing among the variants."""

from bot.app.handlers.desk import Desk
from bot.app.handlers.solo import games
from bot.app.model.wish import Help, Wish
from bot.app.ports import Answer
from bot.app.screens.solo import variants as screens
from bot.app.screens.variant import FAMILIES
from bot.app.verbs import OnMenu
from solver.variant import VARIANTS

DIGITS = next(iter(FAMILIES))
WISHES = {
    OnMenu.SOLO: Wish(),
    OnMenu.COACHED: Wish(help=Help.COACHED),
    OnMenu.BLIND: Wish(help=Help.BLIND),
    OnMenu.THINK: Wish(mode="think"),
    OnMenu.EVIL: Wish(mode="evil"),
}
"""What the buttons of a variant's card begin."""


async def show(desk: Desk) -> Answer:
    """The variants, the digits first."""
    return listed(DIGITS, desk)


def listed(family: str, desk: Desk) -> Answer:
    """The variants of one family."""
    desk.show_menu(screens.variants(family if family in FAMILIES else DIGITS, desk.texts))
    return Answer()


async def pressed(verb: OnMenu, variant: str, desk: Desk) -> Answer:
    """A press on a family, on a variant, or on what is to be begun with it."""
    if verb is OnMenu.VARIANTS or variant not in VARIANTS:
        return listed(variant, desk)
    if verb is OnMenu.CARD:
        desk.show_menu(screens.variant_card(VARIANTS[variant], desk.preferences.style, desk.texts))
        return Answer()
    if desk.pressed is not None and desk.pressed.message is not None:
        desk.work.retire(desk.chat, desk.pressed.message, wholly=True)
    return await games.play(WISHES[verb].but(variant), desk)
