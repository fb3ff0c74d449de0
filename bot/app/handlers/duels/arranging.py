"""The menu of games between people: its terms, and what is begun on them."""

from dataclasses import replace

from bot.app.actions import challenges
from bot.app.buttons import MenuPress
from bot.app.handlers.duels import cards
from bot.app.handlers.duels.full import why_no_challenge
from bot.app.model.challenge import Challenge, State
from bot.app.model.clocks import CLOCKS
from bot.app.model.families import FAMILIES, family_of
from bot.app.model.modes import match_plays
from bot.app.model.terms import Terms
from bot.app.ports import Answer, Place
from bot.app.request import Request
from bot.app.screens.duels import arranging
from bot.app.verbs import OnMenu
from solver.variant import VARIANTS


async def show(request: Request, place: Place | None = None) -> Answer:
    """The menu, on the terms of last time; in a group a challenge on them, for all to see."""
    if request.chat.is_group:
        return await cards.post(request)
    screen = arranging.duel_menu(await challenges.chosen_terms(request.person.id, request.work), request.texts)
    request.show_menu(screen, place)
    return Answer()


async def press_menu(press: MenuPress, request: Request) -> Answer:
    """A press on the menu or on one of its choices."""
    if request.chat.is_group:
        return await show(request)
    terms = await challenges.chosen_terms(request.person.id, request.work)
    match press.verb, press.argument:
        case OnMenu.INVITE, _:
            return await invite(terms, request)
        case OnMenu.RATED, ("yes" | "no") as answer:
            return await _choose_rated(terms, request, on=answer == "yes")
        case OnMenu.MODE, "":
            request.show_menu(arranging.modes(terms, request.texts))
        case OnMenu.VARIANT, "":
            request.show_menu(arranging.variants(terms, family_of(VARIANTS[terms.variant]), request.texts))
        case OnMenu.FAMILY, family if family in FAMILIES:
            request.show_menu(arranging.variants(terms, FAMILIES[family], request.texts))
        case OnMenu.CLOCK, "":
            request.show_menu(arranging.clocks(terms, request.texts))
        case OnMenu.MODE, mode if mode in match_plays():
            return await _choose(replace(terms, mode=mode), request)
        case OnMenu.VARIANT, variant if variant in VARIANTS:
            return await _choose(replace(terms, variant=variant), request)
        case OnMenu.CLOCK, clock if clock in CLOCKS:
            return await _choose(replace(terms, clock=clock), request)
        case _:
            return await show(request)
    return Answer()


async def invite(terms: Terms, request: Request) -> Answer:
    """A challenge on these terms for a friend; one that waits already is shown again."""
    challenge = await _waiting(terms, request)
    if challenge is None and (answer := await why_no_challenge(request)) is not None:
        return answer
    challenge = challenge or challenges.make_challenge(terms, request.person, request.work, request.world)
    await challenges.show_waiting(challenge, Place.BOTTOM, request.work, request.world)
    return Answer()


async def _waiting(terms: Terms, request: Request) -> Challenge | None:
    """The person's challenge by link on these terms that anybody may still accept."""
    now = request.world.now()
    for challenge in await request.work.challenges.open_of(request.person.id):
        by_link = challenge.state is State.OPEN and challenge.card is None and challenge.taker is None
        if by_link and challenge.terms == terms and now < challenge.expires_at:
            return challenge
    return None


async def _choose_rated(terms: Terms, request: Request, *, on: bool) -> Answer:
    if on and (why := terms.unrated_because):
        return Answer(request.texts.plain(why), alert=True)
    return await _choose(replace(terms, rated=on), request)


async def _choose(terms: Terms, request: Request) -> Answer:
    """Keep the terms, rated only where they can be."""
    terms = terms.as_can_be
    player = await request.work.ratings.player(request.person.id)
    request.work.ratings.keep_player(replace(player, name=request.person.name, choice=terms))
    request.show_menu(arranging.duel_menu(terms, request.texts))
    return Answer()
