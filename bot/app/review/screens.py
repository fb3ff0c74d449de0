"""A review: a picture whose caption says what cost most, and all guesses as text."""

import json
from dataclasses import dataclass, replace

from bot.app.advice import Reviewed, link
from bot.app.buttons import Press
from bot.app.screen import Button, Picture, Row, Screen, button, dotted, lines, page, rows, when
from bot.app.screens.board import beside, guess_line, latest, variant_name
from bot.app.screens.common import Viewer
from bot.app.screens.hints import why
from bot.app.texts import NOTHING, Html, Texts
from solver.review import Turn, Verdict
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewPresses:
    """The presses below a review; None: there is no such button."""

    every: Press | None = None
    """Sends all guesses as text."""
    replay: Press | None = None
    """Plays the same game again."""


def review_screen(
    game: Reviewed, viewer: Viewer, presses: ReviewPresses, *, guesses: int = 0, forced: int | None = None
) -> Screen:
    """The review with its picture. `guesses`: the game's length, if not all were reviewed.

    `forced`: within so many guesses whoever keeps no secret can be forced.
    """
    texts, review = viewer.texts, game.review
    sums = {"accuracy": round(review.accuracy), "lost": texts.decimal(review.turns_lost)}
    told = [
        texts.html("review.title", variant=variant_name(game.variant, texts)),
        _length(game, guesses, texts),
        texts.html("review.sum", **sums, luck=texts.decimal(review.luck, "+0.0;−0.0")),
        NOTHING,
        *_costliest(game, viewer),
        NOTHING,
        texts.html("review.exact" if review.exact else "review.estimated"),
        *_path(game, texts),
    ]
    if forced is not None:
        is_forced = _is_solved(game) and len(game.history) <= forced
        told += [texts.counted("end.forced", forced), when(is_forced, texts.html("end.forced-so"))]
    return Screen(lines(*told), _rows(game, viewer, presses), review_picture(game, texts))


def _length(game: Reviewed, guesses: int, texts: Texts) -> Html | None:
    """That a long game was not looked at to its end."""
    looked = len(game.review.turns)
    return texts.counted("review.first", guesses, looked=looked) if guesses > looked else None


LONGEST_PATH = 9


def _path(game: Reviewed, texts: Texts) -> tuple[Html | None, ...]:
    if not game.path:
        return ()
    steps = [guess_html(step.guess, game.variant, texts) for step in game.path]
    is_faster = _is_solved(game) and len(game.history) < len(steps)
    shown = steps if len(steps) <= LONGEST_PATH else [*steps[: LONGEST_PATH - 1], Html("…"), steps[-1]]
    path = texts.counted("review.path", len(steps), path=Html(" → ".join(shown)))
    return path, when(is_faster, texts.html("review.faster"))


def _is_solved(game: Reviewed) -> bool:
    return bool(game.history) and game.history[-1][1].bulls == game.variant.length


COSTLIEST = 3
"""The guesses that the caption names; the others are among all guesses."""
ROOM = 600
"""UTF-16 units for them, of the 1024 in a caption."""


def _costliest(game: Reviewed, viewer: Viewer) -> list[Html]:
    """What cost most, in the order of the game, as far as there is room."""
    costly = sorted(game.review.costliest[:COSTLIEST])
    if not costly:
        return [viewer.texts.html("review.flawless")]
    judged = [judged_lines(number, game, viewer) for number in costly]
    return [viewer.texts.html("review.costly"), *latest(judged, ROOM)]


ROOM_FOR_ALL = 3700
"""The same for all guesses, of the 4096 in a message."""


def plain_screen(game: Reviewed, viewer: Viewer, presses: ReviewPresses, *, guesses: int = 0) -> Screen:
    """Every guess, how good it was and why, in words alone. `guesses`: as for `review_screen`."""
    texts = viewer.texts
    title = texts.html("review.title", variant=variant_name(game.variant, texts))
    judged = [_plain_lines(number, game, viewer) for number in range(1, len(game.review.turns) + 1)]
    html = page(title, _length(game, guesses, texts), *latest(judged, ROOM_FOR_ALL))
    return Screen(html, _rows(game, viewer, replace(presses, every=None)))


