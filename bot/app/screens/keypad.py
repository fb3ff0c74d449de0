"""The buttons of a game's screen, and its keypad: the variant's symbols in short rows, then erase and send."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from bot.app.buttons import GamePress, GameVerb, OnBoard, Press
from bot.app.model.game import BoardGame
from bot.app.model.hints import Mark, marks
from bot.app.screen import Button, Row, button
from bot.app.screens.board import letters_of
from bot.app.screens.common import EndButtons, EndPage, end_rows, sure_rows
from bot.app.texts import Html, Texts
from solver.variant import Variant

# The buttons of a game's screen.


@dataclass(frozen=True, slots=True)
class GameButtons:
    """Makes the buttons of a game's screen, which say at which step it stands for whoever looks."""

    texts: Texts
    game: str
    step: int

    def press(self, verb: GameVerb, argument: str = "") -> GamePress:
        """The press of that verb."""
        return GamePress(verb, self.game, self.step, argument)

    def on(self, key: str, verb: GameVerb, argument: str = "") -> Button:
        """The button with the text of that key."""
        return self.labelled(self.texts.plain(key), verb, argument)

    def labelled(self, text: str, verb: GameVerb, argument: str = "") -> Button:
        """The button with that text."""
        return button(text, self.press(verb, argument))

    def saying(self, verb: GameVerb) -> Callable[[str, str], Button]:
        """Makes buttons of that verb, of their texts and arguments."""
        return lambda text, argument: self.labelled(text, verb, argument)

    def keypad(
        self, variant: Variant, draft: str, keys: tuple[GameVerb, GameVerb, GameVerb], noted: str = ""
    ) -> tuple[Row, ...]:
        """The keypad. `keys`: the verbs of a symbol, which names its place in the alphabet, of erase and of send."""
        symbol, erase, submit = keys

        def key(sign: str) -> Press:
            return self.press(symbol, str(variant.alphabet.index(sign)))

        return keypad_rows(draft, variant, Keys(key, self.press(erase), self.press(submit)), self.texts, noted)

    def at_the_end(self, shown: EndButtons, page: EndPage = EndPage.MAIN) -> tuple[Row, ...]:
        """The rows under the game that is over."""
        return end_rows(shown, page, self.press, self.texts)


class BoardButtons(GameButtons):
    """The buttons of a board on which codes are guessed."""

    @property
    def again(self) -> Button:
        """To begin the same once more."""
        return self.on("button.again", OnBoard.AGAIN)

    @property
    def proof(self) -> Button:
        """To unfold what proves that the secret was not changed."""
        return self.on("button.proof", OnBoard.PROOF)

    @property
    def resign(self) -> Button:
        """To give the game up."""
        return self.on("button.resign", OnBoard.RESIGN)

    def sure(self, yes: str = "button.give-up", *, is_alone: bool = False) -> tuple[Row, ...]:
        """The answers to whether to give it up; `yes`: the key of that. See `sure_rows`."""
        return sure_rows(self.on(yes, OnBoard.GIVE_UP), self.on("button.keep", OnBoard.KEEP), is_alone=is_alone)

    def keypad_of(self, game: BoardGame, draft: str, noted: str = "") -> tuple[tuple[Row, ...], Button | None]:
        """The keypad, if it is unfolded; and the button that unfolds it, if it is not. Words are typed."""
        if game.game.variant.words:
            return (), None
        if not game.keypad:
            return (), self.on("button.keypad", OnBoard.KEYPAD)
        return self.keypad(game.game.variant, draft, (OnBoard.DIGIT, OnBoard.ERASE, OnBoard.SUBMIT), noted), None


# The keypad.

WIDEST = 6
"""Keys on a row at most; all rows have the same length."""
EMPTY = "·"
NOTED = {Mark.NONE: "", Mark.OUT: "✗", Mark.MAYBE: "?", Mark.IN: "✓"}
"""Before the symbol on its key."""
ERASE, SUBMIT = "⌫", "✓"


@dataclass(frozen=True, slots=True)
class Keys:
    """What the keys of a keypad do."""

    symbol: Callable[[str], Press]
    """The press of a symbol."""
    erase: Press
    submit: Press


def keypad_rows(draft: str, variant: Variant, keys: Keys, texts: Texts, noted: str = "") -> tuple[Row, ...]:
    """The keypad's buttons. Symbols that cannot be used again are shown as a dot, all others as they are `noted`.

    The letter to type for a symbol is beside it, if it is another one.
    """
    letters = letters_of(variant, texts)
    noted_as = dict(zip(variant.alphabet, marks(noted, len(variant.alphabet)), strict=True))

    def key_text(symbol: str) -> str:
        if symbol in draft and not variant.repeats:
            return EMPTY
        letter = f" {letters[variant.alphabet.index(symbol)]}" if letters else ""
        return NOTED[noted_as[symbol]] + _key_text(symbol, variant) + letter

    shown = [button(key_text(symbol), keys.symbol(symbol)) for symbol in phone_order(variant.alphabet)]
    return (*in_rows(shown, WIDEST), (button(ERASE, keys.erase), button(SUBMIT, keys.submit)))


def in_rows(keys: list[Button], widest: int) -> tuple[Row, ...]:
    """The keys in rows of equal length, none longer than `widest`."""
    width = ceil(len(keys) / ceil(len(keys) / widest))
    return tuple(tuple(keys[at : at + width]) for at in range(0, len(keys), width))


def phone_order(alphabet: str) -> str:
    """The alphabet in the order of a phone's keypad: zero last."""
    return alphabet[1:] + alphabet[0] if alphabet.startswith("0") else alphabet


def draft_line(draft: str, variant: Variant) -> str:
    """The draft, with a dot for each empty place: `0 1 · ·`."""
    shown = [_key_text(symbol, variant) for symbol in draft]
    return " ".join(shown + [EMPTY] * (variant.length - len(shown)))


def draft_shown(draft: str, variant: Variant, texts: Texts) -> Html | None:
    """The draft as a line of the board; None where nothing has been tapped."""
    return texts.html("board.draft", draft=draft_line(draft, variant)) if draft else None


def _key_text(symbol: str, variant: Variant) -> str:
    return variant.show((variant.alphabet.index(symbol),))
