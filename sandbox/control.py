"""The control API: what tests may do to the sandbox that people cannot."""

import asyncio

from sandbox.faults import fault_from
from sandbox.links import is_app_url
from sandbox.refusal import Unwelcome
from sandbox.schema.parameters import Given
from sandbox.state import State
from sandbox.world import page_json
from sandbox.world.model import Json

_BAD = 400
DAY = 86400.0


def add_fault(state: State, _: int, given: Given) -> Json:
    """POST /control/faults."""
    state.faults.add(fault_from(given))
    return {}


def clear_faults(state: State, _: int, __: Given) -> Json:
    """DELETE /control/faults."""
    state.faults.clear()
    return {}


def be_gone(state: State, _: int, given: Given) -> Json:
    """POST /control/gone."""
    state.faults.go(float(given["seconds"]))
    return {}


def redeliver(state: State, _: int, given: Given) -> Json:
    """POST /control/redeliver."""
    number = int(given["update_id"])
    if number not in state.updates.every:
        raise Unwelcome(f"there is no update {number}", 404)
    state.updates.deliver_again(number, int(given.get("times", 1)))
    return {}


def add_update(state: State, _: int, given: Given) -> Json:
    """POST /control/update."""
    return {"update_id": state.updates.add_raw(given["update"])}


def move_clock(state: State, _: int, given: Given) -> Json:
    """POST /control/clock."""
    return _moved(float(given["seconds"]), state)


def skip_day(state: State, _: int, __: Given) -> Json:
    """POST /control/tomorrow: the sandbox's dates move by a day, and the bot that it runs starts anew a day later."""
    told = _moved(DAY, state)
    if state.begin_anew is not None:
        state.begin_anew(DAY)
    return told


def _moved(seconds: float, state: State) -> Json:
    """Move the clock; whoever shows times is told."""
    state.clock.move(seconds)
    state.events.publish("clock", now=state.clock.now())
    return {"now": state.clock.date()}


def set_privacy(state: State, _: int, given: Given) -> Json:
    """POST /control/privacy."""
    if not isinstance(given["on"], bool):
        raise Unwelcome("on is true or false", _BAD)
    state.world.privacy = given["on"]
    state.events.publish("privacy", on=given["on"])
    return {}


def set_inline(state: State, _: int, given: Given) -> Json:
    """POST /control/inline."""
    if not {"on", "feedback"} >= given.keys() or not all(isinstance(value, bool) for value in given.values()):
        raise Unwelcome("on and feedback are true or false", _BAD)
    state.world.inline = given.get("on", state.world.inline)
    state.world.inline_feedback = given.get("feedback", state.world.inline_feedback)
    state.events.publish("inline_mode", inline=page_json.inline_mode(state.world))
    return {}


def set_app(state: State, _: int, given: Given) -> Json:
    """POST /control/app: where BotFather was told that the main Mini App is; "": there is none."""
    if given["url"] and not is_app_url(given["url"]):
        raise Unwelcome("a Mini App is at an https address, or on this machine", _BAD)
    state.world.main_app = given["url"]
    return {}


def set_guests(state: State, _: int, given: Given) -> Json:
    """POST /control/guests."""
    if not isinstance(given["on"], bool):
        raise Unwelcome("on is true or false", _BAD)
    state.world.guests = given["on"]
    state.events.publish("guests", on=given["on"])
    return {}


def show_state(state: State, _: int, __: Given) -> Json:
    """GET /control/state."""
    return {
        "pending": state.updates.unconfirmed(),
        "last_update_id": state.updates.last_id,
        "calls": dict(state.journal.counts),
        "refused": list(state.journal.refused),
    }


async def settle(state: State, _: int, given: Given) -> Json:
    """GET /control/settled?timeout=: waits until every update is confirmed, be it that others come at once."""
    if state.updates.unconfirmed():
        try:
            await asyncio.wait_for(state.updates.idle.wait(), float(given.get("timeout", 10)))
        except TimeoutError:
            return {"pending": state.updates.unconfirmed()}
    return {"pending": 0}


def show_updates(state: State, _: int, __: Given) -> list[Json]:
    """GET /control/updates."""
    return [
        {
            "update": update.as_json(),
            "delivered": update.delivered,
            "confirmed": update.confirmed,
            "expired": update.expired,
        }
        for update in state.updates.every.values()
    ]


def show_calls(state: State, _: int, given: Given) -> list[Json]:
    """GET /control/calls?method=."""
    wanted = given.get("method")
    return [call for call in state.journal.calls if wanted in (None, "", call["method"])]


ROUTES = {
    ("POST", "/control/faults"): add_fault,
    ("DELETE", "/control/faults"): clear_faults,
    ("POST", "/control/gone"): be_gone,
    ("POST", "/control/redeliver"): redeliver,
    ("POST", "/control/update"): add_update,
    ("POST", "/control/clock"): move_clock,
    ("POST", "/control/tomorrow"): skip_day,
    ("POST", "/control/privacy"): set_privacy,
    ("POST", "/control/inline"): set_inline,
    ("POST", "/control/app"): set_app,
    ("POST", "/control/guests"): set_guests,
    ("GET", "/control/state"): show_state,
    ("GET", "/control/settled"): settle,
    ("GET", "/control/updates"): show_updates,
    ("GET", "/control/calls"): show_calls,
}
