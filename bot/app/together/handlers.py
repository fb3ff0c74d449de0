"""Games of several at one board are arranged: hot seat round one phone, a party in a group."""

import re

from bot.app.buttons import Numbered, OnMenu
from bot.app.intents import Command
from bot.app.kind import MENU, Request, Section
from bot.app.kinds.group.kind import Plan, begin
from bot.app.kinds.group.model import Member
from bot.app.language import vocabulary
from bot.app.messages import Said
from bot.app.model.game import Header
from bot.app.model.modes import hot_seats, party_modes
from bot.app.model.prompts import Prompts
from bot.app.model.terms import choices_said, one_said, variant_among
from bot.app.ratings.model import Points, Ratings
from bot.app.ratings.screens import BEST
from bot.app.reading import Reading
from bot.app.routing import carry_out, fits_none, why_no_board
from bot.app.screen import Answer
from bot.app.screens.people import shown_name
from bot.app.texts import Html
from bot.app.together import screens
from bot.app.together.screens import LAST_TIME, NAMES, TWO, OfSeats
from bot.app.variants.handlers import on_terms

# Hot seat: two to four people who pass one phone. How it is arranged.


async def press_hotseat(argument: str, request: Request) -> Answer:
    """Carry out a press on the way: which mode, then who plays."""
    request.needs(not request.chat.is_group)
    if (refusal := why_no_board(request)) is not None:
        return refusal
    seats = OfSeats.read(argument)
    if seats is None or seats.mode not in hot_seats():
        return request.show_menu(screens.modes(await _variant(request), request.texts))
    most = hot_seats()[seats.mode].most
    if seats.players is None:
        return await _ask(seats.mode, request)
    if seats.players == LAST_TIME:
        return await _begin(seats.mode, (await _names_of_last_time(request))[:most], request)
    request.needs(TWO <= seats.players <= most)
    return await _begin(seats.mode, _default_names(seats.players, request), request)


AWAITED, ASKED_FOR_NAMES = "hotseat", "hotseat-names"
"""What somebody has typed is kept under these names: for which mode names are wanted, and the names of last time."""
FOR_SO_LONG = 600.0
"""Seconds for which what is typed is taken for names."""


async def type_names(typed: Reading, request: Request) -> Answer | None:
    """Begin with the names that were typed, if names are wanted; None: they are not."""
    if request.chat.is_group or typed.looks_like_guess:
        return None
    mode, _, since = (await request.work.of(Prompts).read(AWAITED, request.person.id)).partition(" ")
    if mode not in hot_seats() or request.world.now() - float(since) > FOR_SO_LONG:
        return None
    try:
        names = names_in(typed.text, hot_seats()[mode].most)
    except UnfitNames as error:
        return await _ask(mode, request, request.texts.html(str(error)))
    return await _begin(mode, names, request)


LONGEST_SEAT = 16
BETWEEN = re.compile(rf"[,;/&+\n]+|\s+(?:{vocabulary('list').pattern('and')})\s+", re.IGNORECASE)


def names_in(text: str, most: int) -> tuple[str, ...]:
    """The names that stand in a text, apart by commas or else by spaces. Raises UnfitNames."""
    parts = [part for part in BETWEEN.split(text) if part.strip()]
    if len(parts) == 1:
        parts = text.split()
    names = tuple(shown_name(part, LONGEST_SEAT) for part in parts)
    if len(names) < TWO:
        raise UnfitNames("hotseat.too-few")
    if len(names) > most:
        raise UnfitNames("hotseat.too-many" if most > TWO else "hotseat.only-two")
    if len({name.casefold() for name in names}) < len(names):
        raise UnfitNames("hotseat.twice")
    return names


class UnfitNames(ValueError):
    """A text that does not name who plays; the message is the key of what to say."""


