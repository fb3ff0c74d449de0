"""The verdict must find what those who play foul get by it, and what others notice: runs with one thing wrong each."""

import asyncio
import json
import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.app.model.game import CHALLENGES, MATCHES
from faults.judging import foul as foul_verdict
from faults.judging.database import SqliteRows, StoredJob, StoredMatch, StoredRating, StoredRemark, StoredResult
from faults.judging.evidence import Costly, Evidence, FoulEvidence, Said
from faults.judging.foul import without_crew
from faults.judging.verdict import verdict
from faults.troubles.foul.play import Watch, overtaken, unanswered, uncounted, unheard
from faults.troubles.foul.scene import Guess, Remark, Scene
from sandbox.client import PATIENCE
from sandbox.state import new_state
from sandbox.text import Text
from sandbox.world.model import Bot, Press
from tests.faults.judging.made_up import ANN, BOB, DUEL, MATCH, also_said, lock, only, sent_text, with_rows, world

FOUL, VICTIM, GROUP = 81, 82, -83
LEFT = "ff" * 8


def left(**changes: Any) -> StoredMatch:
    match = StoredMatch(LEFT, "race", (FOUL, VICTIM), ("01234",), ((FOUL, "12345"),), end="aborted", over=True)
    return replace(match, **changes)


def lost(score: float = 0.0, *, is_rated: bool = True) -> StoredResult:
    return StoredResult(LEFT, FOUL, score, is_rated, 1500.0, 100.0)


def foul(**changes: Any) -> FoulEvidence:
    """Foul was played, and brought nothing."""
    costly = FoulEvidence(
        crew=frozenset({FOUL, VICTIM, GROUP}),
        calm=True,
        most_waiting={FOUL: foul_verdict.MOST_WAITING, GROUP: 1},
        most_jobs=foul_verdict.MOST_JOBS,
        costly=(Costly(LEFT, FOUL),),
        matches=(left(),),
        results=(lost(),),
        overtaken=foul_verdict.MOST_OVERTAKING,
    )
    return replace(costly, **changes)


def complaints(**changes: Any) -> list[str]:
    return verdict(replace(world(), foul=foul(**changes))).complaints


def test_nothing_is_wrong_and_what_could_not_be_left_or_may_be_open_costs_nothing() -> None:
    assert complaints() == []
    assert verdict(crowded(BOARD, BOARD)).repeated  # that of the crew does not count, as below
    assert complaints(matches=(left(over=False),), results=()) == []
    assert foul_verdict.MOST_WAITING >= MATCHES + CHALLENGES + 10


WRONG = {
    "letters without end": {"most_waiting": {GROUP: foul_verdict.MOST_WAITING + 1}},
    "letters while the bot was away": {"calm": False, "most_waiting": {GROUP: foul_verdict.MOST_WHILE_AWAY + 1}},
    "thoughts without end": {"most_jobs": foul_verdict.MOST_JOBS + 1},
    "a rated match that was left for nothing": {"results": ()},
    "a rated match that was left, and drawn": {"results": (lost(0.5),)},
    "a rated match that was left, and did not count": {"results": (lost(is_rated=False),)},
    "a guess that was lost": {"uncounted": ("guess 1234 in chat -83",)},
    "what somebody saw": {"wrongs": ("somebody was advised",)},
    "clocks that were lengthened": {"outages": 1},
    "a press that nobody answered": {"unanswered": 1},
    "letters that came first": {"overtaken": foul_verdict.MOST_OVERTAKING + 1},
    "a warning": {"alarms": ("the thinking process does not answer",)},
}


@pytest.mark.parametrize("changes", WRONG.values(), ids=WRONG.keys())
def test_what_foul_play_brings_is_found(changes: dict[str, Any]) -> None:
    (complaint,) = complaints(**changes)
    assert complaint.startswith("foul: ")


def crowded(*said: Said, beside: StoredMatch | None = None) -> Evidence:
    """The same run of two people, beside which others played foul."""
    evidence = also_said(Said(FOUL, "a board", "null", 1.0, sent=True), *said)
    rows, stored = evidence.matches, evidence.stored
    jobs = (StoredJob("gone", str(FOUL), 0.0), StoredJob("review", LEFT, 0.0))
    return with_rows(
        replace(evidence, stored=replace(stored, jobs=(*stored.jobs, *jobs))),
        matches=(*rows.matches, left(), *([beside] if beside else [])),
        results=(*rows.results, lost()),
        ratings=(*rows.ratings, StoredRating(FOUL, 1, 0, 0, 1, 1400.0, 300.0)),
        finished={**rows.finished, FOUL: 1},
        remarks=(*rows.remarks, StoredRemark("lobby", FOUL, "Hello")),
        seekers=(*rows.seekers, FOUL),
    )


