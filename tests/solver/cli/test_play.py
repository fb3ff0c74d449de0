"""Games at a real terminal: you break the computer's secret, it breaks yours, and either finds the other's number."""

import re

import pytest

from solver.__main__ import main
from solver.cli.codes import reply_codes
from solver.feedback import Feedback, feedback_for
from solver.variant import VARIANTS
from tests.solver.cli.running import OLD_CODES, Terminal
from tests.solver.games import CLASSIC, MINI

BOTH_ROLES = pytest.mark.parametrize("role", ["", " --guess"])
TABLES = {
    "classic": " ".join(f"{number} = {reply}" for number, reply in enumerate(OLD_CODES.split())),
    "mini": "0 = 4B0C 1 = 3B0C 2 = 3B1C (impossible) 3 = 2B1C 4 = 2B2C 5 = 1B2C 6 = 1B3C 7 = 0B3C 8 = 0B4C",
}
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
FALSE = {"0123": "0B1C", "1456": "0B0C", "7089": "1B0C"}
"""Replies that no code fits."""


# What holds in both roles.
@BOTH_ROLES
@pytest.mark.parametrize("columns", [60, 120])
def test_nothing_is_wider_than_the_terminal_or_80_columns_and_an_interrupt_is_quiet(role: str, columns: int) -> None:
    with Terminal(f"play classic{role}", columns) as terminal:
        said = terminal.reads("Guess 1: ")
        for order in ("?", "left", "hint" if role else "why", "bla"):
            said += terminal.says(order, "Guess 1: ")
        assert min(columns, 80) - 20 < max(map(len, said.splitlines())) <= min(columns, 80)
        last, status = terminal.ends("c")
        assert ("Traceback" in last, status) == (False, 130)


@BOTH_ROLES
def test_all_candidates_are_listed_if_asked_for_and_the_end_of_input_is_kind(role: str) -> None:
    with Terminal(f"play three{role}") as terminal:
        terminal.reads("Guess 1: ")
        terminal.says("left", "... and 520 more: left all shows them", "Guess 1: ")
        terminal.says("left all", "720 candidates:")
        assert len(re.findall(r"\b\d{3}\b", terminal.reads("987"))) == 719
        terminal.reads("Guess 1: ")
        said, status = terminal.ends("d")
        assert (said[-10:], status) == ("Goodbye.\r\n", 0)


@BOTH_ROLES
def test_signs_are_explained_and_may_be_typed(role: str) -> None:
    signs = "R 🔴  O 🟠  Y 🟡  G 🟢  B 🔵  V 🟣"
    with Terminal(f"play mastermind{role} --seed 1") as terminal:
        terminal.reads(f"{signs}\r\nYou may type the letters or the signs.")
        terminal.reads("Guess 1: ")
        terminal.says("guess 🔴🟠🟡🟢")
        terminal.sees(r"ROYG  +\(1296" if not role else r"ROYG  \dB\dC")
        terminal.says("?", signs)


# You break the computer's secret.
def test_you_break_the_computers_secret() -> None:
    with Terminal("play mini --guess --seed 5") as terminal:
        terminal.reads("Guess 1: ")
        left = re.findall(r"\b\d{4}\b", terminal.says("left", "Guess 1: "))
        assert len(left) == 120
        for number in range(1, 20):
            guess = left[0]
            terminal.says(guess)
            reply = Feedback(*map(int, terminal.sees(rf"{guess}  (\d)B(\d)C").groups()))
            left = [code for code in left if feedback_for(MINI.parse(guess), MINI.parse(code)) == reply]
            if reply.bulls == 4:
                break
            terminal.reads(f"Guess {number + 1}: ")
        terminal.reads(f"You broke {guess} with {number} guess")
        last, status = terminal.ends()
        assert re.search(rf"To look at the game again:\s+python -m solver review mini {guess} .*{guess}\r\n$", last)
        assert status == 0


@pytest.mark.parametrize("last", ["give", "quit"])
def test_a_guess_made_before_is_told_and_not_counted_and_giving_up_shows_the_secret(last: str) -> None:
    with Terminal("play classic --guess --seed 5") as terminal:
        terminal.reads("Guess 1: ")
        terminal.says("0123")
        reply = terminal.sees(r"0123  (\dB\dC)")[1]
        terminal.reads("Guess 2: ")
        terminal.says("0123", f"0123  {reply}  as at guess 1: not counted again", "Guess 2: ")
        assert terminal.says("board", "Guess 2: ").count("0123") == 1
        terminal.says(last)
        said, status = terminal.ends()
        assert re.search(r"The secret was \d{4}\.\s+Goodbye\.\s*$", said)
        assert status == 0


