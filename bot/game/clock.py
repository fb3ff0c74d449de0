"""Deadlines when the bot could not be reached."""


def lengthened(deadline: float, since: float, outages: tuple[tuple[float, float], ...]) -> float:
    """The deadline of a time that began at `since`, later by as long as we could not be reached before it."""
    for began, ended in sorted(outages):
        if began < deadline:
            deadline += max(0.0, ended - max(began, since))
    return deadline
