"""What the bot has let people see, wherever it stands, and what of it must never be seen."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

from sandbox.html import parse
from tests.faults.hostile.forgeries import MARK

OURS = re.compile(
    r"</?(?:b|i|u|code)>|</(?:a|blockquote|tg-time)>"
    r'|<a href="https://t\.me/\w+\?start=proof-[\w-]{43}">'
    r'|<a href="tg://user\?id=\d+">|<blockquote expandable>|<tg-time unix="\d{10}" format="r">'
)
"""The tags that the bot's own words hold. A clock's has a time, in seconds since 1970; a lock's a fingerprint."""
WITH_NAMES = {"underline", "text_link", "text_mention", "expandable_blockquote"}
"""Inside of what people's names may stand."""
BOLD = re.compile(r"[0-9]{3,6}|[^\W\d_]+(?: [^\W\d_]+)?")
"""What we show in bold: a code, a word to guess, the name of a level."""
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
WANTED = {"\n", "\u200d", "\u2060", "\u2068", "\u2069"}
"""Ends of lines, what holds a picture or a word together, and what keeps a name from turning the words around it."""
ISOLATE, POP = "\u2068", "\u2069"
Call = dict[str, Any]


def html_in(call: Call) -> Iterator[str]:
    """The texts of messages."""
    data = call["parameters"]
    match call["method"]:
        case "sendMessage" | "editMessageText":
            yield data["text"]
        case "answerInlineQuery":
            yield from (result["input_message_content"]["message_text"] for result in data["results"])


def plain_in(call: Call) -> Iterator[str]:
    """What is shown as it is: on buttons, in answers to presses, over cards."""
    data = call["parameters"]
    keyboards = [data.get("reply_markup")]
    match call["method"]:
        case "answerCallbackQuery":
            yield data.get("text", "")
        case "answerInlineQuery":
            yield data.get("button", {}).get("text", "")
            for result in data["results"]:
                yield from (result["title"], result.get("description", ""))
                keyboards.append(result.get("reply_markup"))
    for keyboard in filter(None, keyboards):
        for button in (button for row in keyboard["inline_keyboard"] for button in row):
            yield from (button["text"], button.get("copy_text", {}).get("text", ""))


def unescaped(html: str) -> bool:
    """Whether there is a tag that is not our own, or something of a person's inside of one."""
    shown, entities = parse(html)
    if "<" in OURS.sub("", html):
        return True
    for entity in entities:
        inside = shown.encode("utf-16-le")[2 * entity.offset : 2 * entity.end].decode("utf-16-le")
        if (MARK in inside and entity.type not in WITH_NAMES) or (entity.type == "bold" and not BOLD.fullmatch(inside)):
            return True
    return False


def misleads(text: str) -> bool:
    """Whether something in it hides or turns what stands around it."""
    for line in text.split("\n"):
        depth = 0
        for sign in line:
            depth += (sign == ISOLATE) - (sign == POP)
            if depth not in {0, 1} or (sign not in WANTED and unicodedata.category(sign) in UNSEEN):
                return True
        if depth:
            return True
    return False


def whatever_was_wrong(calls: Iterable[Call]) -> list[str]:
    """Every text that nobody should have been shown."""
    wrong = []
    for call in calls:
        wrong += [html for html in html_in(call) if unescaped(html) or misleads(parse(html)[0])]
        wrong += [text for text in plain_in(call) if misleads(text)]
    return wrong


def telling(words: set[str], calls: Iterable[Call]) -> list[str]:
    """The texts in which one of the words stands, whole or with its signs apart."""
    any_of = "|".join(" ?".join(map(re.escape, word)) for word in sorted(words))
    pattern = re.compile(rf"(?<!\w)(?:{any_of})(?!\w)")
    texts = (text for call in calls for text in (*html_in(call), *plain_in(call)))
    return [text for text in texts if pattern.search(text)]
