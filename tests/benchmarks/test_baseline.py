"""Ratios that were kept: the form of the file, how a line comes into it, and what counts as a loss."""

import subprocess
from datetime import date
from pathlib import Path

import pytest

from benchmarks.baseline import FILE, Line, lines_in, seen, text_of, with_line
from benchmarks.catalogue import KNOWN
from benchmarks.comparison import comparison, is_worse, losses
from benchmarks.ratios import Spread
from benchmarks.revision import NotCommitted, commit_measured

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
