"""Hot seat: two to four people who pass one phone. How it is arranged."""

import re

from bot.app.actions.challenges import chosen_terms
from bot.app.intents import GUESS_LIKE
from bot.app.kinds.group.beginning import Plan, begin
from bot.app.kinds.group.model import Member
from bot.app.kinds.group.screens import hotseat_menu as screens
from bot.app.language import vocabulary
from bot.app.model.modes import hot_seats
from bot.app.ports import Answer
from bot.app.request import MENU, Request
from bot.app.routing.boards import why_no_board
from bot.app.routing.carrying import carry_out
from bot.app.screens.name import shown_name
from bot.app.texts import Html

AWAITED, NAMES = "hotseat", "hotseat-names"
"""What somebody has typed is kept under these names: for which mode names are wanted, and the names of last time."""
FOR_SO_LONG = 600.0
"""Seconds for which what is typed is taken for names."""
TWO = 2
LONGEST = 16
BETWEEN = re.compile(rf"[,;/&+\n]+|\s+(?:{vocabulary('list').pattern('and')})\s+", re.IGNORECASE)


class UnfitNames(ValueError):
    """A text that does not name who plays; the message is the key of what to say."""


async def press(argument: str, request: Request) -> Answer:
    """Carry out a press on the way: which mode, then who plays."""
    if request.chat.is_group:
        return request.strip_buttons("toast.old-button")
    mode, _, number = argument.partition("-")
    if (refusal := why_no_board(request)) is not None:
        return refusal
    if mode not in hot_seats():
        request.show_menu(screens.modes((await chosen_terms(request.person.id, request.work)).variant, request.texts))
    elif not number:
        await _ask(mode, request)
    elif number == "0":
        names = await _names_of_last_time(request)
        await _begin(mode, names[: hot_seats()[mode].most], request)
    elif number.isdecimal() and TWO <= int(number) <= hot_seats()[mode].most:
        await _begin(mode, _default_names(int(number), request), request)
    else:
        return request.strip_buttons("toast.old-button")
    return Answer()


async def type_names(text: str, request: Request) -> Answer | None:
    """Begin with the names that were typed, if names are wanted; None: they are not."""
    if request.chat.is_group or GUESS_LIKE.fullmatch(text):
        return None
    mode, _, since = (await request.work.prompts.read(AWAITED, request.person.id)).partition(" ")
    if mode not in hot_seats() or request.world.now() - float(since) > FOR_SO_LONG:
        return None
    try:
        names = names_in(text, hot_seats()[mode].most)
    except UnfitNames as error:
        await _ask(mode, request, request.texts.html(str(error)))
        return Answer()
    await _begin(mode, names, request)
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


async def _ask(mode: str, request: Request, note: Html | None = None) -> None:
    """Ask who plays; what is typed next are their names."""
    request.work.prompts.keep(AWAITED, request.person.id, f"{mode} {request.world.now()}")
    made_up = _default_names(hot_seats()[mode].most, request)
    last = (await _names_of_last_time(request))[: hot_seats()[mode].most]
    request.show_menu(screens.names(mode, made_up, last, request.texts, note))


async def _names_of_last_time(request: Request) -> tuple[str, ...]:
    written = await request.work.prompts.read(NAMES, request.person.id)
    return tuple(written.split("\n")) if written else ()


def _default_names(count: int, request: Request) -> tuple[str, ...]:
    """Whoever's phone it is, and others by their number."""
    others = (request.texts.plain("hotseat.player", number=number) for number in range(2, count + 1))
    return (shown_name(request.person.name)[:LONGEST].strip(), *others)


async def _begin(mode: str, names: tuple[str, ...], request: Request) -> None:
    if len(names) < TWO:
        await _ask(mode, request)
        return
    request.work.prompts.keep(AWAITED, request.person.id, "")
    request.work.prompts.keep(NAMES, request.person.id, "\n".join(names))
    asked = (await request.work.slot_state(request.chat, MENU)).message
    if asked is not None:
        request.work.retire(request.chat, asked, wholly=True)
    variant = (await chosen_terms(request.person.id, request.work)).variant
    plan = Plan(mode, variant, tuple(Member(name) for name in names))
    await carry_out(begin(plan, request), request)
