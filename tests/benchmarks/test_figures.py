"""Figures that are kept: the ratios and what counts as a loss, and those of a million players, who are played here."""

import json
import re
import subprocess
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from benchmarks.arrivals import SIDES, Step
from benchmarks.baseline import FILE, Line, lines_in, seen, text_of, with_line
from benchmarks.catalogue import KNOWN
from benchmarks.comparison import comparison, is_worse, losses
from benchmarks.contenders import in_sqlite
from benchmarks.day import ALONE, GROUP, KINDS, MATCH, MILLION, PEOPLE, SHARES, Day
from benchmarks.game import turns_on
from benchmarks.lives import LIVES, is_over, is_solved, my_turns
from benchmarks.million import FILE as MILLIONS
from benchmarks.million import SETUPS, Setup, climbed, keep, table
from benchmarks.ratios import Spread
from benchmarks.revision import NotCommitted, commit_measured
from benchmarks.rooms import button
from benchmarks.telegram import Message
from benchmarks.usage import PARTS, Waiting
from tests.needs import require

DAY = date(2026, 11, 21)
KEPT = FILE.read_text("utf-8")


def line(commit: str, **ratios: tuple[float, float, float]) -> Line:
    return Line(DAY, commit, {name: Spread(*rounds) for name, rounds in ratios.items()})


def test_the_file_is_as_it_would_be_written_and_every_line_has_known_ratios_and_a_commit_of_its_own() -> None:
    lines = lines_in(KEPT)
    assert lines
    assert text_of(lines) == KEPT
    assert [name for kept in lines for name in kept.ratios if name not in KNOWN] == []
    assert all(kept.ratios for kept in lines)
    assert len({kept.commit for kept in lines}) == len(lines)
    assert [kept.day for kept in lines] == sorted(kept.day for kept in lines)


@pytest.mark.parametrize(
    "text",
    [
        "no JSON",
        "[]",
        '{"day": "2026-11-21", "commit": "0cd4083"}',
        '{"day": "2026-11-21", "commit": "0cd4083", "ratios": {}, "machine": "mine"}',
        '{"day": "yesterday", "commit": "0cd4083", "ratios": {}}',
        '{"day": "2026-11-21", "commit": "HEAD", "ratios": {}}',
        '{"day": "2026-11-21", "commit": "0cd408", "ratios": {}}',
        '{"day": "2026-11-21", "commit": "0cd4083", "ratios": {"a": 1.0}}',
        '{"day": "2026-11-21", "commit": "0cd4083", "ratios": {"a": [1, 2]}}',
        '{"day": "2026-11-21", "commit": "0cd4083", "ratios": {"a": [2, 1, 3]}}',
        '{"day": "2026-11-21", "commit": "0cd4083", "ratios": {"a": [0, 1, 3]}}',
        '{"day": "2026-11-21", "commit": "0cd4083", "ratios": {"a": [1, 2, Infinity]}}',
        '{"day": "2026-11-21", "commit": "0cd4083", "ratios": {"a": [1, NaN, 3]}}',
    ],
)
def test_what_is_no_line_is_found_with_its_number(text: str) -> None:
    good = text_of([line("0cd4083", a=(1, 2, 3))])
    assert lines_in(good) == [line("0cd4083", a=(1, 2, 3))]
    with pytest.raises(ValueError, match="line 2"):
        lines_in(f"{good}{text}\n")


def test_a_commit_measured_again_keeps_one_line_and_a_ratio_is_compared_with_the_last_that_has_it() -> None:
    lines = [line("0000001", a=(1, 2, 3)), line("0000002", a=(1, 2, 3), b=(1, 1, 1))]
    assert with_line(lines, line("0000003", a=(4, 4, 4))) == [*lines, line("0000003", a=(4, 4, 4))]
    assert with_line(lines, line("0000002", a=(4, 4, 4))) == [lines[0], line("0000002", a=(4, 4, 4), b=(1, 1, 1))]
    assert with_line([], lines[0]) == lines[:1]
    lines = [line("0000001", a=(1, 1, 1), b=(2, 2, 2)), line("0000002", a=(3, 3, 3))]
    assert seen(lines, "b") == [("0000001", Spread(2, 2, 2))]
    assert losses({"a": Spread(1, 1, 1), "b": Spread(1, 1, 1)}, lines) == ["a", "b"]
    assert losses({"a": Spread(3, 3, 3), "new": Spread(1, 1, 1)}, lines) == []


def test_worse_is_what_no_round_reaches_within_the_noise_and_said_beside_what_was_and_was_best() -> None:
    worse = Spread(0.7, 0.75, 0.8)
    fine = [Spread(*rounds) for rounds in ((1.0, 1.0, 1.0), (0.95, 0.95, 0.95), (0.8, 0.85, 0.95), (2.0, 2.0, 2.0))]
    assert [now for now in (*fine, worse) if is_worse(now, Spread(1.0, 1.0, 1.0))] == [worse]
    assert [now for now in (*fine, worse) if is_worse(now, Spread(0.8, 1.0, 1.2))] == []
    lines = [line("0000001", a=(4, 5, 6), b=(1, 1, 1)), line("0000002", a=(2, 2, 2))]
    text = comparison({"a": Spread(1, 1, 1)}, ["a", "b"], lines)
    rows = {row.split()[0]: row.split() for row in text.splitlines() if row}
    assert rows["a"] == ["a", "1", "2", "0000002", "5", "0000001", "WORSE"]
    assert rows["b"] == ["b", "-", "1", "0000001", "1", "0000001", "not", "measured"]
    assert text.splitlines()[-1] == "WORSE: a is 1, and was 2 at 0000002"
    same = comparison({"a": Spread(1, 1, 1)}, ["a"], [line("0000001", a=(1, 1, 1))])
    assert same.endswith("Nothing is worse than the last line by more than noise.")
    assert comparison({"a": Spread(1, 1, 1)}, ["a"], []).endswith("Nothing was kept that they could be compared with.")


@pytest.mark.needs("git")
def test_only_what_is_committed_is_kept(tmp_path: Path) -> None:
    for name in ("code", "kept"):
        (tmp_path / name).write_text("1")
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    for words in (("init",), ("add", "."), ("commit", "-m", "x")):
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)
    assert len(commit_measured(tmp_path)) == 7
    (tmp_path / "kept").write_text("2")
    assert commit_measured(tmp_path, tmp_path / "kept") == commit_measured(tmp_path, tmp_path / "kept")
    with pytest.raises(NotCommitted, match="kept"):
        commit_measured(tmp_path)
    (tmp_path / "code").write_text("2")
    with pytest.raises(NotCommitted, match="code"):
        commit_measured(tmp_path, tmp_path / "kept")


def test_without_git_nothing_is_kept(tmp_path: Path) -> None:
    with pytest.raises(NotCommitted, match="git does not know"):
        commit_measured(tmp_path)


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
    lines = [json.loads(line) for line in MILLIONS.read_text("utf-8").splitlines()]
    assert {line["setup"] for line in lines} == SETUPS.keys()
    assert all(step["work"].keys() == set(PARTS) for line in lines for step in line["steps"])
