"""Rules of *guess the number*: one side keeps a number in a range, the other asks or guesses. Pure functions."""

import re
from dataclasses import dataclass, replace
from itertools import pairwise

from bot.game.rules import IllegalMove, Reason
from solver.interval import (
    ABOVE,
    AT,
    BELOW,
    Interval,
    Question,
    Relation,
    Remaining,
    between,
    parse_question,
    questions_needed,
)

# A turn of guessing a number: a question or a guess, with its answer.

ANSWERS = {"yes": True, "no": False}
DIRECTIONS = {"higher": Relation.GREATER, "lower": Relation.LESS}
"""The answers to a guess that misses, by where the number lies."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and its answer.

    A guess is a turn too, with the question to which its answer says yes: 50 is `>50` if the number is higher.
    """

    question: Question
    answer: bool
    is_guess: bool = False

    @property
    def asked(self) -> str:
        """What was asked: `>50`; of a guess the number."""
        return str(self.question.number if self.is_guess else self.question)

    @property
    def said(self) -> str:
        """The answer: a key of ANSWERS or DIRECTIONS."""
        if self.is_guess and self.question.relation is not Relation.EQUAL:
            return next(said for said, relation in DIRECTIONS.items() if relation is self.question.relation)
        return next(said for said, answer in ANSWERS.items() if answer == self.answer)


def guess_at(number: int, secret: int) -> Turn:
    """The guess with its answer."""
    relations = (Relation.EQUAL, *DIRECTIONS.values())
    right = next(relation for relation in relations if Question(relation, number).answer_for(secret))
    return Turn(Question(right, number), answer=True, is_guess=True)


def reversed_turn(turn: Turn) -> Turn:
    """The turn with the other answer; of a guess it is only known that the number does not lie there."""
    return Turn(turn.question, not turn.answer)


EVERYWHERE = {BELOW, AT, ABOVE}
MOST_QUESTIONS = 200
"""The most questions of a game; nobody needs a fifth of them."""


class OutOfQuestions(Exception):
    """The game has MOST_QUESTIONS questions."""


class KnownAlready(Exception):
    """A question whose answer follows from the others. It is not counted."""

    def __init__(self, turn: Turn) -> None:
        super().__init__("the answer is known already")
        self.turn = turn


@dataclass(frozen=True, slots=True)
class NumberGame:
    """A game of *guess the number*: what has been decided."""

    span: Interval
    secret: int | None
    """The bot's number; None: a person keeps the number, and the bot asks."""
    turns: tuple[Turn, ...] = ()
    is_resigned: bool = False

    @property
    def is_found(self) -> bool:
        """Whether the number has been named."""
        return bool(self.turns) and self.turns[-1].answer and self.turns[-1].question.relation is Relation.EQUAL

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.is_resigned or self.is_found

    @property
    def left(self) -> Remaining | None:
        """The numbers that fit all answers; None if there are none, so some answer was wrong."""
        return _left(self.span, self.turns)

    @property
    def only(self) -> int | None:
        """The number, if only one is left."""
        left = self.left
        return left.intervals[0].low if left is not None and left.size == 1 else None

    @property
    def questions(self) -> int:
        """The questions and guesses that count. Naming the only number left does not, unless all turns are guesses."""
        return len(self.turns) - (self._has_named_the_only and not self.only_guesses)

    @property
    def only_guesses(self) -> bool:
        """Whether there were guesses, and nothing else."""
        return bool(self.turns) and all(turn.is_guess for turn in self.turns)

    @property
    def needed(self) -> int:
        """The questions that perfect play needs at worst; where there were only guesses, the guesses."""
        return self.span.size.bit_length() if self.only_guesses else questions_needed(self.span.low, self.span.high)

    @property
    def is_mastered(self) -> bool:
        """Whether the number was found with no more questions than perfect play needs."""
        return self.is_found and self.questions <= self.needed

    @property
    def known_secret(self) -> int | None:
        """The number, where it is known: kept by the bot, or named."""
        return self.turns[-1].question.number if self.secret is None and self.is_found else self.secret

    @property
    def asks(self) -> Question | None:
        """The bot's next question, where a person keeps the number; None: nothing, or their answers contradict."""
        left = self.left
        if self.secret is not None or self.is_over or left is None:
            return None
        return left.best_question if left.size > 1 else Question(Relation.EQUAL, left.intervals[0].low)

    @property
    def is_contradicted(self) -> bool:
        """Whether no number fits all of a person's answers."""
        return self.left is None

    @property
    def doubtful(self) -> tuple[int, ...]:
        """The indices of turns that may be wrong, if a single answer is wrong."""
        if not self.is_contradicted:
            return ()
        return tuple(at for at in range(len(self.turns)) if _left(self.span, self._flipped(at)) is not None)

    @property
    def _has_named_the_only(self) -> bool:
        if not self.turns or self.turns[-1].question.relation is not Relation.EQUAL:
            return False
        before = replace(self, turns=self.turns[:-1])
        return before.only == self.turns[-1].question.number

    def _flipped(self, at: int) -> tuple[Turn, ...]:
        return (*self.turns[:at], reversed_turn(self.turns[at]), *self.turns[at + 1 :])

    def wrong_for(self, number: int) -> tuple[int, ...]:
        """The indices of turns whose answers are wrong if this is the number."""
        return tuple(at for at, turn in enumerate(self.turns) if turn.question.answer_for(number) != turn.answer)


