"""Records everything that the bot sent, for the judges."""

import json
from dataclasses import dataclass, field
from typing import Any

from sandbox.journal import Journal
from sandbox.world.world import World


@dataclass(frozen=True, slots=True)
class Said:
    """A call of the bot's with text. `sent`: it was a new message, and accepted."""

    chat: int
    text: str
    buttons: str
    when: float
    sent: bool
    person: int | None = None
    """The presser who alone sees it, if it answers a press."""


@dataclass(slots=True)
class Witness(Journal):
    """A journal that keeps all texts and nothing else, because runs are long. `world` tells who pressed what."""

    world: World | None = None
    said: list[Said] = field(default_factory=list)
    newest: dict[int, str] = field(default_factory=dict)
    """By chat, the bot's last new message."""
    answered: set[str] = field(default_factory=set)
    """The presses that the bot has answered, in time or not."""

    def note(self, method: str, parameters: dict[str, Any], answer: Any, when: float) -> None:
        """Record a call."""
        self.counts[method] += 1
        if "callback_query_id" in parameters:
            self._note_answer(parameters, when)
        elif "text" in parameters and (chat := self._chat(parameters)) is not None:
            taken = method == "sendMessage" and answer.get("ok") is True
            buttons = json.dumps(parameters.get("reply_markup"), ensure_ascii=False)
            said = Said(chat, str(parameters["text"]), buttons, when, taken)
            self.said.append(said)
            if taken:
                self.newest[said.chat] = said.text
        elif "inline_query_id" in parameters:
            self._note_offer(parameters, when)
        elif "guest_query_id" in parameters and self.world is not None:
            asked = self.world.guest_queries.get(str(parameters["guest_query_id"]))
            if asked is not None:
                posted = json.dumps(parameters.get("result"), ensure_ascii=False)
                self.said.append(Said(asked.message.chat, posted, "", when, sent=False))

    def _chat(self, parameters: dict[str, Any]) -> int | None:
        """The chat of a call; None if it has none."""
        if "chat_id" in parameters:
            return int(parameters["chat_id"])
        posted = self.world.inline_messages.get(str(parameters.get("inline_message_id"))) if self.world else None
        return None if posted is None else posted[0]

    def _note_offer(self, parameters: dict[str, Any], when: float) -> None:
        """Record the cards of an inline answer."""
        query = self.world.inline_queries.get(str(parameters["inline_query_id"])) if self.world else None
        if query is not None:
            offered = json.dumps(parameters.get("results"), ensure_ascii=False)
            self.said.append(Said(query.chat, offered, "", when, sent=False))

    def _note_answer(self, parameters: dict[str, Any], when: float) -> None:
        self.answered.add(str(parameters["callback_query_id"]))
        press = self.world.presses.get(str(parameters["callback_query_id"])) if self.world else None
        text = str(parameters.get("text", ""))
        if press is not None and text:
            self.said.append(Said(press.chat, text, "", when, sent=False, person=press.person))
