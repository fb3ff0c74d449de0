"""What the commands tell: figures as players know them, games, reviews, simulations, strength; and `engine`."""

import json
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cli import reading
from solver.cli.catalogue import COMMANDS, parser_for
from solver.cli.commands.engine import Engine
from solver.feedback import Feedback, candidates, feedback_for
from solver.information import information, spectrum
from solver.review import review
from solver.strength import FILE, figures_in
from solver.suggest import suggest
from solver.variant import VARIANTS
from tests.solver.cli.running import PATIENCE, PYTHON, ROOT, JsonOf, Read, Refused, Terminal, object_of, refusal_of
from tests.solver.games import CLASSIC, history, pairs, truly

# `score`, `table`, `cases`, `places` and `doubt`.
SCORES = """
repeats/1622/6112=1B2C classic/0123/4561=0B1C mini/3541/5421=1B2C mastermind/RROY/ORRV=1B2C mastermind/rroy/orrv=1B2C
5x6r/00112/01012=3B2C words-uk-4/вода/диво=0B3C
Classic/0123/3210=0B4C CLASSIC/0123/3210=0B4C 4X10/0123/3210=0B4C Words-EN-4/wolf/flow=0B4C
"""
TABLES = ["0123", "4561 0123=0b1c", "1045 0123=0B1C", "mini: 1324 5421=1B2C", "mini: 5421 5421=1B2C"]
TWO, MANY = "0123=0B1C 4561=0B1C", "0123=0B1C 1456=0B1C"
GAME = "review classic 7285 0123 4561 7482 7285"
TYPED = st.text(max_size=12) | st.sampled_from(["mini", "1234", "0B1C", "4B0C"])


@pytest.mark.parametrize(("asked", "reply"), pairs(SCORES))
def test_score_counts_for_variants_in_either_case(asked: str, reply: str, json_of: JsonOf, read: Read) -> None:
    command = f"score {asked.replace('/', ' ')}"
    assert (json_of(command), read(command)) == ({"reply": reply}, f"{reply}\n")


@pytest.mark.parametrize("game", TABLES)
def test_a_table_is_the_information_that_the_guess_brings(game: str, json_of: JsonOf) -> None:
    name, _, words = game.rpartition(": ")
    variant, (guess, *turns) = VARIANTS[name or "classic"], words.split()
    known = information(variant, variant.parse(guess), history(" ".join(turns), variant))
    rows = [(str(one.feedback), one.count, one.share, one.left, one.information) for one in known.replies]
    replies = [dict(zip(("reply", "count", "p", "H", "h"), row, strict=True)) for row in rows]
    left = len(candidates(variant, history(" ".join(turns), variant)))
    table = {"candidates": left, "bits": known.bits, "consistent": known.consistent, "replies": replies}
    assert json.dumps(json_of(f"table {variant.name} {words}")) == json.dumps(table)


def test_cases_are_those_that_players_note_and_places_list_a_few(json_of: JsonOf, read: Read) -> None:
    assert json_of("places mini 1234=2B2C 1235=1B2C") == {
        "candidates": 3,
        "places": [{"1": 1, "2": 1, "3": 1, "4": 0, "5": 0}] * 3 + [{"1": 0, "2": 0, "3": 0, "4": 3, "5": 0}],
        "anywhere": {"1": 3, "2": 3, "3": 3, "4": 3, "5": 0},
        "codes": ["1324", "2134", "3214"],
    }
    assert read("places mini 1234=2B2C 1235=1B2C").endswith("\n3 candidates: 1324 2134 3214\n")
    found = json_of("cases classic 0123=0B1C 4561=0B1C")
    sets = [[(each["symbols"], each["taken"]) for each in case["sets"]] for case in found["cases"]]
    assert sets == [[("023", 1), ("456", 1), ("789", 2)], [("1", 1), ("789", 3)]]
    assert (found["candidates"], [case["count"] for case in found["cases"]]) == (378, [366, 12])
    assert [case["count"] for case in json_of("cases classic 0123=0B2C 3541=0B2C")["cases"]] == [240, 36, 8]


