"""The computer breaks your secret, as the classic console programs did."""

import re

from solver.analysis import information
from solver.cli import reading
from solver.cli.bad_input import BadInput
from solver.cli.games.codes import board, candidates_listed, kind_of_code
from solver.cli.games.dialogue import Dialogue, Order, quit_order, say
from solver.cli.games.reply_codes import code_table, reply_codes, reply_meant
from solver.cli.information_table import described
from solver.cli.layout import aligned, counted
from solver.cli.suspects import suspect_in_words
from solver.doubt import Suspect, doubt
from solver.feedback import Feedback, History, InconsistentHistory
from solver.position import Position, position_after
from solver.strategy import Strategy
from solver.variant import Code, Variant

SUSPECTS = 5


class ComputerBreaks:
    """One game.

    Where the replies contradict each other there is no position, and nothing goes on until one is put right.
    """

    def __init__(self, variant: Variant, strategy: Strategy) -> None:
        self._variant = variant
        self._strategy = strategy
        self._history: History = ()
        self._position: Position | None = position_after(variant)
        self._guess: Code | None = None

    def play(self) -> None:
        """Play until the secret is known. Raises Goodbye."""
        say(f"Think of {kind_of_code(self._variant)}. Answer each guess with bulls and cows: 1B2C, or its number here:")
        say(f"\n{code_table(self._variant)}\n\nAsk ? for help.")
        Dialogue(self._prompt, self._hear, self._orders).hold()

    def _orders(self) -> tuple[Order, ...]:
        return (
            Order("left", "", "the candidates that are left", self._list),
            Order("why", "[CODE]", "the counts behind my guess, or behind another", self._explain),
            Order("guess", "CODE", "make your own guess instead of mine", self._override),
            Order("table", "", "the numbers of the replies", lambda _: say(code_table(self._variant))),
            Order("board", "", "the turns so far", lambda _: say(board(self._variant, self._history))),
            Order("undo", "", "take your last reply back, and be asked again", self._undo),
            Order("fix", "TURN REPLY", "put an earlier reply right, such as: fix 2 1B0C", self._fix),
            quit_order(),
        )

    def _prompt(self) -> str | None:
        if self._position is None:
            return "\nPut a reply right: "
        if (broken := self._broken_in()) is not None:
            secret = self._variant.format(self._history[broken - 1][0])
            say(f"\nYour secret is {secret}: broken in {counted(broken, 'guess', 'guesses')}.")
            return None
        if self._guess is None:
            self._guess = self._strategy.next_guess(self._position)
        guess = self._variant.format(self._guess)
        left = counted(len(self._position.left), "candidate")
        return f"\nGuess {len(self._history) + 1}: {guess}   ({left} left)\nYour reply: "

    def _broken_in(self) -> int | None:
        broken = (turn for turn, (_, reply) in enumerate(self._history, 1) if reply.bulls == self._variant.length)
        return next(broken, None)

    def _hear(self, text: str) -> None:
        if self._position is None or self._guess is None:
            raise BadInput("first put a reply right: fix TURN REPLY, fix NUMBER of a suspicion, or undo")
        guess, reply = self._guess, self._reply_in(text)
        say(f"    {self._variant.format(guess)}  {reply}")
        self._go_on(*self._history, (guess, reply))

    def _reply_in(self, text: str) -> Feedback:
        try:
            return reply_meant(self._variant, text)
        except BadInput as error:
            last = len(reply_codes(self._variant)) - 1
            raise BadInput(f"{error}. Answer 0 to {last} or as 1B2C, or ask ? for help") from None

    def _go_on(self, *history: tuple[Code, Feedback]) -> None:
        """Let these be the turns so far."""
        self._history, self._guess = history, None
        try:
            self._position = position_after(self._variant, history)
        except InconsistentHistory:
            self._position = None
            self._tell_doubts()

    def _tell_doubts(self) -> None:
        say("\nYour replies contradict each other: no code fits them all.\n")
        say(board(self._variant, self._history))
        rows = [
            (f"{number}.", suspect_in_words(self._variant, suspect), str(suspect.candidates))
            for number, suspect in enumerate(self._suspects(), 1)
        ]
        say("\nMost likely wrong:\n")
        say(aligned(("", "reply", "codes then"), rows, left=2))
        say("\nfix 1 takes up the first of these; fix TURN REPLY puts any turn right; undo takes your last reply back.")

    def _suspects(self) -> tuple[Suspect, ...]:
        return doubt(self._variant, self._history).suspects[:SUSPECTS]

    def _list(self, _: list[str]) -> None:
        say(candidates_listed(self._standing()))

    def _explain(self, words: list[str]) -> None:
        position = self._standing()
        guess = reading.code(self._variant, " ".join(words)) if words else self._guess
        if guess is not None:
            say(described(self._variant, information(self._variant, guess, position.history)))

    def _override(self, words: list[str]) -> None:
        self._standing()
        self._guess = reading.code(self._variant, " ".join(words))

    def _standing(self) -> Position:
        if self._position is None:
            raise BadInput("no code is left while your replies contradict each other")
        return self._position

    def _undo(self, _: list[str]) -> None:
        if not self._history:
            raise BadInput("there is no reply to take back")
        guess, _reply = self._history[-1]
        self._go_on(*self._history[:-1])
        self._guess = guess  # asked again: it was the reply that went wrong

    def _fix(self, words: list[str]) -> None:
        match [*map(_number, words[:1]), *words[1:]]:
            case [int(number)] if self._position is None:
                self._take_up(number)
            case [int(turn), text] if 1 <= turn <= len(self._history):
                right = (self._history[turn - 1][0], reply_meant(self._variant, str(text)))
                self._go_on(*self._history[: turn - 1], right, *self._history[turn:])
            case _:
                raise BadInput("say which turn, and its reply: fix 2 1B0C")

    def _take_up(self, number: int) -> None:
        suspects = self._suspects()
        if not 1 <= number <= len(suspects):
            raise BadInput(f"there is no suspicion {number}")
        right = dict(enumerate(self._history, 1))
        right |= {change.turn: (change.guess, change.could_be) for change in suspects[number - 1].changes}
        self._go_on(*right.values())


def _number(text: str) -> int:
    return int(text) if re.fullmatch(r"[0-9]{1,4}", text, re.ASCII) else 0
