"""Reactions: the emoji that Telegram knows for them."""

from typing import Any

from sandbox.refusal import bad_request
from sandbox.schema.kinds import Place, either, record, string

_ROWS = (
    "❤ 👍 👎 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊 🤡 🥱 🥴 😍 🐳 ❤‍🔥",
    "🌚 🌭 💯 🤣 ⚡ 🍌 🏆 💔 🤨 😐 🍓 🍾 💋 🖕 😈 😴 😭 🤓 👻 👨‍💻 👀 🎃 🙈 😇 😨",
    "🤝 ✍ 🤗 🫡 🎅 🎄 ☃ 💅 🤪 🗿 🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾 🤷‍♂ 🤷 🤷‍♀ 😡",
)
EMOJI = frozenset(" ".join(_ROWS).split())


def _emoji(value: Any, place: Place) -> str:
    text = string(value, place)
    if text not in EMOJI:
        raise bad_request("REACTION_INVALID")
    return text


REACTION = either("type", {"emoji": record({"type": string, "emoji": _emoji})})