def test_doubt_names_the_replies_that_may_be_wrong_a_line_each(json_of: JsonOf, read: Read) -> None:
    first = {"turn": 1, "guess": "1234", "said": "0B4C", "could_be": "1B2C"}
    second = {"turn": 2, "guess": "1234", "said": "1B2C", "could_be": "0B4C"}
    suspects = [{"changes": [first], "candidates": 36}, {"changes": [second], "candidates": 9}]
    assert json_of("doubt mini 1234=0B4C 1234=1B2C") == {"contradiction": True, "suspects": suspects}
    lines = read("doubt six 012345=6B0C 123450=6B0C 234501=6B0C").splitlines()
    assert max(map(len, lines)) <= 80
    assert [line[:11] for line in lines[2:5]] == ["could be   ", "turn 2: 123", "  and turn "]
    assert json_of("doubt classic 0123=0B1C") == {"contradiction": False, "suspects": []}
    assert read("doubt classic 0123=0B1C") == "The replies do not contradict each other.\n"


def test_doubt_lists_what_fits_if_some_replies_may_be_wrong_and_says_how_many_must_be(
    json_of: JsonOf, read: Read
) -> None:
    asked = "mini 1234=4B0C 1243=4B0C"
    known, allowed = json_of(f"doubt {asked}"), json_of(f"doubt {asked} --wrong 2")
    assert allowed == known | {
        "least_wrong": 1,
        "by_wrong": [
            {"candidates": 0, "codes": []},
            {"candidates": 2, "codes": ["1234", "1243"]},
            {"candidates": 118, "codes": []},
        ],
    }
    told = read(f"doubt {asked} --wrong 1")
    assert told.startswith(read(f"doubt {asked}"))
    assert told.endswith(
        "\nAt least 1 of 2 replies must be wrong; if up to 1 may be, 2 codes fit.\n\n"
        "wrong  codes\n    0      0\n    1      2  1234 1243\n"
    )
    assert "No reply has to be wrong; if up to 1 may be, 120 codes fit" in read("doubt mini 1234=4B0C --wrong 1")
    assert read(f"doubt {asked} --wrong 100000000000") == read(f"doubt {asked} --wrong 2")


# `spectrum` and `suggest`.
def test_a_spectrum_is_told_whole_and_a_long_one_read_in_tenths_of_a_bit(json_of: JsonOf, read: Read) -> None:
    for turns in ("", "0123=0B1C", MANY):
        lines = [{"bits": bits, "guesses": guesses} for bits, guesses in spectrum(CLASSIC, history(turns))]
        left = len(candidates(CLASSIC, history(turns)))
        assert json.dumps(json_of(f"spectrum classic {turns}")) == json.dumps({"candidates": left, "spectrum": lines})
    head, _, columns, *_, last = read("spectrum classic 0123=0B1C").splitlines()
    assert (head, columns.split(), last.split()) == ("1440 candidates", ["bits", "guesses"], ["2.859", "1440"])
    assert len(lines) > 40
    rows = [line.split() for line in read(f"spectrum classic {MANY}").splitlines()[3:]]
    for low, _, high, guesses in rows:
        assert int(guesses) == sum(line["guesses"] for line in lines if float(low) <= line["bits"] < float(high))
    assert sum(int(row[-1]) for row in rows) == 5040


@pytest.mark.parametrize("strategy", ["optimal", "entropy", "minimax", "expected", "parts"])
def test_suggestions_are_those_of_the_strategy(strategy: str, json_of: JsonOf) -> None:
    known, names = suggest(CLASSIC, history(TWO), strategy, 3), ("bits", "consistent", "worst", "expected", "parts")
    told = [
        {"guess": CLASSIC.format(one.guess)} | {name: getattr(one, name) for name in names} for one in known.suggestions
    ]
    figures = {"candidates": 378, "exact": known.exact, "suggestions": told}
    assert json.dumps(json_of(f"suggest classic {TWO} --strategy {strategy} --top 3")) == json.dumps(figures)


def test_one_suggestion_has_no_order_and_of_a_broken_code_it_is_said_that_it_is_broken(
    read: Read, json_of: JsonOf
) -> None:
    said = {"mini": "best:", "six": "best found:", "mini --top 2": "best first:"}
    assert {each: read(f"suggest {each}").splitlines()[0].split("; ")[1] for each in said} == said
    for turns in ("7280=4B0C", "0123=0B2C 7280=4B0C", "7280=4A0B"):
        assert read(f"suggest classic {turns}") == "The code is broken: it is 7280.\n"
        found = json_of(f"suggest classic {turns}")
        assert (found["candidates"], found["suggestions"][0]["guess"]) == (1, "7280")


