"""Choosing among the variants."""

from collections.abc import Awaitable, Callable

from bot.app.buttons import OnMenu
from bot.app.games.handlers import say_note
from bot.app.intents import Command
from bot.app.kind import Action, Request, Section, without_argument
from bot.app.kinds.table import play
from bot.app.model.modes import PLAIN, chosen_instead, on_cards
from bot.app.model.options import FAMILIES, UNFOLDED, GameOptions, Help, UnknownOption, UselessOption, nearest_to
from bot.app.routing import carry_out
from bot.app.screen import Answer
from bot.app.screens.options import why_no_option
from bot.app.texts import NOTHING
from bot.app.variants import screens
from solver.variant import UnknownVariant, variant_named

DIGITS = next(iter(FAMILIES))
HELPS = {OnMenu.COACHED: Help.COACHED, OnMenu.BLIND: Help.BLIND}
"""The buttons of a variant's card that begin the plain game with more help, or with none."""


async def show_variants(request: Request) -> Answer:
    """Show the variants, the digits first."""
    return list_family(DIGITS, request)


def list_family(family: str, request: Request) -> Answer:
    """Show the variants of one family, behind UNFOLDED also words of other languages."""
    name = family.removesuffix(UNFOLDED)
    shown = FAMILIES[name if name in FAMILIES else DIGITS]
    return request.show_menu(screens.variants(shown, request.texts, unfolded=family.endswith(UNFOLDED)))


async def _obey(words: str, request: Request) -> Answer:
    offer = offer_nearest(words, request) if words else None
    return offer or await without_argument(show_variants)(words, request)


def offer_nearest(words: str, request: Request, error: UnknownOption | None = None) -> Answer | None:
    """Offer what there is of what the words wish of a game with the bot, or what is nearest; None: nothing is.

    `error`: why /play does not take them.
    """
    offered = nearest_to(words, request.texts.language)
    if not offered:
        return None
    note = NOTHING
    if isinstance(error, UselessOption):
        note = why_no_option(error, Command.PLAY.value, request.texts)
    elif error is not None:
        note = request.texts.html("nearest.none", word=error.word)
    return request.show_menu(screens.nearest(note, offered, request.preferences.style, request.texts))


async def press_variant(verb: OnMenu, argument: str, request: Request) -> Answer:
    """Carry out a press on a family, on a variant, or on what is to be begun with it."""
    mode, _, variant = argument.partition("-") if verb is OnMenu.BEGIN else (_mode_of(verb), "", argument)
    try:
        meant = variant_named("" if verb is OnMenu.VARIANTS else variant)
    except UnknownVariant:
        return list_family(argument, request)
    if verb is OnMenu.CARD:
        return request.show_menu(screens.variant_card(meant, request.preferences.style, request.texts))
    request.needs(mode in on_cards() or chosen_instead(PLAIN, mode))
    request.retire_pressed()
    options = GameOptions(mode, meant.name, HELPS.get(verb, Help.NORMAL))
    return await carry_out(await play(options, request), request)


def _mode_of(verb: OnMenu) -> str:
    """The mode that a button of its own begins; the plain one for all others."""
    return next((name for name, card in on_cards().items() if card.verb is verb), PLAIN)


def on_terms(command: Command, act: Action, show_variants: Callable[[Request], Awaitable[Answer]]) -> Action:
    """The action that carries out terms; words that name nobody's terms begin nothing, and in private lead to a menu.

    `show`: what is done without words.
    """

    async def begin(words: str, request: Request) -> Answer:
        try:
            if words and not words.startswith("@"):
                return await act(words, request)
            note = request.texts.html("note.no-name") if words else NOTHING
        except UnknownOption as error:
            note = why_no_option(error, command.value, request.texts)
        if note and request.chat.is_group:
            return await say_note(note, request)
        if note:
            request.work.head_next(request.chat, note)
        return await show_variants(request)

    return begin


# The section.


def _choose(verb: OnMenu) -> Action:
    return lambda argument, request: press_variant(verb, argument, request)


VERBS = (
    OnMenu.VARIANTS,
    OnMenu.CARD,
    OnMenu.SOLO,
    OnMenu.COACHED,
    OnMenu.BLIND,
    OnMenu.THINK,
    OnMenu.EVIL,
    OnMenu.TWO,
    OnMenu.BEGIN,
)
WAYS_TO_PLAY = Section(
    commands={Command.VARIANTS: _obey},
    buttons={verb: _choose(verb) for verb in VERBS},
)
