import asyncio
import re
from pathlib import Path
from tempfile import TemporaryFile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from bot.app.intents import Command
from bot.settings import Settings, settings_from_environment
from tests.bot.environment import SETTINGS, TOKEN, WRONG, refusal
from tests.bot.forked_bot import forked
from tests.bot.typed import only

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def empty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder without .env, an environment without settings."""
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)


def test_a_token_is_all_that_must_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", f" {TOKEN} ")
    settings = settings_from_environment()
    assert settings == Settings(
        bot_token=SecretStr(TOKEN),
        bot_api_url="https://api.telegram.org",
        database_url=SecretStr("sqlite:///data/bot.db"),
        webhook_url=None,
        webhook_secret=None,
        host="0.0.0.0",
        port=None,
        messages_per_second=30,
        log_level="INFO",
        log_format="text",
    )
    assert settings.database_path == Path("data/bot.db")
    assert settings.listens_on is None


def test_the_environment_beats_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text(f"BOT_TOKEN={TOKEN}\nLOG_LEVEL=DEBUG\nLOG_FORMAT=json\nUNKNOWN=1\n", "utf-8")
    monkeypatch.setenv("LOG_LEVEL", "error")
    monkeypatch.setenv("LOG_FORMAT", "")
    settings = settings_from_environment()
    assert (settings.log_level, settings.log_format) == ("ERROR", "json")
    assert settings.bot_token.get_secret_value() == TOKEN


def test_a_file_that_is_no_text_gives_one_line() -> None:
    Path(".env").write_bytes(b"BOT_TOKEN=\xff\xfe")
    message = refusal()
    assert message is not None
    assert message.startswith(".env: ")
    assert message.splitlines() == [message]


def test_values_may_be_written_in_any_case(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"BOT_TOKEN": TOKEN, "LOG_LEVEL": "Warning", "LOG_FORMAT": "JSON"}.items():
        monkeypatch.setenv(name, value)
    settings = settings_from_environment()
    assert (settings.log_level, settings.log_format) == ("WARNING", "json")


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite:///bot.db", "bot.db"),
        ("sqlite:////var/lib/bot.db", "/var/lib/bot.db"),
        ("sqlite:///a b/c.db", "a b/c.db"),
    ],
)
def test_a_database_url_names_a_file(monkeypatch: pytest.MonkeyPatch, url: str, path: str) -> None:
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", url)
    assert settings_from_environment().database_path == Path(path)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:s3cret@db.example:5432/bot",
        "postgresql:///bot?host=/run/pg",
        "postgres://db/bot?sslmode=require",
    ],
)
def test_a_database_url_names_a_server(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", url)
    settings = settings_from_environment()
    assert settings.database_path is None
    assert settings.database_url.get_secret_value() == url.replace("postgres://", "postgresql://")


@pytest.mark.parametrize(
    ("given", "url", "path"),
    [
        ("https://Bot.Example/hook", "https://bot.example/hook", "/hook"),
        ("https://bot.example:8443/a/b-c.d", "https://bot.example:8443/a/b-c.d", "/a/b-c.d"),
        ("https://bot.example", "https://bot.example/telegram", "/telegram"),
        ("https://bot.example/", "https://bot.example/telegram", "/telegram"),
        ("http://localhost:8080/hook/", "http://localhost:8080/hook/", "/hook/"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080/telegram", "/telegram"),
        ("http://[::1]:8080", "http://[::1]:8080/telegram", "/telegram"),
    ],
)
def test_a_webhook_has_an_address_and_a_path(monkeypatch: pytest.MonkeyPatch, given: str, url: str, path: str) -> None:
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv("WEBHOOK_URL", given)
    settings = settings_from_environment()
    assert (settings.webhook_url, settings.webhook_path, settings.listens_on) == (url, path, 8080)


def test_a_port_alone_serves_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv("PORT", "9000")
    assert settings_from_environment().listens_on == 9000


@pytest.mark.parametrize("url", ["http://localhost:8081", "https://bots.example/tg/", "http://[::1]:80"])
def test_the_bot_api_may_stand_elsewhere(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv("BOT_API_URL", url)
    assert settings_from_environment().bot_api_url == url.rstrip("/")


@pytest.mark.parametrize(
    ("who", "as_drivers_want_it"),
    [
        ("ann:p@ss:w0rd@", "ann:p%40ss%3Aw0rd@"),
        ("ann:p%40ss%3Aw0rd@", "ann:p%40ss%3Aw0rd@"),
        ("ann@work:s3cret@", "ann%40work:s3cret@"),
        ("ann@", "ann@"),
        ("ann:пароль@", "ann:%D0%BF%D0%B0%D1%80%D0%BE%D0%BB%D1%8C@"),
        ("", ""),
    ],
)
def test_a_password_may_be_written_as_it_is(monkeypatch: pytest.MonkeyPatch, who: str, as_drivers_want_it: str) -> None:
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", f"postgres://{who}db:5432/bot?sslmode=require")
    url = settings_from_environment().database_url.get_secret_value()
    assert url == f"postgresql://{as_drivers_want_it}db:5432/bot?sslmode=require"


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_wrong_value_gives_one_line_that_names_the_setting(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv(name, value)
    message = refusal()
    assert message is not None
    assert message.startswith(f"{name}: ")
    assert message.splitlines() == [message]
    assert TOKEN not in message
    assert TOKEN.partition(":")[2] not in message
    assert "hidden" not in message


@given(st.sampled_from(sorted(SETTINGS)), st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_any_value_is_taken_or_refused_in_one_line(name: str, value: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOT_TOKEN", TOKEN)
        patch.setenv(name, value)
        message = refusal()
    assert message is None or re.fullmatch(rf"{name}: .+", message)


def test_a_missing_token_says_where_to_get_one() -> None:
    message = refusal() or ""
    assert "@BotFather" in message
    assert "make run" in message


@pytest.mark.parametrize(
    ("name", "value", "hidden"),
    [
        ("BOT_TOKEN", TOKEN, TOKEN),
        ("WEBHOOK_SECRET", "correct-horse-battery-staple", "horse"),
        ("DATABASE_URL", "postgresql://ann:hidden@db/bot", "hidden"),
    ],
)
def test_no_secret_is_in_the_settings_own_words(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, hidden: str
) -> None:
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv(name, value)
    settings = settings_from_environment()
    assert hidden not in f"{settings!r} {settings} {settings.model_dump_json()}"


@pytest.mark.parametrize(("name", "value"), [("BOT_TOKEN", ""), ("BOT_TOKEN", TOKEN[1:8]), ("LOG_LEVEL", "LOUD")])
async def test_the_process_ends_with_status_2_and_one_line(tmp_path: Path, name: str, value: str) -> None:
    with TemporaryFile("w+") as out, TemporaryFile("w+") as err:
        settings = only({"BOT_TOKEN": TOKEN, name: value})
        bot = await forked("bot", folder=tmp_path, environment=settings, out=out.fileno(), err=err.fileno())
        assert await bot.wait() == 2
        out.seek(0)
        err.seek(0)
        assert out.read() == ""
        assert re.fullmatch(rf"{name}: .+\n", err.read())
    assert await asyncio.to_thread(lambda: list(tmp_path.iterdir())) == []


def example() -> dict[str, str]:
    """The settings of .env.example."""
    lines = (ROOT / ".env.example").read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def page_of(subject: str) -> str:
    return (ROOT / "docs" / f"{subject}.md").read_text("utf-8")


def test_the_example_shows_every_setting_with_its_default() -> None:
    shown = {name: value for name, value in example().items() if name != "BOT_TOKEN"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOT_TOKEN", TOKEN)
        by_default = settings_from_environment()
        for name, value in shown.items():
            patch.setenv(name, value)
        assert settings_from_environment() == by_default
    assert example().keys() == SETTINGS
    assert example()["BOT_TOKEN"] == ""


def test_the_page_has_a_row_for_every_setting() -> None:
    rows = re.findall(r"^\| `([A-Z_]+)` \|", page_of("settings"), re.MULTILINE)
    assert sorted(rows) == sorted(SETTINGS)


def test_the_page_knows_every_command_and_no_other() -> None:
    commands = set(re.findall(r"`/([a-z_]+)[ `@]", page_of("commands")))
    assert {command.value for command in Command} <= commands
    assert commands <= {command.value for command in Command} | {"g"}
