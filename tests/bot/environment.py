"""What the bot is told by its environment, for tests."""

from bot.settings import Settings, WrongSetting, settings_from_environment

TOKEN = "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11"
SETTINGS = {name.upper() for name in Settings.model_fields}


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
        *("sqlite:///", "sqlite:///:memory:"),
    ),
    "WEBHOOK_URL": (
        *("bot.example", "http://bot.example/hook", "http://127.0.0.1.example/hook"),
        *("https://ann:hidden@bot.example/hook", "https://bot.example/hook?token=hidden", "https://bot.example/hook?"),
        *("https://bot.example/hook#here", "https://bot.example/a//b", "https://bot.example/../b"),
        *("https://bot.example/h%6Fok", "https://bot.example/h ook"),
    ),
    "WEBHOOK_SECRET": ("too-short", "a" * 257, "with spaces and other things!"),
    "HOST": ("a b", "http://127.0.0.1"),
    "PORT": ("0", "65536", "http"),
    "MESSAGES_PER_SECOND": ("many", "0", "-3", "nan", "inf"),
    "LOG_LEVEL": ("LOUD",),
    "LOG_FORMAT": ("xml",),
}
WRONG = [(name, value) for name, values in _WRONG.items() for value in values]
