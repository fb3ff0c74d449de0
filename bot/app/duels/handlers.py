"""Challenges are answered, in private and on cards; how much one may have open; matches that are played on a card.

In their order: cards of challenges, as they are posted and pressed; what an answer does, in private too; matches on a
card; who has as much open as one may.
"""

from dataclasses import replace
from functools import partial

from bot.app.buttons import GamePress, OnChallenge, TokenPress
from bot.app.duels import actions as duels
from bot.app.duels import screens
from bot.app.duels.actions import (
    Refusal,
    card_slot,
    end_live_search,
    is_seen_by,
    plays_enough,
    show_challenge,
    show_to,
    tell_challenger,
    waits_enough,
    why_full,
)
from bot.app.duels.model import Challenge, Challenges, ChallengeState
from bot.app.kind import Request
from bot.app.kinds.match.card import call_to, press_card
from bot.app.kinds.match.model import Match, Sitter
from bot.app.kinds.match.opening import Opening, live_note, open_match, plays_live
from bot.app.links import CHALLENGE, link_to
from bot.app.messages import Chat, Destination, Inline, Person, Said
from bot.app.model.game import CHALLENGES, MATCHES
from bot.app.model.reach import Contact, Reach, may, relation_by
from bot.app.model.terms import Terms
from bot.app.ratings.model import Ratings
from bot.app.routing import carry_out, named, tell_limit, tell_why_not
from bot.app.screen import Answer, Place
from bot.app.screens.people import shown_name
from bot.app.watching.handlers import may_watch
from bot.app.work import Work
from bot.app.world import World

# Challenges on cards, which everybody in a chat sees and may press.


async def post(request: Request, terms: Terms | None = None) -> Answer:
    """A challenge to the whole group, or to whoever wrote what was replied to; an earlier one here is withdrawn.

    `terms`: None: those of last time.
    """
    work, world = request.work, request.world
    for earlier in await work.of(Challenges).open_of(request.person.id):
        if (
            earlier.state is ChallengeState.OPEN
            and isinstance(earlier.card, Chat)
            and earlier.card.id == request.chat.id
        ):
            await duels.close(earlier, ChallengeState.WITHDRAWN, work, world)
    if (answer := await why_no_challenge(request)) is not None:
        return answer
    terms = terms or (await work.of(Ratings).player(request.person.id)).with_friends
    rival = await _rival(request)
    challenge = duels.make_challenge(terms, request.person, work, world, to=rival, card=request.chat)
    answers = request.incoming.answers if rival is not None and isinstance(request.incoming, Said) else None
    await show_challenge(challenge, work, world, answers=answers)
    return Answer()


async def _rival(request: Request) -> Person | None:
    replied_to = request.incoming.replied_to if isinstance(request.incoming, Said) else None
    if replied_to is None or replied_to.id == request.person.id:
        return None
    if await request.work.of(Reach).may(Contact.CHALLENGE, request.person.id, replied_to.id):
        return replied_to
    request.work.head_next(request.chat, request.texts.html("note.not-by-name", name=shown_name(replied_to.name)))
    return None


async def press_challenge_card(press: TokenPress, request: Request) -> Answer:
    """A press on a card in a group."""
    challenge = request.found(await request.work.of(Challenges).load(press.token))
    request.needs(await request.is_current(card_slot(challenge.match)))
    return await answer_press(OnChallenge(press.verb.value), challenge, request)


async def answer_press(verb: OnChallenge, challenge: Challenge, request: Request) -> Answer:
    """What whoever pressed is told, and nobody else."""
    why = await duels.why_not(challenge, request.person.id, request.work, request.world)
    match verb:
        case OnChallenge.TAKE | OnChallenge.TAKE_WATCHED:
            return await _take(challenge, why, request, told=verb is OnChallenge.TAKE_WATCHED)
        case OnChallenge.HERE:
            return await _sit_down(challenge, why, request)
        case OnChallenge.DECLINE:
            return await _decline(challenge, why, request)
        case OnChallenge.WITHDRAW:
            return await _withdraw(challenge, why, request)
        case OnChallenge.ANOTHER:
            return _tell_other_terms(challenge, request)
        case _:
            return request.old_button()


