"""Runs `python -m bot` as a fork of a process that has imported it: most of what a start takes is imports.

Standard input is a socket. Each message is the end of a connection for one bot. There the request is a line of JSON:
the `folder` to run in, the whole `environment`, the `log` for what it writes. Two lines answer: the process id at
once, and the exit status, as `subprocess` knows it, in the end.
"""

import gc
import json
import os
import runpy
import signal
import socket
import sys
from importlib import import_module
from typing import Any

IMPORTED = ("bot.__main__", "bot.storage.postgres", "uvloop")


def requested() -> dict[str, Any] | None:
    """What is to be run, in a fork for each request; None in the end, in those who only wait."""
    with socket.socket(fileno=0) as requests:
        while True:
            message, connections, _, _ = socket.recv_fds(requests, 1, 1)
            if not message:  # whoever asked has ended
                return None
            with socket.socket(fileno=connections[0]) as connection:
                if os.fork() == 0:
                    return request_of(connection)


def request_of(connection: socket.socket) -> dict[str, Any] | None:
    """The request, in a fork of its own; None in the process that has told how that ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with connection.makefile("rw", encoding="utf-8") as lines:
        request: dict[str, Any] = json.loads(lines.readline())
        bot = os.fork()
        if bot == 0:
            return request
        print(bot, file=lines, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(bot, 0)[1]), file=lines)
        return None


def run(folder: str, environment: dict[str, str], log: str) -> None:
    """Be the bot."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.open(os.devnull, os.O_RDONLY)  # the lowest that is free: standard input
    written = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    os.dup2(written, 1)
    os.dup2(written, 2)
    os.close(written)
    sys.argv = ["bot"]
    runpy.run_module("bot", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    for name in IMPORTED:
        import_module(name)
    del sys.modules["bot.__main__"]  # else it could not be run
    gc.freeze()  # else the first collection of each fork would copy it all
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever knows what to end
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who wait
    request = requested()
    if request is not None:
        run(**request)
