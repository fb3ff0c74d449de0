"""The number game at a real terminal, in both roles."""

import re

from tests.solver.cli.terminal import Terminal


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


def test_the_end_of_input_is_kind() -> None:
    with Terminal("interval 1 100") as terminal:
        terminal.reads("is it >50? ")
        terminal.presses("d")
        said, status = terminal.ends()
        assert said.endswith("Goodbye.\r\n")
        assert status == 0


def test_an_interrupt_is_quiet() -> None:
    with Terminal("interval 1 100") as terminal:
        terminal.reads("is it >50? ")
        terminal.presses("c")
        said, status = terminal.ends()
        assert "Traceback" not in said
        assert status == 130
