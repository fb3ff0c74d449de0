"""A moment, as the reader's own clock shows it."""

from datetime import UTC, datetime

from bot.app.texts import Html


def shown_moment(at: float) -> Html:
    """The moment (seconds since 1970); Telegram shows it in the reader's time, older clients in UTC."""
    return Html(f'<tg-time unix="{int(at)}" format="Dt">{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M} UTC</tg-time>')
