"""What the environment says: settings, and how far the clock is ahead, which goes on evenly."""

import asyncio
import re
import time
from pathlib import Path
from tempfile import TemporaryFile

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from bot.app.intents import Command
from bot.clocks import SLEW, SteadyClock, set_ahead, wall
from bot.settings import Settings, settings_from_environment
from bot.storage.session import Signals
from tests.bot.environment import SETTINGS, TOKEN, WRONG, forget_settings, refusal
from tests.bot.forked_bot import forked
from tests.bot.typed import only

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def empty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    forget_settings(monkeypatch)


def settings_with(**values: str) -> Settings:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {"BOT_TOKEN": TOKEN, **values}.items():
            patch.setenv(name, value)
        return settings_from_environment()


def test_a_token_is_all_that_must_be_set() -> None:
    settings = settings_with(BOT_TOKEN=f" {TOKEN} ")
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
    assert (settings.database_path, settings.listens_on) == (Path("data/bot.db"), None)
    assert settings_with(PORT="9000").listens_on == 9000


def test_the_environment_beats_the_file_and_values_may_be_written_in_any_case() -> None:
    settings = settings_with(LOG_LEVEL="Warning", LOG_FORMAT="JSON")
    assert (settings.log_level, settings.log_format) == ("WARNING", "json")
    Path(".env").write_text(f"BOT_TOKEN={TOKEN}\nLOG_LEVEL=DEBUG\nLOG_FORMAT=json\nUNKNOWN=1\n", "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LOG_LEVEL", "error")
        patch.setenv("LOG_FORMAT", "")
        settings = settings_from_environment()
    assert (settings.log_level, settings.log_format) == ("ERROR", "json")
    assert settings.bot_token.get_secret_value() == TOKEN


SERVERS = "postgresql://ann:s3cret@db.example:5432/bot postgresql:///bot?host=/run/pg postgres://db/bot?sslmode=require"


def test_a_database_url_names_a_file_or_a_server_and_the_bot_api_may_stand_elsewhere() -> None:
    for path in ("bot.db", "/var/lib/bot.db", "a b/c.db", "is it?.db", "a&b=c.db", "my file:1.db"):
        assert settings_with(DATABASE_URL=f"sqlite:///{path}").database_path == Path(path)
    for url in SERVERS.split():
        settings = settings_with(DATABASE_URL=url)
        assert settings.database_path is None
        assert settings.database_url.get_secret_value() == url.replace("postgres://", "postgresql://")
    for url in ("http://localhost:8081", "https://bots.example/tg/", "http://[::1]:80"):
        assert settings_with(BOT_API_URL=url).bot_api_url == url.rstrip("/")


WEBHOOKS = """
https://Bot.Example/hook → https://bot.example /hook
https://bot.example:8443/a/b-c.d → https://bot.example:8443 /a/b-c.d
https://bot.example → https://bot.example /telegram
https://bot.example/ → https://bot.example /telegram
http://localhost:8080/hook/ → http://localhost:8080 /hook/
http://127.0.0.1:8080 → http://127.0.0.1:8080 /telegram
http://[::1]:8080 → http://[::1]:8080 /telegram
"""
AS_DRIVERS_WANT_IT = {
    **dict.fromkeys(("ann:p@ss:w0rd@", "ann:p%40ss%3Aw0rd@"), "ann:p%40ss%3Aw0rd@"),
    "ann@work:s3cret@": "ann%40work:s3cret@",
    "ann@": "ann@",
    "": "",
    "ann:пароль@": "ann:%D0%BF%D0%B0%D1%80%D0%BE%D0%BB%D1%8C@",
}


def test_a_webhook_has_an_address_and_a_path_and_a_password_may_be_written_as_it_is() -> None:
    for line in WEBHOOKS.strip().splitlines():
        given, _, host, path = line.split(" ")
        settings = settings_with(WEBHOOK_URL=given, BOT_API_URL=HERE[0])
        assert (settings.webhook_url, settings.webhook_path, settings.listens_on) == (f"{host}{path}", path, 8080)
    rest = "db:5432/bot?sslmode=require"
    for who, wanted in AS_DRIVERS_WANT_IT.items():
        url = settings_with(DATABASE_URL=f"postgres://{who}{rest}").database_url.get_secret_value()
        assert url == f"postgresql://{wanted}{rest}"


