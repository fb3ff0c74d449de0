"""The command line of the sandbox: `python -m sandbox [-- COMMAND …]`."""

import argparse
import asyncio
import contextlib
import getpass
import locale
import os
import signal
import socket
import sys
import tempfile
import webbrowser
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

from sandbox.acts import groups, people
from sandbox.arguments import Parser, number
from sandbox.command import AHEAD, Command
from sandbox.server import SandboxServer
from sandbox.world.world import World

DEFAULT_PORT = 8081
LANGUAGES = ("en", "uk", "ru")
_NO_NAMES = ("root", "alice", "olena")
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run until interrupted, or until the command given after `--` ends; returns its exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    split = given.index("--") if "--" in given else len(given)
    parser = _options()
    options = parser.parse_args(given[:split])
    try:
        options.ahead = number(float, 0)(os.environ.get(AHEAD) or "0")
    except argparse.ArgumentTypeError as error:
        parser.error(f"{AHEAD}: {error}")
    with contextlib.suppress(KeyboardInterrupt):
        return asyncio.run(_run(options, given[split + 1 :]))
    return 0


def _options() -> Parser:
    parser = Parser(
        prog="python -m sandbox",
        description="Telegram on your own machine: a Bot API and a page to chat with the bot.",
        epilog="-- COMMAND …: run the bot too: BOT_TOKEN, BOT_API_URL, DATABASE_URL and APP_URL are in its environment",
    )
    parser.add_argument("--port", type=number(int, 0, 65535), help=f"default {DEFAULT_PORT}; 0: any free port")
    parser.add_argument("--host", type=_host, default="127.0.0.1", help="where to listen (default 127.0.0.1)")
    parser.add_argument("--open", action="store_true", help="open the page in the desktop's browser")
    return parser


def _host(name: str) -> str:
    try:
        known = name.encode("idna")
    except UnicodeError:
        known = b""
    if not known or not name.isprintable():
        raise argparse.ArgumentTypeError(f"{name[:40]!r} is no address of this machine")
    return name


async def _run(options: argparse.Namespace, command: list[str]) -> int:
    try:
        async with _serving(options.host, options.port) as server:
            inhabit(server.state.world)
            print(f"Page:        {server.url}/", flush=True)
            print(f"BOT_TOKEN={server.token}", flush=True)
            print(f"BOT_API_URL={server.url}", flush=True)
            if options.open and _has_desktop():
                webbrowser.open(f"{server.url}/")
            return await (_with_command(server, command, options.ahead) if command else _until_interrupted())
    except OSError as error:
        about = f": {error.filename}" if error.filename else ""
        print(f"sandbox: {error.strerror or error}{about}", file=sys.stderr)
        return 1


@contextlib.asynccontextmanager
async def _serving(host: str, port: int | None) -> AsyncIterator[SandboxServer]:
    """Serve on the port asked for; if the default port is taken, on a free one."""
    async with contextlib.AsyncExitStack() as stack:
        try:
            server = await stack.enter_async_context(SandboxServer(host, DEFAULT_PORT if port is None else port))
        except OSError:
            if port is not None:
                raise
            server = await stack.enter_async_context(SandboxServer(host, 0))
        yield server


def inhabit(world: World) -> None:
    """Create the first inhabitants: three people, and a group of them with the bot."""
    owner = people.join(world, {"name": _own_name(), "language": _language()})
    olena = people.join(world, {"name": "Олена", "username": "olena", "language": "uk"})
    alice = people.join(world, {"name": "Alice", "username": "alice", "language": "en"})
    groups.create(world, {"title": "Friends", "people": [owner.id, olena.id, alice.id]})


def _own_name() -> str:
    """The user name of this machine, if it is usable and nobody else's in the sandbox."""
    try:
        name = getpass.getuser()
    except (KeyError, OSError, ImportError):
        name = ""
    return name.capitalize() if name.isalpha() and name.lower() not in _NO_NAMES else "Max"


def _language() -> str:
    """The language of this machine, if it is a two-letter code."""
    named = [os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG")] + [locale.getlocale()[0]]
    code = next((name for name in named if name), "")[:2].lower()
    return code if code in LANGUAGES else "en"


async def _until_interrupted() -> int:
    stopped = asyncio.Event()
    _on_signals(lambda _: stopped.set())
    await stopped.wait()
    return 0


async def _with_command(server: SandboxServer, command: list[str], ahead: float) -> int:
    """Run the bot's command, whose clock is so many seconds ahead, and end with it."""
    with tempfile.TemporaryDirectory(prefix="sandbox-") as folder:
        environment = {
            "BOT_TOKEN": server.token,
            "BOT_API_URL": server.url,
            "DATABASE_URL": f"sqlite:///{Path(folder) / 'sandbox.db'}",
        } | _app_at(_free_port())
        server.state.clock.move(ahead)
        running = Command(command, os.environ | environment, ahead)
        server.state.begin_anew = running.begin_anew
        _on_signals(running.stop)
        return await running.run()


def _app_at(port: int) -> dict[str, str]:
    """Where the bot serves its Mini App: to this machine alone."""
    return {"APP_URL": f"http://127.0.0.1:{port}/app", "HOST": "127.0.0.1", "PORT": str(port)}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _on_signals(act: Callable[[signal.Signals], None]) -> None:
    """Call `act` on signals; where loops have no signal handlers, Ctrl-C interrupts as usual."""
    with contextlib.suppress(NotImplementedError):
        for number in _SIGNALS:
            asyncio.get_running_loop().add_signal_handler(number, act, number)


def _has_desktop() -> bool:
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


if __name__ == "__main__":
    sys.exit(main())
