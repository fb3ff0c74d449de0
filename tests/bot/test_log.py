"""No value, token or word that somebody wrote is logged, nor kept of what breaks on a bug of ours."""

import asyncio
import gc
import json
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import pytest_asyncio
import structlog
from hypothesis import given
from hypothesis import strategies as st

from bot.app import messages
from bot.app.intents import parse
from bot.app.messages import Chat, Incoming, Person, Pressed
from bot.app.worker import description
from bot.log import Redaction, configure
from bot.storage.postgres_session import RefusedStatement
from bot.traces import trace_of
from tests import stored
from tests.bot.conftest import Stage, staged
from tests.bot.player import begun

TOKEN = "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11"
SECRET = TOKEN.partition(":")[2]
WRITTEN = "what somebody wrote"
Told = Callable[[], str]
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
def told(capsys: pytest.CaptureFixture[str]) -> Told:
    return lambda: "".join(capsys.readouterr())


def break_with(error: Exception | str, cause: Exception | None = None) -> None:
    raise (RuntimeError(error) if isinstance(error, str) else error) from cause


@FORMS
def test_the_token_never_comes_through(form: str, told: Told) -> None:
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
    assert SECRET not in text
    assert text.count("<token>") == 5
    assert "Traceback" in text


@FORMS
def test_errors_are_redacted_to_their_root_and_what_is_made_up_later_is_hidden(form: str, told: Told) -> None:
    redaction = configure("INFO", form, TOKEN)
    try:
        try:
            break_with(TOKEN)
        except RuntimeError as root:
            break_with(ValueError(SECRET), root)
    except ValueError:
        structlog.get_logger().exception("it broke")
    redaction.hide_secret("made-up-just-now")
    structlog.get_logger().info("after", headers={"X-Secret": "made-up-just-now"})
    text = told()
    assert all(words in text for words in ("RuntimeError", "<secret>"))
    assert not any(words in text for words in (SECRET, "made-up-just-now"))


def test_json_is_one_object_a_line(told: Told) -> None:
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
    assert third["exception"].endswith("\nRuntimeError")
    assert WRITTEN not in str(third)
    assert first["timestamp"].endswith("Z")


def test_only_what_is_loud_enough_is_told_and_chatty_libraries_tell_warnings_only(told: Told) -> None:
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
    assert "loud" in text
    assert "quiet" not in text


@given(st.text(), st.text())
def test_whatever_stands_around_the_token_stays(before: str, after: str) -> None:
    assert Redaction(TOKEN)(None, "info", f"{before}{TOKEN}{after}") == f"{before}<token>{after}"
    assert SECRET not in Redaction(TOKEN)(None, "info", before + SECRET + after)


OPENER = f"query_id=AAE&user=%7B%22id%22%3A7%7D&auth_date=1&signature={'Qw-_' * 22}&hash={'0a' * 32}"
SESSION = f"7.uk.1800000000.{'Qw-_' * 11}"


@FORMS
def test_who_has_opened_a_page_is_told_to_nobody_who_reads_the_log(form: str, told: Told) -> None:
    configure("INFO", form, TOKEN)
    log, library = structlog.get_logger("bot"), logging.getLogger("some.library")
    for value in (f"tma {OPENER}", f"Bearer {SESSION}"):
        log.info("asked", headers={"Authorization": value, "Accept": "*/*"})
        library.error("cannot parse %r of a request", value)
    library.error("bad fragment %s", f"#tgWebAppData={quote(OPENER)}&tgWebAppVersion=8.0")
    log.info("the bearer of news", about="Bearer of news, tma and all")
    text = told()
    assert text.count("<opener>") == 6
    assert [secret for secret in ("user=", "0a0a", "Qw-_", SESSION) if secret in text] == []
    stays = ("*/*", "of a request", "tgWebAppVersion", "Bearer of news, tma")
    assert [words for words in stays if words not in text] == []


@FORMS
def test_a_database_password_is_hidden_but_a_short_one_hides_no_words(form: str, told: Told) -> None:
    for password in ("bot", "correct horse", 'q"uo\\te%d', "пароль-длинный"):
        configure("INFO", form, TOKEN).hide_password(quote(password))
        for address in (f"postgresql://ann:{quote(password)}@db/bot", f"postgresql://ann:{password}@db/bot"):
            structlog.get_logger("bot").info("connected", address=address)
        assert told().count("ann:<password>@db/bot") == 2, password
    short, long = Redaction(TOKEN), Redaction(TOKEN)
    short.hide_password("bot")
    long.hide_password("correct%20horse")
    assert short(None, "info", "the bot said bot:bot@db") == "the bot said bot:<password>@db"
    assert long(None, "info", "no such user: 'correct horse'") == "no such user: '<password>'"


