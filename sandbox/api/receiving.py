"""The methods about the bot itself, polling and webhooks."""

from typing import Any

from sandbox.delivery.webhook import Subscription
from sandbox.schema.parameters import Given
from sandbox.state import State
from sandbox.world import telegram_json
from sandbox.world.model import Json

_MOST_UPDATES = 100
_LONGEST_POLL = 50
_CONNECTIONS = 40


def get_me(state: State, _: Given) -> Json:
    """The bot, with its settings at BotFather."""
    return telegram_json.bot(state.world) | {
        "can_join_groups": True,
        "can_read_all_group_messages": not state.world.privacy,
        "supports_inline_queries": state.world.inline,
        "supports_guest_queries": state.world.guests,
        "can_connect_to_business": False,
        "has_main_web_app": state.world.main_app != "",
    }


async def get_updates(state: State, given: Given) -> list[Json]:
    """The next updates; those below `offset` are confirmed."""
    if "allowed_updates" in given:
        state.updates.allowed = given["allowed_updates"]
    timeout = min(given.get("timeout", 0), _LONGEST_POLL)
    batch = await state.updates.fetch(given.get("offset", 0), given.get("limit", _MOST_UPDATES), timeout)
    return [update.as_json() for update in batch]


def set_webhook(state: State, given: Given) -> bool:
    """Set the webhook; an empty URL goes back to polling."""
    if not given["url"]:
        return delete_webhook(state, given)
    state.updates.allowed = given.get("allowed_updates", state.updates.allowed)
    if given.get("drop_pending_updates"):
        state.updates.drop_pending()
    connections = given.get("max_connections", _CONNECTIONS)
    certificate = "certificate" in given
    state.webhook.start(
        Subscription(given["url"], given.get("secret_token"), connections, certificate, given.get("ip_address")),
    )
    return True


def delete_webhook(state: State, given: Given) -> bool:
    """Delete the webhook."""
    state.webhook.stop()
    if given.get("drop_pending_updates"):
        state.updates.drop_pending()
    return True


def get_webhook_info(state: State, _: Given) -> Json:
    """The webhook's URL, pending updates and last error."""
    waiting = len(state.updates.pending())
    info: dict[str, Any] = {"url": "", "has_custom_certificate": False, "pending_update_count": waiting}
    if subscription := state.webhook.subscription:
        info |= {"url": subscription.url, "has_custom_certificate": subscription.certificate}
        info["max_connections"] = subscription.most_connections
        info |= {"ip_address": subscription.ip_address} if subscription.ip_address else {}
    if failure := state.webhook.failure:
        info |= {"last_error_date": failure.date, "last_error_message": failure.message}
    return info | ({"allowed_updates": state.updates.allowed} if state.updates.allowed else {})