def test_hints_lead_to_the_secret() -> None:
    with Terminal("play three --guess --seed 1") as terminal:
        for number in range(1, 9):
            terminal.reads(f"Guess {number}: ")
            terminal.says("hint")
            guess = terminal.sees(r"I would try (\d{3}): (\d\.\d\d bits, (not )?consistent|nothing else is left)\.")[1]
            terminal.says(guess)
            if terminal.sees(rf"{guess}  (\dB\dC)")[1] == "3B0C":
                break
        terminal.reads(f"with {number} guesses and {number} hints.")
        assert terminal.ends()[1] == 0


def test_a_word_that_is_an_order_too_is_an_order_unless_it_is_said_to_be_a_guess() -> None:
    with Terminal("play words-en-4 --guess --seed 1") as terminal:
        terminal.reads("I think of a common word of 4 different letters (words-en-4).")
        for number, (order, text) in enumerate({"hint": "I would try ", "left": "candidates:"}.items(), 1):
            terminal.reads(f"Guess {number}: ")
            for typed in (order, order.upper(), f"/{order}", f"/{order[:3]}"):
                terminal.says(typed, text, f"Guess {number}: ")
            terminal.says(f"guess {order}")
            terminal.sees(rf"{order}  \dB\dC")
        terminal.reads("Guess 3: ")
        terminal.says("boar")
        terminal.sees(r"boar  \dB\dC")
        terminal.says("?", "To guess a word that is an order (hint, left, give, quit): guess hint.")
        terminal.says("guess", "Say which code: guess CODE", "Guess 4: ")
        terminal.says("/nothing", "There is no order 'nothing'; ? shows those there are")
        terminal.says("zzzz", "'zzzz' is no code of words-en-4: z stands in it twice")


# The computer breaks yours.
@pytest.mark.parametrize(("secret", "by_number"), [("7285", True), ("3541", False), ("5123", True)])
def test_the_computer_breaks_your_secret(secret: str, *, by_number: bool) -> None:
    variant = CLASSIC if secret == "7285" else MINI
    with Terminal(f"play {variant.name}") as terminal:
        terminal.reads("or its number here:")
        assert " ".join(terminal.reads("Ask ? for help.").split()) == TABLES[variant.name]
        guess, guesses = "", 0
        while guess != secret:
            guesses += 1
            guess = terminal.guess(guesses)
            reply = feedback_for(variant.parse(guess), variant.parse(secret))
            terminal.says(str(reply_codes(variant).index(reply)) if by_number else str(reply).lower())
        said, status = terminal.ends()
        assert f"Your secret is {secret}: broken in {guesses} guesses. To look at the game again:" in said
        review = re.search(rf"python -m (solver review {variant.name} {secret}( \d{{4}}){{{guesses}}})\r\n$", said)
        assert review is not None
        assert main(review[1].split()[1:]) == status == 0


def test_what_the_computer_knows_is_told_on_request_and_what_is_impossible_refused() -> None:
    with Terminal("play mini") as terminal:
        guess = terminal.guess(1)
        impossible = dict.fromkeys(("2", "3B1C", "3b1c"), "3B1C is impossible: no two codes of mini give it")
        wrong = {"9": "9 is no reply code: they go from 0 to 8", "12B1C": "'12B1C' is no reply"}
        for typed, text in (impossible | wrong | {"?": "fix TURN REPLY", "board": "No turns yet."}).items():
            terminal.says(typed, text)
            assert terminal.guess(1) == guess
        terminal.says("guess 5421")
        assert terminal.guess(1) == "5421" != guess
        terminal.says("5")
        second = terminal.guess(2)
        assert len(terminal.says("left", "36 candidates:", "Guess").split()) == 36
        terminal.says("why 1324")
        terminal.sees(r"1324: 2\.4757 bits, consistent; 36 candidates")
        terminal.sees(r"0B3C +12 .*1B2C +10 ")
        terminal.guess(2)
        terminal.says("why")
        terminal.sees(rf"{second}: \d\.\d+ bits")
        terminal.guess(2)
        terminal.says("guess", "Say which code: guess CODE")
        terminal.says("guess 55", "'55' is no code of mini: it has 2 symbols, not 4")
        terminal.says("board")
        terminal.sees(r"1\. +5421 +1B2C")
        terminal.says("undo")
        terminal.guess(1)
        terminal.says("table", "8 = 0B4C")


