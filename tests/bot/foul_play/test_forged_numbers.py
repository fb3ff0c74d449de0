"""Numbers that a doctored client, a link or an operator may send: what does not fit breaks and changes nothing."""

import ast
import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from bot.app import advice, links
from bot.app.buttons import NAMING_GAMES, ON_MENUS, WITH_TOKEN, OnAdmin
from bot.app.intents import Command
from bot.app.jobs import LongJobsDone
from bot.app.messages import Chat, Person, Pressed, Said
from bot.app.operators.handlers import WORDS
from bot.app.operators.model import Operators
from bot.app.reading import whole_number
from bot.app.screen import Answer
from bot.app.talk.model import Talk, TalkMessage
from bot.app.work import Work
from bot.app.worker import Replies, Worker
from bot.storage.store import DatabaseStore
from tests.bot.inside import AtOnce, Inside, world_with
from tests.bot.storage.databases import rows_at
from tests.bot.storage.stores import opened_anew
from tests.needs import ROOT

ANN, BOB, CAROL = Person(1001, "Ann", "en"), Person(1002, "Bob", "en"), Person(1003, "Carol", "en")
GAME, TOKEN = "0123456789abcdef", "t" * 22
NINES = "9" * 20
IN_DATA = (
    NINES,
    "9" * 19,
    f"-{NINES}",
    "-1",
    "0" * 20,
    "4503599627370496",
    f"{NINES[:10]}-{NINES[:9]}",
    "f" + NINES[:19],
)
"""What the data of a button may hold."""
BEYOND = (
    "٣" * 20,
    "３" * 20,
    "1_0",
    "\x00",
    "+1",
    "1e9",
    "' OR 1=1 --",
    "(a+)+$" * 9,
    "..",
    "9" * 5000,
    "\n",
    "²" * 20,
)
"""What it may not, and links and words may."""
PAYLOADS = sorted(
    {value for name, value in vars(links).items() if name.isupper() and isinstance(value, str)} | {advice.KIND}
)
COMMANDS = [command.value for command in Command if command is not Command.FEEDBACK]
"""What people say to the operators is kept, whatever it is."""
KEPT = frozenset({"blocks", "bans", "reports", "feedback", "deeds", "remarks", "people", "failed_updates"})
"""Tables of which nothing changes, whatever a button says behind its verb."""


async def is_known(work: Work) -> None:
    """Ann has blocked Bob, somebody has complained of him, and Carol is kept away."""
    await work.of(Talk).block(ANN, BOB)
    said = TalkMessage("1" * 16, GAME, BOB.id, "Bob", "rude", 1.0)
    work.of(Talk).report(ANN.id, BOB.id, [said], 1.0)
    work.of(Operators).put_feedback(BOB.id, "Bob", "nice", 1.0)
    work.of(Operators).ban(CAROL.id, ANN.id, 1.0)


async def operated(store: DatabaseStore) -> Inside:
    """The bot, and an operator in their private chat."""
    heard: list[object] = []
    world = replace(world_with(None, AtOnce()), admins=frozenset({ANN.id}))
    worker = Worker(store, AtOnce(), world, Replies(lambda _, told: heard.append(told)), limits=False)
    await store.run(is_known)
    jobs = LongJobsDone(store, AtOnce(), world, store.take_long_job)
    return Inside(store, worker, jobs, heard, Chat(ANN.id), ANN)  # type: ignore[arg-type]


async def press(bot: Inside, data: str, slot: str) -> None:
    number = next(bot.numbers)
    await bot.worker.run(Pressed(number, f"q{number}", bot.chat, ANN, bot.screens[slot][0], data, carries=True))
    broken = [told for told in bot.heard if isinstance(told, Answer) and "broke" in told.text]
    assert broken == [], data
    bot.heard.clear()


def forged(verb: str) -> Iterator[str]:
    """What a doctored client makes of a verb."""
    for argument in IN_DATA:
        yield f"1:{verb}:{argument}"
    for argument in (NINES, "-1"):
        yield f"1:{verb}:{GAME}:9999:{argument}"
    yield from (f"1:{verb}:{argument}" for argument in BEYOND[:4])


