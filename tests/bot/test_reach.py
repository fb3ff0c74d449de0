"""Nobody is named or rung to whom a block parts from them: every place that shows something to another person."""

import ast
from collections.abc import Iterator
from pathlib import Path
from time import time

import pytest

from bot.app.kinds.alone.daily import FRIEND
from bot.game.daily import DAY
from bot.serving import FIRST
from sandbox.client import Person
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import RACE, Pair, paired, screen
from tests.bot.player import by_bot, says
from tests.needs import ROOT

SOMEBODY, BOB = "somebody", "Bob"
session = pytest.mark.asyncio(loop_scope="session")
APP = ROOT / "bot/app"
OWN = {"request.chat", "self.chat", "Chat(request.person.id)"}
"""The chat in which somebody writes or presses, or their own."""
ASKS = {"may", "unnamed", "as_read_by", "show_challenge", "show_to", "listeners"}
"""Whoever calls one of these asks: by the table, or by a query that is compared with it."""
SEATED, GROUP, THEIRS, OPERATOR, THROUGH = (
    "those who play a match see it to its end, and what it came to: a block leaves it as it is",
    "what a whole group reads names everybody: a gap there would tell all of them of the block",
    "it is about that person's own game, search, wish or request, and names nobody else",
    "operators reach everybody",
    "whoever calls it asks, or it names nobody and makes no sound",
)
REACHED: dict[str, dict[str, object]] = {
    "daily/actions.py": {"show_on": GROUP, "tell_on": GROUP, "_post": GROUP},
    "duels/actions.py": {"show_challenge": GROUP, "show_to": THROUGH, "_end": THEIRS},
    "stats/actions.py": {"_tell_achievements": THEIRS},
    "chats/actions.py": {"_show_once": GROUP},
    "operators/actions.py": {"send": THEIRS, "tell_operators": OPERATOR},
    "jobs.py": {"_refuse": THEIRS},
    "talk/actions.py": {"_bring_on": ASKS},
    "contests/by_name.py": {"show_waiting": ASKS},
    "chats/handlers.py": {"rest": THEIRS, "_let_rest": THEIRS, "tell": THEIRS},
    "daily/handlers.py": {"show_card": GROUP},
    "daily/reminders.py": {"_tell": THEIRS},
    "inline/handlers.py": {"press_sent_card": GROUP},
    "lobby/handlers.py": {"look_again": THEIRS, "_meet": "whom a query has found, or whom one saw listed by it",
        "_show_waiting": THEIRS},
    "operators/moderation.py": dict.fromkeys(("_send_warning", "_ban", "unban"), OPERATOR),
    "operators/handlers.py": dict.fromkeys(
        ("show_audience", "send_on", "_show_progress", "answer", "show_counted"), OPERATOR
    ),
    "privacy/handlers.py": {"_end": THEIRS},
    "kinds/alone/end.py": dict.fromkeys(("_show_board", "_show_standing", "_update_board"), ASKS),
    "kinds/keeper/kind.py": {"go_on_later": THEIRS},
    "kinds/match/after.py": {"_decline": ASKS, "_ask_rival": "asked by ask_for_rematch before"},
    "kinds/match/moves.py": {"show_seat": SEATED, "show_card": SEATED},
    "kinds/match/play.py": dict.fromkeys(("_pass_on", "_show_reactions", "_show_talk_request"), "asked by _unheard"),
    "kinds/reviews.py": {"show_review": THEIRS},
    "kinds/several/kind.py": {"show_review": THEIRS},
    "routing.py": {"carry_out": THEIRS, "show_game": THEIRS},
    "watching/handlers.py": {"_show_to": "asked by _welcome"},
    "worker.py": {"_refuse": THEIRS, "_keep": THEIRS, "job": THEIRS},
}  # fmt: skip
"""The functions that show something in another chat than that of whoever acts, and why that may be."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions_of(file: Path) -> Iterator[Function]:
    return (node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, Function))


def called(function: Function) -> Iterator[tuple[str, ast.Call]]:
    """The calls in the function, by the last name of what is called."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
            yield (node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id), node


def reaches(name: str, call: ast.Call) -> bool:
    """Whether the call puts a screen for somebody else into the outbox."""
    by_work = isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value).split(".")[-1] == "work"
    return by_work and name in {"show", "tell"} and ast.unparse(call.args[0]) not in OWN


