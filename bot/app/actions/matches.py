"""Matches as people play them: opened, moved in, and shown. Jobs begin and end them too, so no desk is needed."""

import asyncio
from dataclasses import replace

from bot.app.actions.cards import show_card
from bot.app.actions.clocks import set_alarms, wound
from bot.app.actions.looking import arrived, look_at
from bot.app.actions.partner import keeps_its_number, own_move
from bot.app.actions.ratings import is_between_two, is_too_often, rated
from bot.app.advice.hints import told
from bot.app.messages import Chat, Destination
from bot.app.model.long_job import LongJob
from bot.app.model.match import HELD, Match, Sitter, lot
from bot.app.model.record import TOO_OFTEN
from bot.app.model.terms import Terms
from bot.app.ports import Place, Work, World
from bot.app.screens.duels.look import Look
from bot.app.screens.duels.match import match_screen
from bot.app.texts import NOTHING, Html
from bot.game.model import Game, Phase, Seat
from bot.game.rules import Abort, Guess, Move, SecretsReady, SetSecret, Step, apply, with_first
from solver.variant import Code

REVIEW = "review"
"""The kind of long job that thinks a match through once it is over."""


def slot_of(match: Match) -> str:
    """The slot of each seat's screen."""
    return f"match:{match.id}"


def ask_slot(match: Match) -> str:
    """The slot of the question whether somebody wants another match after this one."""
    return f"rematch:{match.id}"


async def open_match(
    terms: Terms,
    sitters: tuple[Sitter, ...],
    work: Work,
    world: World,
    *,
    seed: str,
    friends: bool = False,
    card: Destination | None = None,
    on_card: bool = False,
    opener: int | None = None,
    match_id: str = "",
    level: str = "",
) -> Match:
    """A new match, which every seat sees as a new message.

    `seed`: of the lot that says who begins; empty: the first seat does. `opener`: the person by whose own act it
    begins, who looks at it from now on.
    """
    mode, variant = terms.the_mode, terms.the_variant
    own = mode.own_secrets
    secrets = (None,) * mode.seats if own else (world.draw_secret(variant),)
    now = world.now()
    people = [sitter.person for sitter in sitters]
    often = terms.rated and await is_too_often(people, work, now)
    match = Match(
        id=match_id or world.new_id(),
        game=Game(variant, mode, secrets),
        clock=terms.clock,
        rated=terms.rated,
        sitters=sitters,
        salts=tuple(world.new_salt() for _ in secrets),
        seed=seed,
        opened_at=now,
        friends=friends,
        card=card,
        on_card=on_card,
        unrated_because=TOO_OFTEN if often else "",
        level=level,
    )
    match = wound(match if own else _begun(match, now), now)
    match = _with_own_moves(match, now, world)
    _keep(match, work)
    await show_card(match, work, world)
    await _note_rivals(match, work)
    await asyncio.gather(*(_let_in(match, seat, work, world, opener) for seat in match.game.seats))
    return match


async def _let_in(match: Match, seat: Seat, work: Work, world: World, opener: int | None) -> None:
    """Show a new match to the person in a seat."""
    await show(match, seat, work, world, Place.BOTTOM, draft="")
    if match.sitters[seat].person == opener:
        look_at(match, seat, work)
    else:
        await arrived(match, seat, work)


async def move(match: Match, move: Move, work: Work, world: World, *, place: Place = Place.BOTTOM) -> Match:
    """The match after a move, which the mover sees at `place` and every other seat as a new message.

    Raises IllegalMove; then nothing has happened.
    """
    before, now = match, world.now()
    match = wound(_after(match, move, apply(match.game, move), now), now)
    match = _with_own_moves(match, now, world)
    if match.is_over:
        match = await rated(match, work, world)
        if all(match.game.turns_of(seat) for seat in match.game.seats):
            work.long_jobs.put(LongJob(REVIEW, match.id))
    _keep(match, work)
    await show_card(match, work, world)
    mover = match.sitters[move.seat]
    if isinstance(move, Guess | SetSecret):
        work.keep_draft(match.id, mover.person, "")
    await show(match, move.seat, work, world, place, draft="")
    for seat in match.game.seats:
        if seat != move.seat:
            await _tell(before, match, seat, work, world)
    return match


async def announce(
    match: Match, seat: Seat, work: Work, world: World, *, place: Place = Place.BOTTOM, rings: bool = True
) -> None:
    """Keep what somebody has changed besides moving, which they see at `place`.

    Every other seat sees it as a new message, for that alone makes a phone ring; or else where their screen stands.
    """
    work.matches.save(match)
    if match.on_card:
        await show_card(match, work, world)
    await show(match, seat, work, world, place)
    for at in match.game.seats:
        if at != seat:
            await show(match, at, work, world, Place.BOTTOM if rings else Place.HERE)
            if rings:
                await arrived(match, at, work)


async def open_rematch(match: Match, work: Work, world: World, *, opener: int) -> Match:
    """The match after this one, in which whoever guessed second guesses first; it begins only once."""
    first = match.game.first
    sitters = [match.sitters[seat] for seat in (1 - first, first)]
    known = bool(match.level)
    fresh = tuple(Sitter(sitter.person, sitter.name, sitter.chat, allows_hints=known) for sitter in sitters)
    card, on_card = match.card, match.on_card
    following = await open_match(
        match.terms,
        fresh,
        work,
        world,
        seed="",
        friends=match.friends,
        card=card,
        on_card=on_card,
        opener=opener,
        level=match.level,
    )
    match = replace(match, rematch=following.id)
    work.matches.save(match)
    for seat in match.game.seats:
        await show(match, seat, work, world, Place.HERE)
        await _take_question_back(match, seat, work)
    return following


