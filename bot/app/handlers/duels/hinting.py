"""Hints between people: in friendly games alone, if both allow them, and the other hears of it. Notes are free."""

from bot.app.advice.hints import asked_of, following, taken, told, turned_to, wondering
from bot.app.handlers.duels.seated import Seated
from bot.app.handlers.solo.hints import noted_after, show_replies
from bot.app.model.table import Asked, Hint, Page
from bot.app.ports import Answer
from bot.app.screens.name import rival_of
from bot.app.screens.solo.hint_menu import BACK, MENU, OPEN
from solver.variant import Code


async def allow(wish: str, seated: Seated) -> Answer:
    """Allow hints, or no longer (`no`); once both allow them that stays so."""
    allows = wish != "no"
    if seated.match.rated or seated.match.has_hints or seated.sitter.allows_hints == allows:
        await seated.show()
        return Answer()
    await seated.having(allows_hints=allows).announce(rings=False)
    return Answer()


async def hint(seated: Seated) -> Answer:
    """First how many codes fit; asked once more, a good guess; then whatever they choose."""
    return await _asked(following(seated.sitter.hint), seated)


async def pressed(word: str, seated: Seated) -> Answer:
    """A press on a button of the hints; one of another time only shows what there is."""
    if word == BACK:
        await _turned(Page.BOARD, seated)
        return Answer()
    if word == MENU and following(seated.sitter.hint) is not Asked.COUNT:
        return await _asked(None, seated)
    return await _asked(Asked.COUNT if word == MENU else asked_of(word), seated)


async def wondered(code: Code, seated: Seated) -> Answer:
    """Whether a guess may be right and what it would bring, before it is made."""
    if refused := _refused(seated):
        return await _told_why(refused, seated)
    return await _counted(wondering(code, seated.sitter.hint), seated)


async def noted(word: str, seated: Seated) -> Answer:
    """Open the notes, note something, or wipe all of them away."""
    if word in {BACK, OPEN}:
        await _turned(Page.BOARD if word == BACK else Page.NOTES, seated)
        return Answer()
    after = noted_after(word, seated.sitter.notes, seated.match.game.variant)
    if after is None:
        return seated.desk.stripped("toast.old-button")
    await seated.having(notes=after).keep()
    return Answer()


async def _asked(what: Asked | None, seated: Seated) -> Answer:
    """Tell this as well, and show what else there is to ask for; None: only show that."""
    if refused := _refused(seated):
        return await _told_why(refused, seated)
    match, recall = seated.match, seated.desk.world.recall
    variant, before = match.game.variant, seated.sitter.hint
    known = told(variant, match.game.history_of(seated.seat), before, recall)
    after = None if what is None else taken(what, before, known)
    if after is None:
        await _turned(Page.HINTS, seated)
        return Answer()
    if what is Asked.TABLE and known is not None:
        show_replies(known, variant, match.id, seated.desk)
    return await _counted(after, seated)


async def _counted(after: Hint, seated: Seated) -> Answer:
    """Keep that hint, which counts unless it is the one they had."""
    if after == seated.sitter.hint:
        await seated.show()
    else:
        await seated.having(hint=after, hints=seated.sitter.hints + 1, asking="").announce(rings=False)
    return Answer()


async def _turned(page: Page, seated: Seated) -> None:
    await seated.having(hint=turned_to(page, seated.sitter.hint), asking="").keep()


async def _told_why(refused: str, seated: Seated) -> Answer:
    await seated.keep(seated.texts.html(refused, name=rival_of(seated.match, seated.seat)))
    return Answer()


def _refused(seated: Seated) -> str:
    """The word on why there is no hint now; empty if there is one."""
    if seated.match.rated:
        return "note.no-hints"
    if not seated.match.has_hints:
        return "note.hints-not-allowed"
    return "" if seated.match.game.may_guess(seated.seat) else "note.hint-later"
