"""`play VARIANT [--guess]`: the computer breaks your secret, or you break its."""

from argparse import ArgumentParser, Namespace

from solver.candidates import Position, position_after
from solver.cli import reading
from solver.cli.codes import (
    board,
    candidate_list,
    code_table,
    corrected_history,
    kind_of_code,
    legend,
    parse_reply,
    reply_check,
    reply_codes,
    review_command,
    suspicion_list,
    suspicions,
)
from solver.cli.dialogue import Dialogue, Goodbye, Order, quit_order, say
from solver.cli.output import BadInput, information_text, quantity
from solver.cli.reading import add_seed, add_strategy, add_variant, strategy_of
from solver.evaluate import Strategy
from solver.feedback import Feedback, History, InconsistentHistory, feedback_for
from solver.information import information, information_at
from solver.variant import Code, InvalidCode, Variant


def play_arguments(parser: ArgumentParser) -> None:
    """Take a variant, who breaks whose secret, and how the computer plays."""
    add_variant(parser)
    parser.add_argument("--guess", action="store_true", help="you break the computer's secret")
    add_strategy(parser)
    add_seed(parser)


def run_play(options: Namespace) -> None:
    """Play one game at the terminal."""
    variant = options.variant
    dice = reading.dice(options.seed)
    labels = None if options.guess else reading.labels(options.seed)  # hints are the same in every game
    strategy = strategy_of(variant, options.strategy, dice, labels)
    try:
        if options.guess:
            YouBreak(variant, strategy, dice.choice(list(variant.secrets()))).play()
        else:
            ComputerBreaks(variant, strategy).play()
    except Goodbye:
        say("Goodbye.")


# The computer breaks your secret, as the classic console programs did.