async def _take_question_back(match: Match, seat: Seat, work: Work) -> None:
    chat = match.sitters[seat].chat
    asked = None if chat is None else (await work.shown(Chat(chat), ask_slot(match))).message
    if chat is not None and asked is not None:
        work.retire(Chat(chat), asked, wholly=True)


async def show(
    match: Match,
    seat: Seat,
    work: Work,
    world: World,
    place: Place,
    note: Html = NOTHING,
    draft: str | None = None,
    call: Html = NOTHING,
) -> None:
    """Let the person in a seat see the match, with a last line; `draft`: what they have typed, if it changes now.

    `call`: a first line, where something calls them.

    Whoever moves meanwhile, at another desk, is shown after it: nobody is left with a screen that is out of date.
    Whoever plays on the card alone has nothing else to see.
    """
    sitter = match.sitters[seat]
    if sitter.chat is None:
        return
    work.matches.hold(match)
    if draft is None:
        draft = await work.draft(match.id, sitter.person) if sitter.keypad and match.must_act(seat) else ""
    known = await work.preferences(sitter.chat)
    asked = None if match.is_over else sitter.hint
    hints = told(match.game.variant, match.game.history_of(seat), asked, world.recall)
    look = Look(seat, known.texts, known.style, world.username, draft, note, call, hints, world.has_inline)
    work.show(Chat(sitter.chat), slot_of(match), match_screen(match, look), place)


def guess_by(match: Match, seat: Seat, code: Code, now: float) -> Guess:
    """The move of guessing this code now; it counts again once it has been pointed out as asked before."""
    timed = not match.game.mode.in_turn and match.began_at is not None
    at = round(max(0.0, now - (match.began_at or now)), 3) if timed else 0.0
    return Guess(seat, code, knowingly=match.sitters[seat].asked_again == code, at=at)


async def _note_rivals(match: Match, work: Work) -> None:
    """Who has played whom last, lest the lobby pair them again at once."""
    if not is_between_two(match):
        return
    players = await asyncio.gather(*(work.ratings.player(sitter.person) for sitter in match.sitters))
    for player, sitter, rival in zip(players, match.sitters, reversed(match.sitters), strict=True):
        work.ratings.keep_player(replace(player, name=sitter.name, last_rival=rival.person))


def _keep(match: Match, work: Work) -> None:
    work.matches.save(match)
    set_alarms(match, work)


def _begun(match: Match, now: float) -> Match:
    """Play begins: the lot says with whom."""
    first = lot(match)[1] if match.has_lot else match.game.first
    return replace(match, game=with_first(match.game, first), began_at=now)


def _with_own_moves(match: Match, now: float, world: World) -> Match:
    """The match once the bot has done what it must, where it has a seat. Raises ThinkFirst."""
    while (move := own_move(match, world)) is not None:
        match = wound(_after(match, move, apply(match.game, move), now), now)
    return replace(match, number=HELD) if keeps_its_number(match) else match


def _after(match: Match, move: Move, step: Step, now: float) -> Match:
    """The match after the move: whatever spoke of the turn before is gone."""
    match = replace(match, game=step.game)
    if any(isinstance(event, SecretsReady) for event in step.events):
        match = _begun(match, now)
    if match.is_over:
        match = replace(match, ended_at=now)
    if isinstance(move, Abort):
        match = match.with_sitter(move.seat, replace(match.sitters[move.seat], aborted=move.way.value))
    sitters = tuple(_settled(sitter, Seat(at), move, match) for at, sitter in enumerate(match.sitters))
    return replace(match, sitters=sitters)


def _settled(sitter: Sitter, seat: Seat, move: Move, match: Match) -> Sitter:
    offers = "" if isinstance(move, Guess) or match.is_over else sitter.offers
    sitter = replace(sitter, offers=offers, proof=sitter.proof and not match.is_over)
    if isinstance(move, Guess) and (seat == move.seat or match.game.mode.shares_history):
        sitter = replace(sitter, hint=None)
    if seat == move.seat:
        return replace(sitter, asked_again=None, asking="", told_gone=False)
    costs_more = len(match.game.turns) == 1  # so what they are asked about leaving is out of date
    return replace(sitter, asking="") if match.game.mode.in_turn or match.is_over or costs_more else sitter


async def _tell(before: Match, match: Match, seat: Seat, work: Work, world: World) -> None:
    """Let somebody see what another has done: as a new message, for that alone makes a phone ring.

    While they tap a code of their own for which nobody waits, the screen changes under the keypad instead.
    """
    rings = _rings(before, match, seat)
    await show(match, seat, work, world, Place.BOTTOM if rings else Place.HERE)
    if rings:
        await arrived(match, seat, work)


def _rings(before: Match, match: Match, seat: Seat) -> bool:
    if match.is_over:
        return True
    if match.game.phase is Phase.SECRETS:
        return not match.must_act(seat)
    others = [other for other in match.game.seats if other != seat]
    return match.game.mode.in_turn or any(match.game.has_solved(at) and not before.game.has_solved(at) for at in others)
