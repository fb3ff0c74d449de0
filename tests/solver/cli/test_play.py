"""The game at a real terminal, in both roles."""

import re

import pytest

from solver.__main__ import main
from solver.cli.games.reply_codes import reply_codes
from solver.feedback import Feedback, feedback_for
from solver.variant import VARIANTS, Variant
from tests.solver.cli.terminal import Terminal

CLASSIC, MINI = VARIANTS["classic"], VARIANTS["mini"]
CLASSIC_TABLE = (
    "0 = 4B0C 1 = 3B0C 2 = 2B0C 3 = 2B1C 4 = 2B2C 5 = 1B0C 6 = 1B1C 7 = 1B2C 8 = 1B3C "
    "9 = 0B0C 10 = 0B1C 11 = 0B2C 12 = 0B3C 13 = 0B4C"
)
MINI_TABLE = "0 = 4B0C 1 = 3B0C 2 = 3B1C (impossible) 3 = 2B1C 4 = 2B2C 5 = 1B2C 6 = 1B3C 7 = 0B3C 8 = 0B4C"


def guess_made(terminal: Terminal, number: int) -> str:
    guess = terminal.sees(rf"Guess {number}: (\w+)   \(\d+ candidates? left\)")[1]
    terminal.reads("Your reply: ")
    return guess


def told_the_truth(terminal: Terminal, variant: Variant, secret: str, *, by_number: bool) -> int:
    """Reply truly until the secret is broken; how many guesses it took."""
    for number in range(1, 10):
        guess = guess_made(terminal, number)
        reply = feedback_for(variant.parse(guess), variant.parse(secret))
        terminal.types(str(reply_codes(variant).index(reply)) if by_number else str(reply).lower())
        if guess == secret:
            return number
    pytest.fail(f"{secret} was not broken")


@pytest.mark.parametrize(
    ("variant", "secret", "by_number", "table"),
    [
        (CLASSIC, "7285", True, CLASSIC_TABLE),
        (MINI, "3541", False, MINI_TABLE),
        (MINI, "5123", True, MINI_TABLE),
    ],
)
def test_the_computer_breaks_your_secret(variant: Variant, secret: str, table: str, *, by_number: bool) -> None:
    with Terminal(f"play {variant.name}") as terminal:
        terminal.reads("or its number here:")
        assert " ".join(terminal.reads("Ask ? for help.").split()) == table
        guesses = told_the_truth(terminal, variant, secret, by_number=by_number)
        said, status = terminal.ends()
        assert f"Your secret is {secret}: broken in {guesses} guesses. To look at the game again:" in said
        review = re.search(rf"python -m (solver review {variant.name} {secret}( \d{{4}}){{{guesses}}})\r\n$", said)
        assert review is not None
        assert main(review[1].split()[1:]) == 0
        assert status == 0


def test_code_2_of_mini_is_refused_as_impossible() -> None:
    with Terminal("play mini") as terminal:
        guess = guess_made(terminal, 1)
        for impossible in ("2", "3B1C", "3b1c"):
            terminal.types(impossible)
            terminal.reads("3B1C is impossible: no two codes of mini give it")
            assert guess_made(terminal, 1) == guess
        terminal.types("9")
        terminal.reads("9 is no reply code: they go from 0 to 8")
        terminal.types("12B1C")
        terminal.reads("'12B1C' is no reply")


def test_what_the_computer_knows_is_told_on_request() -> None:
    with Terminal("play mini") as terminal:
        guess = guess_made(terminal, 1)
        terminal.types("?")
        terminal.reads("fix TURN REPLY")
        guess_made(terminal, 1)
        terminal.types("board")
        terminal.reads("No turns yet.")
        guess_made(terminal, 1)
        terminal.types("guess 5421")
        assert guess_made(terminal, 1) == "5421" != guess
        terminal.types("5")
        second = guess_made(terminal, 2)
        terminal.types("left")
        terminal.reads("36 candidates:")
        assert len(terminal.reads("Guess").split()) == 36
        terminal.types("why 1324")
        terminal.sees(r"1324: 2\.4757 bits, consistent; 36 candidates")
        terminal.sees(r"0B3C +12 .*1B2C +10 ")
        guess_made(terminal, 2)
        terminal.types("why")
        terminal.sees(rf"{second}: \d\.\d+ bits")
        guess_made(terminal, 2)
        terminal.types("guess")
        terminal.reads("Say which code: guess CODE")
        terminal.types("guess 55")
        terminal.reads("'55' is no code of mini: it has 2 symbols, not 4")
        terminal.types("board")
        terminal.sees(r"1\. +5421 +1B2C")
        terminal.types("undo")
        guess_made(terminal, 1)
        terminal.types("table")
        terminal.reads("8 = 0B4C")


