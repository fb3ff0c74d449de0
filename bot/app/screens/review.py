"""A review as text, and its picture's input."""

import json

from bot.app.advice.positions import link
from bot.app.advice.reviewed import Reviewed
from bot.app.buttons import GamePress
from bot.app.screen import Button, Picture, Row, Screen, button, folded_lines
from bot.app.screens.feedback import feedback_in
from bot.app.screens.turns import latest
from bot.app.screens.variant import beside, variant_name
from bot.app.texts import Html, Texts
from solver.review import Turn, Verdict
from solver.variant import Code

MARKS = {Verdict.BEST: "✅", Verdict.GOOD: "👍", Verdict.INACCURACY: "⚠️", Verdict.MISTAKE: "❗"}
FINE = {Verdict.BEST, Verdict.GOOD}
ROOM = 600
"""UTF-16 units for the turns, of the 1024 in a caption."""
LONGEST_PATH = 9
WORDS = ("left", "yours", "perfect", "secret", "accuracy", "bits", "luck", "lost", *Verdict)
"""The keys of words on the picture."""


def review_screen(
    game: Reviewed, style: str, username: str, texts: Texts, replay: GamePress | None = None, *, guesses: int = 0
) -> Screen:
    """The review with its picture; the caption says the same in words, folded.

    `replay`: the press that plays the same game again; None: no such button. `guesses`: the game's length, if not all
    were reviewed.
    """
    review = game.review
    turns = [_turn(number, turn, game, style, texts) for number, turn in enumerate(review.turns, 1)]
    exactness = texts.html("review.exact" if review.exact else "review.estimated")
    details = (*latest(turns, ROOM), *_legend(game, texts), exactness, *_path(game, texts))
    lines = [
        texts.html("review.title", variant=variant_name(game.variant, texts)),
        texts.html(
            "review.sum",
            accuracy=round(review.accuracy),
            lost=texts.decimal(review.turns_lost),
            luck=texts.decimal(review.luck, "+0.0;−0.0"),
        ),
        folded_lines(details),
    ]
    if guesses > len(review.turns):
        lines.insert(1, texts.counted("review.first", guesses, looked=len(review.turns)))
    return Screen(
        Html("\n".join(lines)), _rows(game, username, texts, replay), Picture("review", _picture_data(game, texts))
    )


def _rows(game: Reviewed, username: str, texts: Texts, replay: GamePress | None) -> tuple[Row, ...]:
    buttons = []
    if replay is not None:
        buttons.append(button(texts.plain("button.again"), replay))
    if address := link(username, game.variant, game.history):
        buttons.append(Button(texts.plain("button.position"), copies=address))
    return tuple((one,) for one in buttons)


def _legend(game: Reviewed, texts: Texts) -> list[Html]:
    """Explains the figure behind guesses that were not good."""
    lost = [turn.turns_lost for turn in game.review.turns if turn.verdict not in FINE]
    return [texts.html("review.lost", example=texts.decimal(lost[-1]))] if lost else []


def verdict_text(verdict: Verdict, texts: Texts) -> Html:
    """The verdict as a mark and a word."""
    return Html(f"{MARKS[verdict]} {texts.html(f'reviewed.{verdict}')}")


def _turn(number: int, turn: Turn, game: Reviewed, style: str, texts: Texts) -> Html:
    """`2. 4567 0🐂 2🐄 · 1440→360 · 2.0/2.8 bits ⚠️ inaccuracy → 4156 (0.12)`."""
    guess, answer = _code_html(turn.guess, game, texts), feedback_in(style, turn.reply, texts)
    bits = texts.html("review.bits", bits=texts.decimal(turn.bits, "0.0"), expected=_one(turn.bits_expected, texts))
    verdict = verdict_text(turn.verdict, texts)
    line = f"{number}. {guess} {answer} · {turn.before}→{turn.after} · {bits} {verdict}"
    if turn.verdict in FINE:
        return Html(line)
    return Html(f"{line} → {_code_html(turn.best, game, texts)} ({texts.decimal(turn.turns_lost)})")


def _one(bits: float, texts: Texts) -> str:
    return texts.decimal(bits, "0.0")


def _path(game: Reviewed, texts: Texts) -> list[Html]:
    if not game.path:
        return []
    steps = [_code_html(step.guess, game, texts) for step in game.path]
    shown = steps if len(steps) <= LONGEST_PATH else [*steps[: LONGEST_PATH - 1], Html("…"), steps[-1]]
    return [texts.counted("review.path", len(steps), path=Html(" → ".join(shown)))]


def _code_html(code: Code, game: Reviewed, texts: Texts) -> Html:
    return Html(f"<code>{game.variant.show(code)}</code>{beside(code, game.variant, texts)}")


def _picture_data(game: Reviewed, texts: Texts) -> str:
    """The painter's input."""
    variant, review = game.variant, game.review
    words = {word: texts.plain(f"reviewed.{word}") for word in WORDS}
    words["exactness"] = texts.plain("review.exact" if review.exact else "review.estimated")
    befores = [review.turns[0].before, *(step.candidates_after for step in game.path)]
    path = [
        [variant.format(step.guess), *step.feedback, before, step.candidates_after]
        for step, before in zip(game.path, befores, strict=False)
    ]
    given = {
        "variant": variant.name,
        "language": texts.language,
        "title": str(variant_name(variant, texts)),
        "secret": "" if game.secret is None else variant.format(game.secret),
        "turns": [_turn_data(turn, game) for turn in review.turns],
        "perfect": path,
        "accuracy": review.accuracy,
        "luck": review.luck,
        "words": words,
    }
    return json.dumps(given, ensure_ascii=False)


def _turn_data(turn: Turn, game: Reviewed) -> dict[str, object]:
    return {
        "guess": game.variant.format(turn.guess),
        "bulls": turn.reply.bulls,
        "cows": turn.reply.cows,
        "before": turn.before,
        "after": turn.after,
        "bits": turn.bits,
        "expected": turn.bits_expected,
        "best": game.variant.format(turn.best),
        "lost": turn.turns_lost,
        "verdict": turn.verdict.value,
    }
