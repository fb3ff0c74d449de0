"""Questions and guesses as the data of buttons carries them: `gt50`, `le-3`, `is37`."""

import re

from solver.interval import Question, Relation

RELATIONS = {
    "gt": Relation.GREATER,
    "lt": Relation.LESS,
    "eq": Relation.EQUAL,
    "ge": Relation.AT_LEAST,
    "le": Relation.AT_MOST,
}
GUESS = "is"
NAMES = {relation: name for name, relation in RELATIONS.items()}
FORM = re.compile(r"(?P<relation>[a-z]{2})(?P<number>-?\d{1,10})", re.ASCII)


def data_of(asking: Question | int) -> str:
    """The question or guess as a button carries it."""
    return f"{NAMES[asking.relation]}{asking.number}" if isinstance(asking, Question) else f"{GUESS}{asking}"


def asking_of(data: str) -> Question | int | None:
    """The question or guess that a button carries; None if the data is forged."""
    match = FORM.fullmatch(data)
    return None if match is None else asking_about(match["relation"], int(match["number"]))


def asking_about(name: str, number: int) -> Question | int | None:
    """The question or guess of that name in buttons; None if there is none."""
    if name == GUESS:
        return number
    return Question(RELATIONS[name], number) if name in RELATIONS else None
