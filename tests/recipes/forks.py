"""Runs Python where it was started, a fork for each request: what all of them import from others is there already.

A request is a line of JSON: the file where the output goes, and what would follow `python -m`. The answer is a line
with the exit status.
"""

import json
import os
import runpy
import sys
import traceback
from importlib import import_module
from pathlib import Path

SHARED = ("aiohttp", "aiosql", "babel.messages.pofile", "hypothesis", "numpy", "playwright.async_api", "pytest_asyncio")


def status_of(file: str, *command: str) -> int:
    """The exit status of `python -m` with this command. Its output goes to the file."""
    with Path(file).open("w", encoding="utf-8") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    sys.argv = [*command]
    try:
        runpy.run_module(command[0], run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except Exception:  # noqa: BLE001  else the fork would wait for its threads, and whoever asked for ever
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0


if __name__ == "__main__":
    for name in SHARED:
        import_module(name)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            os._exit(status_of(*json.loads(line)))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
