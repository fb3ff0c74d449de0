"""Messages about texts that are no codes of a variant."""

from bot.app.screens.name import shown_name
from bot.app.screens.variant import language_of, legend
from bot.app.texts import Html, Texts
from solver.variant import Fault, InvalidCode, Variant


def invalid_code(error: InvalidCode, variant: Variant, texts: Texts) -> Html:
    """What is wrong with the text. Characters that could hide or reverse text are not repeated."""
    symbol = shown_name(error.symbol)
    match error.fault:
        case Fault.WRONG_LENGTH:
            return texts.counted("code.wrong-length", error.given, length=variant.length)
        case Fault.UNKNOWN_SYMBOL:
            if variant.words:
                return texts.html(f"letters.{language_of(variant)}", symbol=symbol)
            return texts.html("code.unknown-symbol", symbol=symbol, known=legend(variant, texts) or variant.alphabet)
        case Fault.REPEATED_SYMBOL:
            return texts.html("code.repeated-symbol", symbol=symbol)
        case Fault.UNKNOWN_WORD:
            return texts.html("note.unknown-word", word=symbol)
