"""`interval LOW HIGH [--guess]`: the number game, in which you ask, or the computer does."""

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable

from solver.cli import reading
from solver.cli.dialogue import Dialogue, Goodbye, Order, quit_order, say
from solver.cli.output import BadInput, quantity
from solver.cli.reading import add_seed
from solver.interval import EmptyInterval, InvalidQuestion, Question, Relation, Remaining, between, parse_question


def interval_arguments(parser: ArgumentParser) -> None:
    """Take a range, and who guesses."""
    parser.add_argument("low", metavar="LOW", type=reading.whole, help="the least number")
    parser.add_argument("high", metavar="HIGH", type=reading.whole, help="the greatest number")
    parser.add_argument("--guess", action="store_true", help="you guess the computer's number")
    add_seed(parser)


def run_interval(options: Namespace) -> None:
    """Play one game at the terminal."""
    try:
        numbers = between(options.low, options.high)
    except EmptyInterval as error:
        raise BadInput(str(error)) from None
    try:
        if options.guess:
            YouAsk(numbers, reading.dice(options.seed).randint(options.low, options.high)).play()
        else:
            ComputerAsks(numbers).play()
    except Goodbye:
        say("Goodbye.")


# The computer asks, and halves what remains with every question.

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


# You ask.


class YouAsk:
    """One game. To name a number is free once it alone remains; before that it is a question like others."""

    def __init__(self, numbers: Remaining, sought: int) -> None:
        self._numbers = numbers
        self._sought = sought
        self._left = numbers
        self._questions = 0
        self._answered: tuple[tuple[Question, bool], ...] = ()
        self._found = False

    def play(self) -> None:
        """Play until the number is named. Raises Goodbye."""
        say(f"I think of a whole number: {ranges(self._numbers)}.")
        say("Ask questions such as >50, <50, =50, >=50 or <=50, and name the number when you")
        say("know it. Ask ? for help.")
        try:
            Dialogue(self._prompt, self._hear, self._orders).hold()
        except Goodbye:
            say(f"The number was {self._sought}.")
            raise

    def _orders(self) -> tuple[Order, ...]:
        return (
            Order("left", "", "the numbers that fit all answers", lambda _: say(ranges(self._left))),
            Order("board", "", "your questions and my answers", lambda _: say(answer_list(self._answered))),
            Order("hint", "", "the question that I would ask now", self._hint),
            quit_order("give", "give up and see the number"),
            quit_order(),
        )

    def _prompt(self) -> str | None:
        if not self._found:
            return f"Question {self._questions + 1}: "
        needed = self._numbers.questions_needed
        asked = quantity(self._questions, "question")
        say(f"It is {self._sought}: found with {asked}; a master needs {needed} at most.")
        if path := self._numbers.path_to(self._sought):
            say(f"The best questions to it: {path_in_words(path)}.")
        return None

    def _hear(self, text: str) -> None:
        naming = re.fullmatch(r"[+-]?[0-9]+", text, re.ASCII)
        question = _question(f"={text}" if naming else text)
        answer = question.answer_for(self._sought)
        self._found = answer and question.relation is Relation.EQUAL
        if not (self._found and self._left.size == 1):
            self._questions += 1
        self._left = self._left.after(question, answer=answer)
        self._answered += ((question, answer),)
        say("    yes" if answer else "    no")

    def _hint(self, _: list[str]) -> None:
        known = self._left.size == 1
        say("You can name it: one number is left." if known else f"I would ask {self._left.best_question}.")


def _question(text: str) -> Question:
    try:
        return parse_question(text)
    except InvalidQuestion:
        raise BadInput(f"{text[:40]!r} is no question: ask such as >50, or name a number; ? for help") from None


# Numbers and answers as text.


def ranges(left: Remaining) -> str:
    """The numbers that remain, such as `1 to 49, 51 to 100 (99 numbers)`."""
    spans = (
        f"{interval.low} to {interval.high}" if interval.size > 1 else str(interval.low) for interval in left.intervals
    )
    return f"{', '.join(spans)} ({quantity(left.size, 'number')})"


def answer_list(path: Iterable[tuple[Question, bool]]) -> str:
    """The questions so far, a line each."""
    lines = [
        f"{number:4}. {question}  {'yes' if answer else 'no'}" for number, (question, answer) in enumerate(path, 1)
    ]
    return "\n".join(lines) or "No questions yet."


def path_in_words(path: Iterable[tuple[Question, bool]]) -> str:
    """Questions and answers in one line, such as `>50 no, >25 yes`."""
    return ", ".join(f"{question} {'yes' if answer else 'no'}" for question, answer in path)
