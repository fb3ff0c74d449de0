"""Telegram on your own machine: a strict stand-in for the Bot API, with people to play the other side."""
