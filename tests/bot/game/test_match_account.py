"""Every mode for two beside a plain account of it."""

from collections import Counter

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from bot.game.leaving import Way
from bot.game.model import MODES, Game, GameOver, GuessAnswered, Outcome, Seat, SecretsReady, Termination
from bot.game.notation import game_at, position
from bot.game.rules import Abort, Agree, Guess, IllegalMove, Leave, Move, Reason, SetSecret, apply
from solver.feedback import Feedback
from solver.variant import Code, Variant
from tests.bot.strategies import FOR_TWO, VARIANT
from tests.distribution import examples
from tests.solver.games import codes

KEEPING, IN_TURN, EQUAL_TURNS, SEEN_BY_BOTH = {"duel", "sudden"}, {"duel", "sudden", "volley"}, {"duel"}, {"volley"}
SOLVED, RESIGNED, TIMED_OUT = Termination.SOLVED, Termination.RESIGNED, Termination.TIMED_OUT


class GameForTwo(RuleBasedStateMachine):
    """The rules beside a plain account: who keeps what, who guessed what and when, and how it was ended."""

    @initialize(name=st.sampled_from(FOR_TWO), variant=VARIANT, first=st.sampled_from([0, 1]), data=st.data())
    def begin(self, name: str, variant: Variant, first: int, data: st.DataObject) -> None:
        self.name, self.variant = name, variant
        self.first = first if name in IN_TURN else 0
        self.kept: list[Code | None] = [None, None] if name in KEEPING else [data.draw(codes(variant))] * 2
        self.guesses: list[tuple[int, Code, float]] = []
        self.end: tuple[Termination, int | None] | None = None
        self.now = 0.0
        secrets = tuple(self.kept) if name in KEEPING else (self.kept[0],)
        self.game = Game(variant, MODES[name], secrets, Seat(self.first))

    def _of(self, seat: int) -> list[Code]:
        """The seat's guesses."""
        return [code for at, code, _ in self.guesses if at == seat]

    def _broke(self, seat: int) -> bool:
        return self._to_break(seat) in self._of(seat)

    def _to_break(self, seat: int) -> Code | None:
        return self.kept[1 - seat]

    def _outcome(self) -> tuple[Termination, int | None] | None:
        """How it stands, told from the account alone."""
        broke = [seat for seat in (0, 1) if self._broke(seat)]
        counts = [len(self._of(seat)) for seat in (0, 1)]
        if self.end or not broke:
            return self.end
        if self.name in EQUAL_TURNS:
            if counts[0] != counts[1]:
                return None
            return SOLVED, broke[0] if len(broke) == 1 else None
        if self.name in IN_TURN:
            return SOLVED, broke[0]
        return self._race_outcome(broke, counts)

    def _race_outcome(self, broke: list[int], counts: list[int]) -> tuple[Termination, int | None] | None:
        if len(broke) == 1:
            mine, theirs = broke[0], 1 - broke[0]
            return (SOLVED, mine) if counts[theirs] + 1 >= counts[mine] else None
        times = [max(at for seat, _, at in self.guesses if seat == who) for who in (0, 1)]
        results = [(counts[seat], times[seat]) for seat in (0, 1)]
        return SOLVED, None if results[0] == results[1] else results.index(min(results))

    def _why_no_guess(self, seat: int, code: Code, *, knowingly: bool) -> Reason | None:
        known = [guess for at, guess, _ in self.guesses if at == seat or self.name in SEEN_BY_BOTH]
        turn = (self.first + len(self.guesses)) % 2
        refusals = {
            Reason.GAME_OVER: self._outcome() is not None,
            Reason.SECRETS_FIRST: None in self.kept,
            Reason.SOLVED_ALREADY: self._broke(seat) and (self.name not in IN_TURN or turn != seat),
            Reason.NOT_YOUR_TURN: self.name in IN_TURN and turn != seat,
            Reason.ASKED_BEFORE: code in known and not knowingly,
        }
        return next((reason for reason, holds in refusals.items() if holds), None)

    def _try(self, move: Move, reason: Reason | None) -> bool:
        """Whether the move is made: it must be exactly if the account has no reason against it."""
        if reason is None:
            step = apply(self.game, move)
            self.game, self.events = step.game, [type(event) for event in step.events]
            return True
        with pytest.raises(IllegalMove) as refusal:
            apply(self.game, move)
        assert refusal.value.reason is reason
        return False

    @rule(seat=st.sampled_from([0, 1]), data=st.data())
    def keep(self, seat: int, data: st.DataObject) -> None:
        if self.name not in KEEPING:
            return
        code = data.draw(codes(self.variant))
        reason = Reason.GAME_OVER if self._outcome() else Reason.KEPT_ALREADY if self.kept[seat] else None
        if self._try(SetSecret(Seat(seat), code), reason):
            self.kept[seat] = code
            assert self.events == ([] if None in self.kept else [SecretsReady])

    @rule(seat=st.sampled_from([0, 1]), data=st.data(), knowingly=st.booleans(), later=st.sampled_from([0.0, 1.5]))
    def guess(self, seat: int, data: st.DataObject, later: float, *, knowingly: bool) -> None:
        self.now += later
        likely = [code for code in (self._to_break(seat), *self._of(0), *self._of(1)) if code is not None]
        code = data.draw((st.sampled_from(likely) if likely else st.nothing()) | codes(self.variant))
        at = 0.0 if self.name in IN_TURN else self.now
        move = Guess(Seat(seat), code, knowingly=knowingly, at=at)
        if self._try(move, self._why_no_guess(seat, code, knowingly=knowingly)):
            self.guesses.append((seat, code, at))
            assert self.events == [GuessAnswered, GameOver][: 1 + (self._outcome() is not None)]

    @rule(seat=st.sampled_from([0, 1]), why=st.sampled_from([RESIGNED, TIMED_OUT]), seldom=st.integers(0, 9))
    def leave(self, seat: int, why: Termination, seldom: int) -> None:
        if seldom or (not self._outcome() and not self.guesses and why is TIMED_OUT):
            return  # nobody can lose by the clock what has not begun
        solved = Reason.SOLVED_ALREADY if self._broke(seat) else None
        if self._try(Leave(Seat(seat), why), Reason.GAME_OVER if self._outcome() else solved):
            self.end = why, 1 - seat

    @rule(seat=st.sampled_from([0, 1]), seldom=st.integers(0, 9))
    def agree(self, seat: int, seldom: int) -> None:
        if seldom or (not self._outcome() and not self.guesses):
            return  # there is nothing yet to be shared
        if self._try(Agree(Seat(seat)), Reason.GAME_OVER if self._outcome() else None):
            self.end = Termination.AGREED, None

    @rule(seat=st.sampled_from([0, 1]), way=st.sampled_from([Way.WISH, Way.CALL_OFF]), seldom=st.integers(0, 9))
    def abort(self, seat: int, way: Way, seldom: int) -> None:
        late = Reason.TOO_LATE_TO_ABORT if self.guesses and way is Way.WISH else None
        if seldom == 0 and self._try(Abort(Seat(seat), way), Reason.GAME_OVER if self._outcome() else late):
            self.end = Termination.ABORTED, None

    @invariant()
    def the_game_is_as_the_account_says(self) -> None:
        rows = [(turn.seat, turn.guess, turn.at) for turn in self.game.turns]
        assert rows == self.guesses
        assert [turn.feedback for turn in self.game.turns] == [self._feedback(seat, code) for seat, code, _ in rows]
        expected = self._outcome()
        assert self.game.outcome == (
            expected and Outcome(expected[0], None if expected[1] is None else Seat(expected[1]))
        )
        assert self.game == game_at(position(self.game))

    def _feedback(self, seat: int, guess: Code) -> Feedback:
        secret = self._to_break(seat)
        assert secret is not None
        bulls = sum(guess[place] == secret[place] for place in range(len(guess)))
        return Feedback(bulls, (Counter(guess) & Counter(secret)).total() - bulls)


TestGameForTwo = GameForTwo.TestCase
TestGameForTwo.settings = settings(max_examples=examples(120), stateful_step_count=30)
