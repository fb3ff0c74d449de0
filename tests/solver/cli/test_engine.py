"""`engine`: another program keeps the secret, and speaks with it line by line."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cli import reading
from solver.cli.catalogue import COMMANDS
from solver.cli.commands.engine import Engine
from solver.cli.parser import parser_for
from solver.feedback import feedback_for
from solver.variant import VARIANTS
from tests.solver.cli.running import PATIENCE, PYTHON, ROOT

PAGE = (ROOT / "docs/solver.md").read_text("utf-8")
WORDS = ["variant", "guess", "reply", "best", "help"]
SHELLS = [shell for shell in ("dash", "busybox", "bash", "sh") if shutil.which(shell)]


def spoken(text: bytes, *options: str) -> list[str]:
    """The answers of a process to lines, after which the input ends."""
    command = [PYTHON, "-m", "solver", "engine", *options]
    done = subprocess.run(command, cwd=ROOT, input=text, capture_output=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode().splitlines()


def engine(words: str = "") -> Engine:
    return Engine(parser_for(COMMANDS["engine"]).parse_args(words.split()))


def broken(player: Engine, name: str, secret: str) -> list[str]:
    """The guesses that it makes until the secret of a variant is broken."""
    variant, guesses = reading.variant(name), list[str]()
    assert player.answer("variant", name).split()[:2] == ["variant", variant.name]
    while not guesses or guesses[-1] != secret:
        word, guess = player.answer("best", "").split()
        assert word == "best"
        guesses.append(guess)
        reply = feedback_for(variant.parse(guess), variant.parse(secret))
        assert re.fullmatch(r"left [1-9]\d*", player.answer("reply", str(reply)))
    return guesses


@pytest.mark.parametrize("shell", SHELLS)
def test_a_loop_in_a_shell_breaks_its_secret_as_the_page_shows(shell: str, tmp_path: Path) -> None:
    (script,) = re.findall(r"^```bash\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert script.count("\n") <= 20
    file = tmp_path / "keep.sh"
    file.write_text(script.replace("python -m", f"{PYTHON} -m"))
    command = [shell, "sh", str(file)] if shell == "busybox" else [shell, str(file)]
    place = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=PATIENCE, check=False, env=place)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == b"0123 0B1C\n1456 0B1C\n4378 0B2C\n2984 1B1C\n5782 1B3C\n7285 4B0C\n"


def test_each_line_has_one_answer_and_what_is_wrong_changes_nothing() -> None:
    lines = (
        "best", "reply 0B1C", "reply 0B1C", "guess 01", "guess 4561", "reply", "reply 3B1C", "", "  ", "sing",
        "variant chess", "reply 0b1c", "\x00", "\xff", "variant mini", "best", "reply 4B0C", "best", "guess 1234",
        "reply 0B4C", "variant mini", "help", "quit", "best",
    )  # fmt: skip
    said = spoken("\n".join(lines).encode("latin-1"))
    assert len(said) == len(lines) - 4
    assert [line for line in said if not line.startswith("error ")] == [
        "best 0123", "left 1440", "guess 4561", "left 378", "variant mini 4 different 12345", "best 1234", "left 1",
        "variant mini 4 different 12345", "help variant NAME; best; guess CODE; reply 1B2C; quit",
    ]  # fmt: skip


def test_the_end_of_the_input_ends_it_as_quit_does() -> None:
    assert [spoken(text) for text in (b"", b"quit\nbest\n", b"best")] == [[], [], ["best 0123"]]
    assert spoken(b"best\n", "mini") == ["best 1234"]


def test_a_reply_that_no_code_fits_does_not_count_and_a_seed_relabels_each_game_anew() -> None:
    player = engine()
    for _ in range(2):
        player.answer("guess", "0123")
        assert player.answer("reply", "0B0C") == "left 360"
    player.answer("guess", "0124")
    assert player.answer("reply", "4B0C").startswith("error no code fits")
    assert player.answer("reply", "0B1C").startswith("left ")
    first, other = (engine("--seed 5") for _ in range(2))
    games = [[broken(player, "classic", "1769") for _ in range(3)] for player in (first, other)]
    assert games[0] == games[1]
    assert len({game[0] for game in games[0]}) == 3
    assert len(broken(engine(), "classic", "1769")) == 7


@pytest.mark.parametrize("name", [*VARIANTS, "3x6", "2x5r"])
def test_it_plays_every_variant(name: str) -> None:
    variant = reading.variant(name)
    secret = variant.format(list(variant.secrets())[-7])
    assert len(broken(engine("--strategy sieve"), name, secret)) < 30


TYPED = st.text(max_size=12) | st.sampled_from(["mini", "1234", "0B1C", "4B0C"])


@given(lines=st.lists(st.tuples(st.sampled_from([*WORDS, "x"]), TYPED), max_size=12))
def test_whatever_is_said_is_answered_in_words_that_are_known(lines: list[tuple[str, str]]) -> None:
    player = engine("2x4 --strategy random --seed 1")
    for word, rest in lines:
        assert player.answer(word, rest).partition(" ")[0] in {*WORDS, "left", "error"}