class ComputerBreaks:
    """One game.

    While the replies contradict each other there is no position, and the game waits until one is corrected.
    """

    def __init__(self, variant: Variant, strategy: Strategy) -> None:
        self._variant = variant
        self._strategy = strategy
        self._history: History = ()
        self._position: Position | None = position_after(variant)
        self._guess: Code | None = None

    def play(self) -> None:
        """Play until the secret is known. Raises Goodbye."""
        signs = legend(self._variant)
        say(f"Think of {kind_of_code(self._variant)}.")
        if signs:
            say(f"\n{signs}\n")
        say(f"Answer each guess with bulls and cows: 1B2C, or its number here:\n\n{code_table(self._variant)}\n")
        say("Ask ? for help.")
        Dialogue(self._prompt, self._hear, self._orders, note=signs).hold()

    def _orders(self) -> tuple[Order, ...]:
        fits = self._position is not None
        letter, example = ("", "") if fits else ("LETTER|", "fix a, ")
        return (
            Order("left", "[all]", "the candidates that are left", self._list, offered=fits),
            Order("why", "[CODE]", "the counts behind my guess, or behind another", self._explain, offered=fits),
            Order("guess", "CODE", "make your own guess instead of mine", self._override, offered=fits),
            Order("table", "", "the numbers of the replies", lambda _: say(code_table(self._variant))),
            Order("board", "", "the turns so far", lambda _: say(board(self._variant, self._history))),
            Order("undo", "", "take your last reply back, and be asked again", self._undo),
            Order("fix", f"{letter}TURN REPLY", f"put a reply right: {example}fix 2 1B0C", self._fix),
            Order("secret", "CODE", "tell me your secret, and I check your replies", self._check),
            quit_order(),
        )

    def _prompt(self) -> str | None:
        if self._position is None:
            return "\nPut a reply right: "
        if (broken := self._broken_in()) is not None:
            secret = self._history[broken - 1][0]
            guesses = quantity(broken, "guess", "guesses")
            say(f"\nYour secret is {self._variant.format(secret)}: broken in {guesses}. To look at the game again:\n")
            say(f"  {review_command(self._variant, secret, self._history[:broken])}", to_be_copied=True)
            return None
        if self._guess is None:
            self._guess = self._strategy.next_guess(self._position)
        guess = self._variant.format(self._guess)
        left = quantity(len(self._position.left), "candidate")
        return f"\nGuess {len(self._history) + 1}: {guess}   ({left} left)\nYour reply: "

    def _broken_in(self) -> int | None:
        broken = (turn for turn, (_, reply) in enumerate(self._history, 1) if reply.bulls == self._variant.length)
        return next(broken, None)

    def _hear(self, text: str) -> None:
        if self._position is None or self._guess is None:
            raise BadInput("first put a reply right: fix a, fix TURN REPLY or undo; ? shows what else there is")
        guess, reply = self._guess, self._reply_in(text)
        say(f"    {self._variant.format(guess)}  {reply}")
        self._go_on(*self._history, (guess, reply))

    def _reply_in(self, text: str) -> Feedback:
        try:
            return parse_reply(self._variant, text)
        except BadInput as error:
            last = len(reply_codes(self._variant)) - 1
            raise BadInput(f"{error}. Answer 0 to {last} or as 1B2C, or ask ? for help") from None

    def _go_on(self, *history: tuple[Code, Feedback]) -> None:
        """Set the turns so far."""
        self._history, self._guess = history, None
        try:
            self._position = position_after(self._variant, history)
        except InconsistentHistory:
            self._position = None
            self._show_diagnosis()

    def _show_diagnosis(self) -> None:
        say("\nYour replies contradict each other: no code fits them all.\n")
        say(board(self._variant, self._history))
        say(f"\nMost likely wrong:\n\n{suspicion_list(self._variant, self._history)}\n")
        say("fix a takes up the first of these; fix TURN REPLY puts any turn right; undo takes")
        say("your last reply back. Or tell me: secret CODE.")
        if self._variant.words:
            say("Your word may also be one that I do not know.")

    def _list(self, words: list[str]) -> None:
        say(candidate_list(self._consistent_position(), words))

    def _explain(self, words: list[str]) -> None:
        position = self._consistent_position()
        guess = reading.code(self._variant, " ".join(words)) if words else self._guess
        if guess is not None:
            say(information_text(self._variant, information(self._variant, guess, position.history)))

    def _override(self, words: list[str]) -> None:
        self._consistent_position()
        if not words:
            raise BadInput("say which code: guess CODE")
        self._guess = reading.code(self._variant, " ".join(words))

    def _consistent_position(self) -> Position:
        if self._position is None:
            raise BadInput("no code is left while your replies contradict each other")
        return self._position

    def _undo(self, _: list[str]) -> None:
        if not self._history:
            raise BadInput("there is no reply to take back")
        guess, _reply = self._history[-1]
        self._go_on(*self._history[:-1])
        self._guess = guess  # the same guess is asked again: its reply was wrong

    def _check(self, words: list[str]) -> None:
        if not words:
            raise BadInput("say your secret: secret CODE")
        say(reply_check(self._variant, self._history, " ".join(words)))

    def _fix(self, words: list[str]) -> None:
        match words:
            case [letter] if self._position is None and letter.isalpha():
                self._take_up(letter.lower())
            case [turn, *reply] if reply and turn.isdecimal():
                self._put_right(turn, " ".join(reply))
            case _:
                raise BadInput("say which turn, and its reply: fix 2 1B0C")

    def _take_up(self, letter: str) -> None:
        if not (suspect := suspicions(self._variant, self._history).get(letter)):
            raise BadInput(f"there is no suspicion {letter}")
        self._go_on(*corrected_history(self._history, suspect))

    def _put_right(self, turn: str, reply: str) -> None:
        turns = {str(number): asked for number, asked in enumerate(self._history, 1)}
        if turn not in turns:
            raise BadInput(f"there is no turn {turn[:10]}: you gave {quantity(len(turns), 'reply', 'replies')}")
        turns[turn] = (turns[turn][0], self._reply_in(reply))
        self._go_on(*turns.values())


# You break the computer's secret.


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
