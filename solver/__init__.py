"""The public API of the solver, which docs/solver.md describes. What is not named here may change at any time.

Some functions are called like the module that they come from: `solver.suggest` is the function.
"""

from solver.candidates import Chance, Knowledge, Position, fitting_codes, knowledge
from solver.contradictions import Change, Diagnosis, Suspect, diagnosis
from solver.evaluate import Evaluation, PlayoutTurn, Strategy, evaluate, playout
from solver.feedback import Feedback, History, InconsistentHistory, feedback_for, is_consistent, possible_feedback
from solver.information import Information, Reply, information
from solver.interval import between
from solver.review import Flaw, Fortune, GameEnded, Review, Turn, Verdict, Why, review
from solver.strategies import UnknownStrategy, named_strategy
from solver.suggest import Suggestion, Suggestions, suggest
from solver.symmetry import different_questions
from solver.variant import VARIANTS, Code, Fault, InvalidCode, UnknownVariant, Variant, variant_named

__all__ = [
    "VARIANTS",
    "Chance",
    "Change",
    "Code",
    "Diagnosis",
    "Evaluation",
    "Fault",
    "Feedback",
    "Flaw",
    "Fortune",
    "GameEnded",
    "History",
    "InconsistentHistory",
    "Information",
    "InvalidCode",
    "Knowledge",
    "PlayoutTurn",
    "Position",
    "Reply",
    "Review",
    "Strategy",
    "Suggestion",
    "Suggestions",
    "Suspect",
    "Turn",
    "UnknownStrategy",
    "UnknownVariant",
    "Variant",
    "Verdict",
    "Why",
    "between",
    "diagnosis",
    "different_questions",
    "evaluate",
    "feedback_for",
    "fitting_codes",
    "information",
    "is_consistent",
    "knowledge",
    "named_strategy",
    "playout",
    "possible_feedback",
    "review",
    "suggest",
    "variant_named",
]
