"""Presses on a match's screens: first whether they may count, then what they do."""

from typing import Literal, assert_never, get_args

from bot.app.actions.matches import slot_of
from bot.app.buttons import MatchPress
from bot.app.handlers import review
from bot.app.handlers.desk import Desk
from bot.app.handlers.duels import arranging, hinting, lobby, partner, playing, rematches, talking
from bot.app.handlers.duels.seated import Seated, seated_at
from bot.app.ports import Answer, Place
from bot.app.screens.duels.match_buttons import AGREES
from bot.app.verbs import OnMatch, OnPartner, OnTalk
from bot.game.model import Phase, Seat, Termination
from bot.game.rules import Abort, Agree, IllegalMove, Leave, Reason

OfCodes = Literal[OnMatch.KEY, OnMatch.ERASE, OnMatch.SUBMIT, OnMatch.DRAWN, OnMatch.MINE]
OfEnds = Literal[OnMatch.RESIGN, OnMatch.ABORT, OnMatch.YES, OnMatch.DRAW, OnMatch.NO_DRAW]
WhenOver = Literal[OnMatch.REMATCH, OnMatch.RIVAL, OnMatch.MENU, OnMatch.REVIEW]
TURN_BOUND = {*get_args(OfEnds), OnMatch.SUBMIT, OnMatch.HINT}
"""What decides something counts only while the match still stands at the turn that the screen showed."""
ONLY_WHEN_OVER = {OnMatch.PROOF, OnMatch.REMATCH, OnMatch.RIVAL, OnMatch.MENU, OnMatch.REVIEW}
ON_QUESTION = {OnMatch.REPLAY, OnMatch.NOT_AGAIN}
"""The buttons of the question whether they want another match, which is a message of its own."""
RESIGN, ABORT = "resign", "abort"
"""What a screen asks before it ends the game."""


async def pressed(press: MatchPress, desk: Desk) -> Answer:
    """A press on somebody's own screen of a match, or on the question whether they want another."""
    if press.verb in ON_QUESTION:
        return await rematches.answered(press, desk)
    seated = seated_at(await desk.work.matches.load(press.match), desk)
    if seated is None:
        return desk.stripped("toast.old-button")
    if not await desk.is_current(slot_of(seated.match)):
        return desk.stripped("toast.old")
    if isinstance(press.verb, OnTalk):
        return await talking.pressed(press.verb, press.argument, seated)
    if isinstance(press.verb, OnPartner):
        return await partner.went_on(press.verb, seated)
    if seated.match.is_over and press.verb not in ONLY_WHEN_OVER:
        await seated.show(draft="")
        return Answer(desk.texts.plain("toast.over"))
    if press.verb in ONLY_WHEN_OVER and not seated.match.is_over:
        return desk.stripped("toast.old-button")
    if press.verb in TURN_BOUND and press.turn != seated.match.turn_of(seated.seat):
        await seated.show()
        return Answer(desk.texts.plain("toast.moved-on"))
    return await _done(press.verb, press.argument, seated)


async def _done(verb: OnMatch, argument: str, seated: Seated) -> Answer:
    match verb:
        case OnMatch.KEY | OnMatch.ERASE | OnMatch.SUBMIT | OnMatch.DRAWN | OnMatch.MINE:
            return await _coded(verb, argument, seated)
        case OnMatch.RESIGN | OnMatch.ABORT | OnMatch.YES | OnMatch.DRAW | OnMatch.NO_DRAW:
            return await _ended(verb, argument, seated)
        case OnMatch.REMATCH | OnMatch.RIVAL | OnMatch.MENU | OnMatch.REVIEW:
            return await _went_on(verb, seated)
        case OnMatch.REPLAY | OnMatch.NOT_AGAIN:
            return seated.desk.stripped("toast.old-button")
        case OnMatch.ALLOW:
            return await hinting.allow(argument, seated)
        case OnMatch.HINT:
            return await hinting.pressed(argument, seated)
        case OnMatch.NOTES:
            return await hinting.noted(argument, seated)
        case OnMatch.NO:
            await seated.having(asking="").keep()
        case OnMatch.KEYPAD:
            await seated.having(keypad=True).keep()
        case OnMatch.PROOF:
            await seated.having(proof=not seated.sitter.proof).keep()
        case _:
            assert_never(verb)
    return Answer()


