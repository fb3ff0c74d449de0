from collections import Counter
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.game.model import HIDDEN, MODES, Game, GameOver, GuessAnswered, Outcome, Phase, Seat, Termination, seen_by
from bot.game.notation import game_at, position
from bot.game.rules import Guess, IllegalMove, Leave, Move, Reason, apply
from solver.feedback import Feedback
from solver.variant import VARIANTS, Code, Variant
from tests.bot.strategies import ALONE, VARIANT, games
from tests.distribution import examples
from tests.solver.games import codes

SOLVED, RESIGNED = Outcome(Termination.SOLVED, ALONE), Outcome(Termination.RESIGNED, None)
EVERY_WAY = pytest.mark.parametrize("variant", VARIANTS)


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("solo classic 0834 |", None),
        ("solo classic 0834 | 0483", None),
        ("solo classic 0834 | 0483 0483", None),
        ("solo classic 0834 | 0483 0834", SOLVED),
        ("solo classic 0834 | 0834", SOLVED),
        ("solo classic 0834 | | resigned 0", RESIGNED),
        ("solo mini 1234 | 4321 | resigned 0", RESIGNED),
        ("solo three 012 | 012", SOLVED),
    ],
)
def test_a_position_says_how_it_ended(line: str, outcome: Outcome | None) -> None:
    assert game_at(line).outcome == outcome


@EVERY_WAY
def test_a_game_goes_from_its_first_guess_to_its_end(variant: str) -> None:
    secret, other, *_ = (VARIANTS[variant].format(code) for code in VARIANTS[variant].codes())
    begun = game_at(f"solo {variant} {secret} |")
    step = apply(begun, Guess(ALONE, VARIANTS[variant].parse(other)))
    assert position(step.game) == f"solo {variant} {secret} | {other}"
    assert step.events == (GuessAnswered(step.game.turns[0]),)
    end = apply(step.game, Guess(ALONE, VARIANTS[variant].parse(secret)))
    assert position(end.game) == f"solo {variant} {secret} | {other} {secret}"
    assert end.events == (GuessAnswered(end.game.turns[1]), GameOver(SOLVED))


@EVERY_WAY
def test_giving_up_ends_the_game(variant: str) -> None:
    secret = VARIANTS[variant].format(next(VARIANTS[variant].codes()))
    step = apply(game_at(f"solo {variant} {secret} |"), Leave(ALONE))
    assert position(step.game) == f"solo {variant} {secret} |  | resigned 0"
    assert step.events == (GameOver(RESIGNED),)


@pytest.mark.parametrize("end", ["| 0834", "| | resigned 0"])
@pytest.mark.parametrize("move", [Guess(ALONE, (0, 1, 2, 3)), Leave(ALONE)])
def test_nothing_moves_once_the_game_is_over(end: str, move: Move) -> None:
    with pytest.raises(IllegalMove) as refusal:
        apply(game_at(f"solo classic 0834 {end}"), move)
    assert refusal.value.reason is Reason.GAME_OVER


def test_a_guess_counts_again_only_knowingly() -> None:
    game = game_at("solo classic 0834 | 0123 4567")
    with pytest.raises(IllegalMove) as refusal:
        apply(game, Guess(ALONE, (0, 1, 2, 3)))
    assert refusal.value.reason is Reason.ASKED_BEFORE
    again = apply(game, Guess(ALONE, (0, 1, 2, 3), knowingly=True)).game
    assert position(again) == "solo classic 0834 | 0123 4567 0123"


@pytest.mark.parametrize("seat", [-1, 1, 2])
@EVERY_WAY
def test_only_who_sits_at_the_game_moves(variant: str, seat: int) -> None:
    code = next(VARIANTS[variant].codes())
    with pytest.raises(ValueError, match="seat"):
        apply(Game(VARIANTS[variant], MODES["solo"], (code,)), Guess(Seat(seat), code))


