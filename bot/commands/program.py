"""How the bot was called, for help and for advice on what to type next."""

import sys
from pathlib import Path

COMMAND = "bulls-and-cows"
"""The command where the bot is installed."""
PROGRAM = COMMAND if Path(sys.argv[0]).stem == COMMAND else "python -m bot"