SECRET = DUEL.secrets[0]
SAME = replace(left(), secrets=(SECRET,))
FEWER = with_rows(crowded(), matches=tuple(match for match in crowded().matches.matches if match.id != MATCH))
BOARD = sent_text(FOUL, "🎯\n1. <code>abcdefg</code>\u00a0\u00a00\u2060🐂\u00a00\u2060🐄\n" + lock("a" * 43))


@pytest.mark.parametrize(
    ("kind", "evidence"),
    [
        ("", crowded()),
        ("lost…", FEWER),
        ("leaked…", crowded(sent_text(FOUL, f"hello {SECRET}"))),
        ("", crowded(sent_text(FOUL, f"Your secret: {SECRET}"), beside=SAME)),
        ("leaked…", crowded(sent_text(ANN, SECRET), beside=SAME)),
        ("", crowded(BOARD, BOARD)),
    ],
)
def test_the_accounts_of_others_are_as_if_nobody_had_played_foul(kind: str, evidence: Evidence) -> None:
    assert verdict(evidence).complaints
    assert only(kind, without_crew(evidence, foul()))


def test_guesses_that_stand_in_no_game_and_presses_that_nobody_answered_are_found() -> None:
    presses = [Press(str(person), person, person, 1, 0.0) for person in (ANN, BOB, FOUL)]
    assert unanswered(presses, {str(ANN)}, frozenset({FOUL})) == 1
    rows = [(GROUP, json.dumps({"position": "mini solo 1234 | 2345 3451 | "})), (ANN, json.dumps({"position": "x |"}))]
    made = [Guess(GROUP, "2345"), Guess(GROUP, "4512"), Guess(ANN, "3451")]
    assert uncounted(made, rows) == ["guess 4512 in chat -83", f"guess 3451 in chat {ANN}"]


def test_who_does_not_read_what_was_said_last_is_found() -> None:
    world = (state := new_state(Bot())).world
    hearers = [world.add_person(name, None, "en").id for name in ("Ann", "Bob")]
    for hearer, text in zip(hearers, ("Foul: first, second", "Foul: first"), strict=True):
        world.post(world.chats[hearer], world.bot.id, text=Text(text))
    remarks = [Remark(hearer, text) for text in ("first", "second") for hearer in hearers]
    (words,) = unheard(remarks, state)
    assert words.startswith(str(hearers[1]))
    assert "second" in words


def test_letters_that_left_while_somebody_waited_are_counted() -> None:
    state = new_state(Bot())
    state.updates.add("message", {}, ("chat", ANN))
    (made,) = (update.made for update in state.updates.every.values())
    letters = [Said(FOUL, "hello", "null", made + second, sent=True) for second in (-1, 1, 2, 4)]
    answer = Said(ANN, "a board", "null", made + 3, sent=True)
    evidence = replace(world(), foul=foul(), said=(*letters, answer))
    assert overtaken(evidence, state, [(made - 1, made + 1)]) == 2
    assert overtaken(evidence, state, [(made + 1, made + 5)]) == 0


WATCHED = """
CREATE TABLE outbox (chat_id INTEGER, slot TEXT);
CREATE TABLE long_jobs (kind TEXT, person_id INTEGER);
CREATE TABLE games (chat_id INTEGER, kind TEXT, body TEXT);
INSERT INTO outbox VALUES (81, 'a'), (81, 'a'), (81, ''), (82, 'b');
INSERT INTO long_jobs VALUES ('review', 81), ('review', 82), ('hint', 81), ('review', 0);
"""


async def test_what_waits_for_attackers_is_counted_and_so_is_what_is_to_be_thought_about(
    tmp_path: Path,
) -> None:
    with closing(sqlite3.connect(tmp_path / "bot.db")) as connection:
        connection.executescript(WATCHED)
    scene = Scene(new_state(Bot()), random.Random(1), crew=[FOUL])
    watch = Watch(scene, SqliteRows(tmp_path / "bot.db"))
    looking = asyncio.create_task(watch.look())
    async with asyncio.timeout(PATIENCE):
        while not (seen := await watch.seen(world())).most_jobs:
            await asyncio.sleep(0.05)
    looking.cancel()
    assert seen.most_jobs == 3
    assert seen.most_waiting == {FOUL: 2}
