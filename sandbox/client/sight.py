"""What one person can see, for tests."""

from collections.abc import Iterator
from dataclasses import dataclass

from sandbox.client.mirror import Mirror
from sandbox.client.seen import Button, Message


@dataclass(frozen=True, slots=True)
class Sight:
    """The messages that a person sees in a chat, in a topic, or, without a chat, in all of theirs."""

    mirror: Mirror
    person: int
    chat: int | None = None
    topic: int | None = None

    def messages(self) -> list[Message]:
        """All messages, the oldest first."""
        members = self.mirror.members
        places = {self.chat} if self.chat else {place for place, inside in members.items() if self.person in inside}
        return [
            message
            for message in self.mirror.messages.values()
            if message.chat in places and self.topic in (None, message.topic)
        ]

    def newest(self, text: str, after: Message | None = None) -> Message | None:
        """The bot's newest message that contains the text and was posted after that one."""
        for message in self._from_bot():
            if after and message.chat == after.chat and message.id <= after.id:
                return None
            if text in message.text:
                return message
        return None

    def button(self, text: str, on: Message | None = None) -> tuple[Message, Button] | None:
        """The newest button with this text, or the one on a given message."""
        for message in self._from_bot():
            if on and (message.chat, message.id) != (on.chat, on.id):
                continue
            if button := message.button(text):
                return message, button
        return None

    def transcript(self) -> str:
        """All messages, as text for failed tests."""
        lines = [f"{message.chat}/{message.id} {message}" for message in self.messages()]
        return "\n".join(lines) or "(nothing has been written)"

    def _from_bot(self) -> Iterator[Message]:
        """Messages by or via the bot, the newest first."""
        return (message for message in reversed(self.messages()) if message.by_bot or message.via_bot)
