"""Runs `python -m …` as a fork of a process that has imported most of it: `python -m tests.bot.fork_server MODULE …`.

Most of what a start takes is imports. So a bot's own processes are forks of it as well. If whoever asked ends, so does
what was begun for them.

Standard input is a socket. Each message there brings three files: the end of a connection for one process, and what
that process shall have as standard output and standard error. The rest is said on the connection, as `fork_client.py`
tells: the request is a line of JSON, with the `command` (what would follow `python -m`), the `folder` to run it in and
the whole `environment`. Two lines answer: the process id at once, and the exit status, as `subprocess` knows it, in the
end.
"""

import gc
import json
import multiprocessing
import os
import runpy
import signal
import socket
import stat
import sys
import threading
from contextlib import suppress
from importlib import import_module
from typing import Any

MOST_FILES = 256
RUN = ("bot.__main__", "faults.inside.bot")
ADAPTERS = {"bot.storage.sqlite": "SqliteAdapter", "bot.storage.postgres_session": "SessionAdapter"}
"""Each keeps the queries that it has read."""


def requested() -> dict[str, Any] | None:
    """What is to be run, in a fork for each request; None in the end, in those who only wait."""
    with socket.socket(fileno=0) as requests:
        while True:
            message, files, _, _ = socket.recv_fds(requests, 1, 3)
            if not message:  # whoever asked has ended
                return None
            connection, out, err = files
            with socket.socket(fileno=connection) as answers:
                if os.fork() == 0:
                    request = request_of(answers)
                    return request and {**request, "out": out, "err": err}
            os.close(out)
            os.close(err)


def request_of(connection: socket.socket) -> dict[str, Any] | None:
    """The request, in a fork of its own; None in the process that has told how that ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with connection.makefile("rw", encoding="utf-8") as lines:
        request: dict[str, Any] = json.loads(lines.readline())
        process = os.fork()
        if process == 0:
            return request
        print(process, file=lines, flush=True)
        threading.Thread(target=end_with_whoever_asked, args=(connection, process), daemon=True).start()
        print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), file=lines)
        return None


def end_with_whoever_asked(connection: socket.socket, process: int) -> None:
    """Kill the process once nobody is there to be told of its end."""
    connection.recv(1)
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def let_go() -> None:
    """Close what connects a process to others, in a fork of it: where it listened, its successor is to listen."""
    for number in range(3, MOST_FILES):
        with suppress(OSError):
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                with socket.socket(fileno=os.dup(number)) as found:
                    leads_out = found.family in {socket.AF_INET, socket.AF_INET6} or bool(found.getpeername())
                if leads_out:
                    os.close(number)


def run(command: list[str], folder: str, environment: dict[str, str], out: int, err: int) -> None:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.open(os.devnull, os.O_RDONLY)  # the lowest that is free: standard input
    os.dup2(out, 1)
    os.dup2(err, 2)
    os.close(out)
    os.close(err)
    # Those that Python made at its start know of the server's files whether they are terminals, and at which place.
    encoding = environment.get("PYTHONIOENCODING") or sys.stdout.encoding
    sys.stdout = open(1, "w", encoding=encoding, closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, sys.stderr.encoding, "backslashreplace", closefd=False)  # noqa: SIM115
    sys.argv = command
    os.register_at_fork(after_in_child=let_go)
    runpy.run_module(command[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    forks = multiprocessing.get_context("fork")
    os.nice = lambda _: 0  # beside others whoever is nice waits for minutes, and a test for them
    multiprocessing.get_context = lambda _=None: forks  # type: ignore[assignment]  # before anybody imports it
    for name in sys.argv[1:]:
        import_module(name)
    import_module("bot.app.texts").load_all_texts()
    import_module("bot.app.model.places").load_all_places()
    for name, adapter in ADAPTERS.items():
        import_module("bot.storage.store").queries_for(getattr(import_module(name), adapter))
    for name in RUN:
        sys.modules.pop(name, None)  # else it could not be run
    gc.freeze()  # else the first collection of each fork would copy it all
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever knows what to end
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who wait
    request = requested()
    if request is not None:
        run(**request)
