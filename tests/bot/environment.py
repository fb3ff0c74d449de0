"""What the bot is told by its environment, for tests."""

from bot.settings import Settings, WrongSetting, settings_from_environment

TOKEN = "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11"
SETTINGS = {name.upper() for name in Settings.model_fields}


def refusal() -> str | None:
    """Why the settings are refused, if they are."""
    try:
        settings_from_environment()
    except WrongSetting as error:
        return str(error)
    return None


WRONG = [
    ("BOT_TOKEN", ""),
    ("BOT_TOKEN", "hello"),
    ("BOT_TOKEN", "123456:short"),
    ("BOT_TOKEN", f"x{TOKEN}"),
    ("BOT_TOKEN", f"{TOKEN}\n{TOKEN}"),
    ("BOT_API_URL", "api.telegram.org"),
    ("BOT_API_URL", "ftp://api.telegram.org"),
    ("BOT_API_URL", "https://"),
    ("BOT_API_URL", "https://a b"),
    ("BOT_API_URL", "http://api.telegram.org:99999"),
    ("BOT_API_URL", "http://[::1"),
    ("BOT_API_URL", "http://."),
    ("BOT_API_URL", "https://api.telegram.org/bot123456:ABC-DEF"),
    ("DATABASE_URL", "mysql://localhost/bot"),
    ("DATABASE_URL", "postgresql://localhost"),
    ("DATABASE_URL", "postgresql://ann:hidden#word@localhost/bot"),
    ("DATABASE_URL", "postgresql://localhost:port/bot"),
    ("DATABASE_URL", "postgresql://[::1/bot"),
    ("DATABASE_URL", "postgresql://local host/bot"),
    ("DATABASE_URL", "data/bot.db"),
    ("DATABASE_URL", "sqlite:///"),
    ("DATABASE_URL", "sqlite:///:memory:"),
    ("WEBHOOK_URL", "bot.example"),
    ("WEBHOOK_URL", "http://bot.example/hook"),
    ("WEBHOOK_URL", "http://127.0.0.1.example/hook"),
    ("WEBHOOK_URL", "https://ann:hidden@bot.example/hook"),
    ("WEBHOOK_URL", "https://bot.example/hook?token=hidden"),
    ("WEBHOOK_URL", "https://bot.example/hook?"),
    ("WEBHOOK_URL", "https://bot.example/hook#here"),
    ("WEBHOOK_URL", "https://bot.example/a//b"),
    ("WEBHOOK_URL", "https://bot.example/../b"),
    ("WEBHOOK_URL", "https://bot.example/h%6Fok"),
    ("WEBHOOK_URL", "https://bot.example/h ook"),
    ("WEBHOOK_SECRET", "too-short"),
    ("WEBHOOK_SECRET", "a" * 257),
    ("WEBHOOK_SECRET", "with spaces and other things!"),
    ("HOST", "a b"),
    ("HOST", "http://127.0.0.1"),
    ("PORT", "0"),
    ("PORT", "65536"),
    ("PORT", "http"),
    ("MESSAGES_PER_SECOND", "many"),
    ("MESSAGES_PER_SECOND", "0"),
    ("MESSAGES_PER_SECOND", "-3"),
    ("MESSAGES_PER_SECOND", "nan"),
    ("MESSAGES_PER_SECOND", "inf"),
    ("LOG_LEVEL", "LOUD"),
    ("LOG_FORMAT", "xml"),
]