@pytest.mark.parametrize("options", ["", " --strategy random"])
def test_a_mistyped_reply_is_taken_back_and_the_same_guess_asked_again(options: str) -> None:
    with Terminal(f"play classic{options}") as terminal:
        first = guess_made(terminal, 1)
        terminal.types("1 2")
        terminal.reads(f"{first}  1B2C")
        guess_made(terminal, 2)
        second = "".join(digit for digit in "9876543210" if digit not in first)[:4]  # so that 0B1C fits 1B2C
        terminal.types(f"guess {second}")
        assert guess_made(terminal, 2) == second
        terminal.types("0,1")
        terminal.reads(f"{second}  0B1C")
        guess_made(terminal, 3)
        terminal.types("undo")
        assert guess_made(terminal, 2) == second
        terminal.types("undo")
        assert guess_made(terminal, 1) == first
        terminal.types("2с")
        terminal.reads(f"{first}  0B2C")


def test_contradicting_replies_are_noticed_doubted_and_put_right() -> None:
    with Terminal("play classic") as terminal:
        for number, (guess, reply) in enumerate([("0123", "0B1C"), ("1456", "0B0C"), ("7089", "1B0C")], 1):
            guess_made(terminal, number)
            terminal.types(f"guess {guess}")
            assert guess_made(terminal, number) == guess
            terminal.types(reply)
        terminal.reads("Your replies contradict each other: no code fits them all.")
        terminal.sees(r"a\. +turn 2: 1456 not 0B0C but 0B2C +48\s+b\. +turn 2: 1456 not 0B0C but 1B1C +28\s")
        terminal.sees(r"e\. +turn [^\n]+\n\.\.\. and 10 more\s")
        terminal.reads("Put a reply right: ")
        for refused, why in {
            "10": "First put a reply right",
            "left": "No code is left while your replies contradict each other",
            "fix": "Say which turn, and its reply",
            "fix 1": "Say which turn, and its reply",
            "fix f": "There is no suspicion f",
            "fix 4 0B1C": "There is no turn 4: you gave 3 replies",
            "fix ٣ 0B1C": "There is no turn ٣",
            "fix 2 5B5C": "5B5C is impossible",
        }.items():
            terminal.types(refused)
            terminal.reads(why)
            terminal.reads("Put a reply right: ")
        terminal.types("?")
        offered = re.findall(r"^(\w+) ", terminal.reads("this help"), re.MULTILINE)
        assert offered == ["order", "table", "board", "undo", "fix", "secret", "quit"]
        terminal.types("fix B")
        assert terminal.sees(r"Guess 4: \d{4}   \((\d+) candidates left\)")[1] == "28"
        terminal.types("fix 2 0B0C")
        terminal.reads("Your replies contradict each other")
        terminal.types("undo")
        assert terminal.sees(r"Guess 3: \d{4}   \((\d+) candidates left\)")[1] == "54"
        terminal.types("fix 1 1b")
        assert terminal.sees(r"Guess 3: \d{4}   \((\d+) candidates left\)")[1] == "18"


