"""The settings. The only code that reads the environment."""

import re
import socket
from contextlib import closing, suppress
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar
from urllib.parse import SplitResult, quote, unquote, urlsplit

from pydantic import (
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

TOKEN = re.compile(r"[0-9]{1,20}:[A-Za-z0-9_-]{20,}")
HOLDS_A_TOKEN = re.compile(rf"""([^#]*[\s=:"'])?{TOKEN.pattern}["',;]*(\s.*)?""")
HOST = re.compile(r"[A-Za-z0-9:][A-Za-z0-9.:_-]*")
SQLITE = re.compile(r"sqlite:///(?P<path>[^\0]+)", re.DOTALL)
POSTGRES = re.compile(r"postgres(ql)?://(?=[^\s\0]+\Z)")
TIME = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]", re.ASCII)
PERSON = re.compile(r"[1-9][0-9]{0,15}", re.ASCII)
PATH = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*/?")
PUBLIC_API = "https://api.telegram.org"
PUBLIC_PORTS = frozenset({443, 80, 88, 8443})
"""Where the public Bot API pushes updates to."""
WEBHOOK_PATH, APP_PATH = "/telegram", "/app"
"""Where a URL has no path."""
PORT_SERVED = 8080
"""Where none is set, and something is served."""
ENV = Path(".env")
QUOTED = re.compile(r"""\s*(["'])(?P<bare>.*)\1\s*""", re.DOTALL)
SECRET = re.compile(r"[A-Za-z0-9_-]{22,256}")
"""Telegram allows shorter secrets; these can hold 128 bits. Whoever guesses it can play for anybody."""
NO_TEXT = ".env: it must be UTF-8 text (see .env.example)"
A_FOLDER = ".env: it is a folder, as docker makes one where a file is missing; remove it, and copy .env.example there"
OPTIONS = re.compile(r"file:|.*\?\w+=", re.DOTALL)
"""How a file is named to SQLite itself with options, such as `?mode=ro`."""
PROXIES = {"": "http", "http": "http", "socks5": "socks5", "socks5h": "socks5", "socks": "socks5"}
"""Schemes of proxies, and what their client calls them; a name is looked up by the proxy."""
PROXY_SETTINGS = ("proxy_url", "https_proxy", "http_proxy", "all_proxy")
"""The first that counts wins."""
USER, PROXY_PASSWORD = re.compile(r"[!-9;-~]{1,255}"), re.compile(r"[ -~]{0,255}")
"""More cannot be told to a proxy."""


class WrongSetting(ValueError):
    """A setting is missing or invalid; the message is one line that says how to fix it."""


class NoToken(WrongSetting):
    """BOT_TOKEN is set nowhere."""


def _upper(value: object) -> object:
    return value.strip().upper() if isinstance(value, str) else value


def _lower(value: object) -> object:
    return value.strip().lower() if isinstance(value, str) else value


class DatabaseSettings(BaseSettings):
    """What commands need that read or copy what is stored; from the environment and from `.env`: the former wins."""

    model_config = SettingsConfigDict(
        env_file=ENV,
        env_file_encoding="utf-8-sig",
        env_ignore_empty=True,
        extra="ignore",
        hide_input_in_errors=True,
        str_strip_whitespace=True,
    )

    database_url: SecretStr = SecretStr("sqlite:///data/bot.db")

    @model_validator(mode="before")
    @classmethod
    def _without_quotes(cls, given: dict[str, Any]) -> dict[str, Any]:
        """The values without the quotes of a file that `docker --env-file` has read, which leaves them."""
        quoted = {name: QUOTED.fullmatch(value) for name, value in given.items() if isinstance(value, str)}
        bare = {name: match["bare"] for name, match in quoted.items() if match}
        return {name: bare.get(name, value) for name, value in given.items() if bare.get(name) != ""}

    @field_validator("database_url")
    @classmethod
    def _names_a_database(cls, url: SecretStr) -> SecretStr:
        return SecretStr(_database(url.get_secret_value().strip()))

    @property
    def database_path(self) -> Path | None:
        """The SQLite file; None for PostgreSQL."""
        match = SQLITE.fullmatch(self.database_url.get_secret_value())
        return None if match is None else Path(match["path"])