@pytest.mark.parametrize("options", ["", " --strategy random"])
def test_a_mistyped_reply_is_taken_back_and_the_same_guess_asked_again(options: str) -> None:
    with Terminal(f"play classic{options}") as terminal:
        first = terminal.guess(1)
        terminal.says("1 2", f"{first}  1B2C")
        terminal.guess(2)
        second = "".join(digit for digit in "9876543210" if digit not in first)[:4]  # so that 0B1C fits 1B2C
        terminal.says(f"guess {second}")
        assert terminal.guess(2) == second
        terminal.says("0,1", f"{second}  0B1C")
        terminal.guess(3)
        for number, guess in ((2, second), (1, first)):
            terminal.says("undo")
            assert terminal.guess(number) == guess
        terminal.says("2с", f"{first}  0B2C")


def test_two_digits_that_begin_with_0_are_bulls_and_cows_and_other_numbers_those_of_replies() -> None:
    with Terminal("play classic") as terminal:
        first = terminal.guess(1)
        terminal.says("05", "0B5C is impossible")
        terminal.says("22", "22 is no reply code: they go from 0 to 13. Answer 0 to 13 or as 1B2C")
        for typed, reply in {"01": "0B1C", "04": "0B4C", "00": "0B0C", "10": "0B1C", "13": "0B4C"}.items():
            terminal.says(typed, f"{first}  {reply}")
            terminal.reads(r" left)")
            terminal.says("undo")
            assert terminal.guess(1) == first
        terminal.says("0", f"{first}  4B0C")


def test_contradicting_replies_are_noticed_doubted_and_put_right() -> None:
    with Terminal("play classic") as terminal:
        for number, (guess, reply) in enumerate(FALSE.items(), 1):
            terminal.guess(number)
            terminal.says(f"guess {guess}")
            assert terminal.guess(number) == guess
            terminal.says(reply)
        terminal.reads("Your replies contradict each other: no code fits them all.")
        terminal.sees(r"a\. +turn 2: 1456 not 0B0C but 0B2C +48\s+b\. +turn 2: 1456 not 0B0C but 1B1C +28\s")
        terminal.sees(r"e\. +turn [^\n]+\n\.\.\. and 10 more\s")
        terminal.reads("Put a reply right: ")
        for refused, why in REFUSED_IN_DOUBT.items():
            terminal.says(refused, why, "Put a reply right: ")
        offered = re.findall(r"^(\w+) ", terminal.says("?", "this help"), re.MULTILINE)
        assert offered == ["order", "table", "board", "undo", "fix", "secret", "quit"]
        for orders, number, left in (("fix B", 4, "28"), ("fix 2 0B0C/undo", 3, "54"), ("fix 1 1b", 3, "18")):
            *wrong, last = orders.split("/")
            for order in wrong:
                terminal.says(order, "Your replies contradict each other")
            terminal.says(last)
            assert terminal.sees(rf"Guess {number}: \d{{4}}   \((\d+) candidates left\)")[1] == left


def test_replies_are_checked_against_the_secret_that_you_tell() -> None:
    checked = ("There is no reply to check yet", "all is right: 1 reply", "this reply is wrong")
    with Terminal("play classic") as terminal:
        for number, (guess, reply) in enumerate(FALSE.items(), 1):
            terminal.guess(number)
            terminal.says("secret 7285", checked[number - 1])
            terminal.says(f"guess {guess}")
            terminal.says(reply)
        terminal.reads("Or tell me: secret CODE.")
        terminal.says("secret 7285")
        terminal.sees(r"With 7285 as the secret these replies are wrong:\s+reply +what puts it right\s")
        terminal.sees(r"turn 2: 1456 not 0B0C but 0B1C +fix 2 0B1C\s+turn 3: 7089 not 1B0C but 2B0C +fix 3 2B0C\s")
        terminal.says("secret", "Say your secret")
        terminal.says("secret 7225", "2 stands in it twice")
        terminal.says("fix 2 0B1C", "Put a reply right: ")
        terminal.says("secret 7285", "With 7285 as the secret this reply is wrong:")
        terminal.sees(r"\s+reply +what puts it right\s+turn 3: 7089 not 1B0C")
        terminal.says("fix 3 2 0")
        terminal.sees(r"Guess 4: \d{4}")
        terminal.says("secret 7285", "With 7285 as the secret all is right: 3 replies of yours.")


