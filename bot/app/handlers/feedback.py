"""`/feedback`: what people tell the operators."""

from bot.app.actions.operators import tell_operators
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.screen import Screen

MOST = 3
"""So many messages of one person may wait to be read."""
LONGEST = 1500
"""Characters of a message."""


async def give(words: str, request: Request) -> Answer:
    """Keep what somebody tells the operators, and tell these; without words, say how it is written."""
    return _show(await _kept(words.strip(), request), request)


async def _kept(words: str, request: Request) -> str:
    """The key of the text that says what became of it."""
    operators, person = request.work.operators, request.person
    if not request.world.admins:
        return "feedback.nobody"
    if request.chat.is_group:
        return "feedback.in-private"
    if not words:
        return "feedback.how"
    if len(words) > LONGEST:
        return "feedback.too-long"
    if await operators.feedback_of(person.id, MOST) >= MOST:
        return "feedback.enough"
    operators.put_feedback(person.id, person.name, words, request.world.now())
    await tell_operators(request.work, request.world, feedback=1)
    return "feedback.thanks"


def _show(key: str, request: Request) -> Answer:
    request.show_menu(Screen(request.texts.html(key, most=LONGEST)))
    return Answer()
