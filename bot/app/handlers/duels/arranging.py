"""The menu of games between people: its terms, and what is begun on them."""

from dataclasses import replace

from bot.app.actions import challenges
from bot.app.buttons import MenuPress
from bot.app.handlers.desk import MENU, Desk
from bot.app.handlers.duels import cards
from bot.app.handlers.duels.full import why_no_challenge
from bot.app.model.challenge import Challenge, State
from bot.app.model.terms import Terms
from bot.app.ports import Answer, Place
from bot.app.screens.duels import arranging
from bot.app.screens.variant import FAMILIES, family_of
from bot.app.verbs import OnMenu
from bot.game.clock import CLOCKS
from solver.variant import VARIANTS


async def show(desk: Desk, place: Place | None = None) -> Answer:
    """The menu, on the terms of last time; in a group a challenge on them, for all to see."""
    if desk.chat.is_group:
        return await cards.post(desk)
    screen = arranging.duel_menu(await challenges.chosen_terms(desk.person.id, desk.work), desk.texts)
    desk.work.show(desk.chat, MENU, screen, place or desk.place)
    return Answer()


async def pressed(press: MenuPress, desk: Desk) -> Answer:
    """A press on the menu or on one of its choices."""
    if desk.chat.is_group:
        return await show(desk)
    terms = await challenges.chosen_terms(desk.person.id, desk.work)
    match press.verb, press.argument:
        case OnMenu.INVITE, _:
            return await invite(terms, desk)
        case OnMenu.RATED, ("yes" | "no") as answer:
            return await _rated(terms, desk, wished=answer == "yes")
        case OnMenu.MODE, "":
            desk.show_menu(arranging.modes(terms, desk.texts))
        case OnMenu.VARIANT, "":
            desk.show_menu(arranging.variants(terms, family_of(VARIANTS[terms.variant]), desk.texts))
        case OnMenu.FAMILY, family if family in FAMILIES:
            desk.show_menu(arranging.variants(terms, family, desk.texts))
        case OnMenu.CLOCK, "":
            desk.show_menu(arranging.clocks(terms, desk.texts))
        case OnMenu.MODE, mode if mode in arranging.FOR_TWO:
            return await _chosen(replace(terms, mode=mode), desk)
        case OnMenu.VARIANT, variant if variant in VARIANTS:
            return await _chosen(replace(terms, variant=variant), desk)
        case OnMenu.CLOCK, clock if clock in CLOCKS:
            return await _chosen(replace(terms, clock=clock), desk)
        case _:
            return await show(desk)
    return Answer()


async def invite(terms: Terms, desk: Desk) -> Answer:
    """A challenge on these terms for a friend; one that waits already is shown again."""
    challenge = await _waiting(terms, desk)
    if challenge is None and (told := await why_no_challenge(desk)) is not None:
        return told
    challenge = challenge or challenges.made(terms, desk.person, desk.work, desk.world)
    await challenges.show_waiting(challenge, Place.BOTTOM, desk.work, desk.world)
    return Answer()


async def _waiting(terms: Terms, desk: Desk) -> Challenge | None:
    """The person's challenge by link on these terms that anybody may still accept."""
    now = desk.world.now()
    for challenge in await desk.work.challenges.open_of(desk.person.id):
        by_link = challenge.state is State.OPEN and challenge.card is None and challenge.taker is None
        if by_link and challenge.terms == terms and now < challenge.expires_at:
            return challenge
    return None


async def _rated(terms: Terms, desk: Desk, *, wished: bool) -> Answer:
    if wished and terms.the_clock.seconds is None:
        return Answer(desk.texts.plain("toast.rated-needs-clock"), alert=True)
    return await _chosen(replace(terms, rated=wished), desk)


async def _chosen(terms: Terms, desk: Desk) -> Answer:
    """Keep the terms. Without a clock nobody loses for staying away, so nothing is at stake."""
    terms = replace(terms, rated=terms.rated and terms.the_clock.seconds is not None)
    player = await desk.work.ratings.player(desk.person.id)
    desk.work.ratings.keep_player(replace(player, name=desk.person.name, choice=terms))
    desk.show_menu(arranging.duel_menu(terms, desk.texts))
    return Answer()
