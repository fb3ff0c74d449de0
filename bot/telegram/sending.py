"""Sends outbox items with the Bot API and records the result; what Telegram refuses for good is kept as failed."""

from dataclasses import replace

import structlog
from telegram.error import BadRequest, ChatMigrated, TelegramError

from bot.app.messages import Chat, Inline
from bot.app.outbox import NO_SLOT, CommandsItem, MarkItem, Outbox, OutboxItem, RetireItem, ScreenItem, UnreadableItem
from bot.app.ports import Place
from bot.app.retry import retry_until_stored
from bot.app.screen import Screen
from bot.app.texts import Html
from bot.telegram.calls import Calls
from bot.telegram.refusals import is_unreachable, reason_of

log = structlog.get_logger()
SHARED = 3.0
"""Seconds after a board has come down in which other guesses share it: it does not come down again for them."""


class Sender:
    """Sends the items of one slot of a chat. Raises TelegramError for failures that may pass."""

    def __init__(self, calls: Calls, outbox: Outbox) -> None:
        self._calls = calls
        self._outbox = outbox

    async def prepare(self, items: list[OutboxItem]) -> None:
        """Paint the picture of the next item, so that sending takes no time once the lease has been checked."""
        if items and isinstance(newest := of_one_slot(items)[-1], ScreenItem):
            await self._calls.painted(newest.screen)

    async def send(self, batch: list[OutboxItem], *, scarce: bool = False) -> None:
        """Send the newest of them instead of all. `scarce`: few more messages may be sent to the chat at once."""
        chat_id = batch[-1].to.id
        try:
            await self._send(batch, scarce=scarce)
        except ChatMigrated as moved:
            to = moved.new_chat_id
            await retry_until_stored(lambda: self._outbox.note_renamed(chat_id, to))
        except TelegramError as error:
            if is_unreachable(error):
                log.info("chat is unreachable", chat=chat_id)
                await retry_until_stored(lambda: self._outbox.note_unreachable(chat_id))
            elif isinstance(error, BadRequest):
                log.error("message refused", chat=chat_id, error=reason_of(error))
                await self.give_up(batch, error.message)
            else:
                raise

    async def give_up(self, batch: list[OutboxItem], reason: str) -> None:
        """Move items that can never be sent to `failed_messages`."""
        await retry_until_stored(lambda: self._outbox.note_refused(batch, reason))

    async def _send(self, batch: list[OutboxItem], *, scarce: bool) -> None:
        newest = batch[-1]
        if isinstance(newest, UnreadableItem):
            log.error("a message cannot be read and is kept", chat=newest.to.id, item=newest.id)
            await self.give_up(batch, newest.error)
        elif isinstance(newest, MarkItem):
            await self._calls.mark(newest.to, newest.message, newest.sign)
            await self._note_delivered(batch)
        elif isinstance(newest, CommandsItem):
            await self._calls.list_commands(newest.to, newest.language)
            await self._note_delivered(batch)
        elif isinstance(newest, RetireItem):
            await (self._calls.retire if newest.wholly else self._calls.strip)(newest.to, newest.message)
            await self._note_delivered(batch)
        elif isinstance(newest.to, Inline):
            await self._calls.edit_inline(newest.to, newest.screen)
            await self._note_delivered(batch)
        else:
            await self._show(batch, newest, newest.to, scarce=scarce)

    async def _show(self, batch: list[OutboxItem], newest: ScreenItem, chat: Chat, *, scarce: bool) -> None:
        edited, current = None if _wants_bottom(batch) else _in_place(newest, scarce=scarce), newest.current
        if edited is not None and current is not None and await self._calls.edit(chat, current, edited):
            await self._note_delivered(batch)
            return
        message = await self._calls.send(chat, newest.screen)
        await self._note_delivered(batch, message, await self._still_to_retire(chat, newest.current))

    async def _note_delivered(
        self, batch: list[OutboxItem], message: int | None = None, retire: int | None = None
    ) -> None:
        """Record what has been sent, retrying as long as it takes: an unrecorded message would be sent again."""
        await retry_until_stored(lambda: self._outbox.note_delivered(batch, message, retire))

    async def _still_to_retire(self, chat: Chat, message: int | None) -> int | None:
        """Delete the slot's former message, if there is one; returns its id if that has to be repeated later."""
        if message is None:
            return None
        try:
            await self._calls.retire(chat, message)
        except TelegramError as error:
            log.info("old screen stays for now", chat=chat.id, error=type(error).__name__)
            return message
        return None


def _in_place(item: ScreenItem, *, scarce: bool) -> Screen | None:
    """The screen as it is to take the place of the current one; None: it is sent as a new message."""
    screen = item.screen
    # A message cannot be edited from text to photo or back, so a screen with a picture is sent as a new one.
    if screen.picture is not None or screen.document is not None:
        return None
    if item.place is not Place.SPARING or item.age < SHARED:
        return screen
    return replace(screen, html=Html(f"{screen.html}\n\n{screen.if_scarce}")) if scarce else None


def of_one_slot(items: list[OutboxItem]) -> list[OutboxItem]:
    """The first item and all others of its slot, the newest last: only that one need be sent."""
    first = items[0]
    if not isinstance(first, ScreenItem) or first.slot == NO_SLOT:
        return [first]
    return sorted((item for item in items if _is_for(item, first.slot)), key=lambda item: item.id)


def _is_for(item: OutboxItem, slot: str) -> bool:
    return isinstance(item, ScreenItem) and item.slot == slot


def _wants_bottom(batch: list[OutboxItem]) -> bool:
    screens = (item for item in batch if isinstance(item, ScreenItem))
    return any(item.place is Place.BOTTOM or item.to_bottom for item in screens)
