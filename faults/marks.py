"""The suite's own job: some time after each guess it sets a mark on it, once."""

KIND = "mark"
"""The kind of the job in the bot's database."""
MARK = "·"
"""The mark, behind the name of the guesser."""
AFTER = 1.0
"""Seconds between the guess and its mark."""
