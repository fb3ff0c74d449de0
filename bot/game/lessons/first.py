"""The first lesson: a secret that is shown, and guesses whose replies are explained."""

from solver.feedback import Feedback, feedback_for
from solver.variant import VARIANTS, Code

VARIANT = VARIANTS["classic"]
SECRET = VARIANT.parse("0834")
GUESSES = ("3094", "0314", "0834")
"""What it asks to be guessed, one after the other; whatever else is guessed gets its reply as well."""


def next_guess(given: tuple[str, ...]) -> str:
    """What is to be guessed after these guesses."""
    return next(guess for guess in GUESSES if guess not in given)


def reply_to(guess: Code) -> Feedback:
    """The reply to a guess."""
    return feedback_for(guess, SECRET)