async def _ask(mode: str, request: Request, note: Html | None = None) -> Answer:
    """Ask who plays; what is typed next are their names."""
    request.work.of(Prompts).keep(AWAITED, request.person.id, f"{mode} {request.world.now()}")
    made_up = _default_names(hot_seats()[mode].most, request)
    last = (await _names_of_last_time(request))[: hot_seats()[mode].most]
    return request.show_menu(screens.names(mode, made_up, last, request.texts, note))


async def _names_of_last_time(request: Request) -> tuple[str, ...]:
    written = await request.work.of(Prompts).read(ASKED_FOR_NAMES, request.person.id)
    return tuple(written.split("\n")) if written else ()


def _default_names(count: int, request: Request) -> tuple[str, ...]:
    """Whoever's phone it is, and others by their number."""
    others = (request.texts.plain("hotseat.player", number=number) for number in range(2, count + 1))
    return (shown_name(request.person.name, LONGEST_SEAT), *others)


async def _begin(mode: str, names: tuple[str, ...], request: Request) -> Answer:
    if len(names) < TWO:
        return await _ask(mode, request)
    request.work.of(Prompts).keep(AWAITED, request.person.id, "")
    request.work.of(Prompts).keep(ASKED_FOR_NAMES, request.person.id, "\n".join(names))
    await request.work.take_away(request.chat, MENU)
    plan = Plan(mode, await _variant(request), tuple(Member(name) for name in names))
    await carry_out(begin(plan, request), request)
    return Answer()


async def _variant(request: Request) -> str:
    """What the person plays with friends."""
    return (await request.work.of(Ratings).player(request.person.id)).with_friends.variant


# A party: everybody in a group against the bot's secret, for points. How it is begun.


async def obey(words: str, request: Request) -> Answer:
    """Begin the party that the words say; where they say no mode, show the menu with their variant.

    Raises UnknownOption.
    """
    modes = {mode.name: mode for mode in party_modes().values()}
    said, rest = choices_said(words, request.texts.language, modes)
    mode, variant = one_said(modes, said), variant_among(rest, NAMES[0], request.texts.language)
    is_anonymous = isinstance(request.incoming, Said) and request.incoming.anonymous
    if mode is None or is_anonymous or not request.chat.is_group:
        return await show_menu(request, variant)
    return why_no_board(request) or await _begin_party(mode, variant, request)


async def show_menu(request: Request, variant: str = NAMES[0]) -> Answer:
    """Show how a party goes, who has most points, and the ways to begin."""
    if not request.chat.is_group:
        return request.show_menu(screens.only_in_groups(request.texts))
    scores = await request.work.of(Points).scores(request.chat.id, BEST)
    return request.show_menu(screens.menu(NAMES.index(variant), scores, request.texts))


async def press_party(argument: str, request: Request) -> Answer:
    """Carry out a press on the menu: another variant, or begin."""
    request.needs(request.chat.is_group)
    wish = request.found(Numbered.read(argument, 2 * len(NAMES) - 1))
    unfolded, index = divmod(wish.number, len(NAMES))
    variant = NAMES[index]
    if wish.letter == screens.MENU:
        return await show_menu(request, variant)
    if (page := screens.pages().get(wish.letter)) is not None:
        return request.show_menu(screens.variants(page, index, request.texts, unfolded=bool(unfolded)))
    mode = request.found(party_modes().get(wish.letter))
    if (refusal := why_no_board(request)) is not None:
        return refusal
    request.retire_pressed()
    return await _begin_party(mode.name, variant, request)


async def _begin_party(mode: str, variant: str, request: Request) -> Answer:
    plan = Plan(mode, variant, (Member(request.person.name, request.person.id),))
    return await carry_out(begin(plan, request), request)


# The section.


async def _read(typed: Reading, games: tuple[Header, ...], request: Request) -> Answer | None:
    return await type_names(typed, request) if fits_none(typed, games, request) else None


TOGETHER = Section(
    commands={Command.PARTY: on_terms(Command.PARTY, obey, show_menu)},
    buttons={OnMenu.HOTSEAT: press_hotseat, OnMenu.PARTY: press_party},
    reads=_read,
)
