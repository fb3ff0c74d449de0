"""What is wrong but no bug: told in one line, never with a traceback."""


class BadInput(Exception):
    """Something was typed that cannot be. Its text says what, to whoever typed it."""


class Failure(Exception):
    """What was to be checked is not as it should be. Its text says what is wrong with it."""
