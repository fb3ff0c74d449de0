"""The kind word on a text that is no code of a variant."""

from bot.app.texts import Html, Texts
from solver.variant import Fault, InvalidCode, Variant


def misfit(error: InvalidCode, variant: Variant, texts: Texts) -> Html:
    """What is wrong with the text."""
    match error.fault:
        case Fault.WRONG_LENGTH:
            return texts.counted("code.wrong-length", error.given, length=variant.length)
        case Fault.UNKNOWN_SYMBOL:
            known = variant.shown or variant.alphabet
            return texts.html("code.unknown-symbol", symbol=error.symbol, known=known)
        case Fault.REPEATED_SYMBOL:
            return texts.html("code.repeated-symbol", symbol=error.symbol)
        case Fault.UNKNOWN_WORD:
            return texts.html("note.unknown-word", word=error.symbol)
