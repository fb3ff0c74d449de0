"""Codes that are tapped: what a key does to what has been tapped so far."""

from bot.app.screens.keypad import draft_line
from bot.app.texts import Texts
from solver.variant import Variant


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
