"""Durations as text."""

from bot.app.texts import Html


def duration(took: float) -> Html:
    """The seconds as minutes and seconds with a stopwatch sign; with hours if there are any."""
    minutes, seconds = divmod(max(0, round(took)), 60)
    hours, minutes = divmod(minutes, 60)
    return Html(f"⏱ {hours}:{minutes:02}:{seconds:02}" if hours else f"⏱ {minutes}:{seconds:02}")
