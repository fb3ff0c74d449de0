"""The clock that CLOCK_AHEAD sets ahead."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.clocks import SteadyClock, set_ahead, wall
from bot.settings import WrongSetting, settings_from_environment
from bot.storage.session import Signals
from tests.bot.environment import TOKEN

DAY = 86400.0


@pytest.fixture(autouse=True)
def tomorrow() -> Iterator[None]:
    set_ahead(DAY)
    yield
    set_ahead(0.0)


def test_the_games_and_the_database_live_tomorrow() -> None:
    now = time.time()
    for clock in (wall, SteadyClock().now, Signals().now):
        assert now + DAY <= clock() < now + DAY + 3600


def test_the_clock_is_moved_only_where_the_bot_api_is_on_this_machine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BOT_API_URL", raising=False)
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv("CLOCK_AHEAD", "86400")
    with pytest.raises(WrongSetting, match=r"^CLOCK_AHEAD: it is for trying things out[^\n]*$"):
        settings_from_environment()
    for url in ("http://127.0.0.1:8081", "http://localhost:8081", "http://[::1]:8081"):
        monkeypatch.setenv("BOT_API_URL", url)
        assert settings_from_environment().clock_ahead == 86400
    for wrong in ("-1", "tomorrow", "nan", "inf"):
        monkeypatch.setenv("CLOCK_AHEAD", wrong)
        with pytest.raises(WrongSetting, match=r"^CLOCK_AHEAD: [^\n]*$"):
            settings_from_environment()
