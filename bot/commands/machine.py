"""What the bot needs of its machine: room on the disk, and fonts for pictures."""

import shutil
from pathlib import Path

from bot.commands.finding import Finding, well, wrong
from bot.settings import Settings

ENOUGH = 1 << 30
"""Bytes that must be free: below that a backup or the write-ahead log may fill the disk."""


def disk(settings: Settings) -> Finding:
    """The room beside the database; with PostgreSQL that of the working folder."""
    path = settings.database_path or Path("data/bot.db")
    folder = next(parent for parent in path.absolute().parents if parent.exists())
    free = shutil.disk_usage(folder).free
    found = f"{free / 2**30:.1f} GB are free in {folder}"
    return well("disk", found) if free >= ENOUGH else wrong("disk", f"{found}; make room for at least 1 GB")


def fonts() -> Finding:
    """Whether pictures can be painted."""
    try:
        from bot.pictures.look import emoji_font, font  # noqa: PLC0415  Pillow is slow to load

        font(20).getlength("Ж0")
        emoji_font().getlength("🐂")
    except (ImportError, OSError) as error:
        return wrong("fonts", f"pictures cannot be painted ({error}); install the bot anew")
    return well("fonts", "pictures can be painted")
