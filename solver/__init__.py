"""The public API of the solver, which docs/solver.md describes. What is not named here may change at any time.

Some functions are called like the module that they come from: `solver.suggest` is the function.
"""

from solver.analysis import Information, Reply, information
from solver.contradictions import Change, Diagnosis, Suspect, diagnosis
from solver.evaluate import Evaluation, PlayoutTurn, evaluate, playout
from solver.feedback import Feedback, History, InconsistentHistory, feedback_for, is_consistent, possible_feedback
from solver.flaws import Flaw, Why
from solver.knowledge import Chance, Knowledge, knowledge
from solver.position import Position, fitting_codes
from solver.review import Fortune, GameEnded, Review, Turn, Verdict, review
from solver.strategies import UnknownStrategy, named_strategy
from solver.strategy import Strategy
from solver.suggest import Suggestion, Suggestions, suggest
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
    "diagnosis",
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
