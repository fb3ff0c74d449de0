"""The Telegram bot for Bulls and Cows."""

__version__ = "1.0.0"