def reached_in(file: Path) -> dict[str, set[str]]:
    """The functions there that reach others, each with all that it calls."""
    found = {}
    for function in functions_of(file):
        calls = list(called(function))
        if any(reaches(name, call) for name, call in calls):
            found[function.name] = {name for name, _ in calls}
    return found


def test_each_place_that_reaches_another_person_asks_or_says_why_not() -> None:
    found = {file.relative_to(APP).as_posix(): reached_in(file) for file in APP.rglob("*.py")}
    listed = {(file, name) for file, names in REACHED.items() for name in names}
    assert {(file, name) for file, names in found.items() for name in names} == listed
    silent = [
        (file, name)
        for file, names in REACHED.items()
        for name, why in names.items()
        if why is ASKS and not found[file][name] & ASKS
    ]
    assert silent == []


def test_the_check_finds_a_place_that_was_not_thought_of() -> None:
    source = (
        "async def news(other, work):\n    work.tell(Chat(other), screen)\n    request.work.show(request.chat, '', s)"
    )
    function = ast.parse(source).body[0]
    assert isinstance(function, Function)
    calls = [(name, reaches(name, call)) for name, call in called(function) if name in {"tell", "show"}]
    assert calls == [("tell", True), ("show", False)]


SHOWN_BY = {"show_to", "show_challenge", "tell_challenger", "show_waiting"}
"""Ways to show a challenge to one of its two, or to all."""
OF_CHALLENGES = {
    "duels/actions.py": {"close", "tell_challenger", "show_waiting", "move", "load_from_card"},
    "duels/arranging.py": {"invite", "open_link", "_turn_watchers"},
    "duels/handlers.py": {"accept", "begin", "accept_here", "decline", "_tell_declined", "post"},
    "friends/handlers.py": {"_challenge"},
}
"""Who calls them. A press or a link has come through `why_not`, which asks; `close` names nobody, in place; the switch
of the watchers asks before it shows whoever is challenged the same offer anew, in place."""


def test_each_way_on_which_a_challenge_is_shown_is_known() -> None:
    found: dict[str, set[str]] = {}
    for file in APP.rglob("*.py"):
        for function in functions_of(file):
            if any(name in SHOWN_BY for name, _ in called(function)):
                found.setdefault(file.relative_to(APP).as_posix(), set()).add(function.name)
    assert found == OF_CHALLENGES


# What people see.


def part(stage: Stage, one: Person, other: Person) -> None:
    stage.bot.change("INSERT INTO blocks VALUES (?, ?)", one.id, other.id)


def unpart(stage: Stage, one: Person, other: Person) -> None:
    stage.bot.change("DELETE FROM blocks WHERE person_id = ? AND blocked_id = ?", one.id, other.id)


async def shows(stage: Stage, person: Person, *texts: str) -> str:
    return (await says(stage, person, *texts)).text


async def of_today(stage: Stage, *people: Person) -> None:
    """They have opened each other's links, and finished today's code in 5, 6 … guesses."""
    today = f"{int(time() // DAY) + 1} - value"
    for guesses, person in enumerate(people, 5):
        await says(stage, person, "/help")
        day = f"SELECT {today}, ?, ?, ?, 1, 9, {guesses}, 1, 0, NULL, 1, 0 FROM kept WHERE name = '{FIRST}'"
        stage.bot.change(f"INSERT INTO daily_tries {day}", person.id, person.name, f"{person.id:016x}")
        for other in people:
            if other is not person:
                stage.bot.change("INSERT INTO daily_friends VALUES (?, ?)", person.id, other.id)


