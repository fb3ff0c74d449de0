"""The command line as a whole: what is refused and how, help, replies in writing, tables and progress."""

import io
import re
import signal
import subprocess
from pathlib import Path

import pytest

from solver.__main__ import main
from solver.cli.catalogue import COMMANDS
from solver.cli.codes import code_table, parse_reply, reply_codes
from solver.cli.output import CLEAR, BadInput, Progress, decimals, line, quantity, text_table
from solver.feedback import Feedback, possible_feedback
from solver.strategies import STRATEGIES
from solver.variant import VARIANTS
from tests.solver.cli.running import OLD_CODES, PYTHON, ROOT, Refused, object_of, process, refusal_of

LONG = "x" * 300
BAD = {
    "a command comes first: score, ": "",
    "no command is called 'sing': score, ": "sing",
    "no command is called 'Table': score, ": "Table classic",
    "the following arguments are required: VARIANT, GUESS (": "table",
    "the following arguments are required: VARIANT (": "spectrum",
    "no command is called '--json'": "--json",
    "the following arguments are required: VARIANT, SECRET, GUESS": "score",
    "the following arguments are required: GUESS": "score classic 0123 | review classic 7285",
    "unrecognized arguments: 5678": "score classic 0123 1234 5678",
    "unrecognized arguments: --loud": "score classic 0123 1234 --loud",
    "unrecognized arguments: --js (": "score classic 0123 1234 --js",
    "unrecognized arguments: --json": "play classic --json | interval 1 9 --json",
    "no variant is called 'chess': classic, ": "score chess 0123 1234 | play chess | build chess | verify chess",
    "4x3: 3 different symbols cannot fill 4 places; 4x3r lets them repeat": "score 4x3 012 120",
    "11x10: at most 7 places and 36 symbols": "suggest 11x10",
    "4x100: at most 7 places and 36 symbols": "suggest 4x100",
    "'RBБY' is no code of mastermind: 'Б' (CYRILLIC CAPITAL LETTER BE) is not one of": "score mastermind ROYG RBБY",
    "'O124' is no code of classic: 'O' (LATIN CAPITAL LETTER O) is not one of 0123456789": "score classic 0123 O124",
    "8x8: at most 7 places": "score 8x8 01234567 01234567",
    "7x10 has 604800 codes; at most 151200": "score 7x10 0123456 0123456",
    "'012' is no code of classic: it has 3 symbols, not 4": "score classic 012 1234",
    "'1x34' is no code of classic: 'x' is not one of 0123456789": "score classic 0123 1x34",
    "'1134' is no code of classic: 1 stands in it twice": (
        "score classic 0123 1134 | review classic 1134 0123 | solve classic --secret 1134"
    ),
    "'qxzj' is no code of words-en-4: it is not in the list of words": "score words-en-4 wolf qxzj",
    "'4567' is no turn: turns are written GUESS=REPLY, such as 0123=0B0C": "table classic 0123 4567",
    "'' is no reply: bulls and cows are written 1B2C": "table classic 0123 4567=",
    "'12' is no reply: bulls and cows are written 1B2C": "table classic 0123 4567=12",
    "'1B2' is no reply: bulls and cows are written 1B2C": "table classic 0123 4567=1B2",
    "3B1C is impossible: no two codes of classic give it": "table classic 0123 4567=3B1C | doubt classic 0123=3B1C",
    "5B0C is impossible: no two codes of classic give it": "table classic 0123 4567=5B0C",
    "0B0C is impossible: no two codes of mini give it": "table mini 1234 1235=0B0C",
    "'456' is no code of classic: it has 3 symbols, not 4": (
        "table classic 0123 456=0B0C | review classic 7285 0123 456"
    ),
    "no code fits these replies; `doubt` says which of them may be wrong": (
        "table classic 0123 0123=4B0C 4567=4B0C | cases classic 0123=4B0C 4567=4B0C | "
        "spectrum classic 0123=4B0C 4567=4B0C | suggest classic 0123=4B0C 4567=4B0C"
    ),
    "the following arguments are required: HISTORY": "cases classic | doubt classic",
    "no strategy is called 'luck'": (
        "play classic --strategy luck | suggest classic --strategy luck | "
        "solve classic --secret 0123 --strategy luck | simulate classic --strategy luck | "
        "strength mini --strategy luck | strength --strategy luck"
    ),
    "the following arguments are required: HIGH": "interval 1",
    "argument HIGH: 'ten' is not a whole number": "interval 1 ten",
    "argument HIGH: '1.5' is not a whole number": "interval 1 1.5",
    "no number lies from 10 to 1": "interval 10 1",
    "argument HIGH: '99999999999999999999' is not a whole number": f"interval 1 {'9' * 5000}",
    "argument --seed: 'x' is not a whole number": "interval 1 9 --seed x | solve classic --secret 0123 --seed x",
    "'0123' is no turn": "spectrum classic 0123",
    "argument --top: 0 is not a number from 1": "suggest classic --top 0",
    "argument --top: 'many' is not a whole number": "suggest classic --top many",
    "7285 was broken by guess 1": "review classic 7285 7285 0123",
    "the following arguments are required: --secret": "solve classic",
    "'some' are no secrets: say all, first:N or random:N": "simulate classic --secrets some",
    "argument --secrets: 'some' are no secrets: say all or random:N (": "strength mini --secrets some",
    "'first:0' are no secrets": "simulate classic --secrets first:0",
    "'first:x' are no secrets": "simulate classic --secrets first:x",
    "'random:-5' are no secrets": "simulate classic --secrets random:-5",
    "classic has no 5041 secrets: it has 5040": "simulate classic --secrets random:5041",
    "'picture.jpg' cannot be drawn into: name a .png file": "simulate classic --plot picture.jpg",
    "'nowhere/picture.png' cannot be drawn into: name a .png file": "simulate classic --plot nowhere/picture.png",
    "argument --objective: invalid choice: 'luck'": "build mini --objective luck",
    "argument --workers: 0 is not a number from 1": "build mini --workers 0",
    "'nowhere/mini.tree' cannot be written: name a file in a folder that exists": "build mini --out nowhere/mini.tree",
    "'.' cannot be written: name a file in a folder that exists": "build mini --out .",
    "'a.journal' cannot be written: name a file in a folder that exists, and no .journal": "build mini --out a.journal",
    "300000000 guesses are too many to look for: 64 at most": "fixed mini --find 300000000",
    f"{LONG}.tree: File name too long": f"build mini --out {LONG}.tree",
    f"{LONG}: File name too long": f"verify {LONG}",
    "no scheduler answers at carrier-pigeon://coop: ": "build mini --scheduler carrier-pigeon://coop",
    "words-en-4: trees are built for places x symbols up to 64, and not for words": "build words-en-4",
    "six has 151200 codes; at most 10000 are searched": "ulam six",
    "13 questions are too many: at most 12 are searched": "ulam mini --questions 13",
    "the following arguments are required: VARIANT[:OBJECTIVE]|FILE": "verify",
    "there is no file nosuch.tree": "verify nosuch.tree",
    "there is no file trees/mini": "verify trees/mini",
    "'luck' is no objective: mean, max, rarest, sevens, worst": "verify classic:luck",
    "no tree of words-en-4 ships with the solver, and no file is called so": "verify words-en-4",
    "no tree of three:sevens ships with the solver, and no file is called so": "verify three:sevens",
}
"""What is said to such command lines."""
NEAR = {
    "sugest classic": "suggest",
    "Table classic 0123": "table",
    "score clasic 0123 1234": "classic",
    "score words-en5 crane slate": "words-en-5",
    "suggest classic --strategy Entropi": "entropy",
    "solve classic --secret 0123 --strategy optimum": "optimal",
}
WRITTEN = {
    Feedback(1, 2): ["1 2", "1,2", "1, 2", "1-2", "1b 2c", "1B, 2C", "1 b 2 c", " 1B2C ", "1В2С", "1в2с", "1б2к"],
    Feedback(1, 0): ["1B", "1b", "1В", "1б", "1 0"],
    Feedback(0, 2): ["2c", "2C", "2С", "2к", "0,2"],
    Feedback(0, 3): ["12"],
}
NO_REPLIES = {
    "classic": ["1B 2", "1 2C", "b2c", "1 2 3", "12 1", "1c2b", "1B2C1B2C", "B 1"],
    "mini": ["2", "3B1C", "9", "-1", "٣", "", "5B0C", "0B0C", "9" * 5000],
}


