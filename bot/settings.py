"""The settings. The only code that reads the environment."""

import re
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Literal
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
HOST = re.compile(r"[A-Za-z0-9:][A-Za-z0-9.:_-]*")
SQLITE = re.compile(r"sqlite:///(?P<path>[^\0]+)", re.DOTALL)
POSTGRES = re.compile(r"postgres(ql)?://(?=[^\s\0]+\Z)")
TIME = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]", re.ASCII)
PERSON = re.compile(r"[1-9][0-9]{0,15}", re.ASCII)
PATH = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*/?")
WEBHOOK_PATH = "/telegram"
WEBHOOK_PORT = 8080
ENV = Path(".env")
QUOTED = re.compile(r"""\s*(["'])(?P<bare>.*)\1\s*""", re.DOTALL)
SECRET = re.compile(r"[A-Za-z0-9_-]{22,256}")
"""Telegram allows shorter secrets; these can hold 128 bits. Whoever guesses it can play for anybody."""
NO_TEXT = ".env: it must be UTF-8 text (see .env.example)"


class WrongSetting(ValueError):
    """A setting is missing or invalid; the message is one line that says how to fix it."""


class NoToken(WrongSetting):
    """BOT_TOKEN is set nowhere."""


def _upper(value: object) -> object:
    return value.strip().upper() if isinstance(value, str) else value


def _lower(value: object) -> object:
    return value.strip().lower() if isinstance(value, str) else value


class Settings(BaseSettings):
    """All settings, from the environment and from `.env`; the environment wins."""

    model_config = SettingsConfigDict(
        env_file=ENV,
        env_file_encoding="utf-8-sig",
        env_ignore_empty=True,
        extra="ignore",
        hide_input_in_errors=True,
        str_strip_whitespace=True,
    )

    bot_token: SecretStr
    bot_api_url: str = "https://api.telegram.org"
    database_url: SecretStr = SecretStr("sqlite:///data/bot.db")
    webhook_url: str | None = None
    webhook_secret: SecretStr | None = None
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

    @model_validator(mode="before")
    @classmethod
    def _without_quotes(cls, given: dict[str, Any]) -> dict[str, Any]:
        """The values without the quotes of a file that `docker --env-file` has read, which leaves them."""
        quoted = {name: QUOTED.fullmatch(value) for name, value in given.items() if isinstance(value, str)}
        bare = {name: match["bare"] for name, match in quoted.items() if match}
        return {name: bare.get(name, value) for name, value in given.items() if bare.get(name) != ""}

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

    @field_validator("database_url")
    @classmethod
    def _names_a_database(cls, url: SecretStr) -> SecretStr:
        return SecretStr(_database(url.get_secret_value().strip()))

    @field_validator("webhook_url")
    @classmethod
    def _is_reached_by_telegram(cls, url: str | None) -> str | None:
        if url is None:
            return None
        parts = _parts(url)
        if parts is None or "@" in parts.netloc or re.search(r"[?#\s]", url) or not PATH.fullmatch(parts.path):
            raise ValueError("it must be an address such as https://bot.example.org/telegram, and nothing after that")
        if parts.scheme != "https" and not _is_this_machine(parts.hostname or ""):
            raise ValueError("it must begin with https://, for Telegram sends updates to nothing else")
        path = WEBHOOK_PATH if parts.path in {"", "/"} else parts.path
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
    def database_path(self) -> Path | None:
        """The SQLite file; None for PostgreSQL."""
        match = SQLITE.fullmatch(self.database_url.get_secret_value())
        return None if match is None else Path(match["path"])

    @property
    def database_password(self) -> str | None:
        """The password in DATABASE_URL."""
        return None if self.database_path else urlsplit(self.database_url.get_secret_value()).password

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
    def listens_on(self) -> int | None:
        """The port; None if nothing is served."""
        return self.port or (WEBHOOK_PORT if self.webhook_url else None)


def _parts(url: str) -> SplitResult | None:
    """The parts of an HTTP URL; None if it is none."""
    try:
        parts = urlsplit(url)
        right = parts.scheme in {"http", "https"} and HOST.fullmatch(parts.hostname or "") and (parts.port or 1) > 0
    except ValueError:
        return None
    return parts if right else None


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _database(url: str) -> str:
    """The URL in the form that drivers take. Raises ValueError."""
    if SQLITE.fullmatch(url) and url != "sqlite:///:memory:":
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


def settings_from_environment() -> Settings:
    """The settings. Raises WrongSetting."""
    try:
        if ENV.is_file() and b"\0" in ENV.read_bytes():  # UTF-16 may be read as UTF-8, with other names
            raise WrongSetting(NO_TEXT)
        return Settings()  # type: ignore[call-arg]  # the environment fills it
    except UnicodeDecodeError:
        raise WrongSetting(NO_TEXT) from None
    except OSError as error:
        raise WrongSetting(f".env: it cannot be read ({error.strerror})") from None
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = str(first["loc"][0]).upper() if first["loc"] else "A setting"
        kind = NoToken if (name, first["type"]) == ("BOT_TOKEN", "missing") else WrongSetting
        raise kind(f"{name}: {_mending(name, str(first['type']), str(first['msg']))}") from None


def no_token() -> str:
    """That there is no BOT_TOKEN, and where it was looked for; empty if there is one, or what is there is wrong."""
    try:
        settings_from_environment()
    except NoToken:
        return f"No BOT_TOKEN in the environment or in {ENV.absolute()}: this is the sandbox, a local Telegram."
    except WrongSetting:
        pass
    return ""


def _mending(name: str, kind: str, message: str) -> str:
    if kind == "missing":
        return (
            "missing; put BOT_TOKEN=<the token from @BotFather> into .env or the environment, "
            "or play in the sandbox: `make run`, or where it is installed `python -m sandbox -- bulls-and-cows`"
            if name == "BOT_TOKEN"
            else "missing; see .env.example"
        )
    return message.removeprefix("Value error, ").replace("Input should be", "it should be") + " (see .env.example)"
