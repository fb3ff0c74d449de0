"""The bot's reactions to messages."""

from sandbox.api.destination import open_chat
from sandbox.refusal import bad_request
from sandbox.schema.parameters import Given
from sandbox.state import State

_MOST = 1  # as for people without Premium


def set_message_reaction(state: State, given: Given) -> bool:
    """React to a message with an emoji, or, without one, take the reaction back."""
    chat = open_chat(state.world, given["chat_id"])
    message = chat.messages.get(given["message_id"])
    if message is None:
        raise bad_request("message to react not found")
    reactions = given.get("reaction", [])
    if len(reactions) > _MOST:
        raise bad_request("REACTIONS_TOO_MANY")
    if message.service:
        raise bad_request("REACTION_INVALID")
    state.world.react(message, reactions[0]["emoji"] if reactions else None)
    return True