def test_a_webhook_has_a_port_that_telegram_reaches_or_any_where_the_bot_api_is_ones_own() -> None:
    for port in ("", ":443", ":80", ":88", ":8443"):
        assert (
            settings_with(WEBHOOK_URL=f"https://bot.example{port}").webhook_url == f"https://bot.example{port}/telegram"
        )
    told = "WEBHOOK_URL: its port must be 443, 80, 88 or 8443, for Telegram reaches no other (see .env.example)"
    for api in ("https://api.telegram.org", "http://API.telegram.org:80"):
        assert refused("WEBHOOK_URL", "https://bot.example:8080", BOT_API_URL=api) == told
    for api in (*HERE, "https://api.example"):
        assert settings_with(WEBHOOK_URL="https://bot.example:8080/x", BOT_API_URL=api).webhook_path == "/x"


APPS = """
https://Bot.Example/Play → https://bot.example /Play
https://bot.example:8443/a/b-c.d/ → https://bot.example:8443 /a/b-c.d
https://bot.example → https://bot.example /app
https://bot.example/ → https://bot.example /app
http://localhost:8080 → http://localhost:8080 /app
http://[::1]:8080/app/ → http://[::1]:8080 /app
"""


def test_a_mini_app_has_an_address_and_a_path_and_is_served_on_the_webhooks_port() -> None:
    for line in APPS.strip().splitlines():
        given, _, host, path = line.split(" ")
        settings = settings_with(APP_URL=given, BOT_API_URL=HERE[0])
        assert (settings.app_url, settings.app_path, settings.listens_on) == (f"{host}{path}", path, 8080)
    both = {"APP_URL": "https://app.example", "WEBHOOK_URL": "https://bot.example"}
    assert [settings_with(**both, PORT=port).listens_on for port in ("", "9000")] == [8080, 9000]


def test_a_mini_app_is_encrypted_unless_the_bot_api_is_on_this_machine_too_whose_page_may_show_it() -> None:
    told = "APP_URL: it must begin with https://, for Telegram opens nothing else (see .env.example)"
    for api in ("https://api.telegram.org", "https://api.example/tg"):
        assert refused("APP_URL", "http://127.0.0.1:8080/app", BOT_API_URL=api) == told
        assert settings_with(APP_URL="https://127.0.0.1/app", BOT_API_URL=api).sandbox_origin == ""
    for api in HERE:
        assert refused("APP_URL", "http://bot.example/app", BOT_API_URL=api) == told
        assert settings_with(APP_URL="http://127.0.0.1/app", BOT_API_URL=f"{api}/tg").sandbox_origin == api


def test_a_mini_app_and_a_webhook_have_paths_apart() -> None:
    for app, webhook in (("app", "app"), ("app", "app/"), ("", "app/telegram"), ("telegram/", "")):
        line = refused("APP_URL", f"https://bot.example/{app}", WEBHOOK_URL=f"https://bot.example/{webhook}") or ""
        assert line.startswith("APP_URL: its path must be another than that of WEBHOOK_URL")
    for app, webhook in (("telegram/app", "telegram"), ("app", "application"), ("", "")):
        assert refused("APP_URL", f"https://bot.example/{app}", WEBHOOK_URL=f"https://bot.example/{webhook}") is None


COUNTING = """
HTTPS_PROXY=http://a:1 HTTP_PROXY=http://b:2 ALL_PROXY=http://c:3 → http://:@a:1
https_proxy=http://a:1 http_proxy=https://b all_proxy=ftp://c → http://:@a:1
HTTP_PROXY=http://b:2 all_proxy=socks5h://c:3 → socks5://:@c:3
HTTP_PROXY=http://b:2 ALL_PROXY=http://c:3 BOT_API_URL=http://bots.example → http://:@b:2
HTTP_PROXY=http://b:2 →
PROXY_URL=socks://d:4/ HTTPS_PROXY=nonsense NO_PROXY=* → socks5://:@d:4
HTTPS_PROXY=http://a:1 NO_PROXY=example.org,10.0.0.0/8 → http://:@a:1
HTTPS_PROXY=http://a:1 ALL_PROXY=http://c:3 no_proxy=* →
HTTPS_PROXY=http://a:1 PROXY_URL=http://d:4 BOT_API_URL=http://localhost:8081 →
HTTPS_PROXY=a:1 → http://:@a:1
HTTPS_PROXY=HTTP://ann:p@ss:w/0#r?d%25@a:1 → http://ann:p%40ss%3Aw%2F0%23r%3Fd%25@a:1
HTTPS_PROXY=socks5://ann@[2001:db8::1]:1 → socks5://ann:@[2001:db8::1]:1
"""


