"""Sends outbox items with the Bot API and records the result; what Telegram refuses for good is kept as failed."""

import structlog
from telegram.error import BadRequest, ChatMigrated, TelegramError

from bot.app.messages import Chat, Inline
from bot.app.outbox import NO_SLOT, Letter, MarkLetter, Outbox, RetireLetter, ScreenLetter, UnreadableLetter
from bot.app.patience import until_stored
from bot.app.ports import Place
from bot.telegram.calls import Calls
from bot.telegram.refusals import is_unreachable, reason_of

log = structlog.get_logger()


class Sender:
    """Sends the items of one slot of a chat. Raises TelegramError for failures that may pass."""

    def __init__(self, calls: Calls, outbox: Outbox) -> None:
        self._calls = calls
        self._outbox = outbox

    async def prepare(self, letters: list[Letter]) -> None:
        """Paint the picture of the next item, so that sending takes no time once the lease has been checked."""
        if letters and isinstance(newest := of_one_slot(letters)[-1], ScreenLetter):
            await self._calls.painted(newest.screen)

    async def send(self, batch: list[Letter]) -> None:
        """Send the newest of them instead of all."""
        chat_id = batch[-1].to.id
        try:
            await self._send(batch)
        except ChatMigrated as moved:
            to = moved.new_chat_id
            await until_stored(lambda: self._outbox.renamed(chat_id, to))
        except TelegramError as error:
            if is_unreachable(error):
                log.info("chat is unreachable", chat=chat_id)
                await until_stored(lambda: self._outbox.unreachable(chat_id))
            elif isinstance(error, BadRequest):
                log.error("message refused", chat=chat_id, error=reason_of(error))
                await self.give_up(batch, error.message)
            else:
                raise

    async def give_up(self, batch: list[Letter], reason: str) -> None:
        """Move items that can never be sent to `failed_messages`."""
        await until_stored(lambda: self._outbox.refused(batch, reason))

    async def _send(self, batch: list[Letter]) -> None:
        newest = batch[-1]
        if isinstance(newest, UnreadableLetter):
            log.error("a letter cannot be read and is kept", chat=newest.to.id, letter=newest.id)
            await self.give_up(batch, newest.error)
        elif isinstance(newest, MarkLetter):
            await self._calls.mark(newest.to, newest.message, newest.sign)
            await self._delivered(batch)
        elif isinstance(newest, RetireLetter):
            await (self._calls.retire if newest.wholly else self._calls.strip)(newest.to, newest.message)
            await self._delivered(batch)
        elif isinstance(newest.to, Inline):
            await self._calls.edit_inline(newest.to, newest.screen)
            await self._delivered(batch)
        else:
            await self._show(batch, newest, newest.to)

    async def _show(self, batch: list[Letter], newest: ScreenLetter, chat: Chat) -> None:
        # A message cannot be edited from text to photo or back, so a screen with a picture is sent as a new one.
        current = None if _wants_bottom(batch) or newest.screen.picture is not None else newest.current
        if current is not None and await self._calls.edit(chat, current, newest.screen):
            await self._delivered(batch)
            return
        message = await self._calls.send(chat, newest.screen)
        await self._delivered(batch, message, await self._still_to_retire(chat, newest.current))

    async def _delivered(self, batch: list[Letter], message: int | None = None, retire: int | None = None) -> None:
        """Record what has been sent, retrying as long as it takes: an unrecorded message would be sent again."""
        await until_stored(lambda: self._outbox.delivered(batch, message, retire))

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


def of_one_slot(letters: list[Letter]) -> list[Letter]:
    """The first item and all others of its slot, the newest last: only that one need be sent."""
    first = letters[0]
    if not isinstance(first, ScreenLetter) or first.slot == NO_SLOT:
        return [first]
    return sorted((letter for letter in letters if _is_for(letter, first.slot)), key=lambda letter: letter.id)


def _is_for(letter: Letter, slot: str) -> bool:
    return isinstance(letter, ScreenLetter) and letter.slot == slot


def _wants_bottom(batch: list[Letter]) -> bool:
    screens = (letter for letter in batch if isinstance(letter, ScreenLetter))
    return any(letter.place is Place.BOTTOM or letter.to_bottom for letter in screens)
