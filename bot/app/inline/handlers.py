"""Inline mode: cards for whoever types the bot's name in some chat, and what becomes of those that are sent.

Last guest mode: the one card for whoever has sent the bot's name there.
"""

from dataclasses import replace
from typing import Any

from bot.app.buttons import Feature, OnChallenge, TokenPress
from bot.app.daily.handlers import START, invitation
from bot.app.duels import actions as duels_actions
from bot.app.duels import handlers as duels_handlers
from bot.app.duels.actions import card_of, card_slot, plays_enough, view_of, waits_enough
from bot.app.duels.model import Challenge, Challenges, ChallengeState
from bot.app.intents import AGAIN, WORDS, Command, Order, order_in
from bot.app.kind import Kind, Request
from bot.app.links import GREETING, MATCH, RULES, TABLE, TOKEN, game_in
from bot.app.messages import Chose, Inline
from bot.app.model.game import CHALLENGES, OFFERS, Header
from bot.app.model.options import UnknownOption
from bot.app.model.reach import Contact, may, relation_by
from bot.app.model.terms import Terms, UnfitRating, terms_said
from bot.app.ratings.model import Ratings
from bot.app.screen import Answer, Place
from bot.app.screens.share import Card, Cards, challenge_offer, rules_card, ways_card


async def offer_cards(text: str, request: Request) -> Cards:
    """What was typed may name something to share; else challenges like the last, and near it.

    The cards of somebody who has never spoken to us are in the language that Telegram tells.
    """
    request = _as_spoken(request)
    typed = text.strip()
    if (result := await _result(typed, request)) is not None:
        return Cards((result,))
    others = await request.sections.cards(typed, request)
    if Feature.PEOPLE in request.access.off or (typed and others):
        return Cards(others)
    shared = await _load_shared(typed, request)
    if shared is None and await _has_enough(request):
        return Cards(others, request.texts.plain("button.enough"))
    try:
        wanted = [shared] if shared else await _offers("" if _names_something(typed) else typed, request)
    except UnknownOption as error:
        key = error.because if isinstance(error, UnfitRating) else "inline.unknown-term"
        return Cards(others, request.texts.plain(key, word=error.word))
    hint = (
        ""
        if may(Contact.RING, relation_by(await request.work.preferences(request.person.id)))
        else request.texts.plain("button.open-first")
    )
    return Cards((*[await _card(challenge, request) for challenge in wanted], *others), hint)


def _as_spoken(request: Request) -> Request:
    known = request.preferences
    if known.greeted or known.spoken == request.person.language:
        return request
    return request.prefers(replace(known, spoken=request.person.language))


async def _load_shared(token: str, request: Request) -> Challenge | None:
    """The person's own challenge of that token, as long as it waits."""
    challenge = await request.work.of(Challenges).load(token) if TOKEN.fullmatch(token) else None
    if challenge is None or challenge.person != request.person.id or challenge.state is not ChallengeState.OPEN:
        return None
    return challenge


async def _has_enough(request: Request) -> bool:
    """Whether they play as much as they may, or as many challenges of theirs wait: no card of theirs could be one."""
    person, work = request.person.id, request.work
    return await plays_enough(person, work) or await waits_enough(person, work, request.world.now())


def _names_something(typed: str) -> bool:
    """Whether a button has typed it, and not a person."""
    return bool(TOKEN.fullmatch(typed) or TOKEN.fullmatch(typed[1:]) or game_in(typed, TABLE) or game_in(typed, MATCH))


async def _offers(words: str, request: Request) -> list[Challenge]:
    """On the terms that the words say, else on those of last time and on others near. Raises UnknownOption.

    What was offered long ago and never sent makes room for them.
    """
    terms = (await request.work.of(Ratings).player(request.person.id)).with_friends
    said = terms_said(words, terms, request.texts.language)
    known = await request.work.of(Challenges).open_of(request.person.id)
    offers = [_offer(wanted, known, request) for wanted in ([said] if words else _near(terms))]
    taken = {challenge.token for challenge in offers}
    unsent = [
        challenge for challenge in known if challenge.state is ChallengeState.UNSENT and challenge.token not in taken
    ]
    for challenge in unsent[: max(0, len(unsent) + len(offers) - OFFERS)]:
        request.work.of(Challenges).save(replace(challenge, state=ChallengeState.EXPIRED))
    return offers


LONGEST_USE = duels_actions.LASTS
"""Seconds for which the same offer is made again."""


