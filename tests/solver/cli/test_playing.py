"""`solve` and `simulate`."""

from pathlib import Path

import pytest

from solver.feedback import Feedback, feedback_for, is_consistent
from solver.variant import VARIANTS
from tests.solver.cli.running import JsonOf, Read, Refused, one_object, process
from tests.solver.cli.terminal import Terminal

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
