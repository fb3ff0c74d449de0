"""The buttons under the board on which a number is guessed."""

from bot.app.buttons import GamePress
from bot.app.kinds.number.button_data import GUESS, RELATIONS, data_of
from bot.app.kinds.number.model import Number
from bot.app.screen import Button, Row, button, in_pairs
from bot.app.screens.end_buttons import EndButtons, EndPage, end_rows
from bot.app.screens.keypad import ERASE
from bot.app.texts import Texts
from bot.app.verbs import OnNumber
from bot.game.number import NumberGame
from solver.interval import Question, Relation, Remaining

FEW = 5
"""When no more numbers are left, each has a button that names it."""
IN_ROW = 3
QUARTERS = (1, 3)
STEPS = tuple(int(unit * 10**zeros) for zeros in range(9, -1, -1) for unit in (5, 1))
"""Round numbers are multiples of these, the earlier the rounder."""
MINUS = "-"


def rows(game: Number, draft: str, texts: Texts) -> tuple[Row, ...]:
    """What can be done now."""
    if game.game.is_over:
        return _at_the_end(game, texts)
    if game.asks_to_resign:
        gives_up = _on(game, texts, "button.give-up", OnNumber.GIVE_UP)
        return ((gives_up, _on(game, texts, "button.keep", OnNumber.KEEP)),)
    choice = () if game.game.turns else (_choice(game, texts),)
    if not game.bot_keeps:
        return (*_answering(game, texts), *choice)
    keys = _keypad(game, draft) if game.keypad else ()
    return (*keys, *([] if game.keypad else _questions(game)), *in_pairs(_tools(game, texts)), *choice)


