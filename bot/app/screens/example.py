"""Examples of a secret and a guess with its reply."""

from functools import cache
from itertools import islice

from bot.app.screens.feedback import feedback_in
from bot.app.screens.variant import code_html, example_of
from bot.app.texts import Html, Texts
from solver.feedback import feedback_for
from solver.variant import Code, Variant

SOME = 500
"""Codes that are searched for a good example."""


def example_lines(variant: Variant, style: str, texts: Texts) -> Html:
    """An example; where symbols may repeat, some do, and it is said how they count."""
    secret, guess = _instructive(variant)
    reply = feedback_in(style, feedback_for(guess, secret), texts)
    one, other = (code_html(code, variant, texts) for code in (secret, guess))
    example = texts.html("variants.example", secret=one, guess=other, reply=reply)
    return Html(f"{example}\n{texts.html('variants.repeats')}") if variant.repeats else example


def repeats_lines(variant: Variant, style: str, texts: Texts) -> list[Html]:
    """The same, for boards: they show it only where symbols may repeat."""
    return [Html(f"\n{example_lines(variant, style, texts)}")] if variant.repeats else []


@cache
def _instructive(variant: Variant) -> tuple[Code, Code]:
    """A secret and a guess, with a bull and as many cows as possible, and where it can be with repeats in both."""
    secret = _with_repeats(variant) if variant.repeats else example_of(variant)

    def worth(code: Code) -> tuple[bool, bool, int]:
        reply = feedback_for(code, secret)
        has_too_many = any(code.count(symbol) > secret.count(symbol) > 0 for symbol in code)
        return has_too_many, reply.bulls == 1 and reply.cows > 0, reply.cows

    return secret, max(islice(variant.secrets(), SOME), key=worth)


def _with_repeats(variant: Variant) -> Code:
    """A secret in which the second symbol stands twice: 0112."""
    last = len(variant.alphabet) - 1
    return tuple(min(max(place - 1, 0) if place > 1 else place, last) for place in range(variant.length))
