"""The rules where people come and go: positions, and both such modes beside a plain account of them."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from bot.game.model import MODES, Game, GameOver, GuessAnswered, Outcome, Seat, Termination
from bot.game.notation import game_at, position
from bot.game.rules import Guess, IllegalMove, Join, Leave, Move, Reason, SetSecret, apply
from solver.variant import Code, Variant
from tests.bot.strategies import VARIANT
from tests.distribution import examples
from tests.solver.games import codes

SOLVED, RESIGNED = Termination.SOLVED, Termination.RESIGNED
CODE = (8, 9, 0, 1)


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("circle classic 0123 first 0 seats 3 | 0:4567", None),
        ("circle classic 0123 first 0 seats 3 | 0:4567 1:0123", Outcome(SOLVED, Seat(1))),
        ("circle classic 0123 first 0 seats 2 | 0:4567 | resigned 1", None),
        ("circle classic 0123 first 0 seats 2 | 0:4567 | resigned 1 | resigned 0", Outcome(RESIGNED, None)),
        ("party classic 0123 seats 2 | 0:4567 0:8901 1:0123", Outcome(SOLVED, Seat(1))),
        ("party classic 0123 seats 1 | | resigned 0", Outcome(RESIGNED, None)),
    ],
)
def test_a_position_says_who_has_won(line: str, outcome: Outcome | None) -> None:
    assert game_at(line).outcome == outcome


@pytest.mark.parametrize(
    ("line", "may_guess"),
    [
        ("circle classic 0123 first 1 seats 3 |", [1]),
        ("circle classic 0123 first 1 seats 3 | 1:4567 2:8901", [0]),
        ("circle classic 0123 first 1 seats 3 | 1:4567 | timed-out 2", [0]),
        ("circle classic 0123 first 0 seats 3 | | resigned 0 | resigned 1", [2]),
        ("circle classic 0123 first 0 seats 1 | 0:4567", [0]),
        ("circle classic 0123 first 0 seats 3 | 0:0123", []),
        ("party classic 0123 seats 3 | 0:4567 | resigned 1", [0, 2]),
    ],
)
def test_a_position_says_who_may_guess(line: str, may_guess: list[int]) -> None:
    game = game_at(line)
    assert [seat for seat in game.seats if game.may_guess(seat)] == may_guess


@pytest.mark.parametrize(
    ("line", "move", "after"),
    [
        ("party classic 0123 seats 1 | 0:4567", Join(Seat(1)), "party classic 0123 seats 2 | 0:4567"),
        ("circle classic 0123 first 0 seats 2 | | resigned 1", Join(Seat(1)), "circle classic 0123 first 0 seats 2 |"),
        (
            "circle classic 0123 first 0 seats 2 | 0:4567 | resigned 0",
            Join(Seat(2)),
            "circle classic 0123 first 0 seats 3 | 0:4567 | resigned 0",
        ),
    ],
)
def test_whoever_sits_down_plays(line: str, move: Move, after: str) -> None:
    assert position(apply(game_at(line), move).game) == after


@pytest.mark.parametrize(
    ("line", "move", "reason"),
    [
        ("circle classic 0123 first 0 seats 3 |", Guess(Seat(1), CODE), Reason.NOT_YOUR_TURN),
        ("circle classic 0123 first 0 seats 3 | 0:8901", Guess(Seat(1), CODE), Reason.ASKED_BEFORE),
        ("circle classic 0123 first 0 seats 20 |", Join(Seat(20)), Reason.NO_SEAT_LEFT),
        ("party classic 0123 seats 1 | | resigned 0", Join(Seat(1)), Reason.GAME_OVER),
    ],
)
def test_what_cannot_be_done_is_refused_by_name(line: str, move: Move, reason: Reason) -> None:
    with pytest.raises(IllegalMove) as refusal:
        apply(game_at(line), move)
    assert refusal.value.reason is reason


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("circle classic 0123 first 0 seats 2 |", Join(Seat(1))),
        ("circle classic 0123 first 0 seats 2 |", Join(Seat(3))),
        ("circle classic 0123 first 0 seats 2 | | resigned 1", Guess(Seat(1), CODE)),
        ("circle classic 0123 first 0 seats 2 | | resigned 1", Leave(Seat(1))),
        ("duel classic 0123 4567 first 0 |", Join(Seat(2))),
        ("party classic 0123 seats 2 |", SetSecret(Seat(1), CODE)),
    ],
)
def test_what_no_button_offers_is_a_bug(line: str, move: Move) -> None:
    with pytest.raises(ValueError, match=r"sit|seat|secret"):
        apply(game_at(line), move)


class Group(RuleBasedStateMachine):
    """The rules beside a plain account: a list of who sits there, who is out, and whose turn it is."""

    @initialize(
        name=st.sampled_from([name for name, mode in MODES.items() if mode.grows]), variant=VARIANT, data=st.data()
    )
    def begin(self, name: str, variant: Variant, data: st.DataObject) -> None:
        self.in_turn, self.variant = name == "circle", variant
        self.secret: Code = data.draw(codes(variant))
        self.sitting = [True]
        self.guesses: list[tuple[int, Code]] = []
        self.game = Game(variant, MODES[name], (self.secret,))

    @property
    def solver(self) -> int | None:
        return self.guesses[-1][0] if self.guesses and self.guesses[-1][1] == self.secret else None

    @property
    def over(self) -> bool:
        return self.solver is not None or not any(self.sitting)

    @property
    def next(self) -> int:
        """Whose turn it is: walk round from whoever guessed last to the next who is there."""
        seat = self.guesses[-1][0] + 1 if self.guesses else 0
        while not self.sitting[seat % len(self.sitting)]:
            seat += 1
        return seat % len(self.sitting)

    def _try(self, move: Move, reason: Reason | None) -> bool:
        if reason is None:
            step = apply(self.game, move)
            self.game, self.events = step.game, [type(event) for event in step.events]
            return True
        with pytest.raises(IllegalMove) as refusal:
            apply(self.game, move)
        assert refusal.value.reason is reason
        return False

    @rule(data=st.data(), knowingly=st.booleans())
    def guess(self, data: st.DataObject, *, knowingly: bool) -> None:
        here = [seat for seat, sits in enumerate(self.sitting) if sits]
        if not here:
            return
        seat = data.draw(st.sampled_from([*here, *[self.next] * 3]))
        seldom = [self.secret] * data.draw(st.sampled_from([0, 0, 0, 1]))
        known = [code for _, code in self.guesses]
        code = data.draw(st.sampled_from(pool) if (pool := [*known, *seldom]) else codes(self.variant))
        refusals = {
            Reason.GAME_OVER: self.over,
            Reason.NOT_YOUR_TURN: self.in_turn and seat != self.next,
            Reason.ASKED_BEFORE: code in known and not knowingly,
        }
        reason = next((reason for reason, holds in refusals.items() if holds), None)
        if self._try(Guess(Seat(seat), code, knowingly=knowingly), reason):
            self.guesses.append((seat, code))
            assert self.events == [GuessAnswered, GameOver][: 1 + self.over]

    @rule(data=st.data())
    def join(self, data: st.DataObject) -> None:
        out = [seat for seat, sits in enumerate(self.sitting) if not sits]
        seat = data.draw(st.sampled_from([*out, len(self.sitting)]))
        is_full = self.in_turn and seat == 20
        reason = Reason.GAME_OVER if self.over else Reason.NO_SEAT_LEFT if is_full else None
        if self._try(Join(Seat(seat)), reason):
            self.sitting[seat:] = [True, *self.sitting[seat + 1 :]]

    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        here = [seat for seat, sits in enumerate(self.sitting) if sits]
        if here:
            seat = data.draw(st.sampled_from(here))
            if self._try(Leave(Seat(seat)), Reason.GAME_OVER if self.over else None):
                self.sitting[seat] = False
                assert self.events == [GameOver] * self.over

    @invariant()
    def the_game_is_as_the_account_says(self) -> None:
        game = self.game
        assert [(turn.seat, turn.guess) for turn in game.turns] == self.guesses
        assert [seat in game.staying for seat in game.seats] == self.sitting
        assert game_at(position(game)) == game
        if self.over:
            winner = None if self.solver is None else Seat(self.solver)
            assert game.outcome == Outcome(RESIGNED if winner is None else SOLVED, winner)
            return
        assert game.outcome is None
        if self.in_turn:
            assert game.to_move == self.next


TestGroup = Group.TestCase
TestGroup.settings = settings(max_examples=examples(80), stateful_step_count=25)
