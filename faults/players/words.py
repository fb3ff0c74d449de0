"""Secrets that occur nowhere else, so that a leak is found by search; and the mark that the suite's own job leaves.

The secrets are made-up words of seven letters, the longest code of the solver: no real word and no hexadecimal number
is one of them.
"""

import random
import string

SEED = 1596
COUNT, LENGTH = 300, 7
ALPHABET = string.ascii_lowercase


def made_up(count: int = COUNT) -> tuple[str, ...]:
    """The words, sorted. No letter occurs twice in one."""
    chance = random.Random(SEED)
    return tuple(sorted("".join(chance.sample(ALPHABET, LENGTH)) for _ in range(count)))


WORDS = made_up()
EXAMPLE = WORDS[0]
"""The example of a code that the bot shows, whatever the secret is."""
EXAMPLE_GUESS = "adqofce"
"""The guess at it that the bot's rules show."""


def feedback(guess: str, secret: str) -> tuple[int, int]:
    """Bulls and cows, independent of the bot's code."""
    bulls = sum(ours == theirs for ours, theirs in zip(guess, secret, strict=True))
    return bulls, len(set(guess) & set(secret)) - bulls


# The suite's own job: some time after each guess it sets a mark on it, once.

MARK_KIND = "mark"
"""The kind of the job in the bot's database."""
MARK = "·"
"""The mark, behind the name of the guesser."""
MARK_AFTER = 1.0
"""Seconds between the guess and its mark."""
