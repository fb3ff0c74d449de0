"""Screens, answers and inline cards as calls of the Bot API; what Telegram refuses for good is kept as failed.

In their order: screens as calls; the sender of the outbox; answers to presses; inline cards; inline keyboards.
"""

import asyncio
import time
import unicodedata
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from math import ceil
from typing import Any

import structlog
from telegram.constants import CallbackQueryLimit
from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, TelegramError

from bot.app.delivery import Outbox
from bot.app.links import GREETING
from bot.app.messages import Chat, Inline
from bot.app.outbox import (
    BLANK,
    BOARD,
    NO_SLOT,
    CommandsItem,
    MarkItem,
    OutboxItem,
    RetireItem,
    ScreenItem,
    UnreadableItem,
)
from bot.app.screen import Answer, Button, Picture, Place, Row, Screen
from bot.app.screens.share import Card, Cards
from bot.app.supervision import Backoff, retry_until_stored, tell_of
from bot.app.texts import Html
from bot.telegram.api import (
    GONE,
    KEPT,
    NO_TEXT,
    NO_TOPIC,
    SAME,
    UNMARKED,
    Api,
    File,
    is_unreachable,
    reason_of,
    says,
    seconds_asked,
)
from bot.telegram.setup import commands_of

# Screens as calls of the Bot API.

log = structlog.get_logger()
Json = dict[str, Any]
Files = Mapping[str, File]
Paint = Callable[[Picture], Awaitable[bytes]]
"""Paints a picture and returns PNG bytes; pictures painted lately come from a cache."""


class Calls:
    """Sends, edits and deletes messages that show screens.

    Expected refusals, such as a deleted message, are no errors.
    """

    def __init__(self, api: Api, paint: Paint) -> None:
        self._api = api
        self._paint = paint

    async def send(self, chat: Chat, screen: Screen) -> int:
        """Send the screen; returns the id of the new message. If the picture is refused, the text is sent alone."""
        if screen.document is not None:
            file = (screen.document.name, screen.document.text.encode(), "application/json")
            return await self._send(chat, "sendDocument", captioned(screen, chat) | _manner(screen), {"document": file})
        picture, manner = await self.painted(screen), _manner(screen)
        if picture is not None:
            try:
                return await self._send(chat, "sendPhoto", captioned(screen, chat) | manner, {"photo": _card(picture)})
            except BadRequest as error:
                if says(error, NO_TOPIC):
                    raise
                log.warning("a picture is refused", chat=chat.id, error=reason_of(error))
        return await self._send(chat, "sendMessage", content_of(screen, chat) | manner)

    async def painted(self, screen: Screen) -> bytes | None:
        """The screen's picture as PNG; None if it has none or it cannot be painted."""
        if screen.picture is None:
            return None
        try:
            return await self._paint(screen.picture)
        except Exception:
            log.exception("a picture is not painted", kind=screen.picture.kind)
            return None

    async def _send(self, chat: Chat, method: str, content: Json, files: Files | None = None) -> int:
        topic = {} if chat.thread is None else {"message_thread_id": chat.thread}
        content = {"chat_id": chat.id, **topic, **content}
        call = self._api.call(method, **content) if files is None else self._api.upload(method, files, **content)
        sent = await call
        try:
            return int(sent["message_id"])
        except (KeyError, TypeError, ValueError):
            raise NetworkError(f"{method} was answered with something else") from None

    async def edit(self, chat: Chat, message: int, screen: Screen) -> bool:
        """Edit a message to show the screen; False if the message is gone or shows a picture."""
        return await self._edit(content_of(screen, chat), chat_id=chat.id, message_id=message)

    async def edit_inline(self, to: Inline, screen: Screen) -> bool:
        """Edit an inline message to show the screen; False if the message is gone."""
        return await self._edit(content_of(screen), inline_message_id=to.message)

    async def _edit(self, content: Json, **where: Any) -> bool:
        try:
            await self._api.call("editMessageText", **where, **content)
        except BadRequest as error:
            if says(error, SAME):
                return True
            if says(error, GONE + NO_TEXT + NO_TOPIC):
                return False
            raise
        return True

    async def retire(self, chat: Chat, message: int) -> None:
        """Delete a message; if it is too old for that, remove its buttons."""
        try:
            await self._api.call("deleteMessage", chat_id=chat.id, message_id=message)
        except BadRequest as error:
            if says(error, GONE + NO_TOPIC):
                return
            if not says(error, KEPT):
                raise
            await self.strip(chat, message)

    async def mark(self, chat: Chat, message: int, sign: str) -> None:
        """React to a message; a refused reaction is ignored."""
        try:
            reaction = [{"type": "emoji", "emoji": sign}]
            await self._api.call("setMessageReaction", chat_id=chat.id, message_id=message, reaction=reaction)
        except BadRequest as error:
            if not says(error, UNMARKED + GONE + NO_TOPIC):
                raise

    async def list_commands(self, chat: Chat, language: str) -> None:
        """Let Telegram's menu of commands in this chat speak the language; a refusal is ignored."""
        listed = [{"command": name, "description": about} for name, about in commands_of(chat, language)]
        try:
            await self._api.call("setMyCommands", commands=listed, scope={"type": "chat", "chat_id": chat.id})
        except BadRequest as error:
            log.info("a chat's commands are refused", chat=chat.id, error=reason_of(error))

    async def strip(self, chat: Chat, message: int) -> None:
        """Remove a message's buttons."""
        try:
            await self._api.call("editMessageReplyMarkup", chat_id=chat.id, message_id=message)
        except BadRequest as error:
            if not says(error, SAME + GONE + NO_TOPIC):
                raise