# `review`.
def test_every_guess_is_judged_and_the_game_summed_up_found_or_not(json_of: JsonOf, read: Read) -> None:
    secret, *guesses = map(CLASSIC.parse, GAME.split()[2:])
    found = review(CLASSIC, secret, guesses)
    turns = [
        {"guess": CLASSIC.format(turn.guess), "reply": str(turn.reply), "before": turn.before, "after": turn.after}
        | {"bits_expected": turn.bits_expected, "bits": turn.bits, "best": CLASSIC.format(turn.best)}
        | {"turns_lost": turn.turns_lost, "luck": turn.luck, "verdict": turn.verdict}
        for turn in found.turns
    ]
    whole = {name: getattr(found, name) for name in ("turns_lost", "luck", "accuracy", "exact")}
    assert json.dumps(json_of(GAME)) == json.dumps({"turns": turns} | whole)
    assert read("review mini 3541 1234").endswith("\n\nThe secret was not found.\n")
    for game in (GAME, "review words-en-5 crane slate pound windy", "review six 012345 987654 501234"):
        assert max(map(len, read(game).splitlines())) <= 80


# `solve` and `simulate`.
@pytest.mark.parametrize("strategy", ["optimal", "entropy", "sieve", "random", "casual", "beginner"])
def test_a_game_is_told_turn_by_turn(strategy: str, json_of: JsonOf) -> None:
    game = json_of(f"solve classic --secret 7285 --strategy {strategy} --seed 1")
    assert list(game) == ["turns"]
    turns, secret = history(" ".join(f"{turn['guess']}={turn['reply']}" for turn in game["turns"])), (7, 2, 8, 5)
    assert (turns, turns[-1]) == (truly(secret, [guess for guess, _ in turns]), (secret, Feedback(4, 0)))
    left = [len(candidates(CLASSIC, turns[:number])) for number in range(1, len(turns) + 1)]
    assert [turn["candidates"] for turn in game["turns"]] == left


def played(json_of: JsonOf, arguments: str) -> list[str]:
    return [turn["guess"] for turn in json_of(f"solve {arguments}")["turns"]]


def test_seeds_make_other_games_of_optimal_play_or_dice_and_the_same_one_the_same(json_of: JsonOf) -> None:
    for game in ("classic --secret 1769", "classic --secret 7285 --strategy random"):
        games, again = ([played(json_of, f"{game} --seed {seed}") for seed in range(8)] for _ in range(2))
        assert (len({each[0] for each in games}), games) == (8, again)
        assert min(map(len, games)) < 7
    plain = played(json_of, "classic --secret 1769")
    assert (plain[0], len(plain)) == ("0123", 7)
    for game in ("mini --secret 3541 --strategy sieve", "mini --secret 3541 --strategy entropy"):
        assert played(json_of, game) == played(json_of, f"{game} --seed 4")


def test_a_strategy_plays_all_secrets_with_or_without_a_seed_or_some(json_of: JsonOf) -> None:
    figures, seeded = (json_of(f"simulate mini --strategy optimal{seed}") for seed in ("", " --seed 4"))
    assert list(figures) == ["secrets", "total", "mean", "max", "histogram", "seconds"]
    assert [*figures.values()][:4] == [120, 462, 3.85, 5]
    assert figures["histogram"] == seeded["histogram"] == {"1": 1, "2": 4, "3": 30, "4": 62, "5": 23}
    assert figures["seconds"] > 0

    def histogram(which: str, game: str = "classic") -> dict[str, int]:
        figures = json_of(f"simulate {game} --strategy sieve --secrets {which}")
        assert figures["secrets"] == sum(figures["histogram"].values())
        return dict(figures["histogram"])

    for which in ("first:100", "random:100"):
        assert sum(histogram(f"{which} --seed 7").values()) == 100
        assert histogram(f"{which} --seed 7") == histogram(f"{which} --seed 7")
    assert (histogram("first:1"), histogram("all", "mini")) == ({"1": 1}, histogram("random:120", "mini"))
    assert len({str(histogram(f"random:50 --seed {seed}")) for seed in range(4)}) > 1


