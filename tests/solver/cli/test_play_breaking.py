"""The computer breaks your secret at a real terminal."""

import re

import pytest

from solver.__main__ import main
from solver.cli.games.reply_codes import reply_codes
from solver.feedback import feedback_for
from solver.variant import VARIANTS, Variant
from tests.solver.cli.terminal import Terminal, guess_made

CLASSIC, MINI = VARIANTS["classic"], VARIANTS["mini"]
CLASSIC_TABLE = (
    "0 = 4B0C 1 = 3B0C 2 = 2B0C 3 = 2B1C 4 = 2B2C 5 = 1B0C 6 = 1B1C 7 = 1B2C 8 = 1B3C "
    "9 = 0B0C 10 = 0B1C 11 = 0B2C 12 = 0B3C 13 = 0B4C"
)
MINI_TABLE = "0 = 4B0C 1 = 3B0C 2 = 3B1C (impossible) 3 = 2B1C 4 = 2B2C 5 = 1B2C 6 = 1B3C 7 = 0B3C 8 = 0B4C"


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
    [(CLASSIC, "7285", True, CLASSIC_TABLE), (MINI, "3541", False, MINI_TABLE), (MINI, "5123", True, MINI_TABLE)],
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


def ask_what_is_left(terminal: Terminal) -> None:
    terminal.types("left")
    terminal.reads("36 candidates:")
    assert len(terminal.reads("Guess").split()) == 36


def ask_why(terminal: Terminal, guess: str) -> None:
    """Ask what another guess would bring, and then this one."""
    terminal.types("why 1324")
    terminal.sees(r"1324: 2\.4757 bits, consistent; 36 candidates")
    terminal.sees(r"0B3C +12 .*1B2C +10 ")
    guess_made(terminal, 2)
    terminal.types("why")
    terminal.sees(rf"{guess}: \d\.\d+ bits")
    guess_made(terminal, 2)


def test_what_the_computer_knows_is_told_on_request() -> None:
    with Terminal("play mini") as terminal:
        guess = guess_made(terminal, 1)
        for order, text in {"?": "fix TURN REPLY", "board": "No turns yet."}.items():
            terminal.types(order)
            terminal.reads(text)
            guess_made(terminal, 1)
        terminal.types("guess 5421")
        assert guess_made(terminal, 1) == "5421" != guess
        terminal.types("5")
        second = guess_made(terminal, 2)
        ask_what_is_left(terminal)
        ask_why(terminal, second)
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


REFUSED_IN_DOUBT = {
    "10": "First put a reply right",
    "left": "No code is left while your replies contradict each other",
    "fix": "Say which turn, and its reply",
    "fix 1": "Say which turn, and its reply",
    "fix f": "There is no suspicion f",
    "fix 4 0B1C": "There is no turn 4: you gave 3 replies",
    "fix ٣ 0B1C": "There is no turn ٣",
    "fix 2 5B5C": "5B5C is impossible",
}
"""What cannot be done while replies contradict each other, and what is told of it."""


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
        for refused, why in REFUSED_IN_DOUBT.items():
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
