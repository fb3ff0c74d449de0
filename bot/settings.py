"""What an operator can set. The only reader of the environment."""

import re
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import BeforeValidator, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

TOKEN = re.compile(r"[0-9]{1,20}:[A-Za-z0-9_-]{20,}")
HOST = re.compile(r"[A-Za-z0-9:][A-Za-z0-9.:_-]*")
SQLITE = re.compile(r"sqlite:///(?P<path>.+)", re.DOTALL)


class WrongSetting(ValueError):
    """A setting is missing or cannot be right; the message is one line that says how to mend it."""


def _upper(value: object) -> object:
    return value.strip().upper() if isinstance(value, str) else value


def _lower(value: object) -> object:
    return value.strip().lower() if isinstance(value, str) else value


class Settings(BaseSettings):
    """Everything the bot reads from its environment and from `.env`; the environment wins."""

    model_config = SettingsConfigDict(
        env_file=".env", env_ignore_empty=True, extra="ignore", hide_input_in_errors=True, str_strip_whitespace=True
    )

    bot_token: SecretStr
    bot_api_url: str = "https://api.telegram.org"
    database_url: str = "sqlite:///data/bot.db"
    messages_per_second: float = Field(default=30.0, gt=0, le=1e9)
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_upper)] = "INFO"
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
        try:
            parts = urlsplit(url)
            right = parts.scheme in {"http", "https"} and HOST.fullmatch(parts.hostname or "") and (parts.port or 1) > 0
        except ValueError:
            right = False
        if not right or parts.query or parts.fragment or re.search(r"\s|/bot\d+:", url):
            raise ValueError("it must be an address such as https://api.telegram.org, without /bot<token>")
        return url.rstrip("/")

    @field_validator("database_url")
    @classmethod
    def _is_sqlite(cls, url: str) -> str:
        if not SQLITE.fullmatch(url) or url == "sqlite:///:memory:":
            raise ValueError("it must be sqlite:///relative/path.db or sqlite:////absolute/path.db")
        return url

    @property
    def database_path(self) -> Path:
        """The SQLite file."""
        match = SQLITE.fullmatch(self.database_url)
        assert match is not None, "the validator has seen to it"  # noqa: S101
        return Path(match["path"])


def settings_from_environment() -> Settings:
    """The settings. Raises WrongSetting."""
    try:
        return Settings()  # type: ignore[call-arg]  # the environment fills it
    except UnicodeDecodeError:
        raise WrongSetting(".env: it must be UTF-8 text (see .env.example)") from None
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = str(first["loc"][0]).upper() if first["loc"] else "A setting"
        raise WrongSetting(f"{name}: {_mending(name, str(first['type']), str(first['msg']))}") from None


def _mending(name: str, kind: str, message: str) -> str:
    if kind == "missing":
        return (
            "missing; put BOT_TOKEN=<the token from @BotFather> into .env or the environment, "
            "or use `make run` to play in the sandbox"
            if name == "BOT_TOKEN"
            else "missing; see .env.example"
        )
    return message.removeprefix("Value error, ").replace("Input should be", "it should be") + " (see .env.example)"
