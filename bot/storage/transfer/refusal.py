"""Why data cannot be moved."""


class CannotMove(Exception):
    """The data cannot be moved, and the target is as it was; the message is one line that says why."""
