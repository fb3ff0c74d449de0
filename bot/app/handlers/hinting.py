"""Hints between people: in friendly games alone, if both allow them, and the other hears of it."""

from bot.app.handlers.seated import Seated
from bot.app.ports import Answer
from bot.app.screens.name import rival_of
from bot.app.table import Hint, step_after


async def allow(wish: str, seated: Seated) -> Answer:
    """Allow hints, or no longer (`no`); once both allow them that stays so."""
    allows = wish != "no"
    if seated.match.rated or seated.match.has_hints or seated.sitter.allows_hints == allows:
        await seated.show()
        return Answer()
    await seated.having(allows_hints=allows).announce(rings=False)
    return Answer()


async def hint(seated: Seated) -> Answer:
    """First how many codes fit; asked once more, a good guess; then there is no more to tell."""
    match, told = seated.match, seated.sitter.hint
    if refused := _refused(seated):
        await seated.keep(seated.texts.html(refused, name=rival_of(match, seated.seat)))
        return Answer()
    if told is not None and told.guess is not None:
        await seated.show()
        return Answer(seated.texts.plain("toast.no-more-hints"))
    advice = seated.desk.world.advice(match.game.variant, match.game.history_of(seated.seat))
    following = Hint(advice.candidates)
    if told is not None:
        following = Hint(advice.candidates, advice.guess, advice.bits, advice.worst)
    await seated.having(hint=following, hints=seated.sitter.hints + 1, asking="").announce(rings=False)
    return Answer()


def _refused(seated: Seated) -> str:
    """The word on why there is no hint now; empty if there is one."""
    if seated.match.rated:
        return "note.no-hints"
    if not seated.match.has_hints:
        return "note.hints-not-allowed"
    return "" if seated.match.game.may_guess(seated.seat) else "note.hint-later"


async def pressed(step: str, seated: Seated) -> Answer:
    """A press on the button; pressed twice at once it tells one thing."""
    if step != str(step_after(seated.sitter.hint)):
        await seated.show()
        return Answer()
    return await hint(seated)
