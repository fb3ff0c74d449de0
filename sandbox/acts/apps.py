"""Mini Apps: somebody opens one by a button, by the menu or by a link, and Telegram signs who they are."""

import json
import re
import secrets
from urllib.parse import quote

from init_data_py import sign

from sandbox.acts import hearing
from sandbox.acts.people import chat_of, message_of
from sandbox.links import start_payload
from sandbox.refusal import Unwelcome
from sandbox.schema.kinds import Kind, between, integer, record, string
from sandbox.schema.parameters import Given
from sandbox.world import telegram_json
from sandbox.world.model import Json, Person, Service
from sandbox.world.world import World

_BAD = 400
_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{0,512}")
_VERSION, _PLATFORM = "8.0", "weba"
_SIGNATURE_BYTES = 64

OPENING: Kind = record(
    {},
    {
        "chat": integer,
        "message": integer,
        "url": string,
        "link": string,
        "age": between(-(10**9), 10**9),
        "version": string,
        "platform": string,
        "theme": string,
    },
)


def open_app(world: World, person: Person, given: Given) -> Json:
    """Open the app by the menu button of one's chat with the bot, so many seconds ago (`age`).

    Or by a button, the `url` of one on a `message` of a `chat`; or by a `link` with ?startapp=, in a `chat`.
    `theme`: the client's colours, as JSON.
    """
    url, fields = _from_link(world, person, given) if "link" in given else _from_button(world, person, given)
    user = telegram_json.person(person) | {"last_name": ""} | ({"allows_write_to_pm": True} if person.wrote else {})
    del user["is_bot"]
    fields["user"] = json.dumps(user, ensure_ascii=False, separators=(",", ":"))
    fields["signature"] = secrets.token_urlsafe(_SIGNATURE_BYTES)  # for those without the token; nobody here reads it
    signed = sign(fields, world.bot.token, auth_date=world.clock.date() - given.get("age", 0))
    launch = {
        "tgWebAppData": signed,
        "tgWebAppVersion": given.get("version", _VERSION),
        "tgWebAppPlatform": given.get("platform", _PLATFORM),
        "tgWebAppThemeParams": given.get("theme", "{}"),
    } | ({"tgWebAppBotInline": "1"} if world.inline else {})
    fragment = "&".join(f"{name}={quote(value, safe='')}" for name, value in launch.items())
    return {"url": f"{url}#{fragment}", "init_data": signed, "may_write": person.wrote}


def _from_button(world: World, person: Person, given: Given) -> tuple[str, Json]:
    if "message" in given:
        message = message_of(chat_of(world, person, given.get("chat", person.id)), given["message"])
        shown = [button["web_app"]["url"] for row in message.keyboard for button in row if "web_app" in button]
        if given.get("url") not in shown:
            raise Unwelcome("this button is gone")
        url = given["url"]
    else:
        url = world.menu_button(person.id).get("web_app", {}).get("url")
    if not url:
        raise Unwelcome("the menu button opens no app")
    return url, {"query_id": secrets.token_urlsafe(18)}


def _from_link(world: World, person: Person, given: Given) -> tuple[str, Json]:
    payload = start_payload(given["link"], world.bot.username, "startapp")
    if payload is None or not _PAYLOAD.fullmatch(payload):
        raise Unwelcome("this link does not lead to the bot's app", _BAD)
    url = world.menu_button(None).get("web_app", {}).get("url") if world.main_app is None else world.main_app
    if not url:
        raise Unwelcome("the bot has no main app")
    chat = chat_of(world, person, given.get("chat", person.id), blocked=True)
    about = {"chat_type": telegram_json.CHAT_TYPES[chat.type], "chat_instance": telegram_json.chat_instance(chat.id)}
    if not payload:
        return url, about
    return f"{url}{'&' if '?' in url else '?'}tgWebAppStartParam={payload}", about | {"start_param": payload}


def allow(world: World, person: Person) -> None:
    """Let the bot write, as asked by its app; the bot is told, unless it could write before."""
    if person.wrote:
        return
    person.wrote = True
    service = Service({"write_access_allowed": {"from_request": True}}, "allowed", (person.name,))
    hearing.tell(world, "message", world.post(world.chats[person.id], person.id, service=service))
