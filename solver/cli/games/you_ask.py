"""The number game in which you ask."""

import re

from solver.cli.bad_input import BadInput
from solver.cli.games.dialogue import Dialogue, Goodbye, Order, quit_order, say
from solver.cli.games.numbers import answer_list, path_in_words, ranges
from solver.cli.layout import quantity
from solver.interval import InvalidQuestion, Question, Relation, Remaining, parse_question


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
