"""A moment, as the reader's own clock shows it."""

from datetime import UTC, datetime

from bot.app.texts import Html

LONG, SHORT = "Dt", "dt"
"""Telegram's formats: the date in words or in digits, then the time."""


def shown_moment(at: float, form: str = SHORT) -> Html:
    """The moment (seconds since 1970); Telegram shows it in the reader's time, older clients in UTC."""
    utc = f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M} UTC"
    return Html(f'<tg-time unix="{int(at)}" format="{form}">{utc}</tg-time>')
