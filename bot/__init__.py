"""The Telegram bot for Bulls and Cows."""

__version__ = "1.0.0"
"""A release also names it in deploy/Dockerfile and CHANGELOG.md: tests/docs compares whatever tells it."""