def test_replies_are_checked_against_the_secret_that_you_tell() -> None:
    with Terminal("play classic") as terminal:
        for number, (guess, reply) in enumerate([("0123", "0B1C"), ("1456", "0B0C"), ("7089", "1B0C")], 1):
            guess_made(terminal, number)
            terminal.types("secret 7285")
            terminal.reads(
                ["There is no reply to check yet", "all is right: 1 reply", "this reply is wrong"][number - 1]
            )
            terminal.types(f"guess {guess}")
            terminal.types(reply)
        terminal.reads("Or tell me: secret CODE.")
        terminal.types("secret 7285")
        terminal.sees(r"With 7285 as the secret these replies are wrong:\s+reply +what puts it right\s")
        terminal.sees(r"turn 2: 1456 not 0B0C but 0B1C +fix 2 0B1C\s+turn 3: 7089 not 1B0C but 2B0C +fix 3 2B0C\s")
        for refused, why in {"secret": "Say your secret", "secret 7225": "2 stands in it twice"}.items():
            terminal.types(refused)
            terminal.reads(why)
        terminal.types("fix 2 0B1C")
        terminal.reads("Put a reply right: ")
        terminal.types("secret 7285")
        terminal.sees(
            r"With 7285 as the secret this reply is wrong:\s+reply +what puts it right\s+turn 3: 7089 not 1B0C"
        )
        terminal.types("fix 3 2 0")
        terminal.sees(r"Guess 4: \d{4}")
        terminal.types("secret 7285")
        terminal.reads("With 7285 as the secret all is right: 3 replies of yours.")


def test_a_word_may_be_one_that_the_computer_does_not_know() -> None:
    with Terminal("play words-en-4") as terminal:
        for number in range(1, 9):
            guess = VARIANTS["words-en-4"].parse(guess_made(terminal, number))
            terminal.types(str(feedback_for(guess, VARIANTS["words-en-4"].parse("zarf"))))
            if "contradict" in terminal.sees(rf"Guess {number + 1}|contradict")[0]:
                break
            terminal.types("board")
        terminal.reads("Your word may also be one that I do not know.")
        terminal.types("secret zarf")
        terminal.reads("With zarf as the secret all is right: ")
        terminal.reads("But zarf is no word that I know as a secret")


def test_you_break_the_computers_secret() -> None:
    with Terminal("play mini --guess --seed 5") as terminal:
        terminal.reads("Guess 1: ")
        terminal.types("left")
        left = re.findall(r"\b\d{4}\b", terminal.reads("Guess 1: "))
        assert len(left) == 120
        for number in range(1, 20):
            guess = left[0]
            terminal.types(guess)
            said = terminal.sees(rf"{guess}  (\d)B(\d)C")
            reply = Feedback(int(said[1]), int(said[2]))
            left = [code for code in left if feedback_for(MINI.parse(guess), MINI.parse(code)) == reply]
            if reply.bulls == 4:
                break
            terminal.reads(f"Guess {number + 1}: ")
        terminal.reads(f"You broke {guess} with {number} guess")
        last, status = terminal.ends()
        assert re.search(rf"To look at the game again:\s+python -m solver review mini {guess} .*{guess}\r\n$", last)
        assert status == 0


def test_a_guess_made_before_is_told_and_not_counted() -> None:
    with Terminal("play classic --guess --seed 5") as terminal:
        terminal.reads("Guess 1: ")
        terminal.types("0123")
        reply = terminal.sees(r"0123  (\dB\dC)")[1]
        terminal.reads("Guess 2: ")
        terminal.types("0123")
        terminal.reads(f"0123  {reply}  as at guess 1: not counted again")
        terminal.reads("Guess 2: ")
        terminal.types("board")
        assert terminal.reads("Guess 2: ").count("0123") == 1


@pytest.mark.parametrize("role", ["", " --guess"])
@pytest.mark.parametrize("columns", [60, 120])
def test_nothing_is_wider_than_the_terminal_or_80_columns(role: str, columns: int) -> None:
    with Terminal(f"play classic{role}", columns) as terminal:
        said = terminal.reads("Guess 1: ")
        for order in ("?", "left", "hint" if role else "why", "bla"):
            terminal.types(order)
            said += terminal.reads("Guess 1: ")
        assert max(map(len, said.splitlines())) <= min(columns, 80)
        assert max(map(len, said.splitlines())) > min(columns, 80) - 20


