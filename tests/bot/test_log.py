import asyncio
import gc
import json
import logging
from collections.abc import Iterator
from functools import partial
from urllib.parse import quote

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st

from bot.log import Redaction, configure
from bot.storage.postgres_session import RefusedStatement

TOKEN = "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11"
SECRET = TOKEN.partition(":")[2]
WRITTEN = "what somebody wrote"
FORMS = pytest.mark.parametrize("form", ["text", "json"])


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def break_with(words: str) -> None:
    raise RuntimeError(words)


@FORMS
def test_the_token_never_comes_through(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    configure("DEBUG", form, TOKEN)
    log = structlog.get_logger("bot")
    log.info("said", url=f"https://api.telegram.org/bot{TOKEN}/getMe", deep={"list": [TOKEN]})
    log.info(TOKEN)
    logging.getLogger("some.library").warning("calling %s", f"https://x/bot{TOKEN}")
    try:
        break_with(f"no answer from /bot{TOKEN}/getMe")
    except RuntimeError:
        log.exception("it broke")
        logging.getLogger("some.library").exception("it broke there, %s", SECRET)
    output = capsys.readouterr()
    assert SECRET not in output.out + output.err
    assert output.err.count("<token>") == 5
    assert "Traceback" in output.err


@FORMS
def test_a_chain_of_errors_is_redacted_to_its_root(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    configure("INFO", form, TOKEN)
    try:
        try:
            break_with(TOKEN)
        except RuntimeError as root:
            raise ValueError(SECRET) from root
    except ValueError:
        structlog.get_logger().exception("it broke")
    text = capsys.readouterr().err
    assert "RuntimeError" in text
    assert SECRET not in text


def test_json_is_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    configure("INFO", "json", TOKEN)
    structlog.get_logger("bot").info("update", id=7, name="Олена\n🐂")
    logging.getLogger("some.library").error("broke\nin two lines")
    try:
        break_with(WRITTEN)
    except RuntimeError:
        structlog.get_logger("bot").exception("it broke")
    first, second, third = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert {"event": "update", "id": 7, "name": "Олена\n🐂", "level": "info"}.items() <= first.items()
    assert (second["event"], second["level"], second["logger"]) == ("broke\nin two lines", "error", "some.library")
    assert third["exception"].endswith("\nRuntimeError")
    assert WRITTEN not in str(third)
    assert first["timestamp"].endswith("Z")


def test_only_what_is_loud_enough_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    configure("WARNING", "text", TOKEN)
    structlog.get_logger().info("quiet")
    structlog.get_logger().warning("loud")
    text = capsys.readouterr().err
    assert "loud" in text
    assert "quiet" not in text


@pytest.mark.parametrize("chatty", ["aiohttp.access", "asyncio"])
def test_chatty_libraries_tell_warnings_only(chatty: str, capsys: pytest.CaptureFixture[str]) -> None:
    configure("DEBUG", "json", TOKEN)
    logging.getLogger(chatty).info("chatter")
    logging.getLogger(chatty).warning("a warning")
    assert [json.loads(line)["event"] for line in capsys.readouterr().err.splitlines()] == ["a warning"]


@given(st.text(), st.text())
def test_whatever_stands_around_the_token_stays(before: str, after: str) -> None:
    assert Redaction(TOKEN)(None, "info", f"{before}{TOKEN}{after}") == f"{before}<token>{after}"
    assert SECRET not in Redaction(TOKEN)(None, "info", before + SECRET + after)


@FORMS
def test_what_is_made_up_later_is_hidden_too(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    redaction = configure("INFO", form, TOKEN)
    structlog.get_logger().info("before")
    redaction.hide_secret("made-up-just-now")
    structlog.get_logger().info("after", headers={"X-Secret": "made-up-just-now"})
    text = capsys.readouterr().err
    assert "made-up-just-now" not in text
    assert "<secret>" in text


@FORMS
@pytest.mark.parametrize("password", ["bot", "correct horse", 'q"uo\\te%d', "пароль-длинный"])
def test_a_database_password_is_hidden(form: str, password: str, capsys: pytest.CaptureFixture[str]) -> None:
    redaction = configure("INFO", form, TOKEN)
    redaction.hide_password(quote(password))
    for address in (f"postgresql://ann:{quote(password)}@db/bot", f"postgresql://ann:{password}@db/bot"):
        structlog.get_logger("bot").info("connected", address=address)
    assert capsys.readouterr().err.count("ann:<password>@db/bot") == 2


def test_a_short_password_hides_no_words() -> None:
    redaction = Redaction(TOKEN)
    redaction.hide_password("bot")
    assert redaction(None, "info", "the bot said bot:bot@db") == "the bot said bot:<password>@db"


def test_a_long_password_is_hidden_wherever_it_stands() -> None:
    redaction = Redaction(TOKEN)
    redaction.hide_password("correct%20horse")
    assert redaction(None, "info", "no such user: 'correct horse'") == "no such user: '<password>'"


@FORMS
def test_what_an_error_says_is_told_only_where_that_holds_no_value(
    form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    configure("INFO", form, TOKEN)
    for error in (ValueError(WRITTEN), OSError(28, "No space left", WRITTEN), RefusedStatement("a column is missing")):
        structlog.get_logger().error("it broke", exc_info=error)
    text = capsys.readouterr().err
    assert WRITTEN not in text
    assert "OSError: No space left" in text
    assert "RefusedStatement: a column is missing" in text


async def _fails() -> None:
    raise ValueError(WRITTEN)


@FORMS
async def test_what_nobody_waits_for_is_told_without_a_value(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    configure("INFO", form, TOKEN)
    loop = asyncio.get_running_loop()
    loop.call_soon(lambda _text: 1 // 0, WRITTEN)
    loop.call_soon(partial(int, WRITTEN))
    task = asyncio.create_task(_fails())
    await asyncio.wait({task})
    del task
    gc.collect()
    text = capsys.readouterr().err
    assert WRITTEN not in text
    assert "Task exception was never retrieved" in text
    assert "Exception in callback" in text
    assert "ZeroDivisionError" in text
    assert "ValueError" in text