@FORMS
def test_what_an_error_says_is_told_only_where_that_holds_no_value(form: str, told: Told) -> None:
    configure("INFO", form, TOKEN)
    for error in (ValueError(WRITTEN), OSError(28, "No space left", WRITTEN), RefusedStatement("a column is missing")):
        structlog.get_logger().error("it broke", exc_info=error)
    text = told()
    assert WRITTEN not in text
    assert all(words in text for words in ("OSError: No space left", "RefusedStatement: a column is missing"))


UNAWAITED = ("Task exception was never retrieved", "Exception in callback", "ZeroDivisionError", "ValueError")


@FORMS
async def test_what_nobody_waits_for_is_told_without_a_value(form: str, told: Told) -> None:
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


on_stage = pytest.mark.asyncio(loop_scope="session")


MARK = "zq7wrote0this"
IDS = st.integers(-(2**63), 2**63 - 1)
SOMEHOW = st.text(max_size=9).map(lambda text: f"{text}{MARK}{text}")
CHATS = st.builds(Chat, IDS, st.none() | IDS)
PEOPLE = st.builds(Person, IDS, SOMEHOW, st.none() | SOMEHOW)
INLINE = st.none() | st.builds(messages.Inline, SOMEHOW)
ANYTHING: st.SearchStrategy[Incoming] = st.one_of(
    st.builds(messages.Said, IDS, CHATS, PEOPLE, IDS, st.none() | SOMEHOW, replied_to=st.none() | PEOPLE, answers=IDS),
    st.builds(Pressed, IDS, SOMEHOW, st.none() | CHATS, PEOPLE, st.none() | IDS, SOMEHOW, INLINE),
    st.builds(messages.Asked, IDS, SOMEHOW, PEOPLE, SOMEHOW),
    st.builds(messages.Summoned, IDS, SOMEHOW, PEOPLE, SOMEHOW, IDS),
    st.builds(messages.Chose, IDS, PEOPLE, SOMEHOW, INLINE),
    st.builds(messages.Joined, IDS, CHATS, PEOPLE),
    st.builds(messages.Left, IDS, CHATS),
    st.builds(messages.Migrated, IDS, CHATS, IDS),
    st.builds(messages.Unknown, IDS, st.just("no kind we asked for")),
)


@given(ANYTHING)
def test_of_whatever_comes_in_no_word_is_described(incoming: Incoming) -> None:
    text = description(incoming, parse(incoming, "BullsBot"))
    assert MARK not in text
    assert (json.loads(text)["kind"], json.loads(text)["update"]) == (type(incoming).__name__, incoming.update)


def test_no_key_of_a_keypad_is_described() -> None:
    for verb in ("d", "mkey", "ckey"):
        pressed = [Pressed(1, "2", Chat(3), Person(4, "Ann"), 5, f"1:{verb}:{'a' * 16}:0:{key}") for key in range(10)]
        (text,) = {description(each, parse(each, "BullsBot")) for each in pressed}
        assert json.loads(text)["wished"] == f"Tap:{verb}"


@given(SOMEHOW, SOMEHOW)
def test_no_word_of_an_error_is_traced_nor_of_what_led_to_it(one: str, other: str) -> None:
    group = ExceptionGroup(one, [ValueError(other), KeyError(one)])
    group.add_note(other)
    try:
        try:
            int(one)
        except ValueError as cause:
            break_with(group, cause)
    except ExceptionGroup as error:
        text = trace_of(error)
    assert MARK not in text
    assert "in break_with" in text
    assert {"ValueError", "ExceptionGroup", "KeyError"} <= set(text.splitlines())


def test_errors_that_lead_to_each_other_are_traced_once() -> None:
    one, other = ValueError(), KeyError()
    one.__cause__, other.__cause__ = other, one
    assert trace_of(one).splitlines().count("ValueError") == 1


WROTE = "Zq7WroteThis"
KEYED = "zqxjv"
"""No word, but of five letters."""
POISON = json.dumps({"format": WROTE})
"""A body that nobody has written; whoever reads it is told of its format."""
CARD = "A" * 22
GROUP = -7000000077
Json = dict[str, Any]


@pytest_asyncio.fixture(loop_scope="session")
async def talkative(tmp_path: Path) -> AsyncIterator[Stage]:
    async with staged(tmp_path, LOG_LEVEL="DEBUG") as stage:
        yield stage


