"""Runs Python where it was started, a fork for each request: what all of them import from others is there already.

A request is a line of JSON: `what` is `pytest` or the name of a module, `arguments` those of its command line, `file`
where its output goes. The answer is a line with the exit status.
"""

import json
import os
import runpy
import sys
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

SHARED = ("aiohttp", "aiosql", "babel.messages.pofile", "hypothesis", "numpy", "playwright.async_api", "pytest_asyncio")
PLAINLY = ("-p", "no:cacheprovider", "--assert=plain")
"""Nothing is rewritten: some of what is to be is imported already."""


def serve() -> None:
    """Answer until there are no more requests."""
    for name in SHARED:
        import_module(name)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            os._exit(_status_of(json.loads(line)))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _status_of(request: dict[str, Any]) -> int:
    """The exit status of what is asked for. Its output goes to the file."""
    with Path(request["file"]).open("w", encoding="utf-8") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    try:
        if request["what"] == "pytest":
            return int(pytest.main([*PLAINLY, *request["arguments"]]))
        sys.argv = [request["what"], *request["arguments"]]
        runpy.run_module(request["what"], run_name="__main__", alter_sys=True)
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
    serve()
