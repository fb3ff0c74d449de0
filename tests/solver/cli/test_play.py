import re

import pytest

from solver.feedback import Feedback, feedback_for
from solver.variant import VARIANTS
from tests.solver.cli.terminal import Terminal, guess_made

# The game at a real terminal: you break the computer's secret, and what holds in both roles.
MINI = VARIANTS["mini"]


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
        for number, (order, text) in enumerate({"hint": "I would try ", "left": "candidates:"}.items(), 1):
            for typed in (order, order.upper(), f"/{order}", f"/{order[:3]}"):
                terminal.reads(f"Guess {number}: ")
                terminal.types(typed)
                terminal.reads(text)
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


# The number game at a real terminal, in both roles.
def test_the_computer_needs_seven_questions_for_one_in_a_hundred() -> None:
    with Terminal("interval 1 100") as terminal:
        terminal.sees(r"Think of a whole number: 1 to 100 \(100 numbers\)")
        for number in range(1, 8):
            asked = int(terminal.sees(rf"Question {number}: is it >(\d+)\? ")[1])
            terminal.types("yes" if asked < 37 else "n")
        terminal.reads("Your number is 37. Right? ")
        terminal.types("y")
        terminal.reads("Found with 7 questions; a master needs 7 at most.")
        assert terminal.ends() == ("\r\n", 0)


def test_a_wrong_answer_can_be_taken_back() -> None:
    with Terminal("interval 1 4") as terminal:
        terminal.reads("Question 1: is it >2? ")
        terminal.types("board")
        terminal.reads("No questions yet.")
        terminal.types("perhaps")
        terminal.reads("Answer yes or no (y or n), or ask ? for help")
        terminal.types("no")
        terminal.reads("Question 2: is it >1? ")
        terminal.types("left")
        terminal.reads("1 to 2 (2 numbers)")
        terminal.types("yes")
        terminal.reads("Your number is 2. Right? ")
        terminal.types("no")
        terminal.sees(r"Then one of your answers was wrong:\s+1\. >2  no\s+2\. >1  yes")
        terminal.types("undo")
        terminal.reads("Question 2: is it >1? ")
        terminal.types("undo")
        terminal.reads("Question 1: is it >2? ")
        terminal.types("undo")
        terminal.reads("There is no answer to take back")
        terminal.types("yes")
        terminal.reads("Question 2: is it >3? ")
        terminal.types("no")
        terminal.reads("Your number is 3. Right? ")
        terminal.types("yes")
        assert terminal.ends()[1] == 0


def test_you_find_the_number_and_see_the_best_questions_to_it() -> None:
    with Terminal("interval 1 100 --guess --seed 3") as terminal:
        low, high = 1, 100
        for number in range(1, 8):
            terminal.reads(f"Question {number}: ")
            middle = (low + high) // 2
            terminal.types(f">{middle}")
            low, high = (middle + 1, high) if terminal.sees("yes|no")[0] == "yes" else (low, middle)
            if low == high:
                break
        terminal.types("board")
        terminal.sees(r"1\. >50  (yes|no)\s+2\. >\d+  (yes|no)\s")
        terminal.types("hint")
        terminal.reads("You can name it: one number is left.")
        terminal.types(str(low))
        terminal.reads("yes")
        said, status = terminal.ends()
        assert re.search(rf"It is {low}: found with {number} questions; a master needs 7 at most\.", said)
        assert re.search(r"The best questions to it: >50 (yes|no), ", said)
        assert status == 0


def test_naming_a_number_too_early_is_a_question_like_others() -> None:
    with Terminal("interval 5 6 --guess --seed 1") as terminal:
        terminal.reads("Question 1: ")
        terminal.types("what?")
        terminal.reads("'what?' is no question: ask such as >50, or name a number; ? for help")
        terminal.types("5")
        first = terminal.sees("yes|no")[0]
        if first == "no":
            terminal.reads("Question 2: ")
            terminal.types("6")
        terminal.reads("found with 1 question; a master needs 1 at most.")
        assert terminal.ends()[1] == 0


def test_giving_up_tells_the_number() -> None:
    with Terminal("interval 7 7 --guess") as terminal:
        terminal.reads("Question 1: ")
        terminal.types("?")
        terminal.reads("give up and see the number")
        terminal.types("give")
        terminal.reads("The number was 7.")
        assert terminal.ends() == ("\r\nGoodbye.\r\n", 0)


def test_the_end_of_input_is_kind_here_too() -> None:
    with Terminal("interval 1 100") as terminal:
        terminal.reads("is it >50? ")
        terminal.presses("d")
        said, status = terminal.ends()
        assert said.endswith("Goodbye.\r\n")
        assert status == 0


def test_an_interrupt_is_quiet_here_too() -> None:
    with Terminal("interval 1 100") as terminal:
        terminal.reads("is it >50? ")
        terminal.presses("c")
        said, status = terminal.ends()
        assert "Traceback" not in said
        assert status == 130
