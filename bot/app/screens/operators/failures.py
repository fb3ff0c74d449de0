"""What failed and was kept."""

from bot.app.buttons import AdminPress
from bot.app.model.operators import Failure
from bot.app.operator_verbs import OnAdmin
from bot.app.screen import Button, Row, Screen, button
from bot.app.screens.moment import shown_moment
from bot.app.screens.operators.buttons import back, turning
from bot.app.screens.pages import Page, page_line
from bot.app.texts import Html, Texts

LONGEST = 150
"""Characters of an error that are shown; `python -m bot failed` tells all."""


def failures(failed: tuple[Failure, ...], page: Page, texts: Texts) -> Screen:
    """A page of them, each with the buttons that try it again, if that can be done, and drop it."""
    if not failed:
        return Screen(texts.html("admin.no-failures"), (back(texts),))
    lines = [texts.html("admin.failures"), *map(_line, failed), *page_line(page, texts)]
    rows = tuple(_row(one) for one in failed)
    return Screen(Html("\n".join(lines)), (*rows, *turning(page, OnAdmin.FAILED), back(texts)))


def _line(failure: Failure) -> Html:
    error = failure.error if len(failure.error) <= LONGEST else f"{failure.error[:LONGEST]}…"
    told = Texts.escaped(f"{failure.about}: {error}")
    return Html(f"<code>{failure.id}</code> {shown_moment(failure.at)} · {told}")


def _row(failure: Failure) -> Row:
    drop = button(f"✗ {failure.id}", AdminPress(OnAdmin.DROP, failure.id))
    again: tuple[Button, ...] = ()
    if failure.can_be_retried:
        again = (button(f"🔁 {failure.id}", AdminPress(OnAdmin.RETRY, failure.id)),)
    return (*again, drop)
