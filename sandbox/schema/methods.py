"""The methods of the Bot API, their parameters, and the types of these."""

from dataclasses import dataclass

from sandbox.refusal import TOO_OLD
from sandbox.schema.inline_kinds import BUTTON, offset, result_with, results_with
from sandbox.schema.kinds import (
    Kind,
    array,
    between,
    boolean,
    chat_id,
    either,
    file,
    integer,
    matching,
    one_with,
    record,
    string,
    true,
)
from sandbox.schema.markup import app, inline_keyboard
from sandbox.schema.reaction_kinds import REACTION


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a method; `missing`: the refusal of a call without it ("": it is optional)."""

    kind: Kind
    missing: str | None = None

    @property
    def required(self) -> bool:
        """Whether the call is refused without it."""
        return self.missing is not None


Parameters = dict[str, Parameter]

ENTITY_TYPE = matching(
    "bold|italic|underline|strikethrough|spoiler|code|pre|text_link|blockquote|expandable_blockquote"
    "|mention|hashtag|bot_command|url",
    "can't parse entities: unsupported MessageEntity type",
)
ENTITY = record(
    {"type": ENTITY_TYPE, "offset": between(0, 10**6), "length": between(0, 10**6)},
    {"url": string, "language": string},
)
REPLY = record({"message_id": integer}, {"chat_id": chat_id, "allow_sending_without_reply": boolean})
PREVIEW = record(
    {},
    {
        "is_disabled": boolean,
        "url": string,
        "prefer_small_media": boolean,
        "prefer_large_media": boolean,
        "show_above_text": boolean,
    },
)
KEY = record({"text": string}, {"request_contact": boolean, "request_location": boolean})


def _key(value: object, place: object) -> object:
    """A key of a reply keyboard may be given as its bare text."""
    return KEY({"text": value} if isinstance(value, str) else value, place)  # type: ignore[arg-type]


REPLY_MARKUP = one_with(
    {
        "inline_keyboard": inline_keyboard,
        "keyboard": record(
            {"keyboard": array(array(_key))},
            {
                "is_persistent": boolean,
                "resize_keyboard": boolean,
                "one_time_keyboard": boolean,
                "input_field_placeholder": string,
                "selective": boolean,
            },
        ),
        "remove_keyboard": record({"remove_keyboard": true}, {"selective": boolean}),
        "force_reply": record(
            {"force_reply": true},
            {"input_field_placeholder": string, "selective": boolean},
        ),
    },
)
CAPTION: dict[str, Kind] = {"caption": string, "parse_mode": string, "caption_entities": array(ENTITY)}
MEDIA = either(
    "type",
    {
        "photo": record(
            {"type": string, "media": file},
            CAPTION | {"show_caption_above_media": boolean, "has_spoiler": boolean},
        ),
        "document": record(
            {"type": string, "media": file},
            CAPTION | {"thumbnail": file, "disable_content_type_detection": boolean},
        ),
    },
)
SCOPE = either(
    "type",
    {
        name: record({"type": string})
        for name in ("default", "all_private_chats", "all_group_chats", "all_chat_administrators")
    }
    | {name: record({"type": string, "chat_id": chat_id}) for name in ("chat", "chat_administrators")}
    | {"chat_member": record({"type": string, "chat_id": chat_id, "user_id": integer})},
)
COMMAND = record(
    {
        "command": matching(r"/?[a-z0-9_]{1,32}", "BOT_COMMAND_INVALID"),
        "description": matching(r".{1,256}", "BOT_COMMAND_DESCRIPTION_INVALID"),
    },
)
ACTION = matching(
    "typing|upload_photo|record_video|upload_video|record_voice|upload_voice|upload_document|choose_sticker"
    "|find_location|record_video_note|upload_video_note",
    "wrong parameter action in request",
)
MENU_BUTTON = either(
    "type",
    {name: record({"type": string}) for name in ("default", "commands")}
    | {
        "web_app": record({"type": string, "text": matching(r".*\S.*", "text is empty"), "web_app": app("menu button")})
    },
)
LANGUAGE = Parameter(matching(r"([a-z]{2})?", "LANG_CODE_INVALID"))
COMMANDS_OF: Parameters = {"scope": Parameter(SCOPE), "language_code": LANGUAGE}
UPDATE_KINDS = Parameter(array(string))
CHAT: Parameters = {"chat_id": Parameter(chat_id, "chat_id is empty")}
MESSAGE: Parameters = CHAT | {"message_id": Parameter(integer, "message identifier is not specified")}
EDITED: Parameters = {
    "chat_id": Parameter(chat_id),
    "message_id": Parameter(integer),
    "inline_message_id": Parameter(string),
    "reply_markup": Parameter(inline_keyboard),
}
SENT: Parameters = CHAT | {
    "message_thread_id": Parameter(integer),
    "disable_notification": Parameter(boolean),
    "protect_content": Parameter(boolean),
    "allow_paid_broadcast": Parameter(boolean),
    "message_effect_id": Parameter(string),
    "reply_parameters": Parameter(REPLY),
    "reply_markup": Parameter(REPLY_MARKUP),
}
CAPTIONED: Parameters = {name: Parameter(kind) for name, kind in CAPTION.items()}
TEXT: Parameters = {
    "text": Parameter(string, "message text is empty"),
    "parse_mode": Parameter(string),
    "entities": Parameter(array(ENTITY)),
    "link_preview_options": Parameter(PREVIEW),
}
ABOVE: Parameters = {"show_caption_above_media": Parameter(boolean)}

METHODS: dict[str, Parameters] = {
    "getMe": {},
    "getUpdates": {
        "offset": Parameter(integer),
        "limit": Parameter(between(1, 100)),
        "timeout": Parameter(between(0, 3600)),
        "allowed_updates": UPDATE_KINDS,
    },
    "setWebhook": {
        "url": Parameter(matching(r"(https?://\S+)?", "bad webhook: an URL must be provided for webhook"), ""),
        "certificate": Parameter(file),
        "ip_address": Parameter(string),
        "max_connections": Parameter(between(1, 100)),
        "allowed_updates": UPDATE_KINDS,
        "drop_pending_updates": Parameter(boolean),
        "secret_token": Parameter(matching(r"[A-Za-z0-9_-]{1,256}", "secret token contains unallowed characters")),
    },
    "deleteWebhook": {"drop_pending_updates": Parameter(boolean)},
    "getWebhookInfo": {},
    "sendMessage": SENT | TEXT,
    "sendPhoto": SENT
    | CAPTIONED
    | ABOVE
    | {"photo": Parameter(file, "there is no photo in the request"), "has_spoiler": Parameter(boolean)},
    "sendDocument": SENT
    | CAPTIONED
    | {
        "document": Parameter(file, "there is no document in the request"),
        "thumbnail": Parameter(file),
        "disable_content_type_detection": Parameter(boolean),
    },
    "sendChatAction": CHAT
    | {
        "action": Parameter(ACTION, "wrong parameter action in request"),
        "message_thread_id": Parameter(integer),
    },
    "editMessageText": EDITED | TEXT,
    "editMessageCaption": EDITED | CAPTIONED | ABOVE,
    "editMessageMedia": EDITED | {"media": Parameter(MEDIA, "media is not specified")},
    "editMessageReplyMarkup": EDITED,
    "deleteMessage": MESSAGE,
    "deleteMessages": CHAT
    | {"message_ids": Parameter(array(integer, 1, 100), "message identifiers are not specified")},
    "pinChatMessage": MESSAGE | {"disable_notification": Parameter(boolean)},
    "unpinChatMessage": CHAT | {"message_id": Parameter(integer)},
    "setMessageReaction": CHAT
    | {
        "message_id": Parameter(integer, "message to react not found"),
        "reaction": Parameter(array(REACTION)),
        "is_big": Parameter(boolean),
    },
    "answerCallbackQuery": {
        "callback_query_id": Parameter(string, TOO_OLD),
        "text": Parameter(matching(r".{0,200}", "MESSAGE_TOO_LONG")),
        "show_alert": Parameter(boolean),
        "url": Parameter(string),
        "cache_time": Parameter(integer),
    },
    "answerInlineQuery": {
        "inline_query_id": Parameter(string, TOO_OLD),
        "results": Parameter(results_with(ENTITY, PREVIEW), "results are not specified"),
        "cache_time": Parameter(between(0, 2**31 - 1)),
        "is_personal": Parameter(boolean),
        "next_offset": Parameter(offset),
        "button": Parameter(BUTTON),
    },
    "answerGuestQuery": {
        "guest_query_id": Parameter(string, TOO_OLD),
        "result": Parameter(result_with(ENTITY, PREVIEW), "result isn't specified"),
    },
    "setMyCommands": {"commands": Parameter(array(COMMAND, 0, 100), "commands are not specified")} | COMMANDS_OF,
    "getMyCommands": COMMANDS_OF,
    "deleteMyCommands": COMMANDS_OF,
    "setMyDescription": {
        "description": Parameter(matching(r".{0,512}", "description is too long")),
        "language_code": LANGUAGE,
    },
    "getMyDescription": {"language_code": LANGUAGE},
    "setMyShortDescription": {
        "short_description": Parameter(matching(r".{0,120}", "short description is too long")),
        "language_code": LANGUAGE,
    },
    "getMyShortDescription": {"language_code": LANGUAGE},
    "setChatMenuButton": {"chat_id": Parameter(integer), "menu_button": Parameter(MENU_BUTTON)},
    "getChatMenuButton": {"chat_id": Parameter(integer)},
    "getChat": CHAT,
    "getChatMember": CHAT | {"user_id": Parameter(integer, "invalid user_id specified")},
    "getChatAdministrators": CHAT | {"return_bots": Parameter(boolean)},
    "getFile": {"file_id": Parameter(string, "file_id not specified")},
}