@pytest.mark.parametrize("role", ["", " --guess"])
def test_all_candidates_are_listed_if_asked_for(role: str) -> None:
    with Terminal(f"play three{role}") as terminal:
        terminal.reads("Guess 1: ")
        terminal.types("left")
        terminal.reads("... and 520 more: left all shows them")
        terminal.reads("Guess 1: ")
        terminal.types("left all")
        terminal.reads("720 candidates:")
        assert len(re.findall(r"\b\d{3}\b", terminal.reads("987"))) == 719


@pytest.mark.parametrize("role", ["", " --guess"])
def test_signs_are_explained_and_may_be_typed(role: str) -> None:
    with Terminal(f"play mastermind{role}") as terminal:
        terminal.reads("R 🔴  O 🟠  Y 🟡  G 🟢  B 🔵  V 🟣\r\nYou may type the letters or the signs.")
        terminal.reads("Guess 1: ")
        terminal.types("guess 🔴🟠🟡🟢")
        terminal.sees(r"ROYG  +\(1296" if not role else r"ROYG  \dB\dC")
        terminal.types("?")
        terminal.reads("R 🔴  O 🟠  Y 🟡  G 🟢  B 🔵  V 🟣")


def test_hints_lead_to_the_secret() -> None:
    with Terminal("play three --guess --seed 1") as terminal:
        for number in range(1, 9):
            terminal.reads(f"Guess {number}: ")
            terminal.types("hint")
            guess = terminal.sees(r"I would try (\d{3}): (\d\.\d\d bits, (not )?consistent|nothing else is left)\.")[1]
            terminal.types(guess)
            if terminal.sees(rf"{guess}  (\dB\dC)")[1] == "3B0C":
                break
        terminal.reads(f"with {number} guesses and {number} hints.")
        assert terminal.ends()[1] == 0


def test_a_word_that_is_an_order_too_is_an_order_unless_it_is_said_to_be_a_guess() -> None:
    with Terminal("play words-en-4 --guess --seed 1") as terminal:
        terminal.reads("I think of a common word of 4 different letters (words-en-4).")
        for number, (order, told) in enumerate({"hint": "I would try ", "left": "candidates:"}.items(), 1):
            for typed in (order, order.upper(), f"/{order}", f"/{order[:3]}"):
                terminal.reads(f"Guess {number}: ")
                terminal.types(typed)
                terminal.reads(told)
            terminal.reads(f"Guess {number}: ")
            terminal.types(f"guess {order}")
            terminal.sees(rf"{order}  \dB\dC")
        terminal.reads("Guess 3: ")
        terminal.types("boar")
        terminal.sees(r"boar  \dB\dC")
        terminal.types("?")
        terminal.reads("To guess a word that is an order (hint, left, give, quit): guess hint.")
        terminal.types("guess")
        terminal.reads("Say which code: guess CODE")
        terminal.reads("Guess 4: ")
        terminal.types("/nothing")
        terminal.reads("There is no order 'nothing'; ? shows those there are")
        terminal.types("zzzz")
        terminal.reads("'zzzz' is no code of words-en-4: z stands in it twice")


@pytest.mark.parametrize("last", ["give", "quit"])
def test_giving_up_shows_the_secret(last: str) -> None:
    with Terminal("play classic --guess") as terminal:
        terminal.reads("Guess 1: ")
        terminal.types(last)
        said, status = terminal.ends()
        assert re.search(r"The secret was \d{4}\.\s+Goodbye\.\s*$", said)
        assert status == 0


@pytest.mark.parametrize("role", ["", " --guess"])
def test_the_end_of_input_is_kind(role: str) -> None:
    with Terminal(f"play mini{role}") as terminal:
        terminal.reads("Your reply: " if not role else "Guess 1: ")
        terminal.presses("d")
        said, status = terminal.ends()
        assert said.endswith("Goodbye.\r\n")
        assert status == 0


def test_an_interrupt_is_quiet() -> None:
    with Terminal("play mini") as terminal:
        guess_made(terminal, 1)
        terminal.presses("c")
        said, status = terminal.ends()
        assert "Traceback" not in said
        assert status == 130
