"""What a variant is called, and how its codes are shown."""

from bot.app.language import KNOWN, letters_in
from bot.app.model.families import Family, variants_of
from bot.app.texts import NOTHING, Html, Texts
from solver.variant import VARIANTS, Code, Variant

COLOURS = "🔴"
"""Where this is among the symbols, some people cannot tell them apart."""


def names_in(family: Family, language: str) -> tuple[str, ...]:
    """The variants of a family; the words of that language come first."""
    return tuple(sorted(variants_of(family), key=lambda name: language_of(VARIANTS[name]) != language))


def language_of(variant: Variant) -> str:
    """The language of its words; nothing where it has none."""
    return variant.words.partition("-")[0]


def variant_name(variant: Variant, texts: Texts) -> Html:
    """Its name, or of what its codes are made if it is somebody's own."""
    if variant.name in VARIANTS:
        return texts.html(f"variant.{variant.name}")
    symbols = f"{variant.alphabet[0]}–{variant.alphabet[-1]}"
    key = "variant.own-repeats" if variant.repeats else "variant.own"
    return texts.counted(key, variant.length, symbols=symbols)


def name_amid(variant: Variant, texts: Texts) -> Html:
    """Its name amid a line, where not every language writes that of a language with a capital."""
    name = variant_name(variant, texts)
    if not variant.words or KNOWN[texts.language].keeps_capitals:
        return name
    return Html(f"{name[0].lower()}{name[1:]}")


def form_of(variant: Variant, texts: Texts) -> Html:
    """What its codes look like, and whether their symbols must differ, where the name does not tell."""
    name = name_amid(variant, texts)
    if variant.words or variant.name not in VARIANTS or (variant.repeats and not variant.shown):
        return name
    return texts.html("match.may-repeat" if variant.repeats else "match.all-different", form=name)


def example_of(variant: Variant) -> Code:
    """A code such as people may guess first."""
    if variant.words:
        return next(variant.secrets())
    return variant.parse((variant.alphabet * variant.length)[: variant.length])


def typed_example(variant: Variant, texts: Texts) -> str:
    """The same as the reader types it."""
    letters = letters_of(variant, texts) or variant.alphabet
    return "".join(letters[symbol] for symbol in example_of(variant))


def letters_of(variant: Variant, texts: Texts) -> str:
    """What is typed for each symbol in the reader's language, where it is shown otherwise; else nothing."""
    return (letters_in(texts.language, variant) or variant.alphabet) if variant.shown else ""


def legend(variant: Variant, texts: Texts) -> str:
    """The symbols with what the reader types for each: `R🔴 O🟠`; nothing where they are typed as they are shown."""
    pairs = zip(letters_of(variant, texts), variant.shown, strict=True)
    return " ".join(f"{letter}{sign}" for letter, sign in pairs)


def shown(code: Code, variant: Variant, texts: Texts) -> Html:
    """A code as it is shown, with the letters of its colours, if it has such."""
    return Html(f"{variant.show(code)}{beside(code, variant, texts)}")


def beside(code: Code, variant: Variant, texts: Texts) -> Html:
    """The letters of a code of colours, for whoever cannot tell those apart; nothing for others."""
    if COLOURS not in variant.shown or not code:
        return NOTHING
    letters = letters_of(variant, texts)
    return Html(" " + "".join(letters[symbol] for symbol in code))
