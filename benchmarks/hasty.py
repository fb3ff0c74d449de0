"""The bot with a short clock: `python -m benchmarks.hasty` serves, and live matches have a tenth of their time.

People think as much faster in `benchmarks/lives.py`, so a clock runs out as often as it would, and a run need not take
minutes.
"""

import sys
from dataclasses import replace

from bot.__main__ import main
from bot.app.model.terms import CLOCKS

HASTE = 10.0
"""How many times as fast people think, and clocks run."""


def hasten() -> None:
    """Shorten the clock of live matches."""
    live = CLOCKS["live"]
    assert live.seconds is not None
    assert live.reminder is not None
    CLOCKS["live"] = replace(live, seconds=live.seconds / HASTE, reminder=live.reminder / HASTE)


if __name__ == "__main__":
    hasten()
    sys.exit(main())
