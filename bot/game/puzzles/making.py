"""Makes puzzles: of a kind, a variant and a seed, always the same one; or of a position from a game."""

from bot.game.puzzles.dice import Dice
from bot.game.puzzles.kinds import KINDS, Kind
from bot.game.puzzles.puzzle import Puzzle
from solver.feedback import History, feedback_for
from solver.position import Position, position_after
from solver.tables import all_codes, as_code
from solver.variant import Variant

MOST_TURNS = 6
MOST_CODES = 30_240
"""Those of five digits: with more, all guesses cannot be compared while somebody waits."""
FITTING = 3
"""Two guesses of so many are drawn from the candidates, the others from all codes: as people guess."""


def made(kind: str, variant: Variant, seed: int) -> Puzzle | None:
    """The puzzle of that seed; None where the draws come to no position for it.

    It is not proven sound: the catalogue has the seeds that are.
    """
    dice = Dice(f"{kind} {variant.name} {seed}")
    position = _drawn_position(KINDS[kind], variant, dice)
    return None if position is None else _asked(KINDS[kind], position, dice)


def made_of(kinds: tuple[str, ...], variant: Variant, history: History) -> Puzzle | None:
    """The first of these kinds of puzzles that the position allows, and that is sound; None: none.

    Raises InconsistentHistory.
    """
    if variant.size > MOST_CODES:
        return None
    position = position_after(variant, history)
    for name in kinds:
        kind = KINDS[name]
        puzzle = _asked(kind, position, Dice(f"{name} {variant.name} {history}")) if _suits(kind, position) else None
        if puzzle is not None and kind.is_sound(puzzle):
            return puzzle
    return None


def _drawn_position(kind: Kind, variant: Variant, dice: Dice) -> Position | None:
    """The first position that suits the kind in a game that is drawn; None: there is none."""
    codes, position = all_codes(variant), position_after(variant)
    secret = as_code(codes[dice.below(variant.size)])
    for _ in range(MOST_TURNS):
        rows = position.left.tolist() if dice.below(FITTING) else range(variant.size)
        guess = as_code(codes[dice.one(rows)])
        if guess == secret or any(guess == other for other, _ in position.history):
            return None
        position = position.after(guess, feedback_for(guess, secret))
        if _suits(kind, position):
            return position
    return None


def _suits(kind: Kind, position: Position) -> bool:
    least, most = kind.candidates
    return least <= len(position.left) <= most and len(position.history) >= kind.turns


def _asked(kind: Kind, position: Position, dice: Dice) -> Puzzle | None:
    if (asked := kind.ask(position, dice)) is None:
        return None
    choices, right = asked
    codes = all_codes(position.variant)
    left = tuple(as_code(codes[row]) for row in position.left.tolist())
    return Puzzle(kind.name, position.variant, position.history, left, tuple(choices), right)