class Settings(DatabaseSettings):
    """All settings."""

    bot_token: SecretStr
    bot_api_url: str = PUBLIC_API
    no_proxy: str = ""
    proxy_url: SecretStr | None = None
    https_proxy: SecretStr | None = None
    http_proxy: SecretStr | None = None
    all_proxy: SecretStr | None = None
    webhook_url: str | None = None
    webhook_secret: SecretStr | None = None
    app_url: str | None = None
    admin_ids: Annotated[frozenset[int], NoDecode] = frozenset()
    daily_turn: str = "00:00"
    host: str = "0.0.0.0"  # noqa: S104  meant to be behind a load balancer
    port: int | None = Field(default=None, ge=1, le=65535)
    clock_ahead: float = Field(default=0.0, ge=0, le=1e9, allow_inf_nan=False)
    messages_per_second: float = Field(default=30.0, gt=0, le=1e9)
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_upper)] = "INFO"
    notify_socket: str | None = None
    watchdog_usec: int | None = Field(default=None, ge=0)
    log_format: Annotated[Literal["text", "json"], BeforeValidator(_lower)] = "text"

    @field_validator("bot_token")
    @classmethod
    def _looks_like_a_token(cls, token: SecretStr) -> SecretStr:
        if not TOKEN.fullmatch(token.get_secret_value().strip()):
            raise ValueError("it is not a token; copy the one that @BotFather gave you, like 123456:ABC-DEF")
        return SecretStr(token.get_secret_value().strip())

    @field_validator("bot_api_url")
    @classmethod
    def _is_an_address(cls, url: str) -> str:
        parts = _parts(url)
        if parts is None or parts.query or parts.fragment or re.search(r"\s|/bot\d+:", url):
            raise ValueError("it must be an address such as https://api.telegram.org, without /bot<token>")
        return url.rstrip("/")

    @field_validator(*PROXY_SETTINGS)
    @classmethod
    def _leads_to_the_bot_api(cls, url: SecretStr | None, info: ValidationInfo) -> SecretStr | None:
        """As the proxy's client takes it; None where it does not count, whatever it is."""
        api, name = urlsplit(info.data.get("bot_api_url", "")), info.field_name
        host, port = api.hostname or "", api.port or (443 if api.scheme == "https" else 80)
        is_for_others = name in {"https_proxy", "http_proxy"} and name != f"{api.scheme}_proxy"
        is_beaten = any(info.data.get(each) for each in PROXY_SETTINGS)
        if url is None or is_for_others or is_beaten or _is_this_machine(host):
            return None
        spared = re.split(r"[\s,]+", info.data.get("no_proxy", "").lower())
        if name != "proxy_url" and any(_is_spared(host, port, entry) for entry in spared):
            return None
        return SecretStr(_proxy(url.get_secret_value().strip()))

    @field_validator("webhook_url")
    @classmethod
    def _is_reached_by_telegram(cls, url: str | None, info: ValidationInfo) -> str | None:
        if url is None:
            return None
        parts = _bare(url, such_as="https://bot.example.org/telegram")
        is_public = urlsplit(info.data.get("bot_api_url", "")).hostname == urlsplit(PUBLIC_API).hostname
        if parts.scheme != "https" and (is_public or not _is_this_machine(parts.hostname or "")):
            raise ValueError("it must begin with https://, for Telegram sends updates to nothing else")
        if is_public and (parts.port or 443) not in PUBLIC_PORTS:
            raise ValueError("its port must be 443, 80, 88 or 8443, for Telegram reaches no other")
        path = WEBHOOK_PATH if parts.path in {"", "/"} else parts.path
        return f"{parts.scheme}://{parts.netloc.lower()}{path}"

    @field_validator("app_url")
    @classmethod
    def _is_opened_by_telegram(cls, url: str | None, info: ValidationInfo) -> str | None:
        if url is None:
            return None
        parts = _bare(url, such_as="https://bot.example.org/app")
        hosts = (parts.hostname, urlsplit(info.data.get("bot_api_url", "")).hostname)
        if parts.scheme != "https" and not all(_is_this_machine(host or "") for host in hosts):
            raise ValueError("it must begin with https://, for Telegram opens nothing else")
        path = parts.path.rstrip("/") or APP_PATH
        if f"{urlsplit(info.data.get('webhook_url') or '').path}/".startswith(f"{path}/"):
            raise ValueError("its path must be another than that of WEBHOOK_URL, which may not lie below it either")
        return f"{parts.scheme}://{parts.netloc.lower()}{path}"

    @field_validator("webhook_secret")
    @classmethod
    def _is_hard_to_guess(cls, secret: SecretStr | None) -> SecretStr | None:
        if secret is None:
            return None
        if not SECRET.fullmatch(secret.get_secret_value().strip()):
            raise ValueError("it must be 22 to 256 of A-Z, a-z, 0-9, _ and -; without it the bot makes one up")
        return SecretStr(secret.get_secret_value().strip())

    @field_validator("admin_ids", mode="before")
    @classmethod
    def _are_people(cls, given: object) -> object:
        if not isinstance(given, str):
            return given
        ids = re.split(r"[\s,;]+", given.strip(" ,;"))
        if not all(PERSON.fullmatch(each) for each in ids):
            raise ValueError("it must be Telegram's numbers of people, such as 12345678,87654321")
        return frozenset(map(int, ids))

    @field_validator("daily_turn")
    @classmethod
    def _is_a_time(cls, time: str) -> str:
        if not TIME.fullmatch(time):
            raise ValueError("it must be a time of the day in UTC, such as 00:00 or 21:30")
        return time

    @field_validator("host")
    @classmethod
    def _is_a_host(cls, host: str) -> str:
        if not HOST.fullmatch(host):
            raise ValueError("it must be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them")
        return host

    @field_validator("clock_ahead")
    @classmethod
    def _is_for_the_sandbox_alone(cls, seconds: float, info: ValidationInfo) -> float:
        url = urlsplit(info.data.get("bot_api_url", ""))
        if seconds and not _is_this_machine(url.hostname or ""):
            raise ValueError("it is for trying things out: BOT_API_URL must be on this machine, such as the sandbox")
        return seconds

    @property
    def proxy(self) -> str | None:
        """The URL of the proxy through which the Bot API is called; None if it is called without one."""
        urls = (self.proxy_url, self.https_proxy, self.http_proxy, self.all_proxy)
        return next((url.get_secret_value() for url in urls if url), None)

    @property
    def proxy_address(self) -> str:
        """The same without user and password, which nobody may read; empty without a proxy."""
        parts = urlsplit(self.proxy or "")
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}" if parts.netloc else ""

    @property
    def passwords(self) -> list[str]:
        """What must be in no log, besides the token: of the database, and of the proxy, the user there as well."""
        parts = urlsplit(self.proxy or "")
        of_database = None if self.database_path else urlsplit(self.database_url.get_secret_value()).password
        return [word for word in (of_database, parts.username, parts.password) if word]

    @property
    def turn_of_days(self) -> float:
        """When the code of the day changes, in seconds after midnight (UTC)."""
        hours, _, minutes = self.daily_turn.partition(":")
        return 3600.0 * int(hours) + 60.0 * int(minutes)

    @property
    def webhook_path(self) -> str:
        """The path of the webhook's page."""
        return urlsplit(self.webhook_url or "").path or WEBHOOK_PATH

    @property
    def app_path(self) -> str:
        """The path of the Mini App's page, without a slash at the end; its files and calls are below it."""
        return urlsplit(self.app_url or "").path or APP_PATH

    @property
    def sandbox_origin(self) -> str:
        """The origin of a Bot API on this machine, whose own page may show the Mini App; empty for any other."""
        parts = urlsplit(self.bot_api_url)
        return f"{parts.scheme}://{parts.netloc.lower()}" if _is_this_machine(parts.hostname or "") else ""

    @property
    def listens_on(self) -> int | None:
        """The port; None if nothing is served."""
        return self.port or (PORT_SERVED if self.webhook_url or self.app_url else None)


