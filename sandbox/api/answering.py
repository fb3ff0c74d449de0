"""Answers to callback queries."""

from sandbox.links import is_payload, start_payload
from sandbox.refusal import bad_request, too_old
from sandbox.schema.parameters import Given
from sandbox.state import State

_ANSWERABLE_FOR = 15.0


def answer_callback_query(state: State, given: Given) -> bool:
    """Answer with a toast, an alert, a link or nothing; once, and before the query expires."""
    press = state.world.presses.get(given["callback_query_id"])
    if press is None or press.answered or state.clock.now() - press.made > _ANSWERABLE_FOR:
        raise too_old()
    url = given.get("url") or None
    if url and not is_payload(start_payload(url, state.world.bot.username) or ""):
        raise bad_request("URL_INVALID")
    press.answered = True
    state.events.publish(
        "answer",
        person=press.person,
        chat=press.chat,
        message=press.message,
        query=press.id,
        text=given.get("text") or None,
        alert=given.get("show_alert", False),
        url=url,
    )
    return True
