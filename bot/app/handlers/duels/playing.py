"""Codes in a match: secrets and guesses, typed, tapped or drawn."""

from collections.abc import Iterable

from bot.app.actions.matches import guess_by
from bot.app.handlers.desk import Desk
from bot.app.handlers.duels import talking
from bot.app.handlers.duels.seated import Seated
from bot.app.handlers.keying import after_key, is_missing, symbol_at
from bot.app.messages import Said
from bot.app.model.remark import is_talk
from bot.app.ports import Answer
from bot.app.screens.duels.talk import are_apart
from bot.app.screens.feedback import feedback_in
from bot.app.screens.misfit import misfit
from bot.app.texts import Html
from bot.game.model import Phase
from bot.game.rules import IllegalMove, Reason, SetSecret
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
"""The kind word on each move that cannot be made now."""


async def typed(text: str, seated: Seated) -> Answer:
    """A code that was typed, well or badly, or else a remark. Whoever types needs no keypad."""
    match, desk = seated.match, seated.desk
    if are_apart(match) and is_talk(text, match.game.variant):
        return await talking.say(text, seated)
    hide(desk, [seated])
    if seated.sitter.keypad:
        desk.work.keep_draft(match.id, desk.person.id, "")
    seated = seated.having(keypad=False, asking="")
    try:
        code = match.game.variant.parse(text, seated.texts.language)
    except InvalidCode as error:
        note = misfit(error, match.game.variant, seated.texts)
        if are_apart(match) and error.fault is Fault.UNKNOWN_SYMBOL and not match.game.variant.words:
            note = Html(f"{note} {seated.texts.html('talk.like-a-code')}")
        if are_apart(match) and match.game.variant.words:
            note = Html(f"{note} {seated.texts.html('talk.how-words')}")
        await seated.having(asked_again=None).keep(note, draft="")
        return Answer()
    return await coded(code, seated)


def hide(desk: Desk, games: Iterable[Seated]) -> bool:
    """Take what was just typed from the person's own sight, if it may be a secret of theirs in one of the games."""
    if not isinstance(desk.incoming, Said) or all(game.match.game.phase is not Phase.SECRETS for game in games):
        return False
    desk.work.retire(desk.chat, desk.incoming.message, wholly=True)
    return True


async def tapped(key: str, seated: Seated) -> Answer:
    """A key of the keypad, by its symbol's place in the alphabet; an empty one erases."""
    match, desk = seated.match, seated.desk
    variant = match.game.variant
    if not match.must_act(seated.seat):
        await seated.show()
        return Answer(seated.texts.plain("toast.moved-on"))
    symbol = symbol_at(key, variant) if key else ""
    draft = await desk.work.draft(match.id, desk.person.id)
    after, told = after_key(draft, symbol, variant, seated.texts)
    if after != draft:
        desk.work.keep_draft(match.id, desk.person.id, after)
        await seated.show(draft=after)
    return Answer(told)


async def submitted(seated: Seated) -> Answer:
    """What was tapped is sent."""
    match, desk = seated.match, seated.desk
    draft = await desk.work.draft(match.id, desk.person.id)
    if missing := is_missing(draft, match.game.variant, seated.texts):
        return Answer(missing)
    return await coded(match.game.variant.parse(draft), seated)


async def drawn(seated: Seated) -> Answer:
    """A secret drawn by chance; only its keeper hears which."""
    variant = seated.match.game.variant
    code = seated.desk.world.draw_secret(variant)
    refused = await _kept(code, seated)
    return refused or Answer(seated.texts.plain("alert.secret", secret=variant.show(code)), alert=True)


def secret(seated: Seated) -> Answer:
    """The person's own secret, for their eyes alone."""
    match = seated.match
    code = match.game.secrets[1 - seated.seat] if match.game.mode.own_secrets else None
    if not code:
        return Answer(seated.texts.plain("toast.moved-on"))
    return Answer(seated.texts.plain("alert.secret", secret=match.game.variant.show(code)), alert=True)


async def coded(code: Code, seated: Seated) -> Answer:
    """A well-formed code: the person's secret, where that is wanted of them, else a guess."""
    match = seated.match
    if match.wants_secret(seated.seat):
        return await _kept(code, seated) or Answer(seated.texts.plain("toast.kept"))
    try:
        match = await seated.move(guess_by(match, seated.seat, code, seated.desk.world.now()))
    except IllegalMove as refusal:
        return await refused(refusal, seated, code)
    return Answer(_said(code, match.game.turns[-1].feedback, seated))


async def _kept(code: Code, seated: Seated) -> Answer | None:
    """None once the secret is kept."""
    variant = seated.match.game.variant
    if variant.words and not words_to_guess(variant.words)[variant.format(code)]:
        await seated.keep(seated.texts.html("code.rare-word", word=variant.show(code)), draft="")
        return Answer()
    try:
        await seated.move(SetSecret(seated.seat, code))
    except IllegalMove as refusal:
        return await refused(refusal, seated)
    return None


async def refused(refusal: IllegalMove, seated: Seated, code: Code | None = None) -> Answer:
    """Why this cannot be done now, for the person alone."""
    texts = seated.texts
    if refusal.reason is Reason.ASKED_BEFORE and code is not None:
        feedback = next(known for guess, known in seated.match.game.history_of(seated.seat) if guess == code)
        answer = _said(code, feedback, seated)
        await seated.having(asked_again=code).keep(texts.html("note.asked-before", answer=answer))
        return Answer(texts.plain("toast.asked-before"))
    key = REFUSED[refusal.reason]
    await seated.keep(texts.html(key))
    return Answer(texts.plain(key), alert=True)


def _said(code: Code, feedback: Feedback, seated: Seated) -> str:
    """The guess with the feedback that it got."""
    written = feedback_in(seated.desk.preferences.style, feedback, seated.texts)
    return f"{seated.match.game.variant.show(code)}: {written}"
