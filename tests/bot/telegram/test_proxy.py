"""The Bot API is called through a proxy of either kind, which alone knows the way; this machine without one."""

import asyncio
import ssl
from asyncio import StreamReader as Reader
from asyncio import StreamWriter as Writer
from base64 import b64decode, b64encode
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp
import pytest

from bot.telegram.api import connector
from bot.telegram.posting import Connections
from sandbox.client import Sandbox
from sandbox.server import SandboxServer
from tests.bot.conftest import Stage
from tests.bot.environment import SETTINGS, TOKEN
from tests.bot.forked_bot import ForkedBot
from tests.bot.player import begun, talk
from tests.bot.telegram.test_posting import CERTIFICATE, RESULT, WHOLE, serving
from tests.bot.typed import only, typed_in

FAR = "api.telegram.test"
"""A name that no machine knows, of which proxies are told where it leads."""
USER, PASSWORD = "somebody-at-work", "correct-horse:battery"
LOGIN = f"{USER}:correct-horse%3Abattery"
SECRETS = USER, PASSWORD, "correct-horse%3Abattery", b64encode(f"{USER}:{PASSWORD}".encode()).decode()


class Proxy:
    """An HTTP proxy that knows CONNECT alone, or one of SOCKS 5. It lets nobody in without the login, if it has one."""

    def __init__(self, kind: str, *, login: bool = False, port: int = 0) -> None:
        self.kind, self.port, self._login = kind, port, login
        self.asked: list[str] = []
        self.refused = 0
        self._leads_to = 0
        self._writers: set[Writer] = set()

    @asynccontextmanager
    async def leading_to(self, port: int) -> AsyncIterator[str]:
        """Its address while it serves: whatever it is asked for is at this port of this machine."""
        self._leads_to = port
        async with await asyncio.start_server(self._serve, "127.0.0.1", self.port) as server:
            self.port = server.sockets[0].getsockname()[1]
            yield f"127.0.0.1:{self.port}"
            self.hang_up()

    def hang_up(self) -> None:
        """End every connection."""
        while self._writers:
            self._writers.pop().transport.abort()

    async def _serve(self, reader: Reader, writer: Writer) -> None:
        self._writers.add(writer)
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            if await (self._http(reader, writer) if self.kind == "http" else self._socks(reader, writer)):
                theirs, ours = await asyncio.open_connection("127.0.0.1", self._leads_to)
                self._writers.add(ours)
                await asyncio.gather(_pass_on(reader, ours), _pass_on(theirs, writer))
        writer.close()

    async def _http(self, reader: Reader, writer: Writer) -> bool:
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
        method, address, _ = lines[0].split()
        told = dict(line.split(": ", 1) for line in lines[1:] if line)
        name = b64decode(told.get("Proxy-Authorization", "").removeprefix("Basic ")).decode()
        if method != "CONNECT" or (self._login and name != f"{USER}:{PASSWORD}"):
            self.refused += 1
            writer.write(b"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n")
            return False
        self.asked.append(address.rpartition(":")[0])
        writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        return True

    async def _socks(self, reader: Reader, writer: Writer) -> bool:
        _, count = await reader.readexactly(2)
        methods = await reader.readexactly(count)
        writer.write(bytes([5, 2 if self._login and 2 in methods else 0xFF if self._login else 0]))
        if self._login:
            words = [(await reader.readexactly((await reader.readexactly(2 - each))[-1])).decode() for each in (0, 1)]
            is_known = words == [USER, PASSWORD]
            writer.write(bytes([1, 0 if is_known else 1]))
            if not is_known:
                self.refused += 1
                return False
        _, command, _, kind = await reader.readexactly(4)
        assert (command, kind) == (1, 3), "a name, which the proxy looks up"
        (length,) = await reader.readexactly(1)
        self.asked.append((await reader.readexactly(length)).decode())
        await reader.readexactly(2)  # the port
        writer.write(bytes([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
        return True


async def _pass_on(reader: Reader, writer: Writer) -> None:
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()
    writer.close()


@asynccontextmanager
async def playing(folder: Path, proxy: Proxy, name: str, login: str = "", **settings: str) -> AsyncIterator[Stage]:
    """A bot whose Bot API only the proxy knows, which this setting names."""
    async with SandboxServer() as server, Sandbox(server.url) as sandbox, proxy.leading_to(server.port) as address:
        bot = ForkedBot(f"http://{FAR}:81", server.token, folder)
        ours = {each: bot.environment[each] for each in ("BOT_TOKEN", "BOT_API_URL", "DATABASE_URL")}
        through = {name: f"{proxy.kind}://{login}{address}", **settings}
        bot.environment = only({**ours, "LOG_LEVEL": "DEBUG", **through})
        async with bot:
            yield Stage(server, sandbox, bot)


WAYS = {
    "HTTP_PROXY": Proxy("http"),
    "http_proxy": Proxy("http", login=True),
    "ALL_PROXY": Proxy("socks5h"),
    "all_proxy": Proxy("socks5", login=True),
    "PROXY_URL": Proxy("socks", login=True),
}


@pytest.mark.parametrize("name", WAYS)
async def test_the_bot_is_played_through_it_and_tells_nobody_its_password(tmp_path: Path, name: str) -> None:
    proxy = WAYS[name]
    async with playing(tmp_path, proxy, name, f"{LOGIN}@" if proxy._login else "") as stage:
        alice = await begun(stage)
        await talk("0123 → 1. 0123", alice)
        proxy.hang_up()  # as proxies do
        await talk("4567 → 2. 4567", alice)
        await stage.quiet()
        log = stage.bot.log_text()
    assert set(proxy.asked) == {FAR}
    assert [secret for secret in SECRETS if secret in log] == []


@pytest.mark.parametrize("kind", ["http", "socks5"])
async def test_check_goes_through_it_and_names_it_without_user_and_password(tmp_path: Path, kind: str) -> None:
    proxy = Proxy(kind, login=True)
    async with SandboxServer() as server, proxy.leading_to(server.port) as address:
        given = {"BOT_TOKEN": server.token, "BOT_API_URL": f"http://{FAR}"}
        status, printed = await typed_in(tmp_path, given | {"PROXY_URL": f"{kind}://{LOGIN}@{address}"}, "check")
        way = f"calls go through {kind}://{address}"
        assert (status, printed.splitlines()[0]) == (0, f"✓ settings: they can be read; {way}"), printed
        assert "✓ token: it is that of @sandbox_bot" in printed
        assert set(proxy.asked) == {FAR}
        wrong = LOGIN.replace("horse", "house")
        status, refused = await typed_in(tmp_path, given | {"PROXY_URL": f"{kind}://{wrong}@{address}"}, "check")
        told = f"✗ token: http://{FAR} cannot be reached (ProxyError); {way}; see BOT_API_URL and the network"
        assert status == 1, refused
        assert told in refused.splitlines(), refused
        assert proxy.refused == 1, refused
    status, gone = await typed_in(tmp_path, given | {"PROXY_URL": f"{kind}://{LOGIN}@{address}"}, "check")
    assert status == 1, gone
    assert f"cannot be reached (ProxyConnectionError); {way}" in gone, gone
    assert [word for word in (*SECRETS, "house") if word in printed + refused + gone] == []


async def test_a_bot_that_the_proxy_refuses_goes_on_trying_and_its_log_holds_no_password(tmp_path: Path) -> None:
    proxy = Proxy("http", login=True)
    async with proxy.leading_to(9) as address:
        bot = ForkedBot(f"http://{FAR}", TOKEN, tmp_path)
        wrong = LOGIN.replace("horse", "house")
        bot.environment = only({"BOT_TOKEN": TOKEN, "BOT_API_URL": f"http://{FAR}", "LOG_LEVEL": "DEBUG"})
        bot.environment["HTTP_PROXY"] = f"http://{wrong}@{address}"
        await bot.launch()
        while proxy.refused < 2:
            await asyncio.sleep(0.02)
        await bot.stop()
    log = bot.log_text()
    assert "Telegram cannot be reached, trying again" in log
    assert [word for word in (*SECRETS, "house", "Traceback") if word in log] == []


DEAD, NONSENSE = "http://127.0.0.1:9", "nonsense://"
EVERY = [name for name in SETTINGS if name.endswith("_PROXY") or name == "PROXY_URL"]
EVERYWHERE: Mapping[str, Mapping[str, str]] = {
    "a dead port": {each: DEAD for name in EVERY for each in (name, name.lower()) if name != "NO_PROXY"},
    "nonsense": dict.fromkeys(EVERY, NONSENSE),
}


@pytest.mark.parametrize("what", EVERYWHERE)
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "0.0.0.0", "::1"])
async def test_this_machine_is_called_without_a_proxy_whatever_is_set(tmp_path: Path, what: str, host: str) -> None:
    async with SandboxServer(host) as server:
        url = f"http://[::1]:{server.port}" if host == "::1" else server.url
        given = {"BOT_TOKEN": server.token, "BOT_API_URL": url, **EVERYWHERE[what]}
        status, printed = await typed_in(tmp_path, given, "check")
    assert (status, printed.splitlines()[0]) == (0, "✓ settings: they can be read"), printed


async def _answers(reader: Reader, writer: Writer) -> None:
    await reader.readuntil(b"\r\n\r\n{}")
    writer.write(WHOLE)


@pytest.mark.parametrize("kind", ["http", "socks5"])
async def test_what_is_said_to_telegram_is_encrypted_to_its_end(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    theirs.load_cert_chain(CERTIFICATE)
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    proxy = Proxy(kind)
    async with serving(_answers, ssl=theirs) as url, proxy.leading_to(urlsplit(url).port or 0) as address:
        through = f"{kind}://:@{address}"
        connections = Connections(5, through)
        assert await connections.post(url, b"{}", 5) == (200, RESULT)
        with pytest.raises(ssl.SSLCertVerificationError):
            await connections.post(url.replace("localhost", FAR), b"{}", 5)
        await connections.close()
        ours = ssl.create_default_context()
        async with (
            aiohttp.ClientSession(connector=connector(through)) as session,
            session.post(url, data=b"{}", ssl=ours) as response,
        ):
            assert await response.read() == RESULT
    assert proxy.asked == ["localhost", FAR, "localhost"]