@pytest.mark.parametrize("line", COUNTING.strip().splitlines())
def test_the_proxy_for_the_bot_api_counts_and_what_others_use_may_be_anything(line: str) -> None:
    given, _, wanted = line.partition(" →")
    settings = settings_with(**dict(each.split("=", 1) for each in given.split()))
    assert (settings.proxy or "") == wanted.strip()
    assert settings.proxy_address == re.sub("//.*@", "//", wanted.strip())


SPARED = {
    "api.telegram.org": "api.telegram.org .telegram.org telegram.org org *.telegram.org * *:443 telegram.org:443",
    "10.1.2.3": "10.1.2.3 10.0.0.0/8 10.1.2.3/8 10.1.2.3:443 a,10.1.2.3;b,10.1.2.3",
    "[2001:db8::7]": "2001:db8::7 [2001:db8::7] 2001:db8::/32 [2001:db8::7]:443",
}
NOT_SPARED = {
    "api.telegram.org": "gram.org api.telegram api.telegram.org:80 x.api.telegram.org . : 10.0.0.0/8 :: localhost",
    "10.1.2.3": "10.1.2.30 10.2.0.0/16 10.1.2 10.1.2.3:80 2001:db8::/32 10.0.0.0/99",
    "[2001:db8::7]": "2001:db8::8 db8::7 [2001:db8::7]:80 10.0.0.0/8 2001:db9::/32",
}


@pytest.mark.parametrize("host", SPARED)
def test_no_proxy_is_read_as_people_write_it(host: str) -> None:
    def spared(entries: str) -> bool:
        proxies = {"HTTPS_PROXY": "http://a:1", "NO_PROXY": entries}
        return settings_with(BOT_API_URL=f"https://{host}", **proxies).proxy is None

    assert [entry for entry in SPARED[host].split() if not spared(entry)] == []
    assert [entry for entry in NOT_SPARED[host].split() if spared(entry)] == []
    assert spared(f"localhost, {SPARED[host].split()[0].upper()} ,other.example")
    assert not spared(NOT_SPARED[host].replace(" ", ","))


def refused(name: str, value: str, **others: str) -> str | None:
    with pytest.MonkeyPatch.context() as patch:
        for each, said in {"BOT_TOKEN": TOKEN, **others, name: value}.items():
            patch.setenv(each, said)
        return refusal()


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_wrong_value_gives_one_line_that_names_the_setting(name: str, value: str) -> None:
    (line,) = (refused(name, value) or "").splitlines()
    assert line.startswith(f"{name}: ")
    assert not [secret for secret in (TOKEN, TOKEN.partition(":")[2], "hidden") if secret in line]


