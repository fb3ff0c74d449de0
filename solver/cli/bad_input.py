"""What is typed wrongly is told in one line and never shows a traceback."""


class BadInput(Exception):
    """Something was typed that cannot be. Its text says what, to whoever typed it."""
