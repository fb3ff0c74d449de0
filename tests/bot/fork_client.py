"""Asks `fork_server.py` for processes; run as a script it is one, for shells: `fork_client.py SOCKET -m NAME …`.

It imports little, and nothing of the project: as a script it is to start at once.
"""

import json
import os
import socket
import sys
from collections.abc import Mapping, Sequence

FAILED_BY_SIGNAL = 128
"""What shells add to the number of the signal that ended a process."""


def ask(
    server: socket.socket, command: Sequence[str], folder: str, environment: Mapping[str, str], out: int, err: int
) -> socket.socket:
    """Where a line with the process id comes, and a line with the exit status in the end."""
    ours, theirs = socket.socketpair()
    with theirs:
        socket.send_fds(server, [b"."], [theirs.fileno(), out, err])
    request = {"command": [*command], "folder": folder, "environment": {**environment}}
    ours.sendall(json.dumps(request).encode() + b"\n")
    return ours


def main(number: str, dash_m: str, *command: str) -> int:
    """The exit status of `python -m`, with the output, folder and environment of this process."""
    assert dash_m == "-m"
    with (
        socket.socket(fileno=int(number)) as server,
        ask(server, command, os.getcwd(), os.environ, 1, 2).makefile(encoding="utf-8") as lines,  # noqa: PTH109
    ):
        _, status = map(int, lines)
    return status if status >= 0 else FAILED_BY_SIGNAL - status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
