"""`python -m solver strength`: what is measured, what is kept, and what a killed run leaves."""

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest

from solver.strength.figures import FILE, figures_in
from tests.solver.cli.running import PATIENCE, PYTHON, ROOT, JsonOf, Read, Refused


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "strength.jsonl"


def test_a_figure_is_measured_once(json_of: JsonOf, file: Path) -> None:
    first = json_of(f"strength mini --strategy club --strategy sieve --file {file}")
    written = file.read_text()
    again = json_of(f"strength mini --strategy club --strategy sieve --file {file}")
    assert (first["new"], again["new"]) == (2, 0)
    assert again["figures"] == first["figures"] == [json.loads(line) for line in written.splitlines()]
    assert file.read_text() == written


def test_it_is_what_simulating_gives(json_of: JsonOf, file: Path) -> None:
    figure = json_of(f"strength three --strategy club --secrets random:50 --seed 3 --file {file}")["figures"][0]
    played = json_of("simulate three --strategy club --secrets random:50 --seed 3")
    assert (figure["method"], figure["seed"]) == ("sample", 3)
    assert figure["histogram"] == played["histogram"]
    assert figure["mean"] == pytest.approx(played["mean"], abs=5e-5)


def test_more_secrets_than_were_played_are_played(json_of: JsonOf, file: Path) -> None:
    arguments = f"strength three --strategy sieve --file {file} --secrets "
    secrets = [
        json_of(arguments + which)["figures"][0]["secrets"] for which in ("random:9", "random:5", "random:20", "all")
    ]
    assert secrets == [9, 9, 20, 720]


def test_what_is_in_the_file_is_measured_for_other_variants_as_well(json_of: JsonOf, file: Path) -> None:
    json_of(f"strength mini --strategy sieve --file {file}")
    found = json_of(f"strength 3x4 --file {file}")["figures"]
    assert [figure["strategy"] for figure in found] == ["optimal", "sieve"]


@pytest.mark.parametrize("field", ["variant", "play", "strategy"])
def test_a_figure_of_something_else_is_measured_anew(field: str, json_of: JsonOf, file: Path) -> None:
    json_of(f"strength mini --strategy sieve --file {file}")
    right = file.read_text()
    file.write_text(json.dumps({**json.loads(right), field: "changed"}) + "\n")
    assert json_of(f"strength mini --strategy sieve --file {file}")["new"] == 1
    assert file.read_text() == right


def test_a_tree_says_whether_it_is_proven(json_of: JsonOf, file: Path) -> None:
    found = json_of(f"strength 2x10 repeats --file {file}")["figures"]
    assert [(figure["method"], figure["error"]) for figure in found] == [("proven", 0), ("tree", 0)]


def test_what_ships_is_up_to_date_and_stands_in_a_table(read: Read) -> None:
    before = FILE.read_bytes()
    assert read("strength mini --strategy optimal").splitlines() == [
        "1 figure, 0 of them new",
        "",
        "shape  strategy    mean  error  most  secrets  found by",
        "4x5    optimal   3.8500            5      120  proven",
    ]
    assert FILE.read_bytes() == before


def test_what_cannot_be_is_refused(refused: Refused, file: Path) -> None:
    assert "no strategy is called 'luck'" in refused(f"strength mini --strategy luck --file {file}")
    assert "no strategy is called 'luck'" in refused(f"strength --strategy luck --file {file}")
    assert "'some' are no secrets: say all or random:N" in refused(f"strength mini --secrets some --file {file}")
    file.write_text("no figure\n")
    assert f"{file} is no file of figures" in refused(f"strength mini --file {file}")


@pytest.mark.costly
def test_a_killed_run_goes_on_where_it_was(json_of: JsonOf, file: Path) -> None:
    options = f"--strategy casual --file {file}"
    with subprocess.Popen([PYTHON, "-m", "solver", *f"strength mini three six {options}".split()], cwd=ROOT) as running:
        deadline = time.monotonic() + PATIENCE
        while not file.exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        running.send_signal(signal.SIGKILL)  # six takes minutes
    kept = figures_in(file)
    assert 1 <= len(kept) <= 2
    assert json_of(f"strength mini three {options}")["new"] == 2 - len(kept)
    assert kept.items() <= figures_in(file).items()
    assert {shape for shape, _ in figures_in(file)} == {"4x5", "3x10"}
