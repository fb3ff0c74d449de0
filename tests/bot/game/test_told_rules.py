"""Games without a secret that the rules know: every reply is told, and may be put right later."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.game.model import MODES, Game, GameOver, GuessAnswered, Phase, Termination, seen_by
from bot.game.notation import game_at, position
from bot.game.rules import Amend, Guess, IllegalMove, Leave, Reason, Reply, apply
from solver.feedback import Feedback, possible_feedback
from solver.variant import Variant
from tests.bot.strategies import ALONE, VARIANT
from tests.distribution import examples
from tests.solver.games import codes

TOLD = [name for name, mode in MODES.items() if not mode.has_secret]


@pytest.mark.parametrize("mode", TOLD)
def test_a_game_goes_on_until_the_code_is_said_to_be_broken(mode: str) -> None:
    step = apply(game_at(f"{mode} classic |"), Reply(ALONE, (0, 1, 2, 3), Feedback(1, 2)))
    assert position(step.game) == f"{mode} classic | 0123=1B2C"
    assert step.events == (GuessAnswered(step.game.turns[0]),)
    end = apply(step.game, Reply(ALONE, (0, 2, 1, 4), Feedback(4, 0)))
    assert position(end.game) == f"{mode} classic | 0123=1B2C 0214=4B0C"
    assert [type(event) for event in end.events] == [GuessAnswered, GameOver]
    assert end.game.outcome is not None
    assert end.game.outcome.termination is Termination.SOLVED


def test_a_code_that_is_broken_after_all_ends_the_game_there() -> None:
    game = game_at("think classic | 0123=1B2C 4567=0B0C 0132=2B0C")
    assert position(apply(game, Amend(ALONE, 1, Feedback(4, 0))).game) == "think classic | 0123=1B2C 4567=4B0C"


@pytest.mark.parametrize("line", ["solo classic 0834 | 0123", "duel classic 0834 0123 first 0 | 0:0123"])
def test_what_follows_from_a_secret_is_not_told(line: str) -> None:
    for move in (Reply(ALONE, (0, 1, 2, 3), Feedback(1, 1)), Amend(ALONE, 0, Feedback(1, 1))):
        with pytest.raises(ValueError):
            apply(game_at(line), move)


@pytest.mark.parametrize("mode", TOLD)
def test_what_is_told_follows_from_no_secret(mode: str) -> None:
    game = game_at(f"{mode} classic | 0123=1B2C")
    with pytest.raises(ValueError, match="whole game"):
        apply(game, Guess(ALONE, (4, 5, 6, 7)))
    for turn in (-1, 1):
        with pytest.raises(ValueError, match="no reply"):
            apply(game, Amend(ALONE, turn, Feedback(0, 0)))


class ToldGame(RuleBasedStateMachine):
    """The rules beside a plain account: each guess with the reply that holds now."""

    @initialize(variant=VARIANT, mode=st.sampled_from(TOLD))
    def begin(self, variant: Variant, mode: str) -> None:
        self.game = Game(variant, MODES[mode], ())
        self.account: list[tuple[tuple[int, ...], Feedback]] = []
        self.given_up = False

    @property
    def over(self) -> bool:
        return self.given_up or any(reply.bulls == self.game.variant.length for _, reply in self.account)

    @rule(data=st.data(), knowingly=st.booleans())
    def reply(self, data: st.DataObject, *, knowingly: bool) -> None:
        code, reply = data.draw(codes(self.game.variant)), self._any_reply(data)
        move = Reply(ALONE, code, reply, knowingly=knowingly)
        asked_before = code in [guess for guess, _ in self.account]
        if self.over or (asked_before and not knowingly):
            reason = Reason.GAME_OVER if self.over else Reason.ASKED_BEFORE
            with pytest.raises(IllegalMove, match=reason.value):
                apply(self.game, move)
            return
        self.account.append((code, reply))
        self.game = apply(self.game, move).game

    @precondition(lambda self: self.account and not self.over)
    @rule(data=st.data())
    def amend(self, data: st.DataObject) -> None:
        turn = data.draw(st.integers(0, len(self.account) - 1))
        reply = self._any_reply(data)
        self.account[turn] = (self.account[turn][0], reply)
        if reply.bulls == self.game.variant.length:
            del self.account[turn + 1 :]
        self.game = apply(self.game, Amend(ALONE, turn, reply)).game

    @precondition(lambda self: not self.over)
    @rule()
    def give_up(self) -> None:
        self.game = apply(self.game, Leave(ALONE)).game
        self.given_up = True

    @invariant()
    def the_game_is_as_the_account_says(self) -> None:
        assert list(self.game.history_of(ALONE)) == self.account
        assert (self.game.phase is Phase.OVER) == self.over
        assert self.game == game_at(position(self.game)) == seen_by(self.game, None)

    def _any_reply(self, data: st.DataObject) -> Feedback:
        return data.draw(st.sampled_from(possible_feedback(self.game.variant)))


TestToldGame = ToldGame.TestCase
TestToldGame.settings = settings(max_examples=examples(40), stateful_step_count=20)