def offered_questions(left: Remaining) -> tuple[Question, ...]:
    """Questions to tap: one with a round number on either side of what is left. The one that halves it is not there."""
    if left.size <= FEW:
        return ()
    low, high = left.intervals[0].low, left.intervals[-1].high
    reach = (high - low) // 8
    round_ones = [_roundest(low + quarter * (high - low) // 4, reach) for quarter in QUARTERS]
    asked = [Question(Relation.GREATER, number) for number in round_ones if low <= number < high]
    by_split = {left.after(question, answer=True): question for question in asked}
    told = {kept: question for kept, question in by_split.items() if not _halves(kept, left)}
    return tuple(sorted(told.values(), key=lambda question: question.number))


def _halves(kept: Remaining, left: Remaining) -> bool:
    """Whether a question that keeps so many after a yes is as good as any."""
    return abs(2 * kept.size - left.size) <= 1


def example_of(game: NumberGame) -> int:
    """A number to guess that gives nothing away: round, and in the first quarter of the range."""
    span = game.span
    return _roundest(span.low + span.size // 4, span.size // 8)


def _roundest(point: int, reach: int) -> int:
    """The roundest number that is no further from the point than `reach`."""
    near = ((point + step // 2) // step * step for step in STEPS)
    return next(number for number in near if abs(number - point) <= reach)


def _questions(game: Number) -> tuple[Row, ...]:
    left = game.game.left
    if left is None:
        return ()
    if left.size > FEW:
        asked = tuple(_asks(game, question, str(question)) for question in offered_questions(left))
        return (asked,) if asked else ()
    numbers = (number for span in left.intervals for number in range(span.low, span.high + 1))
    named = tuple(_asks(game, number, f"🎯 {number}") for number in numbers)
    return tuple(named[at : at + IN_ROW] for at in range(0, len(named), IN_ROW))


def _asks(game: Number, asking: Question | int, text: str) -> Button:
    return button(text, GamePress(OnNumber.ASK, game.id, game.step, data_of(asking)))


def _keypad(game: Number, draft: str) -> tuple[Row, ...]:
    def key(symbol: str, text: str = "") -> Button:
        return button(text or symbol, GamePress(OnNumber.KEY, game.id, game.step, symbol))

    digits = tuple(tuple(key(symbol) for symbol in row) for row in ("123", "456", "789"))
    sign = (key(MINUS, "±"),) if game.game.span.low < 0 else ()
    erase = button(ERASE, GamePress(OnNumber.ERASE, game.id, game.step))
    signs = {GUESS: "🎯 "} | {name: relation.value for name, relation in RELATIONS.items()}
    sends = tuple(
        button(f"{sign}{draft}".strip(), GamePress(OnNumber.SEND, game.id, game.step, name))
        for name, sign in signs.items()
    )
    return (*digits, (*sign, key("0"), erase), sends[:3], sends[3:])


def _answering(game: Number, texts: Texts) -> tuple[Row, ...]:
    """Buttons for whoever answers the bot. Where they have told the secret, one corrects the first wrong answer."""
    stop = _on(game, texts, "button.number-stop", OnNumber.RESIGN)
    state = game.game
    if game.wrong is not None:
        return (
            (_flip(game, game.wrong, texts, "🔧 "),),
            (_on(game, texts, "button.number-all", OnNumber.CORRECT), stop),
        )
    if state.is_contradicted or game.correcting:
        doubtful = state.doubtful
        answered = tuple((_flip(game, at, texts, "❓ " if at in doubtful else ""),) for at in range(len(state.turns)))
        if state.is_contradicted:
            return (*answered, (stop,))
        return (*answered, (_on(game, texts, "button.number-back", OnNumber.BACK),))
    answers = (_on(game, texts, "button.yes", OnNumber.YES), _on(game, texts, "button.no", OnNumber.NO))
    correct = (_on(game, texts, "button.number-correct", OnNumber.CORRECT),) if state.turns else ()
    return (answers, (*correct, stop))


def _flip(game: Number, at: int, texts: Texts, mark: str) -> Button:
    """Turns an answer round."""
    turn = game.game.turns[at]
    words = [texts.plain("number.yes" if answer else "number.no") for answer in (turn.answer, not turn.answer)]
    text = f"{mark}{turn.question}: {' → '.join(words)}"
    return button(text, GamePress(OnNumber.FLIP, game.id, game.step, str(at)))


def _tools(game: Number, texts: Texts) -> Row:
    keypad = _on(game, texts, "button.keypad-away" if game.keypad else "button.keypad", OnNumber.KEYPAD)
    resign = _on(game, texts, "button.resign", OnNumber.RESIGN)
    return (keypad, resign, _on(game, texts, "button.proof", OnNumber.PROOF))


def _choice(game: Number, texts: Texts) -> Row:
    """Who guesses: the one that is chosen is marked."""
    bot_keeps = game.bot_keeps
    ways = (
        ("button.number-guess", OnNumber.GUESSER, bot_keeps),
        ("button.number-keep", OnNumber.KEEPER, not bot_keeps),
    )
    return tuple(
        button(f"{'●' if chosen else '○'} {texts.plain(key)}", GamePress(verb, game.id, game.step))
        for key, verb, chosen in ways
    )


def _at_the_end(game: Number, texts: Texts) -> tuple[Row, ...]:
    if game.bot_keeps:
        buttons = EndButtons(
            again=(_on(game, texts, "button.again", OnNumber.GUESSER),),
            next=((_on(game, texts, "button.number-keep", OnNumber.KEEPER),),),
            proof=(_on(game, texts, "button.proof", OnNumber.PROOF),),
        )
    else:
        buttons = EndButtons(
            again=(_on(game, texts, "button.again", OnNumber.KEEPER),),
            next=((_on(game, texts, "button.number-guess", OnNumber.GUESSER),),),
        )
    return end_rows(buttons, EndPage.MAIN, lambda verb: GamePress(verb, game.id, game.step), texts)


def _on(game: Number, texts: Texts, text: str, verb: OnNumber) -> Button:
    return button(texts.plain(text), GamePress(verb, game.id, game.step))
