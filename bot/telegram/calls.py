"""Screens as calls of the Bot API."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import structlog
from telegram.error import BadRequest, NetworkError

from bot.app.messages import Chat, Inline
from bot.app.screen import Picture, Screen
from bot.telegram.api import Api
from bot.telegram.keyboard import inline_keyboard
from bot.telegram.menu import commands_of
from bot.telegram.refusals import GONE, KEPT, NO_TEXT, NO_TOPIC, SAME, UNMARKED, reason_of, says
from bot.telegram.request import File

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
            return await self._send(chat, "sendDocument", captioned(screen) | _manner(screen), {"document": file})
        picture, manner = await self.painted(screen), _manner(screen)
        if picture is not None:
            try:
                return await self._send(chat, "sendPhoto", captioned(screen) | manner, {"photo": _card(picture)})
            except BadRequest as error:
                log.warning("a picture is refused", chat=chat.id, error=reason_of(error))
        return await self._send(chat, "sendMessage", content_of(screen) | manner)

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
        """Send to the topic of the group, or to the group if the topic has been closed or deleted."""
        if chat.thread is None:
            return await self._post(method, files, chat_id=chat.id, **content)
        try:
            return await self._post(method, files, chat_id=chat.id, message_thread_id=chat.thread, **content)
        except BadRequest as error:
            if not says(error, NO_TOPIC):
                raise
        return await self._post(method, files, chat_id=chat.id, **content)

    async def _post(self, method: str, files: Files | None, **content: Any) -> int:
        call = self._api.call(method, **content) if files is None else self._api.upload(method, files, **content)
        sent = await call
        try:
            return int(sent["message_id"])
        except (KeyError, TypeError, ValueError):
            raise NetworkError(f"{method} was answered with something else") from None

    async def edit(self, chat: Chat, message: int, screen: Screen) -> bool:
        """Edit a message to show the screen; False if the message is gone or shows a picture."""
        return await self._edit(screen, chat_id=chat.id, message_id=message)

    async def edit_inline(self, to: Inline, screen: Screen) -> bool:
        """Edit an inline message to show the screen; False if the message is gone."""
        return await self._edit(screen, inline_message_id=to.message)

    async def _edit(self, screen: Screen, **where: Any) -> bool:
        try:
            await self._api.call("editMessageText", **where, **content_of(screen))
        except BadRequest as error:
            if says(error, SAME):
                return True
            if says(error, GONE + NO_TEXT):
                return False
            raise
        return True

    async def retire(self, chat: Chat, message: int) -> None:
        """Delete a message; if it is too old for that, remove its buttons."""
        try:
            await self._api.call("deleteMessage", chat_id=chat.id, message_id=message)
        except BadRequest as error:
            if says(error, GONE):
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
            if not says(error, UNMARKED + GONE):
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
            if not says(error, SAME + GONE):
                raise


def content_of(screen: Screen) -> Json:
    """The screen as parameters of sendMessage and the editing methods."""
    return {
        "text": str(screen.html),
        "parse_mode": "HTML",
        "link_preview_options": {"is_disabled": True},
        "reply_markup": inline_keyboard(screen.rows),
    }


def captioned(screen: Screen) -> Json:
    """The screen as parameters of sendPhoto and sendDocument."""
    return {"caption": str(screen.html), "parse_mode": "HTML", "reply_markup": inline_keyboard(screen.rows)}


def _card(picture: bytes) -> File:
    return "card.png", picture, "image/png"


def _manner(screen: Screen) -> Json:
    """How a new message comes: without a sound, or in reply to a message."""
    silent: Json = {"disable_notification": True} if screen.is_silent else {}
    if screen.answers is None:
        return silent
    return silent | {"reply_parameters": {"message_id": screen.answers, "allow_sending_without_reply": True}}
