"""Begins matches between attackers."""

import re

from faults.troubles.foul.rogue import Rogue

PAYLOAD = re.compile(r"start=(?P<payload>c[A-Za-z0-9_-]{22})")
OF_MATCH = re.compile(r"1:m[a-z]+:(?P<match>[0-9a-f]{16}):")


async def match_of(one: Rogue, other: Rogue, *, mode: str, variant: str = "five", clock: str = "relaxed") -> str:
    """The id of a rated match between the two, begun by a link."""
    menus, links, known = _menus(one), {one.copied()}, match_in(other)
    one.say("/duel")
    (menu,) = await one.waits_for(lambda: _menus(one) - menus or None)
    for choice in (f"mode:{mode}", f"variant:{variant}", f"clock:{clock}", "rated:yes", "invite"):
        one.press(f"1:{choice}", menu)
    link = await one.waits_for(lambda: PAYLOAD.search(one.copied() or "") if one.copied() not in links else None)
    other.open_link(link["payload"])
    offer = await other.waits_for(lambda: other.button("accept"))
    other.press(offer.data, offer.message)
    return await other.waits_for(lambda: None if match_in(other) == known else match_in(other))


def _menus(person: Rogue) -> set[int]:
    """The messages with a menu of terms."""
    return {shown.message for shown in person.buttons("invite")}


def match_in(person: Rogue) -> str | None:
    """The match whose screen is lowest in the person's chat."""
    for message in person.standing():
        for button in (button for row in message.keyboard for button in row):
            if found := OF_MATCH.match(str(button.get("callback_data", ""))):
                return found["match"]
    return None
