"""The keyboard of a call."""

from sandbox.refusal import bad_request
from sandbox.schema.markup import switches_inline
from sandbox.schema.parameters import Given
from sandbox.state import State
from sandbox.world.model import Json


def keyboard_of(state: State, given: Given) -> Json | None:
    """The reply markup, if there is any; an empty keyboard is none. Raises Refusal for what the bot may not use."""
    markup: Json | None = given.get("reply_markup")
    if switches_inline(markup) and not state.world.inline:
        raise bad_request("BUTTON_TYPE_INVALID")
    return None if markup == {"inline_keyboard": []} else markup