@given(st.sampled_from(sorted(SETTINGS)), st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_any_value_is_taken_or_refused_in_one_line(name: str, value: str) -> None:
    message = refused(name, value)
    assert message is None or re.fullmatch(rf"{name}: .+", message)


def test_a_missing_token_says_where_to_get_one_and_a_file_that_is_no_text_gives_one_line() -> None:
    assert [words for words in ("@BotFather", "make run") if words not in (refusal() or "")] == []
    Path(".env").write_bytes(b"BOT_TOKEN=\xff\xfe")
    (line,) = (refusal() or "").splitlines()
    assert line.startswith(".env: ")


def test_no_secret_is_in_the_settings_own_words() -> None:
    secrets = {"WEBHOOK_SECRET": "correct-horse-battery-staple", "DATABASE_URL": "postgresql://ann:hidden@db/bot"}
    settings = settings_with(**secrets, HTTPS_PROXY="http://somebody:s3same@proxy:3128")
    words = f"{settings!r} {settings} {settings.model_dump_json()} {settings.proxy_address}"
    assert [secret for secret in (TOKEN, "horse", "hidden", "somebody", "s3same") if secret in words] == []
    assert settings.passwords == ["hidden", "somebody", "s3same"]


@pytest.mark.parametrize(("name", "value"), [("BOT_TOKEN", ""), ("BOT_TOKEN", TOKEN[1:8]), ("LOG_LEVEL", "LOUD")])
async def test_the_process_ends_with_status_2_and_one_line(tmp_path: Path, name: str, value: str) -> None:
    with TemporaryFile("w+") as out, TemporaryFile("w+") as err:
        settings = only({"BOT_TOKEN": TOKEN, name: value})
        bot = await forked("bot", folder=tmp_path, environment=settings, out=out.fileno(), err=err.fileno())
        assert await bot.wait() == 2
        out.seek(0)
        err.seek(0)
        assert (out.read(), re.sub(rf"{name}: .+\n", "named", err.read())) == ("", "named")
    assert await asyncio.to_thread(lambda: list(tmp_path.iterdir())) == []


def test_the_example_shows_every_setting_with_its_default() -> None:
    lines = (ROOT / ".env.example").read_text("utf-8").splitlines()
    example = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    assert settings_with(**example | {"BOT_TOKEN": TOKEN}) == settings_with()
    assert ({*example}, example["BOT_TOKEN"]) == (SETTINGS, "")


def test_the_page_has_a_row_for_every_setting() -> None:
    page = (ROOT / "docs/settings.md").read_text("utf-8")
    assert sorted(re.findall(r"^\| `([A-Z_]+)` \|", page, re.MULTILINE)) == sorted(SETTINGS)


def test_the_page_knows_every_command_and_no_other() -> None:
    commands = set(re.findall(r"`/([a-z_]+)[ `@]", (ROOT / "docs/commands.md").read_text("utf-8")))
    assert commands - {"g"} == {command.value for command in Command}


DAY, HOUR = 86400.0, 3600.0
HERE = ("http://127.0.0.1:8081", "http://localhost:8081", "http://[::1]:8081")


class Machine:
    def __init__(self) -> None:
        self.ticks, self.ahead = 1_000.0, 1_800_000_000.0
        self.clock = SteadyClock(self.wall, lambda: self.ticks)

    def wall(self) -> float:
        return self.ticks + self.ahead

    def after(self, passes: float, jump: float = 0.0) -> float:
        """What its steady clock says once so much time has passed and it was set so much ahead."""
        self.ticks += passes
        self.ahead += jump
        return self.clock.now()


def test_the_clock_follows_slow_corrections() -> None:
    machine = Machine()
    assert machine.after(5) == machine.wall()
    for _ in range(100):
        assert machine.after(1, 0.5) == machine.wall()


def test_a_jump_moves_no_clock_and_is_told_once() -> None:
    for jump in (HOUR, -HOUR):
        machine = Machine()
        before = machine.clock.now()
        with structlog.testing.capture_logs() as events:
            assert [machine.after(10, jump), machine.after(10)] == [before + 10, before + 20]
        assert [entry["seconds"] for entry in events] == [round(jump)]


def test_a_jump_that_is_put_right_is_told() -> None:
    machine = Machine()
    with structlog.testing.capture_logs() as events:
        assert {machine.after(0, jump) for jump in (HOUR, -HOUR)} == {Machine().wall()}
    assert [entry["seconds"] for entry in events] == [3600, 0]


@given(st.lists(st.tuples(st.floats(0, 1e6), st.floats(-1e6, 1e6)), max_size=30))
def test_whatever_is_done_to_the_machines_clock_time_passes_as_it_does(steps: list[tuple[float, float]]) -> None:
    machine = Machine()
    before = machine.clock.now()
    for passes, jump in steps:
        now = machine.after(passes, jump)
        assert abs(now - before - passes) <= SLEW + 1e-3
        before = now


def test_the_games_and_the_database_live_tomorrow(request: pytest.FixtureRequest) -> None:
    request.addfinalizer(lambda: set_ahead(0.0))
    set_ahead(DAY)
    now = time.time()
    for clock in (wall, SteadyClock().now, Signals().now):
        assert now + DAY <= clock() < now + DAY + HOUR


def test_the_clock_is_moved_only_where_the_bot_api_is_on_this_machine() -> None:
    wrong = [("86400", "https://api.telegram.org"), *((value, HERE[0]) for value in ("-1", "tomorrow", "nan", "inf"))]
    heard = [refused("CLOCK_AHEAD", value, BOT_API_URL=url) or "" for value, url in wrong]
    assert [re.fullmatch(r"CLOCK_AHEAD: [^\n]*", line) is None for line in heard] == [False] * 5
    assert heard[0].startswith("CLOCK_AHEAD: it is for trying things out")
    assert {settings_with(CLOCK_AHEAD="86400", BOT_API_URL=url).clock_ahead for url in HERE} == {86400}