def helped(arguments: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as ended:
        main(arguments.split())
    printed = capsys.readouterr()
    assert (ended.value.code, printed.err) == (0, "")
    return printed.out


@pytest.mark.parametrize(("said", "arguments"), [(said, each) for said in BAD for each in BAD[said].split(" | ")])
def test_bad_input_is_refused_in_one_line_and_without_usage(
    said: str, arguments: str, refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    line = refused(arguments)
    assert line.startswith(said)
    assert "usage" not in line


@pytest.mark.parametrize("arguments", [*NEAR, "xyzzy", "score xyzzy 0 1", "suggest mini --strategy xyz"])
def test_what_may_have_been_meant_is_named_where_a_name_is_near(arguments: str, refused: Refused) -> None:
    _, _, meant = refused(arguments).partition("; did you mean ")
    assert meant == (f"{NEAR[arguments]}?" if arguments in NEAR else "")


@pytest.mark.parametrize("command", ["", "suggest", "solve", "simulate", "play"])
def test_help_says_of_every_strategy_how_it_plays(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = helped(f"{command} --help", capsys).splitlines()
    assert [name for name, entry in STRATEGIES.items() if f"  {name:14}  {entry.summary}" not in lines] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_and_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text, command = helped(f"{name} --help", capsys), COMMANDS[name]
    assert text.startswith(f"usage: python -m solver {name} {command.takes} [options]\n")
    assert all(f"  python -m solver {name} {example}\n" in text for example in command.examples)
    assert ("--json" in text) == (not command.interactive)


def test_a_process_refuses_with_exit_code_2_prints_one_object_or_what_its_output_can_write_and_helps_with_all() -> None:
    assert "usage" not in refusal_of("score chess 0 1")
    assert object_of("score repeats 1622 6112") == {"reply": "1B2C"}
    printed, helped = process("score words-uk-4 --help", env={"PYTHONIOENCODING": "ascii"}), process("--help")
    assert (printed.returncode, printed.stderr, helped.returncode, helped.stderr) == (0, "", 0, "")
    assert [name for name in COMMANDS if not re.search(rf"^  {name} +\w", helped.stdout, re.MULTILINE)] == []
    assert [name for name in VARIANTS if not re.search(rf"\b{name},", helped.stdout)] == []


def test_options_may_stand_anywhere_and_line_breaks_make_no_second_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "--json", "classic", "0123", "0123"]) == 0
    assert main(["score", "classic", "--json", "0123", "0123"]) == 0
    assert capsys.readouterr().out == '{"reply": "4B0C"}\n' * 2
    assert main(["score", "classic", "0123", "4\n5", "6\n7", "--a\nb"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("arguments", ["--help", "table --help", "cases 3x36 012=0B0C", "score classic 0123 0123"])
def test_a_reader_that_leaves_early_is_no_error(arguments: str) -> None:
    command, pipe = [PYTHON, "-m", "solver", *arguments.split()], subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode in {0, 128 + signal.SIGPIPE}


# Replies by number and in writing.
def test_four_different_symbols_have_the_old_codes_and_replies_may_be_written_in_many_ways() -> None:
    for name in ("classic", "nonzero", "pictures", "cipher", "words-en-4"):
        assert " ".join(map(str, reply_codes(VARIANTS[name]))) == OLD_CODES
    assert code_table(VARIANTS["mini"]).count("(impossible)") == 1
    for reply, texts in WRITTEN.items():
        assert {parse_reply(VARIANTS["classic"], text) for text in texts} == {reply}
    assert parse_reply(VARIANTS["classic"], "1B2С") == parse_reply(VARIANTS["classic"], "1Б 2К") == Feedback(1, 2)
    for name, texts in NO_REPLIES.items():
        for text in texts:
            with pytest.raises(BadInput):
                parse_reply(VARIANTS[name], text)


@pytest.mark.parametrize("name", VARIANTS)
def test_every_reply_can_be_given_by_number_and_in_writing(name: str) -> None:
    variant, possible = VARIANTS[name], possible_feedback(VARIANTS[name])
    codes = reply_codes(variant)
    assert set(codes) - set(possible) == ({Feedback(3, 1)} if name == "mini" else set())
    assert set(possible) <= set(codes)
    for number, reply in enumerate(codes):
        if reply in possible:
            assert parse_reply(variant, str(number)) == parse_reply(variant, str(reply).lower()) == reply


# Layout and progress.
def test_columns_are_as_wide_as_their_widest_cell_and_have_their_side() -> None:
    assert text_table(("code", "n"), [("0", "1"), ("12345", "100")]) == "code     n\n0        1\n12345  100"
    assert text_table(("a", "b", "c"), [("x", "yy", "zz")], "<<>") == "a  b    c\nx  yy  zz"
    assert text_table(("a", "b", "c"), [("xx", "yy", "zz")], "><") == " a  b   c\nxx  yy  zz"
    assert (decimals(None), decimals(0.5), decimals(1, 1)) == ("", "0.500", "1.0")
    assert [quantity(number, "guess", "guesses") for number in (0, 1, 2)] == ["0 guesses", "1 guess", "2 guesses"]
    assert quantity(2, "code") == "2 codes"


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_line_is_rewritten_wiped_out_at_the_end_and_written_at_times_only_at_a_terminal() -> None:
    screen = Screen()
    with Progress(screen) as progress:
        progress.note("compiling…")
        progress(1, 3, "bound 26274…26301")
        progress(3, 3)
    lines = ["", "compiling…", f"[{'#' * 8}{'.' * 16}]  1/3  bound 26274…26301", f"[{'#' * 24}]  3/3", ""]
    assert screen.getvalue().split(CLEAR) == lines
    screen, stream = Screen(), io.StringIO()
    with Progress(screen) as progress, Progress(stream) as silent:
        for done in range(1000):
            progress(done, 10**9)
            silent(done, 999)
    assert screen.getvalue().count(CLEAR) < 1000
    assert stream.getvalue() == ""


def test_the_line_says_how_long_the_rest_takes_but_nothing_before_anything_was_done() -> None:
    assert [line(0, 4, 20), line(1, 4, 20, before=1), line(0, 0, 5), line(1, 4, 20), line(3, 5, 20, before=1)] == [
        f"[{'.' * 24}]  0/4",
        f"[{'#' * 6}{'.' * 18}]  1/4",
        f"[{'#' * 24}]  0/0",
        f"[{'#' * 6}{'.' * 18}]  1/4  1:00 left",
        f"[{'#' * 14}{'.' * 10}]  3/5  0:20 left",
    ]
    assert line(1, 361, 10).endswith("  1:00:00 left")
