"""Names of variants, and how their codes are shown."""

from bot.app.language import KNOWN, letters_in
from bot.app.model.families import Family, variants_of
from bot.app.texts import NOTHING, Html, Texts
from solver.variant import VARIANTS, Code, Variant

COLOURS = "🔴"
"""A symbol of variants whose colours some people cannot tell apart."""


def names_in(family: Family, language: str) -> tuple[str, ...]:
    """The variants of a family, words of that language first."""
    return tuple(sorted(variants_of(family), key=lambda name: language_of(VARIANTS[name]) != language))


def language_of(variant: Variant) -> str:
    """The language of its words; empty if it has none."""
    return variant.words.partition("-")[0]


def variant_name(variant: Variant, texts: Texts) -> Html:
    """The variant's name; for custom ones a description of its codes."""
    if variant.name in VARIANTS:
        return texts.html(f"variant.{variant.name}")
    symbols = f"{variant.alphabet[0]}–{variant.alphabet[-1]}"
    key = "variant.own-repeats" if variant.repeats else "variant.own"
    return texts.counted(key, variant.length, symbols=symbols)


def name_amid(variant: Variant, texts: Texts) -> Html:
    """The name within a sentence, where some languages do not capitalise names of languages."""
    name = variant_name(variant, texts)
    if not variant.words or KNOWN[texts.language].keeps_capitals:
        return name
    return Html(f"{name[0].lower()}{name[1:]}")


def form_of(variant: Variant, texts: Texts) -> Html:
    """The form of its codes, and whether symbols must differ, if the name does not say so."""
    name = name_amid(variant, texts)
    if variant.words or variant.name not in VARIANTS or (variant.repeats and not variant.shown):
        return name
    return texts.html("match.may-repeat" if variant.repeats else "match.all-different", form=name)


def example_of(variant: Variant) -> Code:
    """An example of a code that people may guess first."""
    if variant.words:
        return next(variant.secrets())
    return variant.parse((variant.alphabet * variant.length)[: variant.length])


def typed_example(variant: Variant, texts: Texts) -> str:
    """The example in the letters that the reader types."""
    letters = letters_of(variant, texts) or variant.alphabet
    return "".join(letters[symbol] for symbol in example_of(variant))


def letters_of(variant: Variant, texts: Texts) -> str:
    """The letters that the reader types for the symbols, if they are shown otherwise; else empty."""
    return (letters_in(texts.language, variant) or variant.alphabet) if variant.shown else ""


def legend(variant: Variant, texts: Texts) -> str:
    """The symbols with the letters to type: `R🔴 O🟠`; empty if they are typed as shown."""
    pairs = zip(letters_of(variant, texts), variant.shown, strict=True)
    return " ".join(f"{letter}{sign}" for letter, sign in pairs)


def code_html(code: Code, variant: Variant, texts: Texts) -> Html:
    """A code as shown, with the letters of its colours."""
    return Html(f"{variant.show(code)}{beside(code, variant, texts)}")


def beside(code: Code, variant: Variant, texts: Texts) -> Html:
    """The letters of a code of colours; empty for others."""
    if COLOURS not in variant.shown or not code:
        return NOTHING
    letters = letters_of(variant, texts)
    return Html(" " + "".join(letters[symbol] for symbol in code))
