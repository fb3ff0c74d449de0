"""Guesses in a game alone, typed or sent from the keypad."""

from dataclasses import replace

from bot.app.code_text import code_in
from bot.app.intents import LONGEST_GUESS
from bot.app.kinds.alone.first import reply_explained
from bot.app.kinds.alone.model import ALL, Alone, after_turn
from bot.app.kinds.alone.praise import with_praise
from bot.app.kinds.outcome import Outcome
from bot.app.model.hint import Asked
from bot.app.model.modes import alone_play
from bot.app.ports import Answer, Place
from bot.app.request import Request
from bot.app.screens.feedback import feedback_in
from bot.app.screens.invalid_code import invalid_code
from bot.game.model import Phase
from bot.game.rules import Guess, IllegalMove, Reason, Reply, apply
from solver.variant import Code, InvalidCode


async def type_text(text: str, game: Alone, request: Request) -> Outcome[Alone]:
    """Carry out a guess that was typed: the keypad folds. Or say what is wrong with it: then the keypad stays."""
    if len(text) > LONGEST_GUESS:
        return Outcome(game, request.texts.html("note.long"), changed=False)
    game = replace(game, asks_to_resign=False)
    try:
        code = code_in(text, game.game.variant, request.texts.language)
    except InvalidCode as error:
        note = invalid_code(error, game.game.variant, request.texts)
        return Outcome(replace(game, asked_again=None), note)
    outcome = await guess(code, game, request)
    if outcome.game.game == game.game:
        return outcome
    return replace(outcome, game=replace(outcome.game, keypad=False))


async def guess(code: Code, game: Alone, request: Request) -> Outcome[Alone]:
    """Count the guess, or point it out as asked before. Raises NeedsThought."""
    try:
        step = apply(game.game, _move(code, game, request))
    except IllegalMove as refusal:
        if refusal.reason is not Reason.ASKED_BEFORE:
            raise
        return _ask_again(code, game, request)
    has_picture_below = game.hint is not None and Asked.TABLE in game.hint.asked
    after = reply_explained(after_turn(game, step.game, request.person.name), request)
    if step.game.phase is Phase.OVER:
        after = await with_praise(replace(after, ended_at=request.world.now(), proof=False), request)
    return Outcome(
        after,
        answer=Answer(_guess_with_feedback(code, after, request)),
        draft="" if game.keypad else None,
        place=Place.BOTTOM if has_picture_below else None,
    )


def _move(code: Code, game: Alone, request: Request) -> Guess | Reply:
    """The guess; where there is no secret, with the reply that the mode's rule gives. Raises NeedsThought."""
    knowingly = game.asked_again == code
    rule = alone_play(game.game.mode).reply
    if rule is None:
        return Guess(ALL, code, knowingly=knowingly)
    reply = request.world.recall(rule, game.game.variant, game.game.history_of(ALL), code)
    return Reply(ALL, code, reply, knowingly=knowingly)


def _ask_again(code: Code, game: Alone, request: Request) -> Outcome[Alone]:
    note = request.texts.html("note.asked-before", answer=_guess_with_feedback(code, game, request))
    return Outcome(replace(game, asked_again=code), note, Answer(request.texts.plain("toast.asked-before")))


def _guess_with_feedback(code: Code, game: Alone, request: Request) -> str:
    """The guess with the feedback that it got."""
    feedback = next(turn.feedback for turn in game.game.turns if turn.guess == code)
    written = feedback_in(request.preferences.style, feedback, request.texts)
    return f"{game.game.variant.show(code)}: {written}"
