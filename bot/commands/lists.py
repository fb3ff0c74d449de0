"""Lists that are kept beside backups: of people and moments."""

from pathlib import Path

from bot.storage.backup import CannotBackUp


def listed(file: Path | None, command: str) -> list[tuple[int, float]]:
    """What the list holds that the command printed: a person and a moment a line; none without a file.

    Raises CannotBackUp if it is none.
    """
    if file is None:
        return []
    try:
        pairs = [line.split() for line in file.read_text("ascii").splitlines()]
        return [(int(person), float(at)) for person, at in pairs]
    except (OSError, ValueError):
        raise CannotBackUp(f"{file} is no list of `{command}`") from None