def test_a_game_without_its_secret_cannot_go_on() -> None:
    with pytest.raises(ValueError, match="whole game"):
        apply(seen_by(game_at("solo classic 0834 |"), None), Guess(ALONE, (0, 1, 2, 3)))


@given(games(), st.data())
def test_a_move_never_changes_the_game_it_was_given(game: Game, data: st.DataObject) -> None:
    before, written = replace(game), position(game)
    code = data.draw(codes(game.variant))
    moves: list[Move] = [Guess(ALONE, code), Leave(ALONE)]
    with suppress(IllegalMove):
        assert apply(game, data.draw(st.sampled_from(moves))).game != game
    assert game == before
    assert position(game) == written


@given(games())
def test_a_game_played_again_is_the_same_game(game: Game) -> None:
    again = replace(game, turns=(), gone=())
    for turn in game.turns:
        again = apply(again, Guess(turn.seat, turn.guess, knowingly=True)).game
    for gone in game.gone:
        again = apply(again, Leave(gone.seat, gone.why)).game
    assert again == game


@given(games())
def test_there_is_an_outcome_exactly_when_solved_or_given_up(game: Game) -> None:
    solved = any(turn.guess == game.secret for turn in game.turns)
    expected = RESIGNED if game.gone else SOLVED if solved else None
    assert game.outcome == expected
    assert (game.phase is Phase.OVER) == (expected is not None)
    assert all(turn.guess != game.secret for turn in game.turns[:-1])


@given(games())
def test_a_breaker_sees_the_secret_only_when_the_game_is_over(game: Game) -> None:
    seen = seen_by(game, None)
    assert (seen.secret == HIDDEN) == (game.phase is Phase.PLAYING)
    assert replace(seen, secrets=game.secrets) == game


class SoloGame(RuleBasedStateMachine):
    """The rules beside a plain account of the game: the secret, the guesses made, and whether it was given up."""

    @initialize(variant=VARIANT, data=st.data())
    def begin(self, variant: Variant, data: st.DataObject) -> None:
        self.secret = data.draw(codes(variant))
        self.game = Game(variant, MODES["solo"], (self.secret,))
        self.guesses: list[Code] = []
        self.given_up = False

    @property
    def over(self) -> bool:
        return self.given_up or self.secret in self.guesses

    @rule(data=st.data(), knowingly=st.booleans())
    def guess(self, data: st.DataObject, *, knowingly: bool) -> None:
        known = st.sampled_from([self.secret, *self.guesses])
        self._guess(data.draw(known | codes(self.game.variant)), knowingly=knowingly)

    def _guess(self, code: Code, *, knowingly: bool) -> None:
        reason = Reason.GAME_OVER if self.over else Reason.ASKED_BEFORE
        if self.over or (code in self.guesses and not knowingly):
            with pytest.raises(IllegalMove, match=reason.value):
                apply(self.game, Guess(ALONE, code, knowingly=knowingly))
            return
        self.guesses.append(code)
        step = apply(self.game, Guess(ALONE, code, knowingly=knowingly))
        assert [type(event) for event in step.events] == [GuessAnswered, GameOver][: 1 + self.over]
        self.game = step.game

    @precondition(lambda self: not self.over)
    @rule()
    def give_up(self) -> None:
        self.game = apply(self.game, Leave(ALONE)).game
        self.given_up = True

    @invariant()
    def the_game_is_as_the_account_says(self) -> None:
        assert [turn.guess for turn in self.game.turns] == self.guesses
        assert [turn.feedback for turn in self.game.turns] == [self._feedback(guess) for guess in self.guesses]
        assert (self.game.outcome is not None) == self.over
        assert self.game == game_at(position(self.game))

    def _feedback(self, guess: Code) -> Feedback:
        bulls = sum(guess[place] == self.secret[place] for place in range(len(guess)))
        shared = Counter(guess) & Counter(self.secret)
        return Feedback(bulls, shared.total() - bulls)


TestSoloGame = SoloGame.TestCase
TestSoloGame.settings = settings(max_examples=examples(40), stateful_step_count=25)
