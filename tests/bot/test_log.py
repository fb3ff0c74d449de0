import asyncio
import gc
import json
import logging
from collections.abc import Callable, Iterator
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


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Callable[[], str]:
    return lambda: "".join(capsys.readouterr())


def break_with(words: str) -> None:
    raise RuntimeError(words)


@FORMS
def test_the_token_never_comes_through(form: str, told: Callable[[], str]) -> None:
    configure("DEBUG", form, TOKEN)
    log, library = structlog.get_logger("bot"), logging.getLogger("some.library")
    log.info("said", url=f"https://api.telegram.org/bot{TOKEN}/getMe", deep={"list": [TOKEN]})
    log.info(TOKEN)
    library.warning("calling %s", f"https://x/bot{TOKEN}")
    try:
        break_with(f"no answer from /bot{TOKEN}/getMe")
    except RuntimeError:
        log.exception("it broke")
        library.exception("it broke there, %s", SECRET)
    text = told()
    assert (SECRET in text, text.count("<token>"), "Traceback" in text) == (False, 5, True)


@FORMS
def test_a_chain_of_errors_is_redacted_to_its_root_and_what_is_made_up_later_is_hidden(
    form: str, told: Callable[[], str]
) -> None:
    redaction = configure("INFO", form, TOKEN)
    try:
        try:
            break_with(TOKEN)
        except RuntimeError as root:
            raise ValueError(SECRET) from root
    except ValueError:
        structlog.get_logger().exception("it broke")
    redaction.hide_secret("made-up-just-now")
    structlog.get_logger().info("after", headers={"X-Secret": "made-up-just-now"})
    text = told()
    assert all(words in text for words in ("RuntimeError", "<secret>"))
    assert not any(words in text for words in (SECRET, "made-up-just-now"))


def test_json_is_one_object_a_line(told: Callable[[], str]) -> None:
    configure("INFO", "json", TOKEN)
    log = structlog.get_logger("bot")
    log.info("update", id=7, name="Олена\n🐂")
    logging.getLogger("some.library").error("broke\nin two lines")
    try:
        break_with(WRITTEN)
    except RuntimeError:
        log.exception("it broke")
    first, second, third = (json.loads(line) for line in told().splitlines())
    assert {"event": "update", "id": 7, "name": "Олена\n🐂", "level": "info"}.items() <= first.items()
    assert (second["event"], second["level"], second["logger"]) == ("broke\nin two lines", "error", "some.library")
    assert (third["exception"].endswith("\nRuntimeError"), WRITTEN in str(third)) == (True, False)
    assert first["timestamp"].endswith("Z")


def test_only_what_is_loud_enough_is_told_and_chatty_libraries_tell_warnings_only(told: Callable[[], str]) -> None:
    for level, names in (("WARNING", ["bot"]), ("DEBUG", ["aiohttp.access", "asyncio"])):
        configure(level, "json", TOKEN)
        for name in names:
            logging.getLogger(name).info("quiet")
            logging.getLogger(name).warning("loud")
        assert [json.loads(line)["event"] for line in told().splitlines()] == ["loud"] * len(names)
    configure("WARNING", "text", TOKEN)
    structlog.get_logger().info("quiet")
    structlog.get_logger().warning("loud")
    text = told()
    assert ("loud" in text, "quiet" in text) == (True, False)


@given(st.text(), st.text())
def test_whatever_stands_around_the_token_stays(before: str, after: str) -> None:
    assert Redaction(TOKEN)(None, "info", f"{before}{TOKEN}{after}") == f"{before}<token>{after}"
    assert SECRET not in Redaction(TOKEN)(None, "info", before + SECRET + after)


@FORMS
@pytest.mark.parametrize("password", ["bot", "correct horse", 'q"uo\\te%d', "пароль-длинный"])
def test_a_database_password_is_hidden(form: str, password: str, told: Callable[[], str]) -> None:
    configure("INFO", form, TOKEN).hide_password(quote(password))
    for address in (f"postgresql://ann:{quote(password)}@db/bot", f"postgresql://ann:{password}@db/bot"):
        structlog.get_logger("bot").info("connected", address=address)
    assert told().count("ann:<password>@db/bot") == 2


def test_a_short_password_hides_no_words_and_a_long_one_is_hidden_everywhere() -> None:
    short, long = Redaction(TOKEN), Redaction(TOKEN)
    short.hide_password("bot")
    long.hide_password("correct%20horse")
    assert short(None, "info", "the bot said bot:bot@db") == "the bot said bot:<password>@db"
    assert long(None, "info", "no such user: 'correct horse'") == "no such user: '<password>'"


@FORMS
def test_what_an_error_says_is_told_only_where_that_holds_no_value(form: str, told: Callable[[], str]) -> None:
    configure("INFO", form, TOKEN)
    for error in (ValueError(WRITTEN), OSError(28, "No space left", WRITTEN), RefusedStatement("a column is missing")):
        structlog.get_logger().error("it broke", exc_info=error)
    text = told()
    assert WRITTEN not in text
    assert all(words in text for words in ("OSError: No space left", "RefusedStatement: a column is missing"))


UNAWAITED = ("Task exception was never retrieved", "Exception in callback", "ZeroDivisionError", "ValueError")


@FORMS
async def test_what_nobody_waits_for_is_told_without_a_value(form: str, told: Callable[[], str]) -> None:
    async def fails() -> None:
        raise ValueError(WRITTEN)

    configure("INFO", form, TOKEN)
    loop = asyncio.get_running_loop()
    loop.call_soon(lambda _text: 1 // 0, WRITTEN)
    loop.call_soon(partial(int, WRITTEN))
    task = asyncio.create_task(fails())
    await asyncio.wait({task})
    del task
    gc.collect()
    text = told()
    assert [words for words in (*UNAWAITED, WRITTEN) if words not in text] == [WRITTEN]
