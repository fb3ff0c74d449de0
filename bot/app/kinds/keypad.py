"""Codes that are tapped on a keypad: what each key does to what has been tapped so far."""

from typing import TypeVar

from bot.app.kinds.outcome import Outcome
from bot.app.model.header import Header
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.screens.keypad import draft_line
from bot.app.texts import Texts
from solver.variant import Code, Variant

G = TypeVar("G", bound=Header)


async def press_key(key: str, game: G, variant: Variant, request: Request) -> Outcome[G]:
    """Put the symbol of that key behind what the person has tapped, or erase the last one if the key is empty.

    What a person taps is seen by nobody else: in a group only the presser hears of it.
    """
    draft = await request.work.draft(game.id, request.person.id)
    after, said = after_key(draft, symbol_at(key, variant) if key else "", variant, request.texts)
    return with_draft(game, draft, after, said, request)


def with_draft(game: G, before: str, after: str, said: str, request: Request) -> Outcome[G]:
    """What the person has tapped has changed, or not; the presser hears `said`."""
    if after == before:
        return Outcome(game, answer=Answer(said), changed=False, shows=False)
    return Outcome(game, answer=Answer(said), draft=after, changed=False, shows=not request.chat.is_group)


async def tapped_code(game: Header, variant: Variant, request: Request) -> Code | Answer:
    """The code that the person has tapped; or the answer that says how much of it is missing."""
    draft = await request.work.draft(game.id, request.person.id)
    missing = is_missing(draft, variant, request.texts)
    return Answer(missing) if missing else variant.parse(draft)


def after_key(draft: str, symbol: str, variant: Variant, texts: Texts) -> tuple[str, str]:
    """The draft once the key of that symbol was pressed, and what the presser hears. An empty symbol erases."""
    if not symbol:
        return (draft[:-1], draft_line(draft[:-1], variant)) if draft else (draft, texts.plain("toast.empty"))
    line = draft_line(draft, variant)
    if symbol not in variant.alphabet or len(symbol) != 1:
        return draft, texts.plain("toast.old-button")
    if symbol in draft and not variant.repeats:
        return draft, texts.plain("toast.used", symbol=symbol, draft=line)
    if len(draft) == variant.length:
        return draft, texts.plain("toast.full", draft=line)
    return draft + symbol, draft_line(draft + symbol, variant)


def symbol_at(key: str, variant: Variant) -> str:
    """The symbol of a key, which names its place in the alphabet; a blank if there is none."""
    return variant.alphabet[int(key)] if key.isdecimal() and int(key) < len(variant.alphabet) else " "


def is_missing(draft: str, variant: Variant, texts: Texts) -> str:
    """What whoever sends too little hears; nothing if all is there."""
    missing = variant.length - len(draft)
    return str(texts.counted("toast.missing", missing, draft=draft_line(draft, variant))) if missing else ""
