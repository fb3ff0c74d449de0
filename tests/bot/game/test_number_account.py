"""Both ways to guess a number beside a plain account of every number that may be the one."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.game.number import KnownAlready, NumberGame, answered, asked, corrected, given_up, line_of, number_game_at
from bot.game.rules import IllegalMove
from solver.interval import Interval, Question, Relation
from tests.distribution import examples

RELATIONS = st.sampled_from(Relation)


class Asking(RuleBasedStateMachine):
    """A person asks the bot: the account holds every number that may be the one."""

    @initialize(low=st.integers(-20, 20), wide=st.integers(1, 40), data=st.data())
    def begin(self, low: int, wide: int, data: st.DataObject) -> None:
        self.fits = set(range(low, low + wide + 1))
        self.sought = data.draw(st.sampled_from(sorted(self.fits)))
        self.size, self.count, self.over, self.named = wide + 1, 0, False, False
        self.game = NumberGame(Interval(low, low + wide), self.sought)

    @rule(relation=RELATIONS, number=st.integers(-25, 65))
    def ask(self, relation: Relation, number: int) -> None:
        question = Question(relation, number)
        truth = question.answer_for(self.sought)
        kept = {one for one in self.fits if question.answer_for(one) == truth}
        names = relation is Relation.EQUAL and {number} == self.fits
        if self.over:
            with pytest.raises(IllegalMove):
                asked(self.game, question)
        elif kept == self.fits and not names:
            with pytest.raises(KnownAlready) as known:
                asked(self.game, question)
            assert known.value.turn.answer is truth
        else:
            self.count += not names
            self.fits = kept
            self.over = self.named = relation is Relation.EQUAL and truth
            self.game = asked(self.game, question)

    @precondition(lambda self: not self.over)
    @rule()
    def name_the_middle(self) -> None:
        self.ask(Relation.GREATER, sorted(self.fits)[(len(self.fits) - 1) // 2])

    @precondition(lambda self: not self.over and self.count > 2)
    @rule()
    def give_up(self) -> None:
        self.game, self.over = given_up(self.game), True

    @invariant()
    def the_game_is_as_the_account_says(self) -> None:
        left = self.game.left
        assert left is not None
        assert {one for span in left.intervals for one in range(span.low, span.high + 1)} == self.fits
        assert (self.game.is_over, self.game.is_found, self.game.questions) == (self.over, self.named, self.count)
        assert self.game.is_mastered == (self.named and self.count <= self._needed())
        assert self.game == number_game_at(line_of(self.game))

    def _needed(self) -> int:
        needed = 0
        while 2**needed < self.size:
            needed += 1
        return needed


class Answering(RuleBasedStateMachine):
    """The bot asks a person who may lie: the account holds the answers alone."""

    @initialize(low=st.integers(-20, 20), wide=st.integers(1, 40))
    def begin(self, low: int, wide: int) -> None:
        self.numbers = range(low, low + wide + 1)
        self.answers: list[tuple[Question, bool]] = []
        self.game = NumberGame(Interval(low, low + wide), None)

    def fitting(self, answers: list[tuple[Question, bool]]) -> list[int]:
        return [one for one in self.numbers if all(asks.answer_for(one) == says for asks, says in answers)]

    @precondition(lambda self: self.game.asks is not None)
    @rule(says=st.booleans())
    def answer(self, *, says: bool) -> None:
        asks = self.game.asks
        assert asks is not None
        self.answers.append((asks, says))
        self.game = answered(self.game, answer=says)

    @precondition(lambda self: self.answers and not self.game.is_over)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        at = data.draw(st.integers(0, len(self.answers) - 1))
        self.answers[at:] = [(self.answers[at][0], not self.answers[at][1])]
        self.game = corrected(self.game, at)

    @precondition(lambda self: self.game.is_over)
    @rule()
    def go_on(self) -> None:
        with pytest.raises(IllegalMove):
            answered(self.game, answer=True)

    @invariant()
    def the_game_is_as_the_account_says(self) -> None:
        fitting = self.fitting(self.answers)
        assert self.game.is_contradicted == (not fitting)
        assert self.game.is_found == bool(
            self.answers and self.answers[-1][0].relation is Relation.EQUAL and self.answers[-1][1]
        )
        assert self.game.questions <= self.game.needed
        doubted = [
            at
            for at, (asks, says) in enumerate(self.answers)
            if not fitting and self.fitting([*self.answers[:at], (asks, not says), *self.answers[at + 1 :]])
        ]
        assert list(self.game.doubtful) == doubted
        assert fitting or doubted, "one answer put right is always enough to go on"
        assert self.game == number_game_at(line_of(self.game))


TestAsking = Asking.TestCase
TestAsking.settings = settings(max_examples=examples(40), stateful_step_count=20)
TestAnswering = Answering.TestCase
TestAnswering.settings = settings(max_examples=examples(40), stateful_step_count=25)
