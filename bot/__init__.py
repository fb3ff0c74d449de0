"""The Telegram bot for Bulls and Cows."""

__version__ = "0.1.0"
