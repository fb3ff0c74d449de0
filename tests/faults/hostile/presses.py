"""Every button of a foreign game, and of every offer, pressed wherever the hostile can press."""

import itertools
from collections.abc import Iterator
from typing import Any

from tests.faults.hostile.forgeries import ON_GAME, WITH_TOKEN
from tests.faults.hostile.updates import Targets

Json = dict[str, Any]
MESSAGES = range(1, 9)
"""The first in each chat: what the hostile want to press stands there."""


def presses(targets: Targets) -> list[Json]:
    """One after the other in each place, by one after the other of them."""
    games = (f"1:{verb}:{game}:0" for verb in ON_GAME for game in targets.foreign)
    offers = (f"1:{verb}:{token}" for verb in WITH_TOKEN for token in targets.tokens)
    lines = [lines for game in games for lines in (game, f"{game}:0")] + [
        offer for offer in offers for _ in targets.cards
    ]
    people, places = itertools.cycle(targets.people), _places(targets)
    return [
        _pressed(number, person, data, place)
        for number, (person, data, place) in enumerate(zip(people, lines, places, strict=False))
    ]


def _places(targets: Targets) -> Iterator[Json]:
    """Messages of the chats and cards, by turns."""
    for number in itertools.count():
        yield {"inline_message_id": targets.cards[number % len(targets.cards)]}
        for chat in targets.staying:
            message = {"message_id": MESSAGES[number % len(MESSAGES)], "date": 1}
            yield {"message": {**message, "chat": {"id": chat, "type": "group", "title": "Hall"}}}


def _pressed(number: int, person: int, data: str, place: Json) -> Json:
    user = {"id": person, "is_bot": False, "first_name": "Mallory"}
    buttons = {"id": f"forged {number}", "from": user, "chat_instance": "1", "data": data}
    return {"callback_query": {**buttons, **place}}
