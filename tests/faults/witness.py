"""Everything that the bot said to anybody, kept for the verdict."""

import json
from dataclasses import dataclass, field
from typing import Any

from sandbox.journal import Journal
from sandbox.world import World


@dataclass(frozen=True, slots=True)
class Said:
    """What the bot tried to say in one call. `sent`: as a new message, and it was taken."""

    chat: int
    text: str
    buttons: str
    when: float
    sent: bool
    person: int | None = None
    """Who alone was told: the answer to a press."""


@dataclass(slots=True)
class Witness(Journal):
    """A journal that forgets no text, and keeps nothing else: runs are long. `world` says who pressed what."""

    world: World | None = None
    said: list[Said] = field(default_factory=list)
    newest: dict[int, str] = field(default_factory=dict)
    """What the bot said last in each chat, as a new message."""

    def note(self, method: str, parameters: dict[str, Any], answer: Any, when: float) -> None:
        """One more call."""
        self.counts[method] += 1
        if "callback_query_id" in parameters:
            self._note_answer(parameters, when)
        elif "text" in parameters:
            taken = method == "sendMessage" and answer.get("ok") is True
            buttons = json.dumps(parameters.get("reply_markup"), ensure_ascii=False)
            said = Said(int(parameters["chat_id"]), str(parameters["text"]), buttons, when, taken)
            self.said.append(said)
            if taken:
                self.newest[said.chat] = said.text

    def _note_answer(self, parameters: dict[str, Any], when: float) -> None:
        press = self.world.presses.get(str(parameters["callback_query_id"])) if self.world else None
        text = str(parameters.get("text", ""))
        if press is not None and text:
            self.said.append(Said(press.chat, text, "", when, sent=False, person=press.person))