def _parts(url: str) -> SplitResult | None:
    """The parts of an HTTP URL; None if it is none."""
    try:
        parts = urlsplit(url)
        right = parts.scheme in {"http", "https"} and HOST.fullmatch(parts.hostname or "") and (parts.port or 1) > 0
    except ValueError:
        return None
    return parts if right else None


def _bare(url: str, such_as: str) -> SplitResult:
    """The parts of an HTTP URL that ends with its path. Raises ValueError."""
    parts = _parts(url)
    if parts is None or "@" in parts.netloc or re.search(r"[?#\s]", url) or not PATH.fullmatch(parts.path):
        raise ValueError(f"it must be an address such as {such_as}, and nothing after that")
    return parts


def _is_this_machine(host: str) -> bool:
    """Whether it is one of this machine's names or addresses."""
    try:
        if ip_address(host).is_loopback:
            return True
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    with suppress(OSError), closing(socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)) as own:
        own.bind((host, 0))  # an address of another machine is refused
        return True
    return False


def _is_spared(host: str, port: int, entry: str) -> bool:
    """Whether an entry of NO_PROXY means it: `*`, a host and all below, an address, a network; a port may follow."""
    with suppress(ValueError):
        return ip_address(host) in ip_network(entry.strip("[]"), strict=False)
    named, colon, its_port = entry.rpartition(":")
    if colon:
        return its_port == str(port) and _is_spared(host, port, named)
    name = entry.removeprefix("*").removeprefix(".")
    return entry == "*" or (name != "" and f".{host}".endswith(f".{name}"))


