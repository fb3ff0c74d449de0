"""The job that is planted in the bot's process: a while after each guess a mark is set on it, once."""

KIND = "mark"
"""How the bot's database names such a job."""
MARK = "·"
"""What stands behind the name of whoever has guessed."""
AFTER = 1.0
"""Seconds between the guess and its mark."""