@session
@pytest.mark.parametrize("by_reader", [True, False])
async def test_the_days_friends_count_who_is_parted_as_somebody(stage: Stage, *, by_reader: bool) -> None:
    ann, bob, cid = [await stage.sandbox.person(name) for name in ("Ann", BOB, "Cid")]
    await of_today(stage, ann, bob, cid)
    assert "\nBob · ⭐⭐ 6 · week ⭐ 2\nCid · ⭐⭐ 7 · week ⭐ 2\n" in f"{await shows(stage, ann, '/daily')}\n"
    two = (ann, bob) if by_reader else (bob, ann)
    part(stage, *two)
    assert f"\n{SOMEBODY} · ⭐⭐ 6\nCid · ⭐⭐ 7 · week ⭐ 2\n" in f"{await shows(stage, ann, '/daily')}\n"
    assert f"\n{SOMEBODY} · ⭐⭐⭐ 5\nCid · ⭐⭐ 7 · week ⭐ 2\n" in f"{await shows(stage, bob, '/daily')}\n"
    assert "\nAnn · ⭐⭐⭐ 5 · week ⭐ 3\nBob · ⭐⭐ 6 · week ⭐ 2\n" in f"{await shows(stage, cid, '/daily')}\n"
    unpart(stage, *two)
    assert "\nBob · ⭐⭐ 6 · week ⭐ 2\n" in f"{await shows(stage, ann, '/daily')}\n"


def board_of(person: Person) -> str:
    return by_bot(person, words="Code of the day")[-1].text


@session
async def test_a_board_of_the_day_does_not_stir_for_whoever_is_parted(stage: Stage) -> None:
    ann, bob, cid = [await stage.sandbox.person(name) for name in ("Ann", BOB, "Cid")]
    for person in (ann, bob, cid):
        await says(stage, person, "/daily")
    for one, other in ((ann, bob), (ann, cid)):
        stage.bot.change("INSERT INTO daily_friends VALUES (?, ?)", one.id, other.id)
    part(stage, ann, bob)
    secret = stage.secret_of(ann.id)
    await says(stage, ann, secret)
    ((game,),) = stage.bot.rows("SELECT game_id FROM daily_tries WHERE person_id = ?", ann.id)
    planned = "SELECT 1 FROM jobs WHERE kind = ? AND subject = ?"
    await says(stage, bob, secret)
    assert stage.bot.rows(planned, FRIEND, game) == []
    assert f"{SOMEBODY} · ⭐⭐⭐ 1" in board_of(bob)
    await says(stage, cid, secret)
    after = await ann.sees("Cid · ⭐⭐⭐ 1")
    assert f"{SOMEBODY} · ⭐⭐⭐ 1" in after.text
    assert BOB not in after.text


async def after_a_match(stage: Stage) -> Pair:
    pair = await paired(stage, RACE)
    await pair.play("Alice: 0123\nBob: 0123\nBob: /resign\nBob: [Yes]")
    return pair


@session
async def test_tables_and_rivals_that_one_person_reads_name_nobody_who_is_parted(stage: Stage) -> None:
    pair = await after_a_match(stage)
    alice, bob = pair.both
    tables = ("/top", "[Rivals]")
    assert BOB in await shows(stage, alice, "/profile")
    assert BOB in await shows(stage, alice, *tables)
    part(stage, bob, alice)
    for texts in (("/profile",), tables):
        shown = await shows(stage, alice, *texts)
        assert BOB not in shown, shown
        assert SOMEBODY in shown, shown
    assert "Alice" not in (await shows(stage, bob, *tables)).replace("Alice (you)", "")
    unpart(stage, bob, alice)
    assert BOB in await shows(stage, alice, *tables)


@session
async def test_a_table_that_a_group_reads_names_all_its_members(stage: Stage) -> None:
    pair = await after_a_match(stage)
    group = await stage.sandbox.group("Friends", *pair.both)
    for person in pair.both:
        stage.bot.change("INSERT INTO regulars VALUES (?, ?, 9)", group.id, person.id)
    part(stage, pair.alice, pair.bob)
    shown = (await says(stage, pair.alice, "/top@sandbox_bot", chat=group)).text
    assert BOB in shown
    assert "Alice" in shown
    assert SOMEBODY not in shown


@session
@pytest.mark.parametrize("parted", [True, False])
async def test_no_answer_to_a_rematch_reaches_whom_somebody_has_blocked_meanwhile(
    stage: Stage, *, parted: bool
) -> None:
    pair = await after_a_match(stage)
    alice, bob = pair.both
    await stage.after(bob.presses("Rematch", on=screen(bob)))
    question = await alice.sees("🔄 Bob wants a rematch!")
    if parted:
        part(stage, alice, bob)
    before = len(bob.messages())
    await stage.after(alice.presses("No, thanks", on=question))
    told = [message for message in bob.messages()[before:] if "would rather not play again now" in message.text]
    assert len(told) == (0 if parted else 1)