def content_of(screen: Screen, chat: Chat | None = None) -> Json:
    """The screen as parameters of sendMessage and the editing methods; without a chat for inline messages."""
    return {
        "text": str(screen.html),
        "parse_mode": "HTML",
        "link_preview_options": {"is_disabled": True},
        "reply_markup": inline_keyboard(screen.rows, chat),
    }


def captioned(screen: Screen, chat: Chat) -> Json:
    """The screen as parameters of sendPhoto and sendDocument."""
    return {"caption": str(screen.html), "parse_mode": "HTML", "reply_markup": inline_keyboard(screen.rows, chat)}


def _card(picture: bytes) -> File:
    return "card.png", picture, "image/png"


def _manner(screen: Screen) -> Json:
    """How a new message comes: without a sound, or in reply to a message."""
    silent: Json = {"disable_notification": True} if screen.is_silent else {}
    if screen.answers is None:
        return silent
    return silent | {"reply_parameters": {"message_id": screen.answers, "allow_sending_without_reply": True}}


# Sends outbox items with the Bot API and records the result; what Telegram refuses for good is kept as failed.


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
            elif isinstance(error, BadRequest) and says(error, NO_TOPIC):
                log.info("General is closed as well", chat=chat_id)
                await self._note_delivered(batch)
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
        if newest.screen == BLANK:
            await self._note_delivered(batch, retire=await self._still_to_retire(chat, newest.current))
            return
        edited, current = None if _wants_bottom(batch) else _in_place(newest, scarce=scarce), newest.current
        if edited is not None and current is not None and await self._calls.edit(chat, current, edited):
            await self._note_delivered(batch)
            return
        try:
            message = await self._calls.send(chat, newest.screen)
        except BadRequest as error:
            if chat.thread is None or not says(error, NO_TOPIC):
                raise
            if chat.is_group and newest.slot.startswith(BOARD):
                await retry_until_stored(lambda: self._outbox.note_shut_out(batch, newest.slot.removeprefix(BOARD)))
                return
            message = await self._calls.send(replace(chat, thread=None), newest.screen)
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


SHARED = 4.0
"""Seconds after a board has come down in which other guesses share it: it does not come down again for them."""


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


# Sends answers to presses, inline queries and guest messages directly after the commit, not through the outbox.

LONGEST_ANSWER = CallbackQueryLimit.ANSWER_CALLBACK_QUERY_TEXT_LENGTH
WAITS = {"answerCallbackQuery": 15.0, "answerInlineQuery": 30.0, "answerGuestQuery": 30.0}
"""Seconds for which Telegram waits for an answer, about: for so long it is tried."""
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 2.0
LONGEST_CALL = 5.0
"""Seconds after which an attempt that hangs is given up for the next: Telegram takes the first of two answers alone."""
HEAD_START = 2.0
"""Seconds that an answer has, be it tried again, before the waiting for it is ended."""


