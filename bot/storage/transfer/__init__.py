"""Moves all that a bot remembers from SQLite to PostgreSQL."""
