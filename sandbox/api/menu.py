"""The bot's commands, menu buttons and descriptions."""

from sandbox.refusal import bad_request
from sandbox.schema.parameters import Given
from sandbox.state import State
from sandbox.world import page_json
from sandbox.world.model import Json


def set_my_commands(state: State, given: Given) -> bool:
    """The menu for a scope and a language."""
    key = _scope(given), given.get("language_code", "")
    commands = [command | {"command": command["command"].removeprefix("/")} for command in given["commands"]]
    if commands:
        state.world.commands[key] = commands
    else:
        state.world.commands.pop(key, None)
    state.events.publish("commands", commands=page_json.command_sets(state.world))
    return True


def get_my_commands(state: State, given: Given) -> list[Json]:
    """The menu set for exactly this scope and language."""
    return state.world.commands.get((_scope(given), given.get("language_code", "")), [])


def delete_my_commands(state: State, given: Given) -> bool:
    """Delete the menu of this scope and language."""
    return set_my_commands(state, given | {"commands": []})


def set_chat_menu_button(state: State, given: Given) -> bool:
    """The button beside the field of a private chat, or of all that have none of their own."""
    state.world.menu_buttons[_private(state, given)] = given.get("menu_button", {"type": "default"})
    state.events.publish("menu_buttons", buttons=page_json.menu_buttons(state.world))
    return True


def get_chat_menu_button(state: State, given: Given) -> Json:
    """The button set for exactly this chat, or the one for all."""
    return state.world.menu_button(_private(state, given))


def _private(state: State, given: Given) -> int | None:
    chat: int | None = given.get("chat_id")
    if chat is not None and chat not in state.world.people:
        raise bad_request("chat not found")
    return chat


def set_my_description(state: State, given: Given) -> bool:
    """The text of an empty chat with the bot."""
    return _describe(state, state.world.descriptions, given.get("language_code", ""), given.get("description", ""))


def set_my_short_description(state: State, given: Given) -> bool:
    """The text of the bot's profile."""
    short = given.get("short_description", "")
    return _describe(state, state.world.short_descriptions, given.get("language_code", ""), short)


def get_my_description(state: State, given: Given) -> Json:
    """The description for a language, or the one for all."""
    return {"description": _described(state.world.descriptions, given)}


def get_my_short_description(state: State, given: Given) -> Json:
    """The short description for a language, or the one for all."""
    return {"short_description": _described(state.world.short_descriptions, given)}


def _scope(given: Given) -> str:
    scope = given.get("scope", {"type": "default"})
    places = [str(scope[name]) for name in ("chat_id", "user_id") if name in scope]
    return ":".join([scope["type"], *places])


def _describe(state: State, descriptions: dict[str, str], language: str, description: str) -> bool:
    if description:
        descriptions[language] = description
    else:
        descriptions.pop(language, None)
    state.events.publish("bot", bot=page_json.bot(state.world))
    return True


def _described(descriptions: dict[str, str], given: Given) -> str:
    return descriptions.get(given.get("language_code", ""), descriptions.get("", ""))
