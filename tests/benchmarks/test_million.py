"""A million players: the arithmetic adds up, and the bot itself is played with for a moment."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.arrivals import SIDES, Step
from benchmarks.contenders import in_sqlite
from benchmarks.day import ALONE, GROUP, KINDS, MATCH, MILLION, PEOPLE, SHARES, Day
from benchmarks.game import turns_on
from benchmarks.lives import LIVES, is_over, is_solved, my_turns
from benchmarks.million import FILE, SETUPS, Setup, climbed, keep, table
from benchmarks.rooms import button
from benchmarks.telegram import Message
from benchmarks.usage import PARTS, Waiting
from tests.needs import require

DUEL = (
    "⏳ It is P2's turn.\n\n<u>Your guesses</u>\n1. <code>8901</code>\xa0\xa00\u2060🐂\xa02\u2060🐄\n\n"
    "<u>Your rival's guesses</u>\n1. <code>4567</code>\xa0\xa04\u2060🐂\xa00\u2060🐄"
)


def test_a_million_players_begin_a_hundred_games_a_second_each_of_one_kind_and_half_of_them_half() -> None:
    assert sum(SHARES.values()) == pytest.approx(1)
    assert set(KINDS) == SHARES.keys() == PEOPLE.keys() == SIDES.keys() == LIVES.keys()
    assert MILLION.in_the_busiest_minutes == pytest.approx(60_000)
    assert sum(PEOPLE[kind] * count for kind, count in MILLION.begun.items()) == pytest.approx(100)
    assert [MILLION.begun[kind] for kind in (ALONE, MATCH, GROUP)] == pytest.approx([85, 5, 5 / 3])
    assert MILLION.in_a_second({ALONE: 10, MATCH: 20, GROUP: 6}) == pytest.approx(960)
    assert (MILLION.clocks, MILLION.reviews) == pytest.approx((1, 98.5))
    assert MILLION.games_a_day == pytest.approx(4_000_000 * (0.85 + 0.05 + 0.05 / 3))
    half = Day(500_000)
    assert half.begun == pytest.approx({kind: count / 2 for kind, count in MILLION.begun.items()})
    assert (half.clocks, half.reviews) == pytest.approx((MILLION.clocks / 2, MILLION.reviews / 2))


def test_players_of_a_match_read_their_own_guesses_alone_and_find_buttons_by_their_verbs() -> None:
    board = Message(1, 1, DUEL, "")
    assert my_turns(board) == (("8901", "0", "2"),)
    assert is_solved(turns_on(board))
    assert not is_solved(my_turns(board))
    assert not is_over(board)
    rows = [[{"text": "a link", "url": "x"}], [{"text": "Menu", "callback_data": "1:mhome:0123456789abcdef:2"}]]
    board = Message(1, 1, "", json.dumps({"inline_keyboard": rows}))
    assert button(board, "mhome") == "1:mhome:0123456789abcdef:2"
    assert button(board, "home") is None
    assert button(Message(1, 1, "", ""), "mhome") is None
    assert is_over(board)


@pytest.mark.costly
@pytest.mark.parametrize("name", SETUPS)
async def test_the_bot_is_played_with_for_a_moment(name: str) -> None:
    if name.startswith("PostgreSQL"):
        require("postgresql")
    [step] = await climbed(SETUPS[name], [0.03], 1.0, 2.0)
    assert step.answers > 0
    assert step.begun
    assert step.unanswered <= sum(step.updates.values())
    assert set(step.work) == set(PARTS)
    assert re.search(r"^3% +\d+ +\d+ +[\d.]+", table([step]), re.MULTILINE)


@pytest.mark.costly
async def test_a_climb_ends_where_it_has_bent() -> None:
    steps = await climbed(Setup(in_sqlite, bent=0.0), [0.05, 0.1], 1.0, 1.0)
    assert [step.share for step in steps] == [0.05]


def test_what_was_measured_is_kept_in_the_place_of_the_former_and_is_of_setups_that_there_are(tmp_path: Path) -> None:
    work = dict.fromkeys(PARTS, 0.0)
    step = Step(0.1, 1.0, {}, {}, {}, {}, 1, 0, 2.0, 3.0, 0, None, 0, None, None, work, 1.0, Waiting())
    again, more = replace(step, answers=2), replace(step, share=0.05)
    for name, steps in (("SQLite", [step]), ("PostgreSQL", [step]), ("SQLite", [again, more])):
        keep(name, steps, 0.5, tmp_path / "million.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "million.jsonl").read_text("utf-8").splitlines()]
    assert [line["setup"] for line in lines] == ["SQLite", "PostgreSQL"]
    assert [(found["share"], found["answers"]) for found in lines[0]["steps"]] == [(0.05, 1), (0.1, 2)]
    lines = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
    assert {line["setup"] for line in lines} == SETUPS.keys()
    assert all(step["work"].keys() == set(PARTS) for line in lines for step in line["steps"])
