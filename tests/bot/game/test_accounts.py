"""Games of every kind beside plain accounts of them, whatever is tried."""

from collections import Counter

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.game import model
from bot.game.leaving import Way
from bot.game.model import MODES, Game, GameOver, GuessAnswered, Outcome, Phase, Seat, Termination
from bot.game.notation import game_at, position
from bot.game.number import KnownAlready, NumberGame, answered, asked, corrected, given_up, line_of, number_game_at
from bot.game.rules import Abort, Agree, Amend, Guess, IllegalMove, Join, Leave, Move, Reason, Reply, SetSecret, apply
from solver.feedback import Feedback, possible_feedback
from solver.interval import Interval, Question, Relation
from solver.variant import Code, Variant
from tests.bot.strategies import ALONE, FOR_TWO, VARIANT
from tests.distribution import examples
from tests.solver.games import codes

GROWING = [name for name, mode in MODES.items() if mode.grows]
KEEPING, IN_TURN, EQUAL_TURNS, SEEN_BY_BOTH = {"duel", "sudden"}, {"duel", "sudden", "volley"}, {"duel"}, {"volley"}
SOLVED, RESIGNED, TIMED_OUT = Termination.SOLVED, Termination.RESIGNED, Termination.TIMED_OUT


def counted(guess: Code, secret: Code) -> Feedback:
    """Bulls and cows, counted as people count them."""
    bulls = sum(one == other for one, other in zip(guess, secret, strict=True))
    return Feedback(bulls, (Counter(guess) & Counter(secret)).total() - bulls)


class Account(RuleBasedStateMachine):
    game: Game
    events: list[type]

    def makes(self, move: Move, reason: Reason | None) -> bool:
        """Whether the move is made: it must be exactly if the account has no reason against it."""
        if reason is None:
            step = apply(self.game, move)
            self.game, self.events = step.game, [type(event) for event in step.events]
            return True
        with pytest.raises(IllegalMove) as refusal:
            apply(self.game, move)
        assert refusal.value.reason is reason
        return False


class GameAlone(Account):
    given_up = False

    @property
    def over(self) -> bool:
        raise NotImplementedError

    @precondition(lambda self: not self.over)
    @rule()
    def give_up(self) -> None:
        self.game = apply(self.game, Leave(ALONE)).game
        self.given_up = True


class SoloGame(GameAlone):
    @initialize(variant=VARIANT, data=st.data())
    def begin(self, variant: Variant, data: st.DataObject) -> None:
        self.secret = data.draw(codes(variant))
        self.game = Game(variant, MODES["solo"], (self.secret,))
        self.guesses: list[Code] = []

    @property
    def over(self) -> bool:
        return self.given_up or self.secret in self.guesses

    @rule(data=st.data(), knowingly=st.booleans())
    def guess(self, data: st.DataObject, *, knowingly: bool) -> None:
        known = st.sampled_from([self.secret, *self.guesses])
        code = data.draw(known | codes(self.game.variant))
        asked_before = Reason.ASKED_BEFORE if code in self.guesses and not knowingly else None
        if self.makes(Guess(ALONE, code, knowingly), Reason.GAME_OVER if self.over else asked_before):
            self.guesses.append(code)
            assert self.events == [GuessAnswered, GameOver][: 1 + self.over]

    @invariant()
    def the_game_is_as_the_account_says(self) -> None:
        told = [(turn.guess, turn.feedback) for turn in self.game.turns]
        assert told == [(guess, counted(guess, self.secret)) for guess in self.guesses]
        expected = Outcome(RESIGNED, None) if self.given_up else Outcome(SOLVED, ALONE) if self.over else None
        assert (self.game.outcome, self.game.phase is Phase.OVER) == (expected, self.over)
        assert self.game == game_at(position(self.game))


class ToldGame(GameAlone):
    @initialize(variant=VARIANT, mode=st.sampled_from([name for name, mode in MODES.items() if not mode.has_secret]))
    def begin(self, variant: Variant, mode: str) -> None:
        self.game = Game(variant, MODES[mode], ())
        self.account: list[tuple[tuple[int, ...], Feedback]] = []

    @property
    def over(self) -> bool:
        return self.given_up or any(reply.bulls == self.game.variant.length for _, reply in self.account)

    @rule(data=st.data(), knowingly=st.booleans())
    def reply(self, data: st.DataObject, *, knowingly: bool) -> None:
        code, reply = data.draw(codes(self.game.variant)), data.draw(self._replies)
        known = [guess for guess, _ in self.account]
        asked_before = Reason.ASKED_BEFORE if code in known and not knowingly else None
        if self.makes(Reply(ALONE, code, reply, knowingly), Reason.GAME_OVER if self.over else asked_before):
            self.account.append((code, reply))

    @precondition(lambda self: self.account and not self.over)
    @rule(data=st.data())
    def amend(self, data: st.DataObject) -> None:
        turn = data.draw(st.integers(0, len(self.account) - 1))
        reply = data.draw(self._replies)
        self.account[turn] = (self.account[turn][0], reply)
        if reply.bulls == self.game.variant.length:
            del self.account[turn + 1 :]
        self.game = apply(self.game, Amend(ALONE, turn, reply)).game

    @invariant()
    def the_game_is_as_the_account_says(self) -> None:
        assert (list(self.game.history_of(ALONE)), self.game.phase is Phase.OVER) == (self.account, self.over)
        assert self.game == game_at(position(self.game)) == model.seen_by(self.game, None)

    @property
    def _replies(self) -> st.SearchStrategy[Feedback]:
        return st.sampled_from(possible_feedback(self.game.variant))


