"""The command `bulls-and-cows`, which is `python -m bot`."""

import sys


def main() -> int:
    """Run the command line of the bot; returns the exit status."""
    # Every solver process imports what the command's script imports: without this line within, the whole bot.
    from bot.__main__ import main as run  # noqa: PLC0415

    return run(sys.argv[1:])
