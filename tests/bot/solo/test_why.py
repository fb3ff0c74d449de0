"""What is said against guesses, in every language."""

import pytest

from bot.app.kinds.alone.screens import lesson_lines
from bot.app.screens.hints import why
from bot.app.texts import LANGUAGES, texts_in
from solver.feedback import Feedback
from solver.flaws import Flaw, Why
from solver.review import Turn
from solver.variant import VARIANTS

GUESS, REPLY = (0, 1, 2, 3), Feedback(0, 2)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("lost", "key", "flaw"),
    [
        (0.0, "best", None),
        (0.02, "good", None),
        (0.1, "inaccuracy", Flaw(Why.OUT, (3, 4))),
        (0.5, "mistake", Flaw(Why.REFUTED, (2,))),
    ],
)
def test_the_coach_judges_in_the_words_of_a_review(language: str, lost: float, key: str, flaw: Flaw | None) -> None:
    texts = texts_in(language)
    turn = Turn(GUESS, REPLY, 5040, 1260, 2.77, (4, 5, 6, 7), lost, exact=True, flaw=flaw)
    left, judgement = lesson_lines(turn, VARIANTS["classic"], texts)
    assert {"1260", "5040"} <= set(left.replace(".", "").split())
    assert texts.plain(f"reviewed.{key}") in judgement
    if flaw is None:
        assert "4567" not in judgement
    else:
        assert why(flaw, VARIANTS["classic"], texts) in judgement
        assert "<code>4567</code>" in judgement


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", Why)
def test_every_flaw_has_words_that_name_what_it_is_about(language: str, reason: Why) -> None:
    values = {Why.OUT: (3, 4), Why.REFUTED: (2,), Why.TELLS_LESS: (25, 14)}.get(reason, ())
    said = why(Flaw(reason, values), VARIANTS["classic"], texts_in(language))
    assert all(str(value) in said for value in values)
    assert not said.endswith(".")
    assert said == said.lower()
