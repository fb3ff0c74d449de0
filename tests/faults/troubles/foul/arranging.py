"""How two attackers come to play with each other."""

import re

from tests.faults.troubles.foul.rogue import Rogue

PAYLOAD = re.compile(r"start=(?P<payload>c[A-Za-z0-9_-]{22})")
OF_MATCH = re.compile(r"1:m[a-z]+:(?P<match>[0-9a-f]{16}):")


async def match_of(one: Rogue, other: Rogue, *, mode: str, variant: str = "five", clock: str = "relaxed") -> str | None:
    """The id of a rated match between the two, begun by a link; None if it has not come about."""
    one.say("/duel")
    for choice in (f"mode:{mode}", f"variant:{variant}", f"clock:{clock}", "rated:yes"):
        menu = await one.sees(lambda: one.button("invite"))
        if menu is not None:
            one.press(f"1:{choice}", menu.message)
    known = match_in(other)
    await one.tap("invite")
    link = PAYLOAD.search(await one.sees(one.copied) or "")
    if link is None:
        return None
    other.open_link(link["payload"])
    await other.tap("accept")
    return await other.sees(lambda: None if match_in(other) == known else match_in(other))


def match_in(person: Rogue) -> str | None:
    """The match whose screen stands lowest in the person's chat."""
    for message in person.standing():
        for button in (button for row in message.keyboard for button in row):
            if found := OF_MATCH.match(str(button.get("callback_data", ""))):
                return found["match"]
    return None