def asked(game: NumberGame, question: Question) -> NumberGame:
    """The game after the bot has answered the question. The only number that is left has still to be named.

    Raises IllegalMove, KnownAlready or OutOfQuestions.
    """
    return _after(game, Turn(question, question.answer_for(_kept(game))))


def guessed(game: NumberGame, number: int) -> NumberGame:
    """The game after the bot has said whether its number is that one, higher or lower. Raises as `asked` does."""
    return _after(game, guess_at(number, _kept(game)))


def answered(game: NumberGame, *, answer: bool) -> NumberGame:
    """The game after a person has answered the bot's question. Raises IllegalMove."""
    return replace(game, turns=(*game.turns, Turn(_pending(game), answer)))


def pointed(game: NumberGame, direction: Relation) -> NumberGame:
    """The game after a person has said that their number is higher or lower than the one asked about.

    Raises IllegalMove.
    """
    turn = Turn(Question(direction, _pending(game).number), answer=True, is_guess=True)
    return replace(game, turns=(*game.turns, turn))


def corrected(game: NumberGame, at: int) -> NumberGame:
    """The game with that answer reversed and all later turns dropped, because they rested on it."""
    _refuse_if_over(game)
    if game.secret is not None or not 0 <= at < len(game.turns):
        raise ValueError("no answer was given there")
    return replace(game, turns=(*game.turns[:at], reversed_turn(game.turns[at])))


def given_up(game: NumberGame) -> NumberGame:
    """The game, given up."""
    _refuse_if_over(game)
    return replace(game, is_resigned=True)


def masters_path(game: NumberGame) -> tuple[Turn, ...]:
    """The turns by which perfect play finds the same number. Raises ValueError if the number is not known."""
    if game.known_secret is None:
        raise ValueError("nobody knows the number")
    left = between(game.span.low, game.span.high)
    if not game.only_guesses:
        return tuple(Turn(question, answer) for question, answer in left.path_to(game.known_secret))
    path: list[Turn] = []
    while not path or path[-1].question.relation is not Relation.EQUAL:
        path.append(guess_at(left.middle, game.known_secret))
        left = left.after(path[-1].question, answer=True)
    return tuple(path)


def _left(span: Interval, turns: tuple[Turn, ...]) -> Remaining | None:
    """The same as `Remaining.after` turn by turn, but in one step, since every board needs it."""
    low, high, gaps = span.low, span.high, set[int]()
    for turn in turns:
        number, sides = turn.question.number, turn.question.relation.sides
        kept = sides if turn.answer else EVERYWHERE - sides
        if kept == {BELOW, ABOVE}:
            gaps.add(number)
        if ABOVE not in kept:
            high = min(high, number if AT in kept else number - 1)
        if BELOW not in kept:
            low = max(low, number if AT in kept else number + 1)
    ends = [low - 1, *sorted(gap for gap in gaps if low <= gap <= high), high + 1]
    kept_spans = [Interval(one + 1, other - 1) for one, other in pairwise(ends) if one + 1 < other]
    return Remaining(tuple(kept_spans)) if kept_spans else None


