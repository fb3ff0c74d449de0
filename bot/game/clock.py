"""Deadlines across outages of the bot."""


def lengthened(deadline: float, since: float, outages: tuple[tuple[float, float], ...]) -> float:
    """The deadline, later by the outages that fell between `since` and the deadline. All times in seconds."""
    for began, ended in sorted(outages):
        if began < deadline:
            deadline += max(0.0, ended - max(began, since))
    return deadline
