"""`make run` asks the bot whether there is a token: nobody is led into the sandbox by the way `.env` was written."""

import subprocess
from pathlib import Path

import pytest

from bot.settings import no_token, settings_from_environment
from tests.bot.environment import SETTINGS, TOKEN, refusal
from tests.bot.typed import only

ROOT = Path(__file__).parents[3]
LINES = f"# mine\nBOT_TOKEN={TOKEN}\nLOG_LEVEL=DEBUG\n"
WRITTEN = {
    "plainly": LINES.encode(),
    "with a byte order mark": LINES.removeprefix("# mine\n").encode("utf-8-sig"),
    "in small letters": LINES.lower().replace(TOKEN.lower(), TOKEN).encode(),
    "on Windows": LINES.replace("\n", "\r\n").encode(),
    "with CR alone": LINES.replace("\n", "\r").encode(),
    "in quotes": LINES.replace(TOKEN, f'"{TOKEN}"').encode(),
    "for a shell": LINES.replace("BOT", " export BOT").replace("=", " = ").encode(),
}


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where the bot is started, with no settings in the environment."""
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.mark.parametrize("way", WRITTEN)
def test_a_token_is_found_however_it_was_written(folder: Path, way: str) -> None:
    (folder / ".env").write_bytes(WRITTEN[way])
    assert no_token() == ""
    assert settings_from_environment().bot_token.get_secret_value() == TOKEN


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_what_cannot_be_read_is_no_reason_for_the_sandbox(folder: Path, encoding: str) -> None:
    (folder / ".env").write_bytes(LINES.encode(encoding))
    assert no_token() == ""
    assert refusal() == ".env: it must be UTF-8 text (see .env.example)"


def test_a_token_that_is_none_is_no_reason_either(folder: Path) -> None:
    (folder / ".env").write_text("BOT_TOKEN=hello\n", "utf-8")
    assert no_token() == ""


@pytest.mark.parametrize(
    "lines", [None, "", "BOT_TOKEN=\n", "BOT_TOKEN=''\n", f"# BOT_TOKEN={TOKEN}\n", f"TOKEN={TOKEN}\n"]
)
def test_where_there_is_none_it_is_said_where_it_was_looked_for(folder: Path, lines: str | None) -> None:
    if lines is not None:
        (folder / ".env").write_text(lines, "utf-8")
    assert no_token().startswith(f"No BOT_TOKEN in the environment or in {folder}/.env: ")


@pytest.mark.parametrize("quote", ["'", '"'])
def test_quotes_that_docker_leaves_are_taken_off(monkeypatch: pytest.MonkeyPatch, quote: str) -> None:
    quoted = {"BOT_TOKEN": TOKEN, "DATABASE_URL": "sqlite:///my.db", "ADMIN_IDS": "7, 8", "PORT": "9000", "HOST": ""}
    for name, value in quoted.items():
        monkeypatch.setenv(name, f"{quote}{value}{quote}")
    settings = settings_from_environment()
    assert settings.bot_token.get_secret_value() == TOKEN
    assert settings.database_path == Path("my.db")
    assert (set(settings.admin_ids), settings.port, settings.host) == ({7, 8}, 9000, "0.0.0.0")


def test_a_quote_within_a_setting_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///Ann's.db'")
    assert settings_from_environment().database_path == Path("Ann's.db'")


@pytest.mark.parametrize("lines", [b"\xef\xbb\xbfbot_token=hello\r\n", None])
def test_one_reader_decides_what_is_run(folder: Path, lines: bytes | None) -> None:
    for name in (".venv", "bot", "sandbox", "solver", "Makefile"):
        (folder / name).symlink_to(ROOT / name)
    if lines is not None:
        (folder / ".env").write_bytes(lines)
    made = ["make", "--silent", "--old-file=.venv/.run", "run", "PORT=0"]
    done = subprocess.run(made, env=only({"LOG_LEVEL": "LOUD"}), capture_output=True, text=True, check=False)
    first = done.stdout.partition("\n")[0]
    if lines is None:
        assert first == no_token()
        assert "Page:        http://" in done.stdout
        assert "LOG_LEVEL: " in done.stderr
    else:
        assert first == ""
        assert "BOT_TOKEN: it is not a token" in done.stderr
