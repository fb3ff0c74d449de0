import json
import signal
import subprocess
import time
from pathlib import Path

import pytest

from solver.feedback import Feedback, feedback_for, is_consistent
from solver.strength.figures import FILE, figures_in
from solver.variant import VARIANTS
from tests.solver.cli.running import PATIENCE, PYTHON, ROOT, JsonOf, Read, Refused, one_object, process
from tests.solver.cli.terminal import Terminal

# `solve` and `simulate`.
CLASSIC = VARIANTS["classic"]


@pytest.mark.parametrize("strategy", ["optimal", "entropy", "sieve", "random", "casual", "beginner"])
def test_a_game_is_told_turn_by_turn(strategy: str, json_of: JsonOf) -> None:
    game = json_of(f"solve classic --secret 7285 --strategy {strategy} --seed 1")
    turns = game["turns"]
    assert list(game) == ["turns"]
    assert (turns[-1]["guess"], turns[-1]["reply"], turns[-1]["candidates"]) == ("7285", "4B0C", 1)
    history = []
    for turn in turns:
        guess, reply = CLASSIC.parse(turn["guess"]), Feedback(int(turn["reply"][0]), int(turn["reply"][2]))
        assert reply == feedback_for(guess, CLASSIC.parse("7285"))
        history.append((guess, reply))
        assert turn["candidates"] == sum(is_consistent(code, tuple(history)) for code in CLASSIC.codes())


def test_the_same_seed_plays_the_same_game(json_of: JsonOf) -> None:
    games = [json_of(f"solve classic --secret 7285 --strategy random --seed {seed}") for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_a_game_is_read_as_a_table(read: Read) -> None:
    lines = read("solve mini --secret 3541 --strategy sieve").splitlines()
    assert lines[0].split() == ["turn", "guess", "reply", "candidates"]
    assert lines[1].split() == ["1.", "1234", "0B3C", "44"]
    assert lines[-1].split()[1:] == ["3541", "4B0C", "1"]


def test_a_strategy_plays_all_secrets(json_of: JsonOf) -> None:
    figures = json_of("simulate mini --strategy optimal")
    assert list(figures) == ["secrets", "total", "mean", "max", "histogram", "seconds"]
    assert (figures["secrets"], figures["total"], figures["mean"], figures["max"]) == (120, 462, 3.85, 5)
    assert sum(figures["histogram"].values()) == 120
    assert sum(int(guesses) * secrets for guesses, secrets in figures["histogram"].items()) == 462
    assert figures["seconds"] > 0


@pytest.mark.parametrize("which", ["first:100", "random:100"])
def test_a_strategy_plays_some_secrets(which: str, json_of: JsonOf) -> None:
    figures = [json_of(f"simulate classic --strategy sieve --secrets {which} --seed 7") for _ in range(2)]
    assert figures[0]["secrets"] == 100
    assert figures[0]["histogram"] == figures[1]["histogram"]


def test_the_first_secrets_are_those_in_code_order(json_of: JsonOf) -> None:
    assert json_of("simulate classic --strategy sieve --secrets first:1")["histogram"] == {"1": 1}


def test_other_seeds_draw_other_secrets(json_of: JsonOf) -> None:
    histograms = [
        json_of(f"simulate classic --strategy sieve --secrets random:50 --seed {seed}")["histogram"]
        for seed in range(4)
    ]
    assert any(histogram != histograms[0] for histogram in histograms)


def test_all_secrets_at_random_are_all_secrets(json_of: JsonOf) -> None:
    figures = [json_of(f"simulate mini --strategy sieve --secrets {which}") for which in ("all", "random:120")]
    assert figures[0]["histogram"] == figures[1]["histogram"]


def test_a_histogram_is_drawn_for_people(read: Read) -> None:
    text = read("simulate mini --strategy sieve")
    assert text.startswith("120 secrets, ")
    assert "\n      1        1  #\n" in text


def test_a_histogram_is_drawn_into_a_file(tmp_path: Path, json_of: JsonOf) -> None:
    file = tmp_path / "mini.png"
    assert json_of(f"simulate mini --strategy sieve --plot {file}")["secrets"] == 120
    assert file.read_bytes().startswith(b"\x89PNG")


def test_a_plot_without_matplotlib_says_how_to_install_it(tmp_path: Path) -> None:
    (tmp_path / "matplotlib").mkdir()
    (tmp_path / "matplotlib" / "__init__.py").write_text("raise ImportError")
    refusal = process(f"simulate mini --plot {tmp_path}/mini.png", env={"PYTHONPATH": str(tmp_path)})
    assert (refusal.returncode, refusal.stdout) == (2, "")
    assert refusal.stderr == "solver: plots need the extra `plots`: pip install '.[plots]' in the project's folder\n"


BAD = {
    "solve classic": "the following arguments are required: --secret",
    "solve classic --secret 0012": "'0012' is no code of classic: 0 stands in it twice",
    "solve classic --secret 0123 --strategy luck": "no strategy",
    "solve classic --secret 0123 --seed x": "argument --seed: 'x' is not a whole number",
    "simulate classic --strategy luck": "no strategy",
    "simulate classic --secrets some": "'some' are no secrets: say all, first:N or random:N",
    "simulate classic --secrets first:0": "'first:0' are no secrets",
    "simulate classic --secrets first:x": "'first:x' are no secrets",
    "simulate classic --secrets random:-5": "'random:-5' are no secrets",
    "simulate classic --secrets random:5041": "classic has no 5041 secrets: it has 5040",
    "simulate classic --plot picture.jpg": "'picture.jpg' cannot be drawn into: name a .png file",
    "simulate classic --plot nowhere/picture.png": "'nowhere/picture.png' cannot be drawn into: name a .png file",
}


@pytest.mark.parametrize("arguments", BAD)
def test_bad_input_is_refused_in_one_line(arguments: str, refused: Refused) -> None:
    assert refused(arguments).startswith(BAD[arguments])


def test_a_word_that_is_never_a_secret_cannot_be_solved(refused: Refused) -> None:
    variant = VARIANTS["words-en-4"]
    rare = variant.format(next(iter(set(variant.codes()) - set(variant.secrets()))))
    assert refused(f"solve words-en-4 --secret {rare}").endswith("may be guessed in words-en-4 but is never a secret")


def test_a_file_that_cannot_be_written_is_bad_input(tmp_path: Path, refused: Refused) -> None:
    (tmp_path / "folder.png").mkdir()
    assert "cannot be written" in refused(f"simulate mini --strategy sieve --plot {tmp_path}/folder.png")


def test_progress_is_shown_at_a_terminal_alone() -> None:
    printed = process("simulate classic --strategy sieve --secrets first:200 --json")
    assert (printed.returncode, printed.stderr) == (0, "")
    assert one_object(printed.stdout)["secrets"] == 200
    with Terminal("simulate classic --strategy sieve --secrets first:200 --json") as terminal:
        terminal.sees(r"\[#*\.*\]  \d+/200")
        terminal.reads('"secrets": 200')
        assert terminal.ends()[1] == 0


# `python -m solver strength`: what is measured, what is kept, and what a killed run leaves.
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
