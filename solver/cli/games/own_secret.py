"""Your secret, told to the computer: which of the replies are not those that it gets."""

from dataclasses import replace

from solver.cli import reading
from solver.cli.bad_input import BadInput
from solver.cli.layout import aligned, counted
from solver.feedback import History, feedback_for
from solver.variant import Variant


def checked(variant: Variant, history: History, text: str) -> str:
    """What is to be said of the turns if `text` is the secret, also a word that is in no list. Raises BadInput."""
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
        told = f"With {name} as the secret {'this reply is' if len(rows) == 1 else 'these replies are'} wrong:\n\n"
        told += aligned(("reply", "what puts it right"), rows, "<<")
    else:
        told = f"With {name} as the secret all is right: {counted(len(history), 'reply', 'replies')} of yours."
    unknown = variant.words and secret not in variant.secrets()
    return f"{told}\nBut {name} is no word that I know as a secret: I shall not find it." if unknown else told
