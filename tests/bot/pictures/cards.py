"""What a card may be given: games and tables of every variant, with words of every length."""

import json
import math
from typing import Any

from hypothesis import strategies as st

from bot.app.texts import LANGUAGES
from solver.feedback import feedback_for, possible_feedback
from solver.variant import VARIANTS, Code, Variant, variant_named
from tests.solver.games import codes

VERDICTS = ("best", "good", "inaccuracy", "mistake")
OF_REVIEWS = ("secret", "yours", "perfect", "accuracy", "left", "exactness", *VERDICTS)
OF_TABLES = ("reply", "count", "share", "bits", "left", "expected", "unit")
WORDS = (*OF_REVIEWS, *OF_TABLES)
LETTERS = "abcxyzШЩЖЮМшщжюмґєїыёABCWM 0123456789.,:;!?’«»—–−%·"
OWN = [variant_named(name) for name in ("1x2", "7x5r", "3x36", "7x7")]
VARIANT = st.sampled_from([*VARIANTS.values(), *OWN])
LANGUAGE = st.sampled_from(LANGUAGES)
MOST_TURNS = 18
Json = dict[str, Any]
Step = tuple[str, int, int, int, int]
STEP = {"bulls": 1, "cows": 2, "before": 5040, "after": 180}
TURN = STEP | {"guess": "0123", "best": "0123", "verdict": "best", "chance": "1 in 28"}
HEAD: Json = {"variant": "classic", "language": "en", "words": {word: word for word in WORDS}}
FIGURES: Json = {"accuracy": 100, "said": ["Lucky: the replies told more than usual."]}
PERFECT = [["0123", 1, 2, 5040, 180]]
GAME: Json = HEAD | FIGURES | {"title": "Classic", "secret": "2130", "turns": [TURN], "perfect": PERFECT}
ROWS = [[0, 4, 3, 0.75, 1.58, 0.42], [2, 2, 0, 0.0, None, None], [4, 0, 1, 0.25, 0.0, 2.0]]
TABLE: Json = HEAD | {"title": "0123", "guess": "0123", "rows": ROWS}
STATS: Json = {
    "title": "My solo games",
    "figures": [["57", "games"], ["5.45", "on average"], ["92.0%", "accuracy"], ["21", "longest streak"]],
    "bars": [["4", 5], ["5", 20], ["6", 0], ["10+", 1]],
}
BOTH: Json = {
    "title": "Both sides",
    "left": "Codes left",
    "paths": [["A", [5040, 378, 84, 0], 2], ["B", [5040, 1440, 12], 0]],
    "said": ["A: accuracy 94%", "From then on A was ahead."],
}


@st.composite
def matches(draw: st.DrawFn) -> Json:
    words = st.text(LETTERS, min_size=1, max_size=90)
    falling = st.lists(st.integers(1, 60_000), min_size=2, max_size=MOST_TURNS).map(lambda left: sorted(left)[::-1])
    ends = st.sampled_from(([], [0]))
    paths = [[name, draw(falling) + draw(ends), draw(st.integers(0, 1))] for name in "AB"]
    return {"title": draw(words), "left": draw(words), "paths": paths, "said": draw(st.lists(words, max_size=5))}


@st.composite
def heads(draw: st.DrawFn, variant: Variant) -> Json:
    words = {word: draw(st.text(LETTERS, min_size=1, max_size=45)) for word in WORDS}
    title = draw(st.text(LETTERS, max_size=60))
    return {"variant": variant.name, "language": draw(LANGUAGE), "title": title, "words": words}


@st.composite
def reviews(draw: st.DrawFn, variant: st.SearchStrategy[Variant] = VARIANT) -> Json:
    chosen = draw(variant)
    code = codes(chosen)
    secret, guesses = draw(code), draw(st.lists(code, min_size=1, max_size=MOST_TURNS))
    turns = [_turn(draw, chosen, step) for step in _steps(draw, chosen, secret, guesses)]
    perfect = [list(step) for step in _steps(draw, chosen, secret, draw(st.lists(code, max_size=MOST_TURNS)))]
    said = draw(st.lists(st.text(LETTERS, min_size=1, max_size=80), max_size=2))
    figures = {"accuracy": draw(st.floats(0, 100)), "said": said}
    shown = {"secret": draw(st.sampled_from(["", chosen.format(secret)])), "turns": turns, "perfect": perfect}
    return draw(heads(chosen)) | figures | shown


@st.composite
def tables(draw: st.DrawFn) -> Json:
    """What the card of a guess is given: some replies cannot come, and one can at least."""
    variant = draw(VARIANT)
    replies = possible_feedback(variant)
    most = variant.size // len(replies)
    counts = [draw(st.integers(0, most)) for _ in replies[1:]]
    counts.append(draw(st.integers(1, most)))
    total = sum(counts)
    bits = [(math.log2(count), math.log2(total / count)) if count else (None, None) for count in counts]
    told = zip(replies, counts, bits, strict=True)
    rows = [[reply.bulls, reply.cows, count, count / total, *both] for reply, count, both in told]
    return draw(heads(variant)) | {"guess": variant.format(draw(codes(variant))), "rows": rows}


def as_text(given: Json) -> str:
    return json.dumps(given)


def _steps(draw: st.DrawFn, variant: Variant, secret: Code, guesses: list[Code]) -> list[Step]:
    steps, before = [], variant.size
    for guess in guesses:
        reply, after = feedback_for(guess, secret), draw(st.integers(1, before))
        steps.append((variant.format(guess), reply.bulls, reply.cows, before, after))
        before = after
    return steps


def _turn(draw: st.DrawFn, variant: Variant, step: Step) -> Json:
    return dict(zip(("guess", "bulls", "cows", "before", "after"), step, strict=True)) | {
        "best": variant.format(draw(codes(variant))),
        "verdict": draw(st.sampled_from(VERDICTS)),
        "chance": draw(st.text(LETTERS, max_size=20)),
    }