def _offer(terms: Terms, known: tuple[Challenge, ...], request: Request) -> Challenge:
    """What becomes a challenge on each card that is sent; as long as it is fresh, the same for every question."""
    since = request.world.now() - LONGEST_USE
    for challenge in known:
        is_fresh = challenge.made_at > since and challenge.name == request.person.name
        if challenge.state is ChallengeState.UNSENT and challenge.terms == terms and is_fresh:
            return challenge
    return duels_actions.offered(terms, request.person, request.work, request.world)


def _near(terms: Terms) -> list[Terms]:
    other_mode = replace(terms, mode=terms.play.offered_beside).as_can_be
    if terms.unrated_because:
        return [terms, other_mode]
    return [terms, other_mode, replace(terms, rated=not terms.rated)]


async def _card(challenge: Challenge, request: Request) -> Card:
    viewer = await view_of(Inline(""), challenge.person, request.work, request.world)
    return challenge_offer(challenge, await card_of(challenge, viewer, request.work, request.world), request.texts)


async def _result(typed: str, request: Request) -> Card | None:
    """How a game ended that the person has played, or seen a group play."""
    game_id = game_in(typed, TABLE) or game_in(typed, MATCH)
    game = await request.work.games.load(game_id, Header) if game_id is not None else None
    kind: Kind[Any] | None = None if game is None else request.kinds.kind_of(game)
    if game is None or kind is None:
        return None
    viewer = await view_of(Inline(""), request.person.id, request.work, request.world)
    return await kind.result_card(typed, game, viewer, request)


async def note_sent(result: str, request: Request) -> Answer:
    """A card has been sent; whatever it is, it stays that."""
    card = request.incoming.inline if isinstance(request.incoming, Chose) else None
    if card is not None and TOKEN.fullmatch(result):
        await duels_actions.load_from_card(result, card, request.work, request.world)
    elif card is not None:
        request.work.of(Challenges).bind_card(card, result)
    return Answer()


async def press_sent_card(press: TokenPress, card: Inline, request: Request) -> Answer:
    """A press on a card that was sent."""
    challenge = request.found(await duels_actions.load_from_card(press.token, card, request.work, request.world))
    if challenge.state is ChallengeState.UNSENT:
        return _crowded_answer(challenge, request)
    if challenge.card != card and challenge.state is not ChallengeState.OPEN:
        viewer = await view_of(card, challenge.person, request.work, request.world)
        screen = await card_of(challenge, viewer, request.work, request.world)
        request.work.show(card, card_slot(challenge.match), screen, Place.HERE)
    return await duels_handlers.answer_press(OnChallenge(press.verb.value), challenge, request)


def _crowded_answer(challenge: Challenge, request: Request) -> Answer:
    """The card is none yet, for its maker has as many challenges waiting as they may."""
    if challenge.person == request.person.id:
        return Answer(request.texts.plain("limit.challenges", most=CHALLENGES), alert=True)
    return duels_handlers.refusal(duels_actions.Refusal.CROWDED, challenge, request)


# Guest mode: whoever sends the bot's name in a chat in which it is no member gets one card there, for all to see.

ON_CARDS = {Command.PLAY, Command.DUEL, Command.MATCH, Command.START}
TOLD = {Command.RULES, Command.LEARN, Command.HELP}


async def offer_one(words: str, request: Request) -> Cards:
    """The card that inline mode offers first, the invitation to today's code, the rules, or the ways to these.

    A code is no guess here: all would see it, in a race as well. Nor is the result of a game shown unasked.
    """
    request = _as_spoken(request)
    said = words.removeprefix("/")
    named = WORDS.get(said.casefold() or Command.DUEL.value)
    order = order_in(said, request.texts.language) if named is None else Order(named, "")
    wish = None if order is None else order.command
    ways = {"guest.play": GREETING, "guest.daily": START, "guest.rules": RULES}
    if Feature.DAILY in request.access.off:
        del ways["guest.daily"]
    if order is not None and wish in ON_CARDS:
        offered = (await offer_cards("" if order.argument == AGAIN else order.argument, request)).cards
        if challenges := [card for card in offered if TOKEN.fullmatch(card.id)]:
            return Cards((challenges[0],))
    if wish is Command.DAILY and "guest.daily" in ways:
        return Cards((await invitation(request),))
    if wish in TOLD:
        return Cards((rules_card(request.preferences.style, request.world.username, request.texts),))
    return Cards((ways_card(ways, request.world.username, request.texts),))
