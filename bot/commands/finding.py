"""What a check has found."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """A line of `check`: what was looked at, whether it is well, and what was found or how to mend it."""

    about: str
    is_well: bool
    said: str

    def __str__(self) -> str:
        """The line."""
        return f"{'✓' if self.is_well else '✗'} {self.about}: {self.said}"


def well(about: str, said: str) -> Finding:
    """All is well."""
    return Finding(about, is_well=True, said=said)


def wrong(about: str, said: str) -> Finding:
    """Something must be mended."""
    return Finding(about, is_well=False, said=said)
