"""Codes in a match: secrets and guesses, typed, tapped or drawn."""

from dataclasses import replace

from bot.app.code_text import code_in
from bot.app.kinds.keypad import press_key, tapped_code
from bot.app.kinds.match.actor import Actor, actor_in
from bot.app.kinds.match.model import Match
from bot.app.kinds.match.moves import guess_by, make_move
from bot.app.kinds.match.screens.talk import are_apart
from bot.app.kinds.match.talk import say
from bot.app.kinds.outcome import Outcome, unchanged
from bot.app.messages import Said
from bot.app.model.talk import is_talk
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.screens.feedback import feedback_in
from bot.app.screens.invalid_code import invalid_code
from bot.app.texts import Html
from bot.game.model import Phase
from bot.game.rules import IllegalMove, Move, Reason, SetSecret
from solver.feedback import Feedback
from solver.variant import Code, Fault, InvalidCode
from solver.words import words_to_guess

REFUSED = {
    Reason.SECRETS_FIRST: "note.secrets-first",
    Reason.KEPT_ALREADY: "note.kept-already",
    Reason.NOT_YOUR_TURN: "note.not-your-turn",
    Reason.SOLVED_ALREADY: "note.solved-already",
    Reason.TOO_LATE_TO_ABORT: "note.too-late-to-abort",
}
"""The text on each move that cannot be made now."""


async def type_text(text: str, game: Match, request: Request) -> Outcome[Match]:
    """Carry out a code that was typed, or else a message. Whoever types needs no keypad, unless it was refused."""
    actor = actor_in(game, request)
    if are_apart(game) and is_talk(text, game.game.variant):
        return await say(text, game, request)
    _hide(actor)
    try:
        code = code_in(text, game.game.variant, request.texts.language)
    except InvalidCode as error:
        return actor.having(asked_again=None, asking="").outcome(_invalid_code(error, actor))
    outcome = await play_code(code, actor.having(keypad=False, asking=""))
    if outcome.game.game != game.game:
        return replace(outcome, draft="")
    sitter = replace(outcome.game.sitters[actor.seat], keypad=actor.sitter.keypad)
    return replace(outcome, game=outcome.game.with_sitter(actor.seat, sitter), draft=None)


async def press_code_key(key: str, actor: Actor) -> Outcome[Match]:
    """Carry out a key of the keypad, which names its symbol's place in the alphabet; an empty one erases."""
    if not actor.match.must_act(actor.seat):
        return actor.stale_press()
    return await press_key(key, actor.match, actor.match.game.variant, actor.request)


async def send_tapped(actor: Actor) -> Outcome[Match]:
    """Play the code that was tapped."""
    code = await tapped_code(actor.match, actor.match.game.variant, actor.request)
    return unchanged(actor.match, code) if isinstance(code, Answer) else await play_code(code, actor)


async def draw_secret(actor: Actor) -> Outcome[Match]:
    """Keep a secret that is drawn by chance; only its keeper hears which."""
    variant = actor.match.game.variant
    code = actor.request.world.draw_secret(variant)
    return await _keep_secret(
        code, actor, Answer(actor.texts.plain("alert.secret", secret=variant.show(code)), alert=True)
    )


def tell_secret(actor: Actor) -> Outcome[Match]:
    """Tell the person their own secret, for their eyes alone."""
    match = actor.match
    code = match.game.secrets[actor.rival_seat] if match.game.mode.own_secrets else None
    if not code:
        return unchanged(match, Answer(actor.texts.plain("toast.moved-on")))
    secret = match.game.variant.show(code)
    return unchanged(match, Answer(actor.texts.plain("alert.secret", secret=secret), alert=True))


async def play_code(code: Code, actor: Actor) -> Outcome[Match]:
    """Play a well-formed code: the person's secret, where that is wanted of them, else a guess."""
    match = actor.match
    if match.wants_secret(actor.seat):
        return await _keep_secret(code, actor, Answer(actor.texts.plain("toast.kept")))
    try:
        match = await _move(guess_by(match, actor.seat, code, actor.request.world.now()), actor)
    except IllegalMove as refusal:
        return refuse_move(refusal, actor, code)
    return Outcome(match, answer=Answer(_guess_with_feedback(code, match.game.turns[-1].feedback, actor)), draft="")


async def end_by_move(move: Move, actor: Actor) -> Outcome[Match]:
    """Make a move that ends the match. Raises IllegalMove; then nothing has happened."""
    return Outcome(await _move(move, actor), draft="")


def refuse_move(refusal: IllegalMove, actor: Actor, code: Code | None = None) -> Outcome[Match]:
    """Say why this cannot be done now, to the person alone."""
    texts = actor.texts
    if refusal.reason is Reason.ASKED_BEFORE and code is not None:
        feedback = next(known for guess, known in actor.match.game.history_of(actor.seat) if guess == code)
        note = texts.html("note.asked-before", answer=_guess_with_feedback(code, feedback, actor))
        return actor.having(asked_again=code).outcome(note, Answer(texts.plain("toast.asked-before")))
    key = REFUSED[refusal.reason]
    return actor.outcome(texts.html(key), Answer(texts.plain(key), alert=True))


async def _move(move: Move, actor: Actor) -> Match:
    return await make_move(actor.match, move, actor.request.work, actor.request.world)


async def _keep_secret(code: Code, actor: Actor, answer: Answer) -> Outcome[Match]:
    """Keep the secret, with that answer. A word that nobody would guess is none."""
    variant = actor.match.game.variant
    if variant.words and not words_to_guess(variant.words)[variant.format(code)]:
        return actor.outcome(actor.texts.html("code.rare-word", word=variant.show(code)), draft="")
    try:
        match = await _move(SetSecret(actor.seat, code), actor)
    except IllegalMove as refusal:
        return refuse_move(refusal, actor)
    return Outcome(match, answer=answer, draft="")


def _hide(actor: Actor) -> None:
    """Take what was just typed from the person's own sight, if it may be a secret of theirs."""
    incoming = actor.request.incoming
    if isinstance(incoming, Said) and actor.match.game.phase is Phase.SECRETS:
        actor.request.work.retire(actor.request.chat, incoming.message, wholly=True)


def _invalid_code(error: InvalidCode, actor: Actor) -> Html:
    """What is wrong with a code; and where one may talk, that this reads like a code."""
    match, texts = actor.match, actor.texts
    note = invalid_code(error, match.game.variant, texts)
    if not are_apart(match):
        return note
    if match.game.variant.words:
        return Html(f"{note} {texts.html('talk.how-words')}")
    return Html(f"{note} {texts.html('talk.like-a-code')}") if error.fault is Fault.UNKNOWN_SYMBOL else note


def _guess_with_feedback(code: Code, feedback: Feedback, actor: Actor) -> str:
    """The guess with the feedback that it got."""
    written = feedback_in(actor.request.preferences.style, feedback, actor.texts)
    return f"{actor.match.game.variant.show(code)}: {written}"
