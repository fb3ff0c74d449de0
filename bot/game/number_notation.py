"""Games of guessing a number in one line of text: `number 1..100 37 | >50 25 | resigned`; a number alone is a guess.

Where a person keeps the number it is not known here, and the answers stand with the questions:
`number -5..5 - | >0=no -3=higher`.
"""

import re

from bot.game.number import NumberGame
from bot.game.number_turn import ANSWERS, DIRECTIONS, Turn, guess_at
from solver.interval import Interval, Question, parse_question

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
