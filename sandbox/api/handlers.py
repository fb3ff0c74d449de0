"""The function of each method."""

from collections.abc import Callable
from typing import Any

from sandbox.api import (
    answering,
    asking,
    deleting,
    editing,
    files,
    inlining,
    menu,
    pinning,
    reacting,
    receiving,
    sending,
)
from sandbox.schema.parameters import Given
from sandbox.state import State

HANDLERS: dict[str, Callable[[State, Given], Any]] = {
    "getMe": receiving.get_me,
    "getUpdates": receiving.get_updates,
    "setWebhook": receiving.set_webhook,
    "deleteWebhook": receiving.delete_webhook,
    "getWebhookInfo": receiving.get_webhook_info,
    "sendMessage": sending.send_message,
    "sendPhoto": sending.send_photo,
    "sendDocument": sending.send_document,
    "sendChatAction": sending.send_chat_action,
    "editMessageText": editing.edit_message_text,
    "editMessageCaption": editing.edit_message_caption,
    "editMessageMedia": editing.edit_message_media,
    "editMessageReplyMarkup": editing.edit_message_reply_markup,
    "deleteMessage": deleting.delete_message,
    "deleteMessages": deleting.delete_messages,
    "pinChatMessage": pinning.pin_chat_message,
    "unpinChatMessage": pinning.unpin_chat_message,
    "setMessageReaction": reacting.set_message_reaction,
    "answerCallbackQuery": answering.answer_callback_query,
    "answerInlineQuery": inlining.answer_inline_query,
    "answerGuestQuery": inlining.answer_guest_query,
    "setMyCommands": menu.set_my_commands,
    "getMyCommands": menu.get_my_commands,
    "deleteMyCommands": menu.delete_my_commands,
    "setMyDescription": menu.set_my_description,
    "getMyDescription": menu.get_my_description,
    "setMyShortDescription": menu.set_my_short_description,
    "getMyShortDescription": menu.get_my_short_description,
    "setChatMenuButton": menu.set_chat_menu_button,
    "getChatMenuButton": menu.get_chat_menu_button,
    "getChat": asking.get_chat,
    "getChatMember": asking.get_chat_member,
    "getChatAdministrators": asking.get_chat_administrators,
    "getFile": files.get_file,
}
