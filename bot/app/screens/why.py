"""What is said against a guess, in words."""

from bot.app.texts import Html, Texts
from solver.flaws import Flaw, Why
from solver.variant import Variant


def why(flaw: Flaw, variant: Variant, texts: Texts) -> Html:
    """What is said against a guess, as a clause without a full stop."""
    key = f"why.{flaw.why.value}"
    match flaw.why:
        case Why.OUT:
            symbols = texts.listed([Html(variant.show((symbol,))) for symbol in flaw.values])
            return texts.counted(key, len(flaw.values), symbols=symbols)
        case Why.TELLS_LESS:
            left, fewer = flaw.values
            return texts.counted(key, left, fewer=texts.whole(fewer))
        case Why.REFUTED:
            return texts.html(key, number=flaw.values[0])
        case Why.NOTHING_NEW | Why.SLOWER:
            return texts.html(key)
