"""Sends outbox items with the Bot API and records the result; what Telegram refuses for good is kept as failed."""

import structlog
from telegram.error import BadRequest, ChatMigrated, TelegramError

from bot.app.messages import Chat, Inline
from bot.app.outbox import NO_SLOT, CommandsItem, MarkItem, Outbox, OutboxItem, RetireItem, ScreenItem, UnreadableItem
from bot.app.ports import Place
from bot.app.retry import retry_until_stored
from bot.telegram.calls import Calls
from bot.telegram.refusals import is_unreachable, reason_of

log = structlog.get_logger()


class Sender:
    """Sends the items of one slot of a chat. Raises TelegramError for failures that may pass."""

    def __init__(self, calls: Calls, outbox: Outbox) -> None:
        self._calls = calls
        self._outbox = outbox

    async def prepare(self, items: list[OutboxItem]) -> None:
        """Paint the picture of the next item, so that sending takes no time once the lease has been checked."""
        if items and isinstance(newest := of_one_slot(items)[-1], ScreenItem):
            await self._calls.painted(newest.screen)

    async def send(self, batch: list[OutboxItem]) -> None:
        """Send the newest of them instead of all."""
        chat_id = batch[-1].to.id
        try:
            await self._send(batch)
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

    async def _send(self, batch: list[OutboxItem]) -> None:
        newest = batch[-1]
        if isinstance(newest, UnreadableItem):
            log.error("a letter cannot be read and is kept", chat=newest.to.id, letter=newest.id)
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
            await self._show(batch, newest, newest.to)

    async def _show(self, batch: list[OutboxItem], newest: ScreenItem, chat: Chat) -> None:
        # A message cannot be edited from text to photo or back, so a screen with a picture is sent as a new one.
        current = None if _wants_bottom(batch) or newest.screen.picture is not None else newest.current
        if current is not None and await self._calls.edit(chat, current, newest.screen):
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
