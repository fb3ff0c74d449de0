"""The bot with injected secrets and faults: `python -m faults.inside.bot`.

Each is on if an environment variable names its folder or file: TEST_LONG_SECRETS, TEST_CLOCK, TEST_DISK. Solver
processes import this module as well, and so use the same secrets. After each guess a job is scheduled.
"""

import os
import sys
import threading
import time
from pathlib import Path

from faults.inside.arrangements import let_it_fill_up, let_it_jump, play_with_long_secrets

ARRANGEMENTS = {
    "TEST_LONG_SECRETS": play_with_long_secrets,
    "TEST_CLOCK": let_it_jump,
    "TEST_DISK": let_it_fill_up,
}


def end_with_whoever_began_it() -> None:
    """End this process when the run that started it ends, even if that is killed."""
    beginner = os.getppid()

    def watch() -> None:
        while os.getppid() == beginner:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


for name, arrange in ARRANGEMENTS.items():
    if name in os.environ:
        arrange(Path(os.environ[name]))

if __name__ == "__main__":
    # After the clock has been replaced by the one that jumps.
    from bot.__main__ import main
    from faults.inside.planted import let_days_have_words, let_live_clocks_last, let_words_be_keyed, plant_jobs

    end_with_whoever_began_it()
    plant_jobs()
    let_words_be_keyed()
    let_days_have_words()
    let_live_clocks_last()
    sys.exit(main())
