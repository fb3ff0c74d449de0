"""Codes, turns, candidates and replies as text, for the games at the terminal."""

import re
import string
import textwrap
from collections.abc import Sequence
from dataclasses import replace

from solver.candidates import Position
from solver.cli import reading
from solver.cli.catalogue import PROGRAM
from solver.cli.dialogue import width
from solver.cli.output import BadInput, quantity, suspect_in_lines, text_table
from solver.contradictions import Suspect, diagnosis
from solver.feedback import Feedback, History, all_codes, as_code, feedback_for, possible_feedback
from solver.variant import Code, Variant

SHOWN = 200


def kind_of_code(variant: Variant) -> str:
    """The secrets of the variant in words, such as `4 symbols of 0123456789, all different`."""
    if variant.words:
        letters = "letters, which may repeat" if variant.repeats else "different letters"
        return f"a common word of {variant.length} {letters} ({variant.name})"
    repeating = "which may repeat" if variant.repeats else "all different"
    return f"{quantity(variant.length, 'symbol')} of {variant.alphabet}, {repeating}"


def board(variant: Variant, history: History) -> str:
    """The turns so far, as a table."""
    if not history:
        return "No turns yet."
    rows = [(f"{turn}.", variant.format(guess), str(reply)) for turn, (guess, reply) in enumerate(history, 1)]
    return text_table(("turn", "guess", "reply"), rows, "<")


def legend(variant: Variant) -> str:
    """The letters with the signs that they stand for; empty where codes are shown as they are typed."""
    if not variant.shown:
        return ""
    signs = "  ".join(f"{letter} {sign}" for letter, sign in zip(variant.alphabet, variant.shown, strict=True))
    return f"{signs}\nYou may type the letters or the signs."


def candidate_list(position: Position, words: Sequence[str]) -> str:
    """The candidates in code order; of very many only the first, unless the words say `all`."""
    shown = len(position.left) if "all" in words else SHOWN
    codes = all_codes(position.variant)[position.left[:shown]]
    names = " ".join(position.variant.format(as_code(row)) for row in codes)
    left = len(position.left)
    more = f"\n... and {left - shown} more: left all shows them" if left > shown else ""
    return f"{quantity(left, 'candidate')}:\n{textwrap.fill(names, width())}{more}"


def review_command(variant: Variant, secret: Code, history: History) -> str:
    """The command line that reviews the finished game."""
    codes = " ".join(variant.format(code) for code in (secret, *(guess for guess, _ in history)))
    return f"{PROGRAM} review {variant.name} {codes}"


# Replies by number, as in the old console programs: 0 is all bulls, 1 one bull less, and so on.

WRITTEN = re.compile(r"(?P<bulls>[0-9])\s*b(?:[\s,;]*(?P<cows>[0-9])\s*c)?|(?P<only_cows>[0-9])\s*c")
TWO_NUMBERS = re.compile(r"(?P<bulls>[0-9])[\s,;:./-]+(?P<cows>[0-9])(?P<only_cows>)")

NUMBERED_THOUGH_IMPOSSIBLE = {"mini": frozenset({Feedback(3, 1)})}
"""Replies to which the old programs on digits 1-5 gave a number although they are impossible."""


def reply_codes(variant: Variant) -> tuple[Feedback, ...]:
    """The replies in the order of their numbers: most bulls first, then fewest cows."""
    numbered = {*possible_feedback(variant), *NUMBERED_THOUGH_IMPOSSIBLE.get(variant.name, ())}
    return tuple(sorted(numbered, key=lambda reply: (-reply.bulls, reply.cows)))


def parse_reply(variant: Variant, text: str) -> Feedback:
    """The reply in a text: its number, or `1B2C`, also written 1b 2c, 1 2, 1,2, 1B, 01. Raises BadInput."""
    codes = reply_codes(variant)
    if re.fullmatch(r"0[0-9]", text):  # no number is written so; 00 would be all bulls
        return reading.reply(variant, f"{text[0]}B{text[1]}C")
    if not re.fullmatch(r"[0-9]{1,4}", text, re.ASCII):
        return reading.reply(variant, _plainly(text))
    if int(text) >= len(codes):
        raise BadInput(f"{text} is no reply code: they go from 0 to {len(codes) - 1}")
    return reading.reply(variant, str(codes[int(text)]))


def _plainly(text: str) -> str:
    """The text as `1B2C` if it is a reply in any notation, otherwise unchanged."""
    written = reading.plain_reply(text)
    if not (found := WRITTEN.fullmatch(written) or TWO_NUMBERS.fullmatch(written)):
        return text
    return f"{found['bulls'] or 0}B{found['cows'] or found['only_cows'] or 0}C"


def code_table(variant: Variant) -> str:
    """All numbers and their replies, a line for each number of bulls."""
    lines: dict[int, list[str]] = {}
    for number, reply in enumerate(reply_codes(variant)):
        impossible = "" if reply in possible_feedback(variant) else " (impossible)"
        lines.setdefault(reply.bulls, []).append(f"{number:4} = {reply}{impossible}")
    return "\n".join("".join(cells) for cells in lines.values())


# The replies of a game against the secret that the player names.


def reply_check(variant: Variant, history: History, text: str) -> str:
    """Which replies are wrong if `text` is the secret (also a word that is in no list), as text. Raises BadInput."""
    if not history:
        raise BadInput("there is no reply to check yet")
    secret = reading.code(replace(variant, words=""), text)
    name = variant.format(secret)
    rows = [
        (f"turn {turn}: {variant.format(guess)} not {said} but {right}", f"fix {turn} {right}")
        for turn, (guess, said) in enumerate(history, 1)
        if said != (right := feedback_for(guess, secret))
    ]
    if rows:
        words = f"With {name} as the secret {'this reply is' if len(rows) == 1 else 'these replies are'} wrong:\n\n"
        words += text_table(("reply", "what puts it right"), rows, "<<")
    else:
        words = f"With {name} as the secret all is right: {quantity(len(history), 'reply', 'replies')} of yours."
    unknown = variant.words and secret not in variant.secrets()
    return f"{words}\nBut {name} is no word that I know as a secret: I shall not find it." if unknown else words


# The diagnosis of contradictory replies: each suspect has a letter, by which it is chosen.

SUSPECTS_SHOWN = 5


def suspicions(variant: Variant, history: History) -> dict[str, Suspect]:
    """The most plausible suspects by letter."""
    return dict(zip(string.ascii_lowercase[:SUSPECTS_SHOWN], diagnosis(variant, history).suspects, strict=False))


def suspicion_list(variant: Variant, history: History) -> str:
    """The suspects as a table, with the number of those left out."""
    rows = [
        line
        for letter, suspect in suspicions(variant, history).items()
        for line in suspect_in_lines(variant, suspect, f"{letter}.")
    ]
    more = len(diagnosis(variant, history).suspects) - SUSPECTS_SHOWN
    table = text_table(("", "reply", "codes then"), rows, "<<>")
    return f"{table}\n... and {more} more" if more > 0 else table


def corrected_history(history: History, suspect: Suspect) -> History:
    """The history with the replies of the suspect corrected."""
    right = dict(enumerate(history, 1))
    right |= {change.turn: (change.guess, change.could_be) for change in suspect.changes}
    return tuple(right.values())
