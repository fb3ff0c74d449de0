"""The keyboard of a call."""

from sandbox.refusal import bad_request
from sandbox.schema.markup import opens_app, switches_inline
from sandbox.schema.parameters import Given
from sandbox.state import State
from sandbox.world.model import Chat, Json


def keyboard_of(state: State, given: Given, chat: Chat | None = None) -> Json | None:
    """The reply markup, if there is any; an empty keyboard is none. Raises Refusal for what the bot may not use.

    `chat`: where the bot's own message stands, as opposed to one that is sent via it.
    """
    markup: Json | None = given.get("reply_markup")
    is_private = chat is not None and chat.type == "private"
    if (switches_inline(markup) and not state.world.inline) or (opens_app(markup) and not is_private):
        raise bad_request("BUTTON_TYPE_INVALID")
    return None if markup == {"inline_keyboard": []} else markup