async def _take(challenge: Challenge, why: Refusal | None, request: Request, *, told: bool = False) -> Answer:
    """The press is the consent. Who has never opened the bot is led there first: only there can a secret be kept.

    `told`: that others may watch. A consent on the way is none to what its card has not said.
    """
    led = Answer(url=link_to(request.world.username, CHALLENGE, challenge.token))
    is_known = may(Contact.RING, relation_by(await request.work.preferences(request.person.id)))
    if why is Refusal.OWN and (challenge.taker is not None or not is_known):
        return led
    if why is Refusal.ACCEPTED and await _is_watched(challenge, request):
        return led
    if why is not None:
        return refusal(why, challenge, request)
    if (full := await duels.why_full(challenge, request.person.id, request.work)) is not None:
        return refusal(full, challenge, request)
    if not is_known:
        if told == challenge.watched:
            note_consent(challenge, request.person, request.work)
        return led
    await accept(challenge, request.person, request.work, request.world, told=told)
    if not isinstance(challenge.card, Chat):
        return led
    return Answer(request.texts.plain("alert.in-private", name=shown_name(challenge.name)), alert=True)


async def _is_watched(challenge: Challenge, request: Request) -> bool:
    """Whether whoever comes third may watch the match that it led to."""
    match = await request.work.games.load(challenge.match, Match)
    if match is None or match.seat_of(request.person.id) is not None:
        return False
    return await may_watch(match, request.person.id, request.work)


async def _sit_down(challenge: Challenge, why: Refusal | None, request: Request) -> Answer:
    """On the card itself, which is pressed knowing that the challenger has sent it to be played there.

    What was posted in a group is played there alone, though a doctored client may press on a card elsewhere.
    """
    inline = request.pressed.inline if request.pressed is not None else None
    card = challenge.card if inline is None else inline
    is_elsewhere = isinstance(challenge.card, Chat) != isinstance(card, Chat)
    if card is None or is_elsewhere or not challenge.terms.fits_a_card:
        request.old_button()
    if challenge.taker == request.person.id and challenge.state is ChallengeState.ACCEPTED:
        return Answer(request.texts.plain("toast.you-are-in"))
    if why is not None:
        return refusal(why, challenge, request)
    if challenge.taker is not None:
        return await _take(challenge, why, request)
    if (full := await duels.why_full(challenge, request.person.id, request.work)) is not None:
        return refusal(full, challenge, request)
    await accept_here(challenge, request.person, card, request.work, request.world)
    key = "playcard.you-play-secret" if challenge.terms.the_mode.own_secrets else "playcard.you-play"
    return Answer(request.texts.plain(key, name=shown_name(challenge.name)), alert=True)


async def _decline(challenge: Challenge, why: Refusal | None, request: Request) -> Answer:
    if why is not None:
        return refusal(why, challenge, request)
    is_asked = challenge.to == request.person.id or isinstance(challenge.card, Inline)
    if is_asked and request.person.name not in challenge.declined:
        await decline(challenge, request.person, request.work, request.world)
    return Answer()


async def _withdraw(challenge: Challenge, why: Refusal | None, request: Request) -> Answer:
    if challenge.person != request.person.id:
        return Answer(request.texts.plain("toast.not-your-challenge"), alert=True)
    if why is not Refusal.OWN:
        return refusal(request.found(why), challenge, request)
    await duels.close(challenge, ChallengeState.WITHDRAWN, request.work, request.world)
    return Answer()


def _tell_other_terms(challenge: Challenge, request: Request) -> Answer:
    """How whoever made the challenge makes one on other terms; all others may make their own."""
    key = "alert.other-terms" if challenge.person == request.person.id else "alert.own-terms"
    example = request.texts.plain("example.duel")
    return Answer(request.texts.plain(key, name=shown_name(challenge.name), example=example), alert=True)


