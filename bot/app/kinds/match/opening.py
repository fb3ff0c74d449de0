"""Matches begin: between two who have agreed on terms, against the bot, or once more."""

import asyncio
from dataclasses import dataclass, replace

from bot.app.duels.actions import why_less
from bot.app.kinds.match.model import Match, Sitter
from bot.app.kinds.match.moves import (
    Appearance,
    after_own_moves,
    is_between_two,
    match_begun,
    save_with_alarms,
    show_card,
    show_seat,
    with_deadlines,
)
from bot.app.messages import Chat, Destination, Person
from bot.app.model.terms import Terms
from bot.app.ratings.model import AGAIN, Ratings
from bot.app.screen import Place
from bot.app.texts import NOTHING, Html, Texts
from bot.app.watching.model import Watching
from bot.app.work import Work
from bot.app.world import World
from bot.game.model import Game, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What has been agreed on before a match begins."""

    terms: Terms
    sitters: tuple[Sitter, ...]
    shown: tuple[str, ...] = ()
    """By seat: the secret of a match before this one that the other has seen."""
    seed: str
    """Of the lot that says who begins; empty: the first seat does."""
    friends: bool = False
    """They came together by an invitation, not through the lobby."""
    card: Destination | None = None
    """The message that shows everybody how it goes."""
    on_card: bool = False
    """Whether it is played there as well."""
    card_by: int = 0
    """In whose words the card is; 0: in those of the first seat."""
    opener: int | None = None
    """The person by whose own act it begins, who types for it from now on."""
    match_id: str = ""
    """Empty: it is drawn."""
    level: str = ""
    """How strong the bot plays, where it has a seat."""
    watched: bool = False
    """Whether others may watch it, where they came together by an invitation; the lobby goes by what both prefer."""


async def open_match(opening: Opening, work: Work, world: World, *, is_sought: bool = False) -> Match:
    """Begin a match, which every seat sees as a new message; with a word to whoever has another clock running.

    `is_sought`: the lobby has seen to it that nobody has. Raises NeedsThought.
    """
    now = world.now()
    match = await _new(opening, work, world)
    match = with_deadlines(match if match.game.mode.own_secrets else match_begun(match, now), now)
    match = after_own_moves(match, now, world)
    save_with_alarms(match, work)
    if match.watched:
        await _let_watch(match, work, now)
    await show_card(match, work, world)
    await _keep_names(match, work)
    asks = not is_sought
    await asyncio.gather(*(_let_in(match, seat, opening.opener, work, world, asks=asks) for seat in match.game.seats))
    return match


async def plays_live(person: int, terms: Terms, work: Work) -> bool:
    """Whether they play a game with somebody whose clock wants them to stay to the end, as these terms do."""
    if not terms.the_clock.is_live:
        return False
    running = await work.games.running_of(person, Match)
    return any(match.terms.the_clock.is_live and not match.level for match in running)


async def live_note(person: int, terms: Terms, texts: Texts, work: Work) -> Html:
    """What whoever does so reads before another such game, and when it begins nevertheless; else nothing."""
    if not await plays_live(person, terms, work):
        return NOTHING
    return texts.html("late.live", clock=texts.plain(terms.the_clock.label))


async def open_rematch(match: Match, opener: Person, work: Work, world: World) -> Match:
    """Begin the match after this one, in which whoever guessed second guesses first; it begins only once.

    Everybody sees it, and the one before where it stands. `opener`: the person by whose act it begins.
    """
    game, known = match.game, bool(match.level)
    order = (Seat(1 - game.first), game.first)
    people = [match.renamed(opener.id, opener.name).sitters[seat] for seat in order]
    codes = [game.secret_for(Seat(1 - seat)) for seat in order] if game.mode.own_secrets and not known else []
    opening = Opening(
        terms=match.terms,
        sitters=tuple(Sitter(sitter.person, sitter.name, sitter.chat, allows_hints=known) for sitter in people),
        shown=tuple(game.variant.format(code) if code else "" for code in codes),
        seed="",
        friends=match.friends,
        card=match.card,
        on_card=match.on_card,
        card_by=0 if match.card is None else match.card_by or match.sitters[0].person,
        opener=opener.id,
        level=match.level,
        watched=match.watched,
    )
    following = await open_match(opening, work, world)
    match = replace(match, rematch=following.id)
    work.games.save(match)
    for seat in match.game.seats:
        await show_seat(match, seat, Appearance(Place.HERE), work, world)
        await _take_question_back(match, seat, work)
    return following


def rematch_slot(match: Match) -> str:
    """The slot of the question whether somebody wants another match after this one."""
    return f"rematch:{match.id}"


async def _new(opening: Opening, work: Work, world: World) -> Match:
    """The match before anything has happened in it."""
    mode, variant, now = opening.terms.the_mode, opening.terms.the_variant, world.now()
    secrets = (None,) * mode.seats if mode.own_secrets else (world.draw_secret(variant),)
    people = [sitter.person for sitter in opening.sitters]
    because = await why_less(people, work, now) if opening.terms.rated else ""
    match_id = opening.match_id or world.new_id()
    return Match(
        id=match_id,
        game=Game(variant, mode, secrets),
        clock=opening.terms.clock,
        rated=opening.terms.rated,
        sitters=opening.sitters,
        salts=tuple(world.new_salt() for _ in secrets),
        starter=opening.opener or people[0],
        salt=opening.seed,
        opened_at=now,
        friends=opening.friends,
        card=opening.card,
        on_card=opening.on_card,
        card_by=opening.card_by,
        shown=opening.shown,
        unrated_because="" if because == AGAIN else because,
        half_because=because if because == AGAIN else "",
        level=opening.level,
        labels=world.seed_of(match_id) if opening.level else "",
        watched=await _may_be_watched(opening, work),
    )


LIVE_FIRST = 10_000.0
"""More than any rating: a match whose clock makes both stay is worth more to whoever watches."""
BY_LINK = -1.0
"""Less than any rating: those who follow the link watch it, and nobody of the lobby."""


async def _let_watch(match: Match, work: Work, now: float) -> None:
    """Others may watch it from now on: of those of the lobby *Top game* finds the one of the highest mean rating."""
    family, ratings = match.terms.family, work.of(Ratings)
    values = [(await ratings.standing(each.person, family)).rating_at(now).value for each in match.sitters]
    live_first = LIVE_FIRST if match.terms.the_clock.is_live else 0.0
    work.of(Watching).begin(match.id, BY_LINK if match.friends else sum(values) / len(values) + live_first)


async def _may_be_watched(opening: Opening, work: Work) -> bool:
    """Whether both allow it: by their invitation, or, where the lobby has paired them, by what they prefer now."""
    if opening.level or opening.on_card:
        return False
    if opening.friends:
        return opening.watched
    return all([(await work.preferences(sitter.person)).watchable for sitter in opening.sitters])


async def _let_in(match: Match, seat: Seat, opener: int | None, work: Work, world: World, *, asks: bool) -> None:
    """Show a new match to the person in a seat. `asks`: whether another clock of theirs runs."""
    sitter, note = match.sitters[seat], NOTHING
    if asks and sitter.chat is not None:
        texts = (await work.preferences(sitter.chat)).texts
        note = await live_note(sitter.person, match.terms, texts, work)
    await show_seat(match, seat, Appearance(Place.BOTTOM, note, draft=""), work, world)
    is_own, waits = sitter.person == opener, match.must_act(seat) or match.terms.the_clock.is_live
    if sitter.chat is not None and (is_own or not waits):  # what was in focus is no longer the one shown last
        work.games.focus_on(Chat(sitter.chat), match.id if is_own else None)


async def _keep_names(match: Match, work: Work) -> None:
    """From now on they can be told from others where one reports or blocks them."""
    for sitter in match.sitters if is_between_two(match) else ():
        await work.of(Ratings).know(sitter.person, sitter.name)


async def _take_question_back(match: Match, seat: Seat, work: Work) -> None:
    """Delete the question whether the person wants another match."""
    chat = match.sitters[seat].chat
    if chat is not None:
        await work.take_away(Chat(chat), rematch_slot(match))
