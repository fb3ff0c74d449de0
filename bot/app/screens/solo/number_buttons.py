"""The buttons under the board on which a number is guessed."""

from bot.app.buttons import NumberPress
from bot.app.model.number import RELATIONS, NumberTable, on_button
from bot.app.model.table import Question as Asking
from bot.app.screen import Button, Row, button
from bot.app.screens.keypad import ERASE
from bot.app.texts import Texts
from bot.app.verbs import OnNumber
from solver.interval import Question, Relation, Remaining

FEW = 4
"""When no more numbers are left, each has a button that names it."""
QUARTERS = (1, 3)
STEPS = tuple(int(unit * 10**zeros) for zeros in range(9, -1, -1) for unit in (5, 1))
"""Round numbers are multiples of these, the earlier the rounder."""
YES = {
    Asking.NEW_GAME: ("button.replace", OnNumber.REPLACE),
    Asking.RESIGN: ("button.give-up", OnNumber.GIVE_UP),
}
"""The button that agrees to what the board asks."""
MINUS = "-"


def rows(table: NumberTable, draft: str, texts: Texts, wrong: int | None = None) -> tuple[Row, ...]:
    """What can be done now; with `wrong`, that answer is put right by one button instead of being looked for."""
    game = table.game
    if game.is_over:
        return _at_the_end(table, texts)
    if table.asking is not None:
        return ((_on(table, texts, *YES[table.asking]), _on(table, texts, "button.keep", OnNumber.KEEP)),)
    choice = () if game.turns else (_choice(table, texts),)
    if game.sought is None:
        return (*_answering(table, texts, wrong), *choice)
    keys = _keypad(table, draft) if table.keypad else ()
    return (*keys, *([] if table.keypad else _questions(table)), _tools(table, texts), *choice)


def offered(left: Remaining) -> tuple[Question, ...]:
    """Questions to tap: the one that halves what is left, and one with a round number on either side of it."""
    if left.size == 1:
        return ()
    low, high = left.intervals[0].low, left.intervals[-1].high
    reach = (high - low) // 8
    round_ones = [_roundest(low + quarter * (high - low) // 4, reach) for quarter in QUARTERS]
    asked = [Question(Relation.GREATER, number) for number in round_ones if low <= number < high]
    by_split = {left.after(question, answer=True): question for question in (*asked, left.best_question)}
    return tuple(sorted(by_split.values(), key=lambda question: question.number))


def _roundest(point: int, reach: int) -> int:
    """The roundest number that is no further from the point than `reach`."""
    near = ((point + step // 2) // step * step for step in STEPS)
    return next(number for number in near if abs(number - point) <= reach)


def _questions(table: NumberTable) -> tuple[Row, ...]:
    left = table.game.left
    if left is None:
        return ()
    asked = tuple(_asks(table, question, str(question)) for question in offered(left))
    if left.size > FEW:
        return (asked,)
    numbers = (number for span in left.intervals for number in range(span.low, span.high + 1))
    named = tuple(_asks(table, Question(Relation.EQUAL, number), f"🎯 {number}") for number in numbers)
    return (asked, named) if asked else (named,)


def _asks(table: NumberTable, question: Question, text: str) -> Button:
    return button(text, NumberPress(OnNumber.ASK, table.id, table.step, on_button(question)))


def _keypad(table: NumberTable, draft: str) -> tuple[Row, ...]:
    def key(symbol: str, text: str = "") -> Button:
        return button(text or symbol, NumberPress(OnNumber.KEY, table.id, table.step, symbol))

    digits = tuple(tuple(key(symbol) for symbol in row) for row in ("123", "456", "789"))
    sign = (key(MINUS, "±"),) if table.game.span.low < 0 else ()
    erase = button(ERASE, NumberPress(OnNumber.ERASE, table.id, table.step))
    sends = tuple(
        button(f"{relation.value}{draft}", NumberPress(OnNumber.SEND, table.id, table.step, name))
        for name, relation in RELATIONS.items()
    )
    return (*digits, (*sign, key("0"), erase), sends[:3], sends[3:])


def _answering(table: NumberTable, texts: Texts, wrong: int | None) -> tuple[Row, ...]:
    stop = _on(table, texts, "button.number-stop", OnNumber.RESIGN)
    game = table.game
    if wrong is not None:
        return ((_flip(table, wrong, texts, "✏️ "),), (_on(table, texts, "button.number-all", OnNumber.CORRECT), stop))
    if game.is_contradicted or table.correcting:
        doubtful = game.doubtful
        listed = tuple((_flip(table, at, texts, "❓ " if at in doubtful else ""),) for at in range(len(game.turns)))
        if game.is_contradicted:
            return (*listed, (stop,))
        return (*listed, (_on(table, texts, "button.number-back", OnNumber.BACK),))
    answers = (_on(table, texts, "button.yes", OnNumber.YES), _on(table, texts, "button.no", OnNumber.NO))
    correct = (_on(table, texts, "button.number-correct", OnNumber.CORRECT),) if game.turns else ()
    return (answers, (*correct, stop))


def _flip(table: NumberTable, at: int, texts: Texts, mark: str) -> Button:
    """Turns an answer round."""
    turn = table.game.turns[at]
    words = [texts.plain("number.yes" if answer else "number.no") for answer in (turn.answer, not turn.answer)]
    text = f"{mark}{turn.question}: {' → '.join(words)}"
    return button(text, NumberPress(OnNumber.FLIP, table.id, table.step, str(at)))


def _tools(table: NumberTable, texts: Texts) -> Row:
    keypad = button("🔢" if table.keypad else "⌨️", NumberPress(OnNumber.KEYPAD, table.id, table.step))
    resign = _on(table, texts, "button.resign", OnNumber.RESIGN)
    return (keypad, resign, _on(table, texts, "button.proof", OnNumber.PROOF))


def _choice(table: NumberTable, texts: Texts) -> Row:
    """Who guesses: the one that is chosen is marked."""
    bot_keeps = table.game.sought is not None
    ways = (
        ("button.number-guess", OnNumber.GUESSER, bot_keeps),
        ("button.number-keep", OnNumber.KEEPER, not bot_keeps),
    )
    return tuple(
        button(f"{'●' if chosen else '○'} {texts.plain(key)}", NumberPress(verb, table.id, table.step))
        for key, verb, chosen in ways
    )


def _at_the_end(table: NumberTable, texts: Texts) -> tuple[Row, ...]:
    same, other = OnNumber.GUESSER, OnNumber.KEEPER
    if table.game.sought is None:
        return ((_on(table, texts, "button.again", other),), (_on(table, texts, "button.number-guess", same),))
    again = (_on(table, texts, "button.again", same),)
    return (again, (_on(table, texts, "button.number-keep", other), _on(table, texts, "button.proof", OnNumber.PROOF)))


def _on(table: NumberTable, texts: Texts, text: str, verb: OnNumber) -> Button:
    return button(texts.plain(text), NumberPress(verb, table.id, table.step))
