"""Telegram as far as it matters here: which message of a chat shows what, after each thing that was sent."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.app.messages import Destination, Inline
from bot.app.outbox import NO_SLOT, OutboxItem, ScreenItem
from bot.app.screen import Button, Place, Screen

CARD = 0
"""The number of the only message of a card."""


@dataclass
class Talk:
    """A chat, or a card that was sent through the bot, with the bot's messages by number."""

    name: str
    to: Destination
    newest: int = 0
    shown: dict[int, Screen] = field(default_factory=dict)
    """What can be seen now."""
    gone: dict[int, Screen] = field(default_factory=dict)
    """What was shown last in messages that are gone, or have no buttons any more."""

    def number(self) -> int:
        """The number of one more message."""
        self.newest += 1
        return self.newest

    def shows(self, item: ScreenItem, *, at_bottom: bool) -> tuple[int | None, int | None]:
        """Send the item: which new message shows it, None for an edited one; and the one that goes for it."""
        current = CARD if isinstance(item.to, Inline) else item.current
        if current is not None and self._may_edit(current, item, at_bottom=at_bottom):
            self.shown[current] = item.screen
            return None, None
        number = self.number()
        self.shown[number] = item.screen
        if current is not None:
            self.remove(current)
        return number, current

    def _may_edit(self, current: int, item: ScreenItem, *, at_bottom: bool) -> bool:
        if isinstance(item.to, Inline):
            return True
        is_text = current in self.shown and self.shown[current].picture is None
        return is_text and not at_bottom and item.screen.picture is None

    def remove(self, message: int) -> None:
        """It is gone, or its buttons are."""
        if message in self.shown:
            self.gone[message] = self.shown.pop(message)

    def buttons(self, message: int | None) -> Iterator[tuple[int, Button]]:
        """All that can be pressed, the newest message first; or those of one message, be it gone."""
        screens = self.shown if message is None else self.gone | self.shown
        for at in sorted(screens, reverse=True):
            if message in (None, at):
                yield from ((at, button) for row in screens[at].rows for button in row)


def batch_of(items: list[OutboxItem]) -> list[OutboxItem]:
    """What is sent next: the first item, with all others for the same slot, of which only the newest is seen."""
    first = items[0]
    if not isinstance(first, ScreenItem) or first.slot == NO_SLOT:
        return [first]
    same = [item for item in items if isinstance(item, ScreenItem) and item.slot == first.slot]
    return [*sorted(same, key=lambda item: item.id)]


def wants_bottom(batch: list[OutboxItem]) -> bool:
    """Whether the screen is to be the newest message."""
    return any(isinstance(item, ScreenItem) and (item.place is not Place.HERE or item.to_bottom) for item in batch)
