"""Questions as the data of buttons carries them: `gt50`, `le-3`."""

import re

from solver.interval import Question, Relation

RELATIONS = {
    "gt": Relation.GREATER,
    "lt": Relation.LESS,
    "eq": Relation.EQUAL,
    "ge": Relation.AT_LEAST,
    "le": Relation.AT_MOST,
}
NAMES = {relation: name for name, relation in RELATIONS.items()}
FORM = re.compile(r"(?P<relation>[a-z]{2})(?P<number>-?\d{1,10})", re.ASCII)


def data_of(question: Question) -> str:
    """The question as a button carries it."""
    return f"{NAMES[question.relation]}{question.number}"


def question_of(data: str) -> Question | None:
    """The question that a button carries; None if the data is forged."""
    match = FORM.fullmatch(data)
    if match is None or match["relation"] not in RELATIONS:
        return None
    return Question(RELATIONS[match["relation"]], int(match["number"]))