def test_a_histogram_is_drawn_for_people_and_into_a_file(tmp_path: Path, read: Read, json_of: JsonOf) -> None:
    text, file = read("simulate mini --strategy sieve"), tmp_path / "mini.png"
    assert text.startswith("120 secrets, ")
    assert "\n      1        1  #\n" in text
    assert json_of(f"simulate mini --strategy sieve --plot {file}")["secrets"] == 120
    assert file.read_bytes().startswith(b"\x89PNG")


def test_no_rare_word_is_solved_nor_plot_drawn_into_nothing_or_by_nothing_nor_any_file_read_as_figures(
    tmp_path: Path, refused: Refused
) -> None:
    words = VARIANTS["words-en-4"]
    rare = words.format(next(iter(set(words.codes()) - set(words.secrets()))))
    assert refused(f"solve words-en-4 --secret {rare}").endswith("may be guessed in words-en-4 but is never a secret")
    (tmp_path / "folder.png").mkdir()
    assert "cannot be written" in refused(f"simulate mini --strategy sieve --plot {tmp_path}/folder.png")
    (tmp_path / "matplotlib").mkdir()
    (tmp_path / "matplotlib" / "__init__.py").write_text("raise ImportError")
    refusal = refusal_of(f"simulate mini --plot {tmp_path}/mini.png", env={"PYTHONPATH": str(tmp_path)})
    (figures := tmp_path / "strength.jsonl").write_text("no figure\n")
    assert f"{figures} is no file of figures" in refused(f"strength mini --file {figures}")
    assert refusal == "solver: plots need the extra `plots`: pip install '.[plots]' in the project's folder\n"


def test_progress_is_shown_at_a_terminal_alone() -> None:
    assert object_of("simulate classic --strategy sieve --secrets first:200")["secrets"] == 200
    with Terminal("simulate classic --strategy sieve --secrets first:200 --json") as terminal:
        terminal.sees(r"\[#*\.*\]  \d+/200")
        terminal.reads('"secrets": 200')
        assert terminal.ends()[1] == 0


# `strength`: what is measured, what is kept, and what a killed run leaves.
@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "strength.jsonl"


def test_a_figure_is_measured_once_and_is_what_simulating_gives(json_of: JsonOf, file: Path) -> None:
    first = json_of(f"strength mini --strategy club --strategy sieve --file {file}")
    written = file.read_text()
    again = json_of(f"strength mini --strategy club --strategy sieve --file {file}")
    assert (first["new"], again["new"]) == (2, 0)
    assert again["figures"] == first["figures"] == [json.loads(line) for line in written.splitlines()]
    assert file.read_text() == written
    figure = json_of(f"strength three --strategy club --secrets random:50 --seed 3 --file {file}")["figures"][0]
    played = json_of("simulate three --strategy club --secrets random:50 --seed 3")
    assert (figure["method"], figure["seed"], figure["histogram"]) == ("sample", 3, played["histogram"])
    assert figure["mean"] == pytest.approx(played["mean"], abs=5e-5)


@pytest.mark.parametrize("field", ["variant", "play", "strategy"])
def test_a_figure_of_something_else_is_measured_anew(field: str, json_of: JsonOf, file: Path) -> None:
    json_of(f"strength mini --strategy sieve --file {file}")
    right = file.read_text()
    file.write_text(json.dumps({**json.loads(right), field: "changed"}) + "\n")
    assert (json_of(f"strength mini --strategy sieve --file {file}")["new"], file.read_text()) == (1, right)


def test_trees_are_proven_or_not_and_more_is_played_but_not_what_ships(json_of: JsonOf, read: Read, file: Path) -> None:
    found = json_of(f"strength 2x10 pictures --file {file}")["figures"]
    assert [(figure["method"], figure["error"]) for figure in found] == [("proven", 0), ("tree", 0)]
    before = FILE.read_bytes()
    assert read("strength mini --strategy optimal").startswith("1 figure, 0 of them new\n")
    assert FILE.read_bytes() == before
    arguments = f"strength three --strategy sieve --file {file} --secrets "
    measured = (json_of(arguments + which)["figures"] for which in ("random:9", "random:5", "random:20", "all"))
    assert [figure["secrets"] for (figure,) in measured] == [9, 9, 20, 720]
    found = json_of(f"strength 3x4 --file {file}")["figures"]
    assert [figure["strategy"] for figure in found] == ["optimal", "sieve"]


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


