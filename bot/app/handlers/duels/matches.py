"""Presses on a match's screens: first whether they may count, then what they do."""

from typing import Literal, assert_never, get_args

from bot.app.actions.matches import slot_of
from bot.app.buttons import MatchPress
from bot.app.handlers import review
from bot.app.handlers.desk import Desk
from bot.app.handlers.duels import arranging, ends, hinting, lobby, partner, playing, rematches, talking
from bot.app.handlers.duels.seated import Seated, seated_at
from bot.app.ports import Answer, Place
from bot.app.screens.duels.match_buttons import AGREES
from bot.app.verbs import OnMatch, OnPartner, OnTalk
from bot.game.leaving import Way

OfCodes = Literal[OnMatch.KEY, OnMatch.ERASE, OnMatch.SUBMIT, OnMatch.DRAWN, OnMatch.MINE]
OfEnds = Literal[OnMatch.RESIGN, OnMatch.ABORT, OnMatch.YES, OnMatch.DRAW, OnMatch.CALL_OFF, OnMatch.NO_DRAW]
WhenOver = Literal[OnMatch.REMATCH, OnMatch.RIVAL, OnMatch.MENU, OnMatch.REVIEW]
TURN_BOUND = {*get_args(OfEnds), OnMatch.SUBMIT, OnMatch.HINT}
"""What decides something counts only while the match still stands at the turn that the screen showed."""
ONLY_WHEN_OVER = {OnMatch.PROOF, OnMatch.REMATCH, OnMatch.RIVAL, OnMatch.MENU, OnMatch.REVIEW}
ON_QUESTION = {OnMatch.REPLAY, OnMatch.NOT_AGAIN}
"""The buttons of the question whether they want another match, which is a message of its own."""
OFFERED = {OnMatch.DRAW: Way.DRAW, OnMatch.CALL_OFF: Way.CALL_OFF}
"""The ends that need both, by their buttons."""


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
        case OnMatch.RESIGN | OnMatch.ABORT | OnMatch.YES | OnMatch.DRAW | OnMatch.CALL_OFF | OnMatch.NO_DRAW:
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
            return await ends.leave(seated)
        case OnMatch.ABORT:
            return await ends.abort(seated)
        case OnMatch.YES:
            return await ends.agreed(seated)
        case OnMatch.DRAW | OnMatch.CALL_OFF:
            return await ends.offer(OFFERED[verb], seated, agrees=argument == AGREES)
        case OnMatch.NO_DRAW:
            return await ends.declined(seated)
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