async def kept(place: str) -> dict[str, list[tuple[object, ...]]]:
    return {table: sorted(map(tuple, await rows_at(place, f"SELECT * FROM {table}")), key=repr) for table in KEPT}


VERBS = (*ON_MENUS, *NAMING_GAMES, *WITH_TOKEN)
OF_OPERATORS = {verb.value for verb in OnAdmin}


async def test_whatever_a_button_says_behind_its_verb_changes_nothing_of_others(
    store: DatabaseStore, place: str
) -> None:
    bot = await operated(store)
    before = await kept(place)
    for verb in VERBS:
        slot = "admin" if verb in OF_OPERATORS else "menu"
        await bot.says("/admin" if verb in OF_OPERATORS else "/menu")
        for data in forged(verb):
            await press(bot, data, slot)
        assert (verb, await rows_at(place, "SELECT error FROM failed_updates")) == (verb, [])
    assert await kept(place) == before


async def test_whatever_a_link_or_an_operator_says_nothing_breaks_and_nobody_is_meant(
    store: DatabaseStore, place: str
) -> None:
    bot = await operated(store)
    before = await kept(place)
    texts = [f"/start {kind}{tail}" for kind, tail in product(PAYLOADS, (*IN_DATA, *BEYOND))]
    texts += [f"/admin {word} {tail} rude" for word, tail in product((*WORDS, "x"), (*IN_DATA, *BEYOND))]
    texts += [f"/{word} {tail}" for word, tail in product(COMMANDS, (*IN_DATA, *BEYOND))]
    for text in texts:
        number = next(bot.numbers)
        await bot.worker.run(Said(number, bot.chat, ANN, number, text))
        assert (text, await rows_at(place, "SELECT error FROM failed_updates")) == (text, [])
    assert await kept(place) == before


async def test_whoever_is_named_rightly_is_still_unblocked_or_unbanned(store: DatabaseStore, place: str) -> None:
    bot = await operated(store)
    await bot.says("/menu")
    await press(bot, f"1:unblock:{BOB.id}", "menu")
    assert await rows_at(place, "SELECT * FROM blocks") == []
    await bot.says(f"/admin unban {CAROL.id}")
    assert await rows_at(place, "SELECT * FROM bans") == []
    await bot.says("/admin")
    await bot.presses("1:areports", "admin")
    await bot.presses(f"1:adismiss:{BOB.id}-1", "admin")
    assert await rows_at(place, "SELECT * FROM reports") == []


# Hypothesis: whatever fits into the data of a button
DATA = st.text("0123456789abcdefghijklmnopqrstuvwxyz-", min_size=1, max_size=20)


@given(st.lists(st.tuples(st.sampled_from(VERBS), st.booleans(), st.integers(0, 9999), DATA), min_size=4, max_size=12))
def test_no_forged_button_is_a_failed_update(presses: list[tuple[str, bool, int, str]]) -> None:
    async def all_pressed() -> None:
        with TemporaryDirectory() as folder:
            async with opened_anew(folder) as store:
                bot = await operated(store)
                await bot.says("/play")
                (game,) = await store.run(lambda work: work.games.running_in(ANN.id))
                await bot.says("/menu")
                await bot.says("/admin")
                for verb, names_game, step, argument in presses:
                    slot = f"game:{game.id}" if names_game else "admin" if verb in OF_OPERATORS else "menu"
                    await press(
                        bot, f"1:{verb}:{game.id}:{step}:{argument}" if names_game else f"1:{verb}:{argument}", slot
                    )

    asyncio.run(all_pressed())


@given(st.text(max_size=40) | st.integers(-(10**30), 10**30).map(str), st.integers(0, 2**63))
def test_a_number_is_read_in_its_range_or_not_at_all(text: str, most: int) -> None:
    number = whole_number(text, most)
    if number is None:
        assert not re.fullmatch("[0-9]+", text) or len(text) > len(str(most)) or int(text) > most
    else:
        assert 0 <= number <= most
        assert number == int(text)
        assert text.isascii()


