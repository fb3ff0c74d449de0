"""What a variant is called."""

from bot.app.texts import Html, Texts
from solver.variant import VARIANTS, Variant


def variant_name(variant: Variant, texts: Texts) -> Html:
    """Its name, or of what its codes are made if it is somebody's own."""
    if variant.name in VARIANTS:
        return texts.html(f"variant.{variant.name}")
    symbols = f"{variant.alphabet[0]}–{variant.alphabet[-1]}"
    key = "variant.own-repeats" if variant.repeats else "variant.own"
    return texts.counted(key, variant.length, symbols=symbols)