def _proxy(url: str) -> str:
    """The URL in the form that the proxy's client takes. Raises ValueError."""
    scheme, _, rest = url.rpartition("://")
    login, at, address = rest.removesuffix("/").rpartition("@")
    user, _, password = login.partition(":")
    is_login = not at or (USER.fullmatch(unquote(user)) and PROXY_PASSWORD.fullmatch(unquote(password)))
    parts = _parts(f"http://{address}")
    if scheme.lower() not in PROXIES or not is_login or parts is None or not parts.port or parts.netloc != address:
        raise ValueError(
            "it must be http://host:port or socks5://host:port, with user:password@ before the host if it asks for them"
            "; not https://, for what is said to Telegram is encrypted all the same"
        )
    return f"{PROXIES[scheme.lower()]}://{_escaped(user)}:{_escaped(password)}@{address}"


def _database(url: str) -> str:
    """The URL in the form that drivers take. Raises ValueError."""
    if (file := SQLITE.fullmatch(url)) and OPTIONS.match(file["path"]):
        raise ValueError("a file's path takes no options, such as ?mode=ro; rename the file if the bot has made one so")
    if file and url != "sqlite:///:memory:":
        return url
    rest = url.partition("://")[2]
    try:
        parts = urlsplit(f"postgresql://{rest}")
        whole = POSTGRES.match(url) and len(parts.path) > 1 and not parts.fragment and (parts.port or 1) > 0
    except ValueError:
        whole = False
    if not whole:
        raise ValueError(
            "it must be sqlite:///relative/path.db, sqlite:////absolute/path.db or postgresql://user:password@host/name"
            " (/ # ? and % in user or password are written %2F %23 %3F %25)"
        )
    who, at, _ = parts.netloc.rpartition("@")
    user, colon, password = who.partition(":")
    return f"postgresql://{_escaped(user)}{colon}{_escaped(password)}{at}{rest[len(who) + len(at) :]}"


def _escaped(word: str) -> str:
    """A user or password, percent-encoded, whether or not it was before."""
    return quote(unquote(word), safe="")


Read = TypeVar("Read", bound=BaseSettings)


def settings_from_environment() -> Settings:
    """The settings. Raises WrongSetting."""
    return _read(Settings)


def database_settings() -> DatabaseSettings:
    """The settings of commands that need no others. Raises WrongSetting."""
    return _read(DatabaseSettings)


def _read(kind: type[Read]) -> Read:
    try:
        if ENV.is_dir() and not (ENV / "pyvenv.cfg").exists():  # a virtual environment may have that name
            raise WrongSetting(A_FOLDER)
        if ENV.is_symlink() and not ENV.exists():
            raise WrongSetting(f".env: it is a link to {ENV.readlink()}, where nothing is; mend the link, or remove it")
        if ENV.is_file() and b"\0" in ENV.read_bytes():  # UTF-16 may be read as UTF-8, with other names
            raise WrongSetting(NO_TEXT)
        return kind()
    except UnicodeDecodeError:
        raise WrongSetting(NO_TEXT) from None
    except OSError as error:
        raise WrongSetting(f".env: it cannot be read ({error.strerror})") from None
    except ValidationError as error:
        wrong = {str(each["loc"][0]).upper(): each for each in error.errors(include_url=False, include_input=False)}
        name = "BOT_TOKEN" if "BOT_TOKEN" in wrong else next(iter(wrong))
        raise _refusal(name, wrong[name]["type"], wrong[name]["msg"]) from None


def _refusal(name: str, kind: str, message: str) -> WrongSetting:
    if kind != "missing":
        mending = message.removeprefix("Value error, ").replace("Input should be", "it should be")
        return WrongSetting(f"{name}: {mending} (see .env.example)")
    lines = ENV.read_text("utf-8-sig").splitlines() if ENV.is_file() else []
    holding = next((number for number, line in enumerate(lines, 1) if HOLDS_A_TOKEN.fullmatch(line)), None)
    if holding is not None:
        return WrongSetting(f"{name}: missing, but line {holding} of .env holds a token: write {name}= before it")
    return NoToken(
        f"{name}: missing; put {name}=<the token from @BotFather> into .env or the environment, "
        "or play in the sandbox: `make run`, or where it is installed `python -m sandbox -- bulls-and-cows`"
    )


def no_token() -> str:
    """That there is no BOT_TOKEN, and where it was looked for; empty if there is one, or what is there is wrong."""
    try:
        settings_from_environment()
    except NoToken:
        return f"No BOT_TOKEN in the environment or in {ENV.absolute()}: this is the sandbox, a local Telegram."
    except WrongSetting:
        pass
    return ""