# `fixed`.
UNFIXED = {
    "mini": "name guesses, or say with --find how many are to be found",
    "mini 1234 --find 5": "name guesses, or say with --find how many are to be found",
    "six --find 9": "six has too many codes to look for guesses; given ones can be judged",
}


def test_fixed_finds_guesses_that_it_says_tell_all_apart(json_of: JsonOf, read: Read) -> None:
    found = json_of("fixed mini --find 5 --seed 1")
    assert (len(found["guesses"]), found["secrets"], found["pairs"]) == (5, 120, 0)
    guesses = " ".join(found["guesses"])
    assert json_of("fixed mini --find 5 --seed 1") == json_of(f"fixed mini {guesses}") == found
    assert read(f"fixed mini {guesses}") == f"{guesses}\n5 guesses at once for 120 secrets: all are told apart.\n"


@pytest.mark.costly
def test_fixed_finds_the_nine_for_the_classic_game_that_the_page_on_trees_promises(json_of: JsonOf) -> None:
    assert "`python -m solver fixed classic --find 9 --seed 1` looks for one" in (ROOT / "docs/trees.md").read_text(
        "utf-8"
    )
    assert json_of("fixed classic --find 9 --seed 1")["pairs"] == 0


def test_fixed_says_how_many_pairs_the_replies_do_not_tell_apart(read: Read) -> None:
    assert read("fixed 2x3 01") == "01\n1 guess at once for 6 secrets: 2 pairs alike.\n"


def test_fixed_gives_what_it_has_when_the_time_is_over(json_of: JsonOf) -> None:
    assert json_of("fixed mini --find 2 --seconds 1")["pairs"] > 0


@pytest.mark.parametrize(("arguments", "why"), UNFIXED.items())
def test_fixed_refuses_what_it_cannot_do(arguments: str, why: str, refused: Refused) -> None:
    assert refused(f"fixed {arguments}") == why


# `engine`: another program keeps the secret, and speaks with it line by line.
PAGE = (ROOT / "docs/solver.md").read_text("utf-8")
SAID = ["variant", "guess", "reply", "best", "help"]
SHELLS = [shell for shell in ("dash", "busybox", "bash", "sh") if shutil.which(shell)]


def spoken(text: bytes, *options: str) -> list[str]:
    command = [PYTHON, "-m", "solver", "engine", *options]
    done = subprocess.run(command, cwd=ROOT, input=text, capture_output=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode().splitlines()


def engine(words: str = "") -> Engine:
    return Engine(parser_for(COMMANDS["engine"]).parse_args(words.split()))


def broken(player: Engine, name: str, secret: str) -> list[str]:
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


def test_each_line_has_one_answer_what_is_wrong_changes_nothing_and_the_end_of_the_input_ends_it_as_quit_does() -> None:
    assert [spoken(text) for text in (b"", b"quit\nbest\n", b"best")] == [[], [], ["best 0123"]]
    assert spoken(b"best\n", "mini") == ["best 1234"]
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
    assert (games[0], len({game[0] for game in games[0]})) == (games[1], 3)
    assert len(broken(engine(), "classic", "1769")) == 7


@pytest.mark.parametrize("name", [*VARIANTS, "3x6", "2x5r"])
def test_it_plays_every_variant(name: str) -> None:
    variant = reading.variant(name)
    secret = variant.format(list(variant.secrets())[-7])
    assert len(broken(engine("--strategy sieve"), name, secret)) < 30


@given(lines=st.lists(st.tuples(st.sampled_from([*SAID, "x"]), TYPED), max_size=12))
def test_whatever_is_said_is_answered_in_words_that_are_known(lines: list[tuple[str, str]]) -> None:
    player = engine("2x4 --strategy random --seed 1")
    for word, rest in lines:
        assert player.answer(word, rest).partition(" ")[0] in {*SAID, "left", "error"}