def refusal(why: Refusal, challenge: Challenge, request: Request) -> Answer:
    """Why this challenge cannot be taken, for whoever pressed alone."""
    name = shown_name(challenge.name)
    return Answer(request.texts.plain(f"late.{why.value}", name=name, most=MATCHES), alert=True)


# Challenges are answered. An accepted one begins its match: at once, or as soon as the challenger can be reached.


async def accept(challenge: Challenge, person: Person, work: Work, world: World, *, told: bool) -> None:
    """The person plays. The match begins, unless the challenger cannot be reached: then as soon as they come.

    `told`: the screen on which they accepted said that others may watch; if not, nobody may.
    """
    watched = challenge.watched and (told or challenge.taker == person.id)
    challenge = replace(challenge, taker=person.id, taker_name=person.name, watched=watched)
    if may(Contact.RING, relation_by(await work.preferences(challenge.person))):
        await begin(challenge, work, world, opener=person.id)
        return
    work.of(Challenges).save(challenge)
    await show_to(person.id, challenge, Place.HERE, work, lambda texts: screens.taken_screen(challenge, texts))
    await show_challenge(challenge, work, world, calls=True)


async def begin(challenge: Challenge, work: Work, world: World, *, opener: int) -> None:
    """The match begins, and both see it in their private chats. `opener`: by whose act it does."""
    taker = challenge.taker
    if taker is None:
        raise ValueError("nobody has accepted it")
    challenge = replace(challenge, state=ChallengeState.ACCEPTED)
    work.of(Challenges).save(challenge)
    await end_live_search((challenge.person, taker), challenge.terms, work)
    is_new = not (await work.of(Ratings).player(taker)).games
    await show_to(
        taker, challenge, Place.HERE, work, lambda texts: screens.accepted_screen(challenge, texts, is_new=is_new)
    )
    await tell_challenger(challenge, work, lambda texts: screens.accepted_news(challenge, texts))
    opening = Opening(
        terms=challenge.terms,
        sitters=(
            Sitter(challenge.person, challenge.name, challenge.person),
            Sitter(taker, challenge.taker_name, taker),
        ),
        seed=challenge.seed,
        friends=True,
        card=challenge.card,
        opener=opener,
        match_id=challenge.match,
        watched=challenge.watched,
    )
    await open_match(opening, work, world)


async def begin_waiting(person: int, work: Work, world: World) -> None:
    """What others have accepted while the person could not be reached begins now that they can."""
    for challenge in await work.of(Challenges).open_of(person):
        waits = challenge.state is ChallengeState.OPEN and challenge.taker is not None
        if waits and world.now() < challenge.expires_at and await _may_begin(challenge, work):
            await begin(challenge, work, world, opener=person)


async def _may_begin(challenge: Challenge, work: Work) -> bool:
    """Whether neither of the two plays as much as they may, nor has blocked the other or been kept away since."""
    taker = challenge.taker
    if taker is None or not await work.of(Reach).may(Contact.OPEN, taker, challenge.person):
        return False
    return await why_full(challenge, taker, work) is None


async def accept_here(challenge: Challenge, person: Person, card: Destination, work: Work, world: World) -> None:
    """The person plays, on the card itself: neither of the two need have spoken to the bot."""
    challenge = replace(challenge, taker=person.id, taker_name=person.name, card=card, state=ChallengeState.ACCEPTED)
    work.of(Challenges).save(challenge)
    await tell_challenger(challenge, work, lambda texts: screens.accepted_news(challenge, texts))
    opening = Opening(
        terms=challenge.terms.on_a_card,
        sitters=(Sitter(challenge.person, challenge.name, None), Sitter(person.id, person.name, None)),
        seed=challenge.seed,
        friends=True,
        card=card,
        on_card=True,
        match_id=challenge.match,
    )
    await open_match(opening, work, world)


MOST_CONSENTS = 20
"""So many may be on their way to the bot at once, the latest."""