class Group(Account):
    @initialize(name=st.sampled_from(GROWING), variant=VARIANT, data=st.data())
    def begin(self, name: str, variant: Variant, data: st.DataObject) -> None:
        self.in_turn, self.variant = name == "circle", variant
        self.secret: Code = data.draw(codes(variant))
        self.sitting = [True]
        self.guesses: list[tuple[int, Code]] = []
        self.game = Game(variant, MODES[name], (self.secret,))

    def those(self, *, sit: bool) -> list[int]:
        return [seat for seat, sits in enumerate(self.sitting) if sits == sit]

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

    @rule(data=st.data(), knowingly=st.booleans())
    def guess(self, data: st.DataObject, *, knowingly: bool) -> None:
        if not any(self.sitting):
            return
        seat = data.draw(st.sampled_from([*self.those(sit=True), *[self.next] * 3]))
        seldom = [self.secret] * data.draw(st.sampled_from([0, 0, 0, 1]))
        known = [code for _, code in self.guesses]
        code = data.draw(st.sampled_from(pool) if (pool := [*known, *seldom]) else codes(self.variant))
        asked_before = Reason.ASKED_BEFORE if code in known and not knowingly else None
        in_turn = Reason.NOT_YOUR_TURN if self.in_turn and seat != self.next else asked_before
        if self.makes(Guess(Seat(seat), code, knowingly=knowingly), Reason.GAME_OVER if self.over else in_turn):
            self.guesses.append((seat, code))
            assert self.events == [GuessAnswered, GameOver][: 1 + self.over]

    @rule(data=st.data())
    def join(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from([*self.those(sit=False), len(self.sitting)]))
        is_full = self.in_turn and seat == 20
        reason = Reason.GAME_OVER if self.over else Reason.NO_SEAT_LEFT if is_full else None
        if self.makes(Join(Seat(seat)), reason):
            self.sitting[seat:] = [True, *self.sitting[seat + 1 :]]

    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        if here := self.those(sit=True):
            seat = data.draw(st.sampled_from(here))
            if self.makes(Leave(Seat(seat)), Reason.GAME_OVER if self.over else None):
                self.sitting[seat] = False
                assert self.events == [GameOver] * self.over

    @invariant()
    def the_game_is_as_the_account_says(self) -> None:
        game = self.game
        assert [(turn.seat, turn.guess) for turn in game.turns] == self.guesses
        assert ([seat in game.staying for seat in game.seats], game_at(position(game))) == (self.sitting, game)
        outcome = Outcome(RESIGNED, None) if self.solver is None else Outcome(SOLVED, Seat(self.solver))
        assert game.outcome == (outcome if self.over else None)
        assert self.over or not self.in_turn or game.to_move == self.next


class GameForTwo(Account):
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
        return [code for at, code, _ in self.guesses if at == seat]

    def _broke(self, seat: int) -> bool:
        return self.kept[1 - seat] in self._of(seat)

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

    @rule(seat=st.sampled_from([0, 1]), data=st.data())
    def keep(self, seat: int, data: st.DataObject) -> None:
        if self.name not in KEEPING:
            return
        code = data.draw(codes(self.variant))
        reason = Reason.GAME_OVER if self._outcome() else Reason.KEPT_ALREADY if self.kept[seat] else None
        if self.makes(SetSecret(Seat(seat), code), reason):
            self.kept[seat] = code
            assert self.events == ([] if None in self.kept else [model.SecretsReady])

    @rule(seat=st.sampled_from([0, 1]), data=st.data(), knowingly=st.booleans(), later=st.sampled_from([0.0, 1.5]))
    def guess(self, seat: int, data: st.DataObject, later: float, *, knowingly: bool) -> None:
        self.now += later
        likely = [code for code in (self.kept[1 - seat], *self._of(0), *self._of(1)) if code is not None]
        code = data.draw((st.sampled_from(likely) if likely else st.nothing()) | codes(self.variant))
        at = 0.0 if self.name in IN_TURN else self.now
        move = Guess(Seat(seat), code, knowingly=knowingly, at=at)
        if self.makes(move, self._why_no_guess(seat, code, knowingly=knowingly)):
            self.guesses.append((seat, code, at))
            assert self.events == [GuessAnswered, GameOver][: 1 + (self._outcome() is not None)]

    @rule(seat=st.sampled_from([0, 1]), why=st.sampled_from([RESIGNED, TIMED_OUT]), seldom=st.integers(0, 9))
    def leave(self, seat: int, why: Termination, seldom: int) -> None:
        if seldom or (not self._outcome() and not self.guesses and why is TIMED_OUT):
            return  # nobody can lose by the clock what has not begun
        solved = Reason.SOLVED_ALREADY if self._broke(seat) else None
        if self.makes(Leave(Seat(seat), why), Reason.GAME_OVER if self._outcome() else solved):
            self.end = why, 1 - seat

    @rule(seat=st.sampled_from([0, 1]), seldom=st.integers(0, 9))
    def agree(self, seat: int, seldom: int) -> None:
        if seldom or (not self._outcome() and not self.guesses):
            return  # there is nothing yet to be shared
        if self.makes(Agree(Seat(seat)), Reason.GAME_OVER if self._outcome() else None):
            self.end = Termination.AGREED, None

    @rule(seat=st.sampled_from([0, 1]), way=st.sampled_from([Way.WISH, Way.CALL_OFF]), seldom=st.integers(0, 9))
    def abort(self, seat: int, way: Way, seldom: int) -> None:
        late = Reason.TOO_LATE_TO_ABORT if self.guesses and way is Way.WISH else None
        if seldom == 0 and self.makes(Abort(Seat(seat), way), Reason.GAME_OVER if self._outcome() else late):
            self.end = Termination.ABORTED, None

    @invariant()
    def the_game_is_as_the_account_says(self) -> None:
        rows = [((turn.seat, turn.guess, turn.at), turn.feedback) for turn in self.game.turns]
        assert rows == [(one, counted(one[1], self.kept[1 - one[0]] or ())) for one in self.guesses]
        why, winner = self._outcome() or (None, None)
        assert self.game.outcome == (why and Outcome(why, None if winner is None else Seat(winner)))
        assert self.game == game_at(position(self.game))