def test_a_word_may_be_one_that_the_computer_does_not_know() -> None:
    words = VARIANTS["words-en-4"]
    with Terminal("play words-en-4") as terminal:
        for number in range(1, 9):
            terminal.says(str(feedback_for(words.parse(terminal.guess(number)), words.parse("zarf"))))
            if "contradict" in terminal.sees(rf"Guess {number + 1}|contradict")[0]:
                break
            terminal.says("board")
        terminal.reads("Your word may also be one that I do not know.")
        terminal.says("secret zarf", "With zarf as the secret all is right: ")
        terminal.reads("But zarf is no word that I know as a secret")


# The number game, in both roles.
def test_the_computer_needs_seven_questions_for_one_in_a_hundred() -> None:
    with Terminal("interval 1 100") as terminal:
        terminal.sees(r"Think of a whole number: 1 to 100 \(100 numbers\)")
        for number in range(1, 8):
            asked = int(terminal.sees(rf"Question {number}: is it >(\d+)\? ")[1])
            terminal.says("yes" if asked < 37 else "n")
        terminal.reads("Your number is 37. Right? ")
        terminal.says("y", "Found with 7 questions; a master needs 7 at most.")
        assert terminal.ends() == ("\r\n", 0)


def test_a_wrong_answer_can_be_taken_back() -> None:
    with Terminal("interval 1 4") as terminal:
        terminal.reads("Question 1: is it >2? ")
        terminal.says("board", "No questions yet.")
        terminal.says("perhaps", "Answer yes or no (y or n), or ask ? for help")
        terminal.says("no", "Question 2: is it >1? ")
        terminal.says("left", "1 to 2 (2 numbers)")
        terminal.says("yes", "Your number is 2. Right? ")
        terminal.says("no")
        terminal.sees(r"Then one of your answers was wrong:\s+1\. >2  no\s+2\. >1  yes")
        terminal.says("undo", "Question 2: is it >1? ")
        terminal.says("undo", "Question 1: is it >2? ")
        terminal.says("undo", "There is no answer to take back")
        terminal.says("yes", "Question 2: is it >3? ")
        terminal.says("no", "Your number is 3. Right? ")
        terminal.says("yes")
        assert terminal.ends()[1] == 0


def test_you_find_the_number_and_see_the_best_questions_to_it() -> None:
    with Terminal("interval 1 100 --guess --seed 3") as terminal:
        low, high = 1, 100
        for number in range(1, 8):
            terminal.reads(f"Question {number}: ")
            middle = (low + high) // 2
            terminal.says(f">{middle}")
            low, high = (middle + 1, high) if terminal.sees("yes|no")[0] == "yes" else (low, middle)
            if low == high:
                break
        terminal.says("board")
        terminal.sees(r"1\. >50  (yes|no)\s+2\. >\d+  (yes|no)\s")
        terminal.says("hint", "You can name it: one number is left.")
        terminal.says(str(low), "yes")
        said, status = terminal.ends()
        assert re.search(rf"It is {low}: found with {number} questions; a master needs 7 at most\.", said)
        assert re.search(r"The best questions to it: >50 (yes|no), ", said)
        assert status == 0


def test_naming_a_number_too_early_is_a_question_like_others() -> None:
    with Terminal("interval 5 6 --guess --seed 1") as terminal:
        terminal.reads("Question 1: ")
        terminal.says("what?", "'what?' is no question: ask such as >50, or name a number; ? for help")
        terminal.says("5")
        if terminal.sees("yes|no")[0] == "no":
            terminal.reads("Question 2: ")
            terminal.says("6")
        terminal.reads("found with 1 question; a master needs 1 at most.")
        assert terminal.ends()[1] == 0


def test_giving_up_tells_the_number_and_the_end_of_input_or_an_interrupt_is_kind_here_too() -> None:
    with Terminal("interval 7 7 --guess") as terminal:
        terminal.reads("Question 1: ")
        terminal.says("?", "give up and see the number")
        terminal.says("give", "The number was 7.")
        assert terminal.ends() == ("\r\nGoodbye.\r\n", 0)
    for key, last, expected in (("d", "Goodbye.\r\n", 0), ("c", "", 130)):
        with Terminal("interval 1 100") as terminal:
            terminal.reads("is it >50? ")
            said, status = terminal.ends(key)
            assert (said.endswith(last), "Traceback" in said, status) == (True, False, expected)