def note_consent(challenge: Challenge, person: Person, work: Work) -> None:
    """The person has accepted on the card, and plays as soon as they let the bot write to them."""
    others = tuple(other for other in challenge.consents if other != person.id)
    work.of(Challenges).save(replace(challenge, consents=(*others, person.id)[-MOST_CONSENTS:]))


MOST_DECLINED = 20
"""So many who declined are kept."""


async def decline(challenge: Challenge, person: Person, work: Work, world: World) -> None:
    """The person does not play. What anybody may accept still stands; the challenger hears of it."""
    before, in_group = challenge, isinstance(challenge.card, Chat)
    if challenge.taker == person.id:
        challenge = replace(challenge, taker=None, taker_name="")
    if not challenge.is_named and in_group:
        challenge = replace(challenge, state=ChallengeState.OPEN)
    else:
        declined = tuple(dict.fromkeys((*challenge.declined, person.name)))[:MOST_DECLINED]
        challenge = replace(
            challenge, state=ChallengeState.DECLINED if challenge.is_named else ChallengeState.OPEN, declined=declined
        )
    work.of(Challenges).save(challenge)
    if await is_seen_by(person.id, challenge, work):
        await show_to(person.id, challenge, Place.HERE, work, lambda texts: screens.declined_screen(challenge, texts))
    if challenge != before:
        await show_challenge(challenge, work, world)
    if not in_group and may(Contact.RING, relation_by(await work.preferences(challenge.person))):
        await _tell_declined(before, challenge, person.name, work, world)


LOUD = 3
"""So many of them are told with a sound."""


async def _tell_declined(before: Challenge, challenge: Challenge, name: str, work: Work, world: World) -> None:
    """Tell the challenger, once of each; the first few with a sound, for anybody may decline what is for all."""
    if before.declined == challenge.declined and challenge.state is ChallengeState.OPEN:
        return
    place = Place.BOTTOM if len(challenge.declined) <= LOUD else Place.HERE
    news = partial(screens.declined_news, challenge, name, world.username, has_inline=world.has_inline)
    await show_to(challenge.person, challenge, place, work, news)


# Matches that are played on a card: its buttons, and the link by which somebody is called to their game.


async def press(pressed: GamePress, request: Request) -> Answer:
    """Carry out a press on a card. Whatever is answered, only the presser hears it."""
    match = request.found(await request.work.games.load(pressed.game, Match))
    outcome = await press_card(pressed, await named(match, request), request)
    return outcome if isinstance(outcome, Answer) else await carry_out(outcome, request)


async def call_to_card(match_id: str, request: Request) -> Match | None:
    """Show somebody the game on a card that they play; the game as it stands then, None if it is none of theirs."""
    outcome = await call_to(match_id, request)
    if outcome is None:
        return None
    await carry_out(outcome, request)
    return outcome.game


# What somebody hears who has as much open as one may have at once, instead of beginning more.


async def why_no_game(request: Request) -> Answer | None:
    """Tell whoever wrote or pressed that they play enough; None if they may play one more."""
    if not await plays_enough(request.person.id, request.work):
        return None
    return tell_limit("late.you-full", MATCHES, request)


async def why_not_now(terms: Terms, request: Request) -> Answer | None:
    """The same for a game with somebody from the lobby; none in which both stay to the end begins beside another."""
    if (answer := await why_no_game(request)) is not None:
        return answer
    if not request.has_seats or not await plays_live(request.person.id, terms, request.work):
        return None
    return tell_why_not(request, "late.live", clock=request.texts.plain(terms.the_clock.label))


async def why_no_challenge(request: Request) -> Answer | None:
    """Tell them that they play enough, or that enough challenges of theirs wait; None if they may make one more."""
    if (answer := await why_no_game(request)) is not None:
        return answer
    if not await waits_enough(request.person.id, request.work, request.world.now()):
        return None
    return tell_limit("limit.challenges", CHALLENGES, request)


async def warn_of_clock(terms: Terms, request: Request) -> None:
    """Where whoever challenges plays so already, let what they see next begin with that; it is no refusal."""
    if note := await live_note(request.person.id, terms, request.texts, request.work):
        request.work.head_next(request.chat, note)
