"""What people tell the operators: read one after the other, and answered."""

from bot.app.handlers.operators.showing import first_word, note, show
from bot.app.messages import Chat
from bot.app.model.limits import LOOKED_AT
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.screens.operators import inbox as screens
from bot.app.screens.pages import page_of

LONGEST = 2000
"""Characters of an answer."""


async def show_page(page_key: str, request: Request) -> Answer:
    """Show one message, the oldest first."""
    waiting = await request.work.operators.feedback(LOOKED_AT)
    page = page_of(len(waiting), page_key, 1)
    return show(screens.message(waiting[page.number] if waiting else None, page, request.texts), request)


async def read(key: str, request: Request) -> Answer:
    """A message is read, and goes."""
    waiting = await request.work.operators.feedback(LOOKED_AT)
    meant = next((one for one in waiting if str(one.id) == key), None)
    if meant is None:
        return await show_page("", request)
    request.work.operators.drop_feedback(meant.id)
    note("read", request, meant.person)
    left = tuple(one for one in waiting if one is not meant)
    page = page_of(len(left), "", 1)
    return show(screens.message(left[0] if left else None, page, request.texts), request)


async def answer(words: str, request: Request) -> Answer:
    """Answer a message by its number; it is read with that."""
    key, said = first_word(words)
    waiting = await request.work.operators.feedback(LOOKED_AT)
    meant = next((one for one in waiting if str(one.id) == key), None)
    if meant is None or not said:
        return show(screens.usage(request.texts), request)
    if len(said) > LONGEST:
        return show(screens.too_long(LONGEST, request.texts), request)
    known = await request.work.preferences(meant.person)
    request.work.tell(Chat(meant.person), screens.answer(meant.text, said, known.texts))
    request.work.operators.drop_feedback(meant.id)
    note("answer", request, meant.person, said)
    return show(screens.answered(meant.name, request.texts), request)
