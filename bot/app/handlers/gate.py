"""What is refused before anything else: everything to whoever is kept away, and what is switched off to all."""

from bot.app.features import feature_off, is_shut_out
from bot.app.handlers.typing import say_note
from bot.app.intents import Intent
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.screen import Screen


async def refusal(intent: Intent, request: Request) -> Answer | None:
    """The answer to what may not be now; None if it may. In a group whoever is kept away is not heard at all."""
    texts = request.texts
    if is_shut_out(intent, request.gate, in_group=request.chat.is_group):
        if request.pressed is not None:
            return Answer(texts.plain("toast.banned"), alert=True)
        if not request.chat.is_group:
            request.show_menu(Screen(texts.html("banned.text")))
        return Answer()
    if name := feature_off(intent, request.gate):
        feature = texts.plain(f"feature.{name}")
        if request.pressed is not None:
            return Answer(texts.plain("toast.switched-off", feature=feature), alert=True)
        return await say_note(texts.html("note.switched-off", feature=feature), request)
    return None
