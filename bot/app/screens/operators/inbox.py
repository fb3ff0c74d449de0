"""What people tell the operators, one message at a time."""

from bot.app.model.operators import Feedback
from bot.app.operator_verbs import OnAdmin
from bot.app.screen import Button, Screen
from bot.app.screens.moment import shown_moment
from bot.app.screens.name import shown_name
from bot.app.screens.operators.buttons import back, leads, turning
from bot.app.screens.operators.people import called
from bot.app.screens.pages import Page, page_line
from bot.app.texts import Html, Texts


def message(found: Feedback | None, page: Page, texts: Texts) -> Screen:
    """A message; None: nothing is left to read."""
    if found is None:
        return Screen(texts.html("admin.no-feedback"), (back(texts),))
    lines = [
        Html(f"{called('✉️', found.name, found.person)} · {shown_moment(found.at)}"),
        Html(f"<blockquote>{Texts.escaped(found.text)}</blockquote>"),
        texts.html("admin.answer-how", id=found.id),
        *page_line(page, texts),
    ]
    answers = Button(texts.plain("button.admin-answer"), copies=f"/admin answer {found.id} ")
    rows = ((leads("button.admin-read", OnAdmin.READ, texts, str(found.id)), answers),)
    return Screen(Html("\n".join(lines)), (*rows, *turning(page, OnAdmin.FEEDBACK), back(texts)))


def usage(texts: Texts) -> Screen:
    """How an answer is written."""
    return Screen(texts.html("admin.answer-unclear"), (back(texts, OnAdmin.FEEDBACK),))


def too_long(most: int, texts: Texts) -> Screen:
    """The answer is longer than that, and not sent."""
    return Screen(texts.html("cast.long", most=most), (back(texts, OnAdmin.FEEDBACK),))


def answered(name: str, texts: Texts) -> Screen:
    """The answer is on its way."""
    return Screen(texts.html("admin.answered", name=shown_name(name)), (back(texts, OnAdmin.FEEDBACK),))


def answer(asked: str, said: str, texts: Texts) -> Screen:
    """The answer, as whoever wrote reads it."""
    return Screen(texts.html("feedback.answer", asked=asked, said=said))