def user(number: int, **more: Any) -> Json:
    return {"id": number, "is_bot": False, "first_name": WROTE, "last_name": WROTE, "username": WROTE, **more}


def updates_of(alice: int) -> list[tuple[str, str, Json]]:
    """Each by the kind that the bot makes of it, with words wherever there can be some."""
    me, private = user(alice), {"id": alice, "type": "private", "first_name": WROTE}
    group, long_name = {"id": GROUP, "type": "group", "title": WROTE}, "inline_message_id"
    here = {"message_id": 900, "date": 1, "chat": private, "from": me}
    there, typed = here | {"chat": group}, here | {"text": WROTE}
    replied = {**there, "message_id": 899, "from": user(alice + 5), "text": WROTE}
    press = {"id": f"{WROTE}1", "from": me, "chat_instance": WROTE}
    member = {"user": user(alice, is_bot=True), "status": "member"}
    came = {"chat": private, "from": me, "date": 1, "old_chat_member": member | {"status": "kicked"}}
    return [
        ("Said", "message", typed),
        ("Said", "message", here | {"text": f"/review {WROTE}"}),
        ("Said", "message", here | {"text": "0123", "caption": WROTE}),
        ("Said", "message", here | {"photo": [], "caption": WROTE}),
        ("Said", "edited_message", typed),
        ("Said", "message", there | {"text": f"/guess {WROTE}", "reply_to_message": replied}),
        ("Pressed", "callback_query", press | {"message": typed, "data": WROTE}),
        ("Pressed", "callback_query", press | {"message": typed, "data": f"1:d:{'c' * 16}:0:7"}),
        ("Pressed", "callback_query", press | {"message": typed, "data": f"1:lang:{WROTE.lower()}"}),
        ("Pressed", "callback_query", press | {long_name: WROTE, "data": f"1:take:{CARD}"}),
        ("Asked", "inline_query", {"id": f"{WROTE}3", "from": me, "query": WROTE, "offset": WROTE}),
        ("Summoned", "guest_message", typed | {"guest_query_id": f"{WROTE}4", "text": "@sandbox_bot play"}),
        ("Chose", "chosen_inline_result", {"result_id": CARD, "from": me, "query": WROTE, long_name: WROTE}),
        ("Joined", "my_chat_member", came | {"new_chat_member": member}),
        ("Left", "my_chat_member", came | {"chat": group, "new_chat_member": member | {"status": "left"}}),
        ("Migrated", "message", there | {"migrate_to_chat_id": -1007000000077, "text": WROTE}),
        ("Unknown", "message", typed | {"message_id": WROTE}),
    ]


@on_stage
async def test_of_no_kind_of_update_a_word_is_kept_or_logged(talkative: Stage) -> None:
    bot, alice = talkative.bot, await begun(talkative)
    await talkative.quiet()
    stored.set_body(bot, alice.id, POISON)
    stored.insert_game(bot, GROUP, "b" * 16, POISON)
    columns = "token, person_id, is_open, made_at, expires_at, revision, body"
    bot.change(f"INSERT INTO challenges ({columns}) VALUES (?, ?, 1, 1, 9e9, 1, ?)", CARD, alice.id, POISON)
    kinds = {await talkative.sandbox.update({field: raw}): kind for kind, field, raw in updates_of(alice.id)}
    await talkative.sandbox.settled()
    kept = bot.rows("SELECT update_id, content, error FROM failed_updates")
    assert {update: json.loads(content)["kind"] for update, content, _ in kept} == kinds
    for _, content, error in kept:
        assert WROTE.lower() not in f"{content}{error}".lower()
        assert "bot/" in error
    assert WROTE.lower() not in bot.log_text().lower()
    assert bot.log_text().count("update failed") == len(kinds) - 1


@on_stage
async def test_what_was_keyed_in_is_not_kept_where_it_cannot_be_read(talkative: Stage) -> None:
    bot, alice = talkative.bot, await begun(talkative, words="/play words-en-5")
    await talkative.quiet()
    table = stored.game_id(bot, alice.id)
    stored.insert_draft(bot, table, alice.id, KEYED)
    await alice.forges(f"1:ok:{table}:0", on=await alice.sees("🔒"))
    ((content, error),) = bot.rows("SELECT content, error FROM failed_updates")
    assert error.endswith("solver.variant.InvalidCode")
    assert json.loads(content)["wished"] == "Tap:ok"
    assert KEYED not in content + error + bot.log_text()
