"""Codes where each has a seat: secrets and guesses, typed, tapped or drawn."""

from dataclasses import replace

from bot.app.buttons import GamePress
from bot.app.code_text import code_in
from bot.app.kinds.group.ending import finish
from bot.app.kinds.group.model import Group, GroupSeats, Member
from bot.app.kinds.group.screens.names import name_of
from bot.app.kinds.group.turns import stale_press, with_call
from bot.app.kinds.keypad import press_key, tapped_code
from bot.app.kinds.outcome import Outcome, unchanged
from bot.app.messages import Said
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.screens.feedback import feedback_in
from bot.app.screens.invalid_code import invalid_code
from bot.app.verbs import OnBoard
from bot.game.model import Phase, Seat
from bot.game.rules import Guess, IllegalMove, Join, Reason, SetSecret, apply
from solver.feedback import Feedback
from solver.variant import Code, InvalidCode


async def type_code(text: str, game: Group, request: Request) -> Outcome[Group]:
    """Carry out a code that was typed, well or badly: a secret or a guess. In a group others may talk meanwhile.

    The keypad folds when a guess was typed that counts.
    """
    keeping = game.secret_due
    if keeping is not None:
        if isinstance(request.incoming, Said):
            request.work.retire(request.chat, request.incoming.message, wholly=True)
        if game.seats.holder != keeping:
            note = request.texts.html("note.press-first", name=name_of(game.seats, keeping))
            return Outcome(game, note, changed=False)
    elif refusal(game, request) is not None:
        return unchanged(game, Answer())
    game = replace(game, asks_to_resign=False)
    try:
        code = code_in(text, game.game.variant, request.texts.language)
    except InvalidCode as error:
        note = invalid_code(error, game.game.variant, request.texts)
        return Outcome(replace(game, asked_again=None), note)
    outcome = await send_code(code, game, request)
    if keeping is not None or outcome.game.game == game.game:
        return outcome
    return replace(outcome, game=replace(outcome.game, keypad=False))


async def press_keypad(press: GamePress, game: Group, request: Request) -> Outcome[Group]:
    """Carry out a press on a key, by whoever may use the keypad now."""
    refused = refusal(game, request)
    if refused is not None:
        return unchanged(game, refused)
    variant = game.game.variant
    if press.verb is not OnBoard.SUBMIT:
        return await press_key("" if press.verb is OnBoard.ERASE else press.argument, game, variant, request)
    code = await tapped_code(game, variant, request)
    return unchanged(game, code) if isinstance(code, Answer) else await send_code(code, game, request)


async def draw_secret(_press: GamePress, game: Group, request: Request) -> Outcome[Group]:
    """Keep a secret that the bot draws, and show it to whoever has the phone."""
    refused = refusal(game, request)
    if refused is not None:
        return unchanged(game, refused)
    if game.secret_due is None:
        return stale_press(game, request)
    code = request.world.draw_secret(game.game.variant)
    secret = request.texts.plain("alert.secret", secret=game.game.variant.show(code))
    return replace(await send_code(code, game, request), answer=Answer(secret, alert=True))


def refusal(game: Group, request: Request) -> Answer | None:
    """Why whoever wrote or pressed may send no code now, for them alone; None: they may."""
    seats, texts = game.seats, request.texts
    if game.secret_due is not None:
        return None if seats.holder == game.secret_due else Answer(texts.plain("toast.moved-on"))
    if not request.chat.is_group or not game.game.mode.in_turn:
        return None
    mine, theirs = seats.seat_of(request.person.id), game.game.to_move
    if theirs is None or mine == theirs:
        return None
    if mine is None or mine not in game.game.staying:
        return Answer(texts.plain("alert.join-first"), alert=True)
    return Answer(texts.plain("alert.their-turn", name=name_of(seats, theirs)), alert=True)


async def send_code(code: Code, game: Group, request: Request) -> Outcome[Group]:
    """Carry out a well-formed code: a secret where one is to be kept, else a guess."""
    keeping = game.secret_due
    if keeping is not None:
        return _keep_secret(code, keeping, game, request)
    try:
        return await _guess(code, game, request)
    except IllegalMove as refused:
        if refused.reason is not Reason.ASKED_BEFORE:
            return Outcome(game, answer=Answer(request.texts.plain("note.no-seat-left"), alert=True), changed=False)
    history = game.game.history_of(game.game.to_move or Seat(0))
    answer = _guess_with_feedback(code, next(feedback for guess, feedback in history if guess == code), game, request)
    note = request.texts.html("note.asked-before", answer=answer)
    return Outcome(replace(game, asked_again=code), note, Answer(request.texts.plain("toast.asked-before")))


def _keep_secret(code: Code, seat: Seat, game: Group, request: Request) -> Outcome[Group]:
    """Keep the secret; nothing of it is on the screen that comes then."""
    seats = replace(game.seats, holder=None, since=request.world.now())
    game = replace(game, game=apply(game.game, SetSecret(seat, code)).game, seats=seats)
    return Outcome(game, answer=Answer(request.texts.plain("toast.kept")), draft="")


async def _guess(code: Code, game: Group, request: Request) -> Outcome[Group]:
    """Make the guess. Raises IllegalMove."""
    now, before = request.world.now(), game
    game, seat = _with_seat(game, request)
    after = apply(game.game, Guess(seat, code, knowingly=game.asked_again == code)).game
    game = game.after_turn(after, now)
    if after.phase is Phase.OVER:
        game = await finish(game, now, request.work)
    said = _guess_with_feedback(code, after.turns[-1].feedback, game, request)
    draft = "" if before.keypad else None
    return with_call(Outcome(game, answer=Answer(said), draft=draft), before.seats, request)


def _with_seat(game: Group, request: Request) -> tuple[Group, Seat]:
    """The seat that guesses. Where all guess freely whoever makes their first guess sits down. Raises IllegalMove."""
    seat = game.game.to_move if game.game.mode.in_turn else game.seats.seat_of(request.person.id)
    if seat is not None:
        return game, seat
    seat = Seat(len(game.seats.members))
    return replace(game, game=apply(game.game, Join(seat)).game, seats=with_member(game.seats, request)), seat


def with_member(seats: GroupSeats, request: Request) -> GroupSeats:
    """The seats with one more, for whoever wrote or pressed."""
    return replace(seats, members=(*seats.members, Member(request.person.name, request.person.id)))


def _guess_with_feedback(code: Code, feedback: Feedback, game: Group, request: Request) -> str:
    """The guess with the feedback that it got."""
    written = feedback_in(request.preferences.style, feedback, request.texts)
    return f"{game.game.variant.show(code)}: {written}"
