"""Copies the bot's SQLite file while the bot serves from it."""