def _kept(game: NumberGame) -> int:
    """The bot's number in a running game. Raises IllegalMove."""
    _refuse_if_over(game)
    if game.secret is None:
        raise ValueError("the bot keeps no number")
    return game.secret


def _pending(game: NumberGame) -> Question:
    """What the bot asks in a running game. Raises IllegalMove."""
    _refuse_if_over(game)
    if game.asks is None:
        raise ValueError("the bot asks nothing")
    return game.asks


def _after(game: NumberGame, turn: Turn) -> NumberGame:
    """The game after a turn about the bot's number. Raises KnownAlready or OutOfQuestions."""
    names_the_only = turn.question == Question(Relation.EQUAL, game.only) if game.only is not None else False
    left = game.left
    if not names_the_only and left is not None and left.after(turn.question, answer=turn.answer) == left:
        raise KnownAlready(turn)
    if len(game.turns) >= MOST_QUESTIONS and not names_the_only:
        raise OutOfQuestions
    return replace(game, turns=(*game.turns, turn))


def _refuse_if_over(game: NumberGame) -> None:
    if game.is_over:
        raise IllegalMove(Reason.GAME_OVER)


# Games of guessing a number in one line of text: `number 1..100 37 | >50 25 | resigned`; a number alone is a guess.
#
# Where a person keeps the number it is not known here, and the answers stand with the questions: `number -5..5 - |
# >0=no -3=higher`.

KEPT_BY_A_PERSON = "-"
RESIGNED = "resigned"
GUESS = re.compile(r"-?\d+", re.ASCII)
HEAD = re.compile(r"number (?P<low>-?\d+)\.\.(?P<high>-?\d+) (?P<secret>-|-?\d+)", re.ASCII)


def line_of(game: NumberGame) -> str:
    """The game in one line."""
    kept = KEPT_BY_A_PERSON if game.secret is None else game.secret
    turns = " ".join(turn.asked + (f"={turn.said}" if game.secret is None else "") for turn in game.turns)
    end = f" | {RESIGNED}" if game.is_resigned else ""
    return f"number {game.span.low}..{game.span.high} {kept} | {turns}".rstrip() + end


def number_game_at(line: str) -> NumberGame:
    """The game of a line. Raises ValueError for a malformed line."""
    head, _, rest = line.partition(" |")
    questions, *ends = (part.strip() for part in rest.split("|"))
    match = HEAD.fullmatch(head)
    if match is None or ends not in ([], [RESIGNED]):
        raise ValueError("not a number game: it begins with the range and the number, and may end with a resignation")
    kept = match["secret"]
    secret = None if kept == KEPT_BY_A_PERSON else int(kept)
    span = Interval(int(match["low"]), int(match["high"]))
    if secret is not None and not span.low <= secret <= span.high:
        raise ValueError("not a number game: the number lies outside the range")
    turns = tuple(_turn(word, secret) for word in questions.split())
    return NumberGame(span, secret, turns, is_resigned=bool(ends))


def _turn(word: str, secret: int | None) -> Turn:
    if secret is not None and GUESS.fullmatch(word):
        return guess_at(int(word), secret)
    if secret is not None:
        question = parse_question(word)
        return Turn(question, question.answer_for(secret))
    asks, _, answer = word.rpartition("=")
    if answer in DIRECTIONS and GUESS.fullmatch(asks):
        return Turn(Question(DIRECTIONS[answer], int(asks)), answer=True, is_guess=True)
    if answer not in ANSWERS:
        raise ValueError("not a number game: an answer stands with every question")
    return Turn(parse_question(asks), ANSWERS[answer])
