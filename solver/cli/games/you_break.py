"""You break the computer's secret."""

from solver.analysis import information_at
from solver.cli import reading
from solver.cli.bad_input import BadInput
from solver.cli.games.codes import board, candidate_list, kind_of_code, legend, review_command
from solver.cli.games.dialogue import Dialogue, Goodbye, Order, quit_order, say
from solver.cli.layout import quantity
from solver.feedback import feedback_for
from solver.position import position_after
from solver.strategy import Strategy
from solver.variant import Code, InvalidCode, Variant


class YouBreak:
    """One game."""

    def __init__(self, variant: Variant, strategy: Strategy, secret: Code) -> None:
        self._variant = variant
        self._strategy = strategy
        self._secret = secret
        self._position = position_after(variant)
        self._hints = 0

    def play(self) -> None:
        """Play until the secret is known. Raises Goodbye."""
        say(f"I think of {kind_of_code(self._variant)}. Break it! Ask ? for help.")
        if signs := legend(self._variant):
            say(f"\n{signs}\n")
        try:
            Dialogue(self._prompt, self._try, self._orders, self._is_code, self._note()).hold()
        except Goodbye:
            say(f"The secret was {self._variant.format(self._secret)}.")
            raise

    def _orders(self) -> tuple[Order, ...]:
        return (
            Order("hint", "", "the guess that I would make now", self._hint),
            Order("left", "[all]", "the codes that fit everything so far", self._list),
            Order("board", "", "the turns so far", lambda _: say(board(self._variant, self._position.history))),
            Order("guess", "CODE", "make a guess; without this word too, if it is no order", self._guess),
            quit_order("give", "give up and see the secret"),
            quit_order(),
        )

    def _note(self) -> str:
        """What to know where codes are words: some of them are orders."""
        words = [order.name for order in self._orders() if self._is_code(order.name)]
        if not words:
            return legend(self._variant)
        return f"To guess a word that is an order ({', '.join(words)}): guess {words[0]}."

    def _prompt(self) -> str | None:
        guesses = len(self._position.history)
        if guesses and self._position.history[-1][0] == self._secret:
            hints = f" and {quantity(self._hints, 'hint')}" if self._hints else ""
            say(
                f"\nYou broke {self._variant.format(self._secret)} with {quantity(guesses, 'guess', 'guesses')}{hints}."
            )
            say("To look at the game again:\n")
            say(f"  {review_command(self._variant, self._secret, self._position.history)}", to_be_copied=True)
            return None
        return f"Guess {guesses + 1}: "

    def _is_code(self, text: str) -> bool:
        try:
            self._variant.parse(text)
        except InvalidCode:
            return False
        return True

    def _guess(self, words: list[str]) -> None:
        if not words:
            raise BadInput("say which code: guess CODE")
        self._try(" ".join(words))

    def _try(self, text: str) -> None:
        guess = reading.code(self._variant, text)
        for turn, (asked, reply) in enumerate(self._position.history, 1):
            if asked == guess:
                say(f"    {self._variant.format(guess)}  {reply}  as at guess {turn}: not counted again")
                return
        reply = feedback_for(guess, self._secret)
        self._position = self._position.after(guess, reply)
        say(f"    {self._variant.format(guess)}  {reply}")

    def _hint(self, _: list[str]) -> None:
        self._hints += 1
        best = information_at(self._position, self._strategy.next_guess(self._position))
        fits = "consistent" if best.consistent else "not consistent"
        brings = "nothing else is left" if len(self._position.left) == 1 else f"{best.bits:.2f} bits, {fits}"
        say(f"I would try {self._variant.format(best.guess)}: {brings}.")

    def _list(self, words: list[str]) -> None:
        say(candidate_list(self._position, words))
