"""Games as people type them behind /review: `0123 1B0C 4567 …`, with a variant before them if it is not classic."""

from bot.app.reply_text import reply_in
from bot.app.texts import shortened
from bot.app.wish import UnknownWish, variant_said
from solver.feedback import Feedback, History, possible_feedback
from solver.variant import InvalidCode, Variant, variant_named


class UnreadableGame(ValueError):
    """A text that is no game; `word` is to blame, or nothing where there is no word at all."""

    def __init__(self, word: str = "") -> None:
        super().__init__(word)
        self.word = shortened(word)


def game_in(text: str, language: str) -> tuple[Variant, History]:
    """The variant and the turns. A last guess without a reply has broken the code. Raises UnreadableGame."""
    words = text.replace("=", " ").split()
    if not words:
        raise UnreadableGame
    variant, words = _variant(words)
    if not words:
        raise UnreadableGame
    if len(words) % 2:
        words.append(str(Feedback(variant.length, 0)))
    pairs = zip(words[::2], words[1::2], strict=True)
    return variant, tuple(_turn(guess, reply, variant, language) for guess, reply in pairs)


def _variant(words: list[str]) -> tuple[Variant, list[str]]:
    try:
        return variant_said(words[0]), words[1:]
    except UnknownWish:
        return variant_named("classic"), words


def _turn(guess: str, told: str, variant: Variant, language: str) -> tuple[tuple[int, ...], Feedback]:
    try:
        code = variant.parse(guess, language)
    except InvalidCode:
        raise UnreadableGame(guess) from None
    reply = reply_in(told)
    if reply is None or reply not in possible_feedback(variant):
        raise UnreadableGame(told)
    return code, reply
