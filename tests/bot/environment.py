"""What the bot is told by its environment, for tests."""

import os

import pytest

from bot.settings import Settings, WrongSetting, settings_from_environment

TOKEN = "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11"
SETTINGS = {name.upper() for name in Settings.model_fields}


def forget_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take all settings out of the environment, however they are written."""
    for name in [name for name in os.environ if name.upper() in SETTINGS]:
        monkeypatch.delenv(name)


def refusal() -> str | None:
    try:
        settings_from_environment()
    except WrongSetting as error:
        return str(error)
    return None


_WRONG = {
    "BOT_TOKEN": ("", "hello", "123456:short", f"x{TOKEN}", f"{TOKEN}\n{TOKEN}"),
    "BOT_API_URL": (
        *("api.telegram.org", "ftp://api.telegram.org", "https://", "https://a b", "http://api.telegram.org:99999"),
        *("http://[::1", "http://.", "https://api.telegram.org/bot123456:ABC-DEF"),
    ),
    "DATABASE_URL": (
        *("mysql://localhost/bot", "postgresql://localhost", "postgresql://ann:hidden#word@localhost/bot"),
        *("postgresql://localhost:port/bot", "postgresql://[::1/bot", "postgresql://local host/bot", "data/bot.db"),
        *("sqlite:///", "sqlite:///:memory:", "sqlite:///bot.db?mode=ro", "sqlite:////a/bot.db?cache=shared&mode=rw"),
        *("sqlite:///file:bot.db", "sqlite:///file:bot.db?mode=ro&uri=true"),
    ),
    "PROXY_URL": (
        *(
            "proxy",
            "http://",
            "http://proxy",
            "http://proxy:0",
            "http://proxy:99999",
            "http://proxy:port",
            "socks4://p:1",
        ),
        *("http://ann:hidden@", "http://[::1:80"),
        *("http://proxy:3128/path", "http://proxy:3128?x", "http://анна:hidden@proxy:1", "http://:hidden@proxy:1"),
    ),
    "HTTPS_PROXY": ("https://ann:hidden@proxy:3128",),
    "ALL_PROXY": ("quic://proxy:1",),
    "WEBHOOK_URL": (
        *("bot.example", "http://bot.example/hook", "http://127.0.0.1.example/hook"),
        *("https://ann:hidden@bot.example/hook", "https://bot.example/hook?token=hidden", "https://bot.example/hook?"),
        *("https://bot.example/hook#here", "https://bot.example/a//b", "https://bot.example/../b"),
        *("https://bot.example/h%6Fok", "https://bot.example/h ook"),
        *("https://bot.example:8080/hook", "https://bot.example:444", "http://localhost:8443/hook"),
    ),
    "APP_URL": (
        *("bot.example", "ftp://bot.example/app", "http://bot.example/app", "http://127.0.0.1:8080/app"),
        *("https://ann:hidden@bot.example/app", "https://bot.example/app?game=hidden", "https://bot.example/app#here"),
        *("https://bot.example/a//b", "https://bot.example/../b", "https://bot.example/a%70p", "https://a b/app"),
    ),
    "WEBHOOK_SECRET": ("too-short", "a" * 257, "with spaces and other things!"),
    "HOST": ("a b", "http://127.0.0.1"),
    "PORT": ("0", "65536", "http"),
    "MESSAGES_PER_SECOND": ("many", "0", "-3", "nan", "inf"),
    "LOG_LEVEL": ("LOUD",),
    "LOG_FORMAT": ("xml",),
}
WRONG = [(name, value) for name, values in _WRONG.items() for value in values]
