"""Secrets that nothing else looks like, so that one in a log or a wrong chat is found: made-up words of seven letters.

Seven is as long as a code of the solver may be; no word that is read, and no hexadecimal number, is one of these.
"""

import random
import string

SEED = 1596
COUNT, LENGTH = 300, 7
ALPHABET = string.ascii_lowercase


def made_up(count: int = COUNT) -> tuple[str, ...]:
    """The words, in the order of the alphabet. No letter stands in one twice."""
    chance = random.Random(SEED)
    return tuple(sorted("".join(chance.sample(ALPHABET, LENGTH)) for _ in range(count)))


WORDS = made_up()
EXAMPLE = WORDS[0]
"""What the bot names wherever it shows what a code looks like, whatever the secret is."""


def feedback(guess: str, secret: str) -> tuple[int, int]:
    """Bulls and cows, counted without the bot's help."""
    bulls = sum(ours == theirs for ours, theirs in zip(guess, secret, strict=True))
    return bulls, len(set(guess) & set(secret)) - bulls
