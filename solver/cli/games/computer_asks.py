"""The number game in which the computer asks, and halves what remains with every question."""

from solver.cli.bad_input import BadInput
from solver.cli.games.dialogue import Dialogue, Order, quit_order, say
from solver.cli.games.numbers import answer_list, ranges
from solver.cli.layout import quantity
from solver.interval import Question, Remaining

YES = frozenset({"y", "yes", "1", "+", "true"})
NO = frozenset({"n", "no", "0", "-", "false"})

Answered = tuple[tuple[Question, bool], ...]


class ComputerAsks:
    """One game."""

    def __init__(self, numbers: Remaining) -> None:
        self._numbers = numbers
        self._answered: Answered = ()
        self._over = False

    def play(self) -> None:
        """Play until the number is known. Raises Goodbye."""
        say(f"Think of a whole number: {ranges(self._numbers)}. Answer yes or no. Ask ? for help.")
        Dialogue(self._prompt, self._hear, self._orders).hold()

    def _orders(self) -> tuple[Order, ...]:
        return (
            Order("left", "", "the numbers that are left", lambda _: say(ranges(self._left()))),
            Order("board", "", "my questions and your answers", lambda _: say(answer_list(self._answered))),
            Order("undo", "", "take your last answer back", self._undo),
            quit_order(),
        )

    def _left(self) -> Remaining:
        left = self._numbers
        for question, answer in self._answered:
            left = left.after(question, answer=answer)
        return left

    def _prompt(self) -> str | None:
        if self._over:
            return None
        left = self._left()
        if left.size == 1:
            return f"Your number is {left.intervals[0].low}. Right? "
        return f"Question {len(self._answered) + 1}: is it {left.best_question}? "

    def _hear(self, text: str) -> None:
        if text.lower() not in YES | NO:
            raise BadInput("answer yes or no (y or n), or ask ? for help")
        answer, left = text.lower() in YES, self._left()
        if left.size > 1:
            self._answered += ((left.best_question, answer),)
        elif answer:
            self._over = True
            needed = self._numbers.questions_needed
            say(f"Found with {quantity(len(self._answered), 'question')}; a master needs {needed} at most.")
        else:
            say("Then one of your answers was wrong:")
            say(answer_list(self._answered))
            say("undo takes the last one back.")

    def _undo(self, _: list[str]) -> None:
        if not self._answered:
            raise BadInput("there is no answer to take back")
        self._answered = self._answered[:-1]
