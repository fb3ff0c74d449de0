"""Checks the replies of a game against the secret that the player names."""

from dataclasses import replace

from solver.cli import reading
from solver.cli.bad_input import BadInput
from solver.cli.layout import quantity, text_table
from solver.feedback import History, feedback_for
from solver.variant import Variant


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
