"""Reads codes as people type them, in the letters of their own language too."""

from bot.app.language import letters_in
from solver.variant import Code, Variant


def code_in(text: str, variant: Variant, language: str) -> Code:
    """The code that a reader of that language means by `text`. Raises InvalidCode."""
    return variant.parse(text, letters=letters_in(language, variant))
