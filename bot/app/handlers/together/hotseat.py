"""Hot seat: two to four people who pass one phone. How it is arranged."""

import re

from bot.app.actions.challenges import chosen_terms
from bot.app.handlers.desk import MENU, Desk
from bot.app.handlers.together.tables import Plan, begin, busy, is_busy
from bot.app.intents import GUESS_LIKE
from bot.app.model.company import Member
from bot.app.ports import Answer
from bot.app.screens.name import shown_name
from bot.app.screens.together import hotseat as screens
from bot.app.texts import Html

AWAITED, NAMES = "hotseat", "hotseat-names"
"""What somebody has typed is kept under these names: for which kind names are wanted, and the names of last time."""
FOR_SO_LONG = 600.0
"""Seconds for which what is typed is taken for names."""
TWO = 2
MOST_NAMES = {"circle": 4, "duel": TWO}
LONGEST = 16
BETWEEN = re.compile(r"[,;/&+\n]+|\s+(?:and|і|й|та|и|да)\s+", re.IGNORECASE)


class UnfitNames(ValueError):
    """A text from which no company can be made; the message is the key of what to say."""


async def pressed(argument: str, desk: Desk) -> Answer:
    """A press on the way: which kind, then who plays."""
    if desk.chat.is_group:
        return desk.stripped("toast.old-button")
    kind, _, number = argument.partition("-")
    if is_busy(desk):
        return busy(desk)
    if kind not in MOST_NAMES:
        desk.show_menu(screens.kinds((await chosen_terms(desk.person.id, desk.work)).variant, desk.texts))
    elif not number:
        await _ask(kind, desk)
    elif number == "0":
        names = await _names_of_last_time(desk)
        await _begin(kind, names[: MOST_NAMES[kind]], desk)
    elif number.isdecimal() and TWO <= int(number) <= MOST_NAMES[kind]:
        await _begin(kind, _made_up(int(number), desk), desk)
    else:
        return desk.stripped("toast.old-button")
    return Answer()


async def named(text: str, desk: Desk) -> Answer | None:
    """The names that were typed, if names are wanted; None: they are not."""
    if desk.chat.is_group or GUESS_LIKE.fullmatch(text):
        return None
    kind, _, since = (await desk.work.draft(AWAITED, desk.person.id)).partition(" ")
    if kind not in MOST_NAMES or desk.world.now() - float(since) > FOR_SO_LONG:
        return None
    if is_busy(desk):
        return None
    try:
        names = names_in(text, MOST_NAMES[kind])
    except UnfitNames as error:
        await _ask(kind, desk, desk.texts.html(str(error)))
        return Answer()
    await _begin(kind, names, desk)
    return Answer()


def names_in(text: str, most: int) -> tuple[str, ...]:
    """The names that stand in a text, apart by commas or else by spaces. Raises UnfitNames."""
    parts = [part for part in BETWEEN.split(text) if part.strip()]
    if len(parts) == 1:
        parts = text.split()
    names = tuple(shown_name(part)[:LONGEST].strip() for part in parts)
    if len(names) < TWO:
        raise UnfitNames("hotseat.too-few")
    if len(names) > most:
        raise UnfitNames("hotseat.too-many" if most > TWO else "hotseat.only-two")
    if len({name.casefold() for name in names}) < len(names):
        raise UnfitNames("hotseat.twice")
    return names


async def _ask(kind: str, desk: Desk, note: Html | None = None) -> None:
    """Ask who plays; what is typed next are their names."""
    desk.work.keep_draft(AWAITED, desk.person.id, f"{kind} {desk.world.now()}")
    made_up = _made_up(MOST_NAMES[kind], desk)
    last = (await _names_of_last_time(desk))[: MOST_NAMES[kind]]
    desk.show_menu(screens.names(kind, made_up, last, desk.texts, note))


async def _names_of_last_time(desk: Desk) -> tuple[str, ...]:
    written = await desk.work.draft(NAMES, desk.person.id)
    return tuple(written.split("\n")) if written else ()


def _made_up(count: int, desk: Desk) -> tuple[str, ...]:
    """Whoever's phone it is, and others by their number."""
    others = (desk.texts.plain("hotseat.player", number=number) for number in range(2, count + 1))
    return (shown_name(desk.person.name)[:LONGEST].strip(), *others)


async def _begin(kind: str, names: tuple[str, ...], desk: Desk) -> None:
    if len(names) < TWO:
        await _ask(kind, desk)
        return
    desk.work.keep_draft(AWAITED, desk.person.id, "")
    desk.work.keep_draft(NAMES, desk.person.id, "\n".join(names))
    asked = (await desk.work.shown(desk.chat, MENU)).message
    if asked is not None:
        desk.work.retire(desk.chat, asked, wholly=True)
    variant = (await chosen_terms(desk.person.id, desk.work)).variant
    await begin(Plan(kind, variant, tuple(Member(name) for name in names)), desk)
