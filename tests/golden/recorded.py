"""Where the recordings are kept."""

from pathlib import Path

RECORDED = Path(__file__).parent / "recorded"


def file_of(name: str, language: str) -> Path:
    """The recording of a scenario in a language."""
    return RECORDED / language / f"{name}.txt"