class Answers:
    """Answers presses, inline queries and guest messages in the background; repeats what fails, and never raises."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._tasks: set[asyncio.Task[None]] = set()
        self._ends: set[asyncio.Task[None]] = set()

    def put(self, query: str, answer: Answer) -> None:
        """Answer a press in the background."""
        parameters: dict[str, Any] = (
            {"text": answer.text[:LONGEST_ANSWER], "show_alert": answer.alert} if answer.text else {}
        )
        if answer.url:
            parameters["url"] = answer.url
        self._begin("answerCallbackQuery", {"callback_query_id": query, **parameters})

    def end_wait(self, query: str) -> None:
        """End the waiting after a press that was carried out before, unless it is answered soon.

        Whoever carried it out, be it another replica, may be about to answer. Telegram takes the first answer alone: an
        empty one that overtook theirs would lead the player nowhere.
        """
        task = asyncio.create_task(self._end_wait(query), name="end of a wait")
        self._ends.add(task)
        task.add_done_callback(self._ends.discard)

    def offer(self, query: str, cards: Cards) -> None:
        """Answer an inline query in the background. Telegram must not cache it: the next answer may differ."""
        parameters = {"inline_query_id": query, "cache_time": 0, "is_personal": True, **as_results(cards)}
        self._begin("answerInlineQuery", parameters)

    def post(self, query: str, card: Card) -> None:
        """Answer a guest message in the background. Telegram posts the card in its chat, once."""
        self._begin("answerGuestQuery", {"guest_query_id": query, "result": _article(card)})

    async def drain(self, seconds: float) -> None:
        """Wait until all answers have been sent, for at most so many seconds; waits are ended no more."""
        for end in list(self._ends):
            end.cancel()
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=seconds)
        for task in list(self._tasks):
            task.cancel()

    async def _end_wait(self, query: str) -> None:
        await asyncio.sleep(HEAD_START)
        self.put(query, Answer())

    def _begin(self, method: str, parameters: dict[str, Any]) -> None:
        task = asyncio.create_task(self._send(method, parameters), name=method)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(tell_of)

    async def _send(self, method: str, parameters: dict[str, Any]) -> None:
        ends, backoff = time.monotonic() + WAITS[method], Backoff(FIRST_PAUSE, LONGEST_PAUSE)
        while True:
            try:
                await self._api.call(method, wait=LONGEST_CALL, **parameters)
            except (BadRequest, Forbidden) as error:
                log.debug("answer refused", method=method, error=reason_of(error))
                return  # too late or answered already: the screen shows the result as well
            except TelegramError as error:
                pause = backoff.next()
                wait = seconds_asked(error) or pause
                if time.monotonic() + wait > ends:
                    log.warning("answer given up", method=method, error=type(error).__name__)
                    return
                log.info("answer waits", error=type(error).__name__, pause=wait)
                await asyncio.sleep(wait)
            else:
                return


# Inline cards as results for answerInlineQuery.


def as_results(cards: Cards) -> dict[str, Any]:
    """The parameters of answerInlineQuery: the cards and the button above them."""
    parameters: dict[str, Any] = {"results": [_article(card) for card in cards.cards]}
    if cards.hint:
        parameters["button"] = {"text": cards.hint, "start_parameter": GREETING}
    return parameters


def _article(card: Card) -> dict[str, Any]:
    content = content_of(card.screen)
    markup, text = content.pop("reply_markup"), content.pop("text")
    return {
        "type": "article",
        "id": card.id,
        "title": card.title,
        "description": card.description,
        "input_message_content": {"message_text": text, **content},
        "reply_markup": markup,
    }


# Inline keyboards: rows of buttons, none of whose labels is cut off on the narrowest phones.


def inline_keyboard(rows: tuple[Row, ...], chat: Chat | None = None) -> Json:
    """Telegram's `InlineKeyboardMarkup` for that chat, or for inline messages; only private chats open Mini Apps."""
    has_apps = chat is not None and not chat.is_group
    there = [tuple(button for button in row if has_apps or button.app is None) for row in rows]
    return {"inline_keyboard": [[_button(button) for button in row] for wide in there for row in fitted(wide)]}


NARROWEST = 261.0
"""Pixels for a row of buttons in a window of 320, as measured in the sandbox's page, whose sizes are Telegram's."""
BETWEEN, BESIDE = 4.0, 10.0
"""Pixels between two buttons, and for the edges of one."""


def fitted(row: Row) -> tuple[Row, ...]:
    """The row, or as many of equal length as its labels need."""
    needed = max((width_of(button.text) for button in row), default=0.0)
    most = next((count for count in range(len(row), 1, -1) if needed <= _share(count)), 1)
    length = ceil(len(row) / ceil(len(row) / most)) if row else 1
    return tuple(row[at : at + length] for at in range(0, len(row), length))


def _share(count: int) -> float:
    """The room for a label where so many buttons stand in a row."""
    return (NARROWEST - BETWEEN * (count - 1)) / count - BESIDE


SIGN, SPACE = 20.0, 4.0
"""Pixels of an emoji, and of a space, in the font of the buttons."""
NARROW, WIDE = dict.fromkeys("iljtfrI1.,:;'!|()[]·‹›", 4.5), dict.fromkeys("mwMWЖШЩЮМФжшщюмф—", 12.0)
LATIN, LETTER = 7.6, 8.2
"""Pixels of other letters of ASCII, and of all others, on average."""


@lru_cache(maxsize=2048)
def width_of(label: str) -> float:
    """About how wide a label is, in pixels."""
    return sum(map(_width, label))


def _width(sign: str) -> float:
    if sign.isspace():
        return SPACE
    category = unicodedata.category(sign)
    if category in {"So", "Cn"}:
        return SIGN
    if category in {"Mn", "Me", "Cf"}:
        return 0.0
    return NARROW.get(sign) or WIDE.get(sign) or (LATIN if sign.isascii() else LETTER)


def _button(button: Button) -> Json:
    style = {} if button.style is None else {"style": button.style}
    return {"text": button.text, **_effect(button), **style}


SHARED_WITH = ("allow_user_chats", "allow_group_chats")
"""The kinds of chats that Telegram offers when somebody shares a card."""


def _effect(button: Button) -> Json:
    if button.copies is not None:
        return {"copy_text": {"text": button.copies}}
    if button.opens is not None:
        return {"url": button.opens}
    if button.shares is not None:
        everywhere = dict.fromkeys(SHARED_WITH, True)
        return {"switch_inline_query_chosen_chat": {"query": button.shares, **everywhere}}
    if button.app is not None:
        return {"web_app": {"url": button.app}}
    return {"callback_data": button.data}