# Read in one place: only there a text that was sent becomes a number, and no pattern takes a run of any length
READER = "reading.py: int(text)"
NUMBERS = {"int", "float", "bool"}
ROWS = re.compile(r"(job\.subject|row\['\w+'\]|\(await self\.row\(.*\)\)\['\w+'\]|Urgency\.\w+)")
GROUP = re.compile(r"\w+\[('\w+'|\d)\]")
OTHERS = {
    READER: "the reader",
    "stats/handlers.py: int(former.played.gist.facts.get(COSTLIEST, 0))": "stored",
    "stats/handlers.py: int(played.gist.facts.get(DAILY, 0))": "stored",
    "daily/reading.py: int(f\"{sign}{ahead['hours']}\")": "two digits at most",
    "kinds/match/model.py: int(sha256(text.encode()).hexdigest(), 16)": "a digest",
    "kinds/number/kind.py: int(draft if draft.strip(MINUS) else 0)": "keyed, and no key makes it longer",
    "kinds/number/model.py: int(end)": "typed, and refused before where it is long",
    "model/zones.py: int(zone.removeprefix(FIXED) or 0)": "a zone that is known",
    "lobby/model.py: int(seek_id.partition(':')[0])": "stored",
    "model/game.py: int(word)": "of a log that we have written",
    "model/game.py: int(is_summed)": "a bool",
    "lessons/model.py: int(one[0]['rank'])": "a file of ours",
    "model/options.py: int(length.meaning)": "typed, three digits at most",
    "screens/terms.py: int(whole)": "formatted a moment ago",
    "work.py: int(urgency)": "an urgency",
    "reading.py: int(part)": "three digits at most",
    "model/options.py: int(count[1] or count[2])": "three digits at most",
}
MAY_COUNT = {
    "review/handlers.py: str": "whether a word has digits",
    "review/told_games.py: str": "how many it has",
    "model/options.py: meaning": "whether a word is a length, in the digits of any script",
    "model/options.py: self.word": "whether it looks like one",
    "talk/model.py: sign": "whether what is said to others may be a code",
    "talk/model.py: variant.alphabet": "a variant's own",
    "reading.py: text": "the reader",
    "screens/board.py: variant.alphabet": "a variant's own",
    "screens/board.py: variant.alphabet[0]": "a variant's own",
}
LONG_RUN = re.compile(r"(\\d|0-9\]|1-9\])(\+|\*|\{\d+,\})")
MAY_BE_LONG = dict.fromkeys(("reading.py", "daily/reading.py", "kinds/number/model.py"), "its length is looked at")


@cache
def parsed() -> dict[str, ast.Module]:
    files = sorted((ROOT / "bot/app").rglob("*.py"))
    return {str(file.relative_to(ROOT / "bot/app")): ast.parse(file.read_text("utf-8")) for file in files}


def numbers_in(tree: ast.AST) -> set[str]:
    """What is annotated as a number there: fields, and what functions are given."""
    fields = (node for node in ast.walk(tree) if isinstance(node, ast.AnnAssign))
    given_ = (node for node in ast.walk(tree) if isinstance(node, ast.arg) and node.annotation)
    return {ast.unparse(node.target) for node in fields if ast.unparse(node.annotation) in NUMBERS} | {
        node.arg for node in given_ if node.annotation and ast.unparse(node.annotation) in NUMBERS
    }


def test_a_text_that_was_sent_becomes_a_number_in_one_place() -> None:
    trees = parsed()
    numbers, found = {name for tree in trees.values() for name in numbers_in(tree)}, set[str]()
    for name, tree in trees.items():
        calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "int")
        for call in calls:
            about, written = call.args[0], ast.unparse(call.args[0])
            is_number = isinstance(about, ast.BinOp | ast.Compare) or written.rpartition(".")[2] in numbers
            if not (is_number or ROWS.fullmatch(written) or GROUP.fullmatch(written)):
                found.add(f"{name}: {ast.unparse(call)}")
    assert found == OTHERS.keys()


def test_nowhere_else_it_is_asked_whether_a_text_is_a_number() -> None:
    found = {
        f"{name}: {ast.unparse(node.value)}"
        for name, tree in parsed().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in {"isdecimal", "isdigit", "isnumeric"}
    }
    assert found == MAY_COUNT.keys()


def test_no_pattern_takes_digits_without_end() -> None:
    found = {
        name
        for name, tree in parsed().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and LONG_RUN.search(node.value)
    }
    assert found == MAY_BE_LONG.keys()
