"""Inline mode: cards for whoever types the bot's name in some chat, and what becomes of those that are sent."""

from dataclasses import replace

from bot.app.actions import challenges
from bot.app.actions.cards import card_of, card_slot, view_of
from bot.app.actions.fullness import plays_enough, waits_enough
from bot.app.buttons import ChallengePress
from bot.app.handlers.desk import Desk
from bot.app.handlers.duels import cards
from bot.app.handlers.solo import contests
from bot.app.links import MATCH, TABLE, TOKEN, game_in
from bot.app.messages import Chose, Inline
from bot.app.model.challenge import Challenge, State
from bot.app.model.limits import CHALLENGES, OFFERS
from bot.app.model.table import Table
from bot.app.model.terms import Terms
from bot.app.ports import Answer, Place
from bot.app.screens.duels.inline import Card, Cards, challenge_offer, result_offer, scoreboard_offer
from bot.game.model import Phase

LONGEST_USE = challenges.LASTS
"""Seconds for which the same offer is made again."""


async def offered(text: str, desk: Desk) -> Cards:
    """What was typed may name something to share; else challenges on the terms of last time, and on others near.

    The cards of somebody who has never spoken to us are in the language that Telegram tells.
    """
    if not desk.preferences.greeted and desk.preferences.spoken != desk.person.language:
        desk = desk.prefers(replace(desk.preferences, spoken=desk.person.language))
    typed = text.strip()
    if (result := await _result(typed, desk) or await contests.card_for(typed, desk)) is not None:
        return Cards((result,))
    shared = await _shared(typed, desk)
    if shared is None and await _has_enough(desk):
        return Cards((), desk.texts.plain("button.enough"))
    wanted = [shared] if shared else await _offers(desk)
    hint = "" if await challenges.is_reachable(desk.person.id, desk.work) else desk.texts.plain("button.open-first")
    return Cards(tuple([await _card(challenge, desk) for challenge in wanted]), hint)


async def _result(typed: str, desk: Desk) -> Card | None:
    """How a game ended that the person has played, or seen a group play."""
    view = await view_of(Inline(""), desk.person.id, desk.work, desk.world)
    if (table_id := game_in(typed, TABLE)) is not None:
        table = await desk.work.table(table_id)
        if table is not None and _may_be_shared(table, desk):
            return result_offer(typed, table, view)
    if (match_id := game_in(typed, MATCH)) is not None:
        match = await desk.work.matches.load(match_id)
        is_told = match is not None and match.is_over and not match.number
        if match is not None and is_told and match.seat_of(desk.person.id) is not None:
            return scoreboard_offer(typed, match, view)
    return None


def _may_be_shared(table: Table, desk: Desk) -> bool:
    """Whether a person has played the game, or seen a group play it, to its end. What the bot broke is no result."""
    is_theirs = table.chat.is_group or table.chat == desk.chat
    return is_theirs and table.breaker is None and table.game.phase is Phase.OVER


async def chosen(result: str, desk: Desk) -> Answer:
    """A card has been sent."""
    card = desk.incoming.inline if isinstance(desk.incoming, Chose) else None
    if card is not None and TOKEN.fullmatch(result):
        await challenges.sent(result, card, desk.work, desk.world)
    return Answer()


async def pressed(press: ChallengePress, card: Inline, desk: Desk) -> Answer:
    """A press on a card that was sent."""
    challenge = await challenges.sent(press.token, card, desk.work, desk.world)
    if challenge is None:
        return Answer(desk.texts.plain("toast.old-button"))
    if challenge.state is State.UNSENT:
        return _crowded(challenge, desk)
    if challenge.card != card and challenge.state is not State.OPEN:
        view = await view_of(card, challenge.person, desk.work, desk.world)
        screen = await card_of(challenge, view, desk.work, desk.world)
        desk.work.show(card, card_slot(challenge.match), screen, Place.HERE)
    return await cards.answered(press.verb, challenge, desk)


def _crowded(challenge: Challenge, desk: Desk) -> Answer:
    """The card is none yet, for its maker has as many challenges waiting as they may."""
    if challenge.person == desk.person.id:
        return Answer(desk.texts.plain("limit.challenges", most=CHALLENGES), alert=True)
    return cards.refused(challenges.Refusal.CROWDED, challenge, desk)


async def _shared(token: str, desk: Desk) -> Challenge | None:
    """The person's own challenge of that token, as long as it waits."""
    challenge = await desk.work.challenges.load(token) if TOKEN.fullmatch(token) else None
    if challenge is None or challenge.person != desk.person.id or challenge.state is not State.OPEN:
        return None
    return challenge


async def _has_enough(desk: Desk) -> bool:
    """Whether they play as much as they may, or as many challenges of theirs wait: no card of theirs could be one."""
    person, work = desk.person.id, desk.work
    return await plays_enough(person, work) or await waits_enough(person, work, desk.world.now())


async def _offers(desk: Desk) -> list[Challenge]:
    """On the terms of last time and on others near; what was offered long ago and never sent makes room for them."""
    known = await desk.work.challenges.open_of(desk.person.id)
    terms = await challenges.chosen_terms(desk.person.id, desk.work)
    offers = [_offer(wish, known, desk) for wish in _near(terms)]
    taken = {challenge.token for challenge in offers}
    unsent = [challenge for challenge in known if challenge.state is State.UNSENT and challenge.token not in taken]
    for challenge in unsent[: max(0, len(unsent) + len(offers) - OFFERS)]:
        desk.work.challenges.save(replace(challenge, state=State.EXPIRED))
    return offers


def _near(terms: Terms) -> list[Terms]:
    other_mode = replace(terms, mode="duel" if terms.mode == "race" else "race")
    if terms.the_clock.seconds is None:
        return [terms, other_mode]
    return [terms, other_mode, replace(terms, rated=not terms.rated)]


def _offer(terms: Terms, known: tuple[Challenge, ...], desk: Desk) -> Challenge:
    """What becomes a challenge on each card that is sent; as long as it is fresh, the same for every question."""
    since = desk.world.now() - LONGEST_USE
    for challenge in known:
        is_fresh = challenge.made_at > since and challenge.name == desk.person.name
        if challenge.state is State.UNSENT and challenge.terms == terms and is_fresh:
            return challenge
    return challenges.made(terms, desk.person, desk.work, desk.world, state=State.UNSENT)


async def _card(challenge: Challenge, desk: Desk) -> Card:
    view = await view_of(Inline(""), challenge.person, desk.work, desk.world)
    return challenge_offer(challenge, await card_of(challenge, view, desk.work, desk.world), desk.texts)
