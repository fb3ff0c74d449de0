"""What is wrong with a tree that cannot be trusted."""


class DamagedTree(ValueError):
    """A stored tree that is not what it says; its text says why."""