def all_guesses_screen(game: Reviewed, viewer: Viewer, *, guesses: int = 0) -> Screen:
    """Every guess with what it told, how good it was, and what was best. `guesses`: as for `review_screen`."""
    texts = viewer.texts
    title = texts.html("review.all", variant=variant_name(game.variant, texts))
    figures = (_figures(turn, texts) for turn in game.review.turns)
    judged = [judged_lines(number, game, viewer, told) for number, told in enumerate(figures, 1)]
    return Screen(page(title, _length(game, guesses, texts), *latest(judged, ROOM_FOR_ALL)))


def _figures(turn: Turn, texts: Texts) -> Html:
    """`1440→360 · 2.0 bits (2.8 expected)`."""
    bits, expected = texts.decimal(turn.bits, "0.0"), texts.decimal(turn.bits_expected, "0.0")
    return Html(f"{turn.before}→{turn.after} · {texts.html('review.bits', bits=bits, expected=expected)}")


def _rows(game: Reviewed, viewer: Viewer, presses: ReviewPresses) -> tuple[Row, ...]:
    texts = viewer.texts
    every = None if presses.every is None else button(texts.plain("button.all-guesses"), presses.every)
    replay = None if presses.replay is None else button(texts.plain("button.again"), presses.replay)
    address = link(viewer.username, game.variant, game.history)
    copied = None if address is None else Button(texts.plain("button.position"), copies=address)
    return rows((every, replay), copied)


# Guesses that were judged, as lines of text.


def judged_lines(number: int, game: Reviewed, viewer: Viewer, figures: Html | None = None) -> Html:
    """The guess of that number with its reply; below, how good it was, what it cost and why, and what was best.

    `figures`: what stands behind the reply.
    """
    turn = game.review.turns[number - 1]
    line = dotted(_guess(number, turn, game, viewer), figures)
    return lines(line, _judgement(turn, game.variant, viewer.texts))


def _judgement(turn: Turn, variant: Variant, texts: Texts) -> Html:
    verdict = verdict_text(turn.verdict, texts)
    if turn.verdict is Verdict.BEST:
        return verdict
    lost, best = texts.decimal(turn.turns_lost), guess_html(turn.best, variant, texts)
    if turn.flaw is None:
        return texts.html("review.nearly", verdict=verdict, lost=lost, guess=best)
    return texts.html("review.cost", verdict=verdict, lost=lost, why=why(turn.flaw, variant, texts), guess=best)


def _plain_lines(number: int, game: Reviewed, viewer: Viewer) -> Html:
    """The guess of that number with its reply; below, how good it was, and if another was better, why."""
    turn, variant, texts = game.review.turns[number - 1], game.variant, viewer.texts
    told = verdict_text(turn.verdict, texts)
    if turn.flaw is not None:
        best = guess_html(turn.best, variant, texts)
        told = texts.html("coach.better", verdict=told, why=why(turn.flaw, variant, texts), guess=best)
    return lines(_guess(number, turn, game, viewer), told)


def _guess(number: int, turn: Turn, game: Reviewed, viewer: Viewer) -> Html:
    return guess_line(number, turn.guess, turn.reply, game.variant, viewer.style, viewer.texts)


MARKS = {Verdict.BEST: "✅", Verdict.GOOD: "👍", Verdict.INACCURACY: "⚠️", Verdict.MISTAKE: "❗"}


def verdict_text(verdict: Verdict, texts: Texts) -> Html:
    """The verdict as a mark and a word."""
    return Html(f"{MARKS[verdict]} {texts.html(f'reviewed.{verdict}')}")


def guess_html(code: Code, variant: Variant, texts: Texts) -> Html:
    """A guess, with the letters of colours behind it for people who cannot tell them apart."""
    return Html(f"<code>{variant.show(code)}</code>{beside(code, variant, texts)}")


# What the picture of a review shows.

WORDS = ("left", "yours", "perfect", "secret", "accuracy", "bits", "luck", "lost", *Verdict)
"""The keys of words on the picture."""


def review_picture(game: Reviewed, texts: Texts) -> Picture:
    """The picture of the reviewed game."""
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
    return Picture("review", json.dumps(given, ensure_ascii=False))


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