class Asking(RuleBasedStateMachine):
    """A person asks the bot: the account holds every number that may be the one."""

    @initialize(low=st.integers(-20, 20), wide=st.integers(1, 40), data=st.data())
    def begin(self, low: int, wide: int, data: st.DataObject) -> None:
        self.fits = set(range(low, low + wide + 1))
        self.sought = data.draw(st.sampled_from(sorted(self.fits)))
        self.size, self.asked, self.over, self.named = wide + 1, 0, False, False
        self.game = NumberGame(Interval(low, low + wide), self.sought)

    @rule(relation=st.sampled_from(Relation), number=st.integers(-25, 65))
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
            self.asked += not names
            self.fits = kept
            self.over = self.named = relation is Relation.EQUAL and truth
            self.game = asked(self.game, question)

    @precondition(lambda self: not self.over)
    @rule()
    def name_the_middle(self) -> None:
        self.ask(Relation.GREATER, sorted(self.fits)[(len(self.fits) - 1) // 2])

    @precondition(lambda self: not self.over and self.asked > 2)
    @rule()
    def give_up(self) -> None:
        self.game, self.over = given_up(self.game), True

    @invariant()
    def the_game_is_as_the_account_says(self) -> None:
        left = self.game.left
        assert left is not None
        assert {one for span in left.intervals for one in range(span.low, span.high + 1)} == self.fits
        assert (self.game.is_over, self.game.is_found, self.game.questions) == (self.over, self.named, self.asked)
        assert self.game.is_mastered == (self.named and 2**self.asked < 2 * self.size), "the logarithm is enough"
        assert self.game == number_game_at(line_of(self.game))


class Answering(RuleBasedStateMachine):
    """The bot asks a person who may lie: the account holds the answers alone."""

    @initialize(low=st.integers(-20, 20), wide=st.integers(1, 40))
    def begin(self, low: int, wide: int) -> None:
        self.numbers = range(low, low + wide + 1)
        self.answers: list[tuple[Question, bool]] = []
        self.game = NumberGame(Interval(low, low + wide), None)

    def fitting(self, mended: int | None = None) -> list[int]:
        """The numbers that all answers fit, of which that one is put right."""
        answers = [(asks, says != (at == mended)) for at, (asks, says) in enumerate(self.answers)]
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
        fitting = self.fitting()
        assert self.game.is_contradicted == (not fitting)
        named = [says for asks, says in self.answers[-1:] if asks.relation is Relation.EQUAL]
        assert self.game.is_found == any(named)
        assert self.game.questions <= self.game.needed
        doubted = [at for at in range(len(self.answers)) if not fitting and self.fitting(at)]
        assert list(self.game.doubtful) == doubted
        assert fitting or doubted, "one answer put right is always enough to go on"
        assert self.game == number_game_at(line_of(self.game))


for machine, most in {SoloGame: 40, ToldGame: 40, Group: 80, GameForTwo: 120, Asking: 40, Answering: 40}.items():
    machine.TestCase.settings = settings(max_examples=examples(most), stateful_step_count=30)
TestSoloGame, TestToldGame, TestGroup = SoloGame.TestCase, ToldGame.TestCase, Group.TestCase
TestGameForTwo, TestAsking, TestAnswering = GameForTwo.TestCase, Asking.TestCase, Answering.TestCase
