"""How long something took."""

from bot.app.texts import Html


def duration(took: float) -> Html:
    """So many seconds as minutes and seconds, behind a stopwatch; with hours where there are any."""
    minutes, seconds = divmod(max(0, round(took)), 60)
    hours, minutes = divmod(minutes, 60)
    return Html(f"⏱ {hours}:{minutes:02}:{seconds:02}" if hours else f"⏱ {minutes}:{seconds:02}")