async def _coded(verb: OfCodes, key: str, seated: Seated) -> Answer:
    match verb:
        case OnMatch.KEY:
            return await playing.tapped(key or " ", seated)
        case OnMatch.ERASE:
            return await playing.tapped("", seated)
        case OnMatch.SUBMIT:
            return await playing.submitted(seated)
        case OnMatch.DRAWN:
            return await playing.drawn(seated)
        case OnMatch.MINE:
            return playing.secret(seated)
        case _:
            assert_never(verb)


async def _ended(verb: OfEnds, argument: str, seated: Seated) -> Answer:
    match verb:
        case OnMatch.RESIGN:
            return await ask(RESIGN, seated)
        case OnMatch.ABORT:
            return await ask(ABORT, seated)
        case OnMatch.YES:
            return await _agreed(seated)
        case OnMatch.DRAW:
            return await draw(seated, agrees=argument == AGREES)
        case OnMatch.NO_DRAW:
            return await _no_draw(seated)
        case _:
            assert_never(verb)


async def _went_on(verb: WhenOver, seated: Seated) -> Answer:
    """What somebody wants after the game."""
    match verb:
        case OnMatch.REMATCH:
            return await rematches.asked(seated)
        case OnMatch.RIVAL:
            return await lobby.look(seated.match.terms, seated.desk)
        case OnMatch.MENU:
            return await arranging.show(seated.desk, Place.BOTTOM)
        case OnMatch.REVIEW:
            return await review.of_match(seated)
        case _:
            assert_never(verb)


async def leave(seated: Seated) -> Answer:
    """The person wants to end the game: by leaving it undone while that is free, else by giving up."""
    return await ask(ABORT if seated.match.game.may_be_aborted else RESIGN, seated)


async def ask(question: str, seated: Seated) -> Answer:
    """A slip of the finger must not end a game."""
    if question == ABORT and not seated.match.game.may_be_aborted:
        return await playing.refused(IllegalMove(Reason.TOO_LATE_TO_ABORT), seated)
    note = "note.abort-match" if question == ABORT else "note.resign-match"
    await seated.having(asking=question).keep(seated.texts.html(note))
    return Answer()


async def _agreed(seated: Seated) -> Answer:
    question = seated.sitter.asking
    if question not in {RESIGN, ABORT}:
        await seated.show()
        return Answer(seated.texts.plain("toast.moved-on"))
    try:
        await seated.move(Abort(seated.seat) if question == ABORT else Leave(seated.seat, Termination.RESIGNED))
    except IllegalMove as refusal:
        return await playing.refused(refusal, seated)
    return Answer()


async def draw(seated: Seated, *, agrees: bool = False) -> Answer:
    """A draw is offered, or agreed to where the other has offered it; whoever only agrees offers none of their own."""
    match = seated.match
    is_offered = match.sitters[1 - seated.seat].offers_draw
    if match.game.phase is not Phase.PLAYING or (agrees and not is_offered):
        await seated.show()
        return Answer(seated.texts.plain("toast.moved-on"))
    if is_offered:
        await seated.move(Agree(seated.seat))
        return Answer()
    if not seated.sitter.offers_draw:
        await seated.having(offers_draw=True).announce()
    return Answer(seated.texts.plain("toast.draw-offered"))


async def _no_draw(seated: Seated) -> Answer:
    """The offer of a draw is declined, or taken back by whoever made it."""
    rival = Seat(1 - seated.seat)
    if seated.match.sitters[rival].offers_draw:
        seated = seated.with_rival(offers_draw=False)
        await seated.announce(rings=False)
        await seated.tell_rival("match.draw-declined")
        return Answer()
    if not seated.sitter.offers_draw:
        await seated.show()
        return Answer(seated.texts.plain("toast.moved-on"))
    await seated.having(offers_draw=False).announce(rings=False)
    return Answer()
