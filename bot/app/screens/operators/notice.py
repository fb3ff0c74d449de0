"""What tells an operator that something waits."""

from bot.app.screen import Screen
from bot.app.texts import Texts


def waiting(reports: int, feedback: int, most: int, texts: Texts) -> Screen:
    """How much waits, counted up to `most`."""
    return Screen(texts.html("admin.waiting", reports=counted(reports, most), feedback=counted(feedback, most)))


def counted(number: int, most: int) -> str:
    """A number that was counted up to `most`."""
    return f"{number}+" if number >= most else str(number)
