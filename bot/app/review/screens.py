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
from solver.review import COSTS, Fortune, Review, Turn, Verdict
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
    told = [
        texts.html("review.title", variant=variant_name(game.variant, texts)),
        _length(game, guesses, texts),
        *_sums(game, texts),
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


def _sums(game: Reviewed, texts: Texts) -> tuple[Html | None, ...]:
    """How good the game was, what perfect play would have saved, and whether the replies told much, a sentence each."""
    review = game.review
    accuracy, saved = texts.html("review.accuracy", accuracy=round(review.accuracy)), _saved(review, texts)
    return Html(f"{accuracy}. {saved}") if saved else accuracy, fortune_line(review.fortune, texts)


def _saved(review: Review, texts: Texts) -> Html | None:
    """What perfect play would have saved."""
    lost = texts.decimal(review.turns_lost, "0.0")
    return texts.html("review.saved", lost=lost) if review.turns_lost >= COSTS else None


def fortune_line(fortune: Fortune | None, texts: Texts) -> Html | None:
    """Whether the replies told much or little; None: neither."""
    return None if fortune is None else texts.html(f"fortune.{fortune}")


def _length(game: Reviewed, guesses: int, texts: Texts) -> Html | None:
    """That a long game was not looked at to its end."""
    looked = len(game.review.turns)
    return texts.counted("review.first", guesses, looked=looked) if guesses > looked else None


LONGEST_PATH = 9


def _path(game: Reviewed, texts: Texts) -> tuple[Html | None, ...]:
    if not game.path:
        return ()
    steps = [guess_html(step.guess, game.variant, texts) for step in game.path]
    is_faster = _is_solved(game) and len(game.history) < len(steps) and not game.hinted
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
        own = [number for number in range(1, len(game.history) + 1) if number not in game.hinted]
        if not game.hinted:
            return [viewer.texts.html("review.flawless")]
        numbers = viewer.texts.listed([Html(str(number)) for number in own])
        told = viewer.texts.counted("review.own", len(own), numbers=numbers)
        return [told if own else viewer.texts.html("review.all-hinted")]
    judged = [_plain_lines(number, game, viewer) for number in costly]
    return [viewer.texts.counted("review.costly", len(costly)), *latest(judged, ROOM)]


ROOM_FOR_ALL = 3700
"""The same for all guesses, of the 4096 in a message."""


def plain_screen(game: Reviewed, viewer: Viewer, presses: ReviewPresses, *, guesses: int = 0) -> Screen:
    """Every guess, how many codes it left, how good it was and why. `guesses`: as for `review_screen`."""
    texts = viewer.texts
    title = texts.html("review.title", variant=variant_name(game.variant, texts))
    judged = [_plain_lines(number, game, viewer) for number in range(1, len(game.review.turns) + 1)]
    html = page(title, _length(game, guesses, texts), *latest(judged, ROOM_FOR_ALL))
    return Screen(html, _rows(game, viewer, replace(presses, every=None)))


def all_guesses_screen(game: Reviewed, viewer: Viewer, *, guesses: int = 0) -> Screen:
    """Every guess with what it told, how good it was, and what was best. `guesses`: as for `review_screen`."""
    texts = viewer.texts
    title = texts.html("review.all", variant=variant_name(game.variant, texts))
    judged = [_judged_lines(number, game, viewer) for number in range(1, len(game.review.turns) + 1)]
    said = lines(texts.html("review.left"), texts.html("hint.bit"))
    return Screen(page(title, said, _length(game, guesses, texts), *latest(judged, ROOM_FOR_ALL)))


def _figures(turn: Turn, texts: Texts) -> Html:
    """`1440→360 · 2.0 bits (2.8 expected)`."""
    bits, expected = texts.decimal(turn.bits, "0.0"), texts.decimal(turn.bits_expected, "0.0")
    return Html(f"{turn.before}→{turn.after} · {texts.html('review.bits', bits=bits, expected=expected)}")


LUCKY_FROM = 4
"""What had one chance in so many was luck."""


def _luck(turn: Turn, texts: Texts) -> Html | None:
    """`🍀 1 in 24`, where the reply was luck."""
    is_lucky = turn.chances >= LUCKY_FROM and (turn.has_won or turn.fortune is Fortune.LUCKY)
    return texts.html("review.chance", count=texts.whole(turn.chances)) if is_lucky else None


def _rows(game: Reviewed, viewer: Viewer, presses: ReviewPresses) -> tuple[Row, ...]:
    texts = viewer.texts
    every = None if presses.every is None else button(texts.plain("button.all-guesses"), presses.every)
    replay = None if presses.replay is None else button(texts.plain("button.again"), presses.replay)
    address = link(viewer.username, game.variant, game.history)
    copied = None if address is None else Button(texts.plain("button.position"), copies=address)
    return rows((every, replay), copied)


# Guesses that were judged, as lines of text.


def _judged_lines(number: int, game: Reviewed, viewer: Viewer) -> Html:
    """The guess of that number with its reply and figures; below, how good it was, what it cost and why, the best."""
    turn, texts = game.review.turns[number - 1], viewer.texts
    line = dotted(_guess(number, turn, game, viewer), _figures(turn, texts))
    return lines(line, dotted(_luck(turn, texts), _judgement(number, game, texts)))


def _judgement(number: int, game: Reviewed, texts: Texts) -> Html:
    turn, variant = game.review.turns[number - 1], game.variant
    verdict = _verdict(number, game, texts)
    if turn.verdict is Verdict.BEST:
        return verdict
    lost, best = texts.decimal(turn.turns_lost), guess_html(turn.best, variant, texts)
    if turn.flaw is None:
        return texts.html("review.nearly", verdict=verdict, lost=lost, guess=best)
    return texts.html("review.cost", verdict=verdict, lost=lost, why=why(turn.flaw, variant, texts), guess=best)


def _plain_lines(number: int, game: Reviewed, viewer: Viewer) -> Html:
    """The guess of that number with its reply; below, the codes before and after, how good it was, what was better."""
    turn, variant, texts = game.review.turns[number - 1], game.variant, viewer.texts
    told = _verdict(number, game, texts)
    if turn.flaw is not None:
        best = guess_html(turn.best, variant, texts)
        told = texts.html("coach.better", verdict=told, why=why(turn.flaw, variant, texts), guess=best)
    left = texts.html("review.codes", before=texts.whole(turn.before), after=texts.whole(turn.after))
    return lines(_guess(number, turn, game, viewer), dotted(left, _luck(turn, texts), told))


def _guess(number: int, turn: Turn, game: Reviewed, viewer: Viewer) -> Html:
    return guess_line(number, turn.guess, turn.reply, game.variant, viewer.style, viewer.texts)


MARKS = {Verdict.BEST: "✅", Verdict.GOOD: "👍", Verdict.INACCURACY: "⚠️", Verdict.MISTAKE: "❗"}


MANY = 24
"""Where more guesses are as good, this one is good, but not the best."""


def verdict_on(turn: Turn) -> Verdict:
    """The verdict that is told: the best is what few others equal, and no shot in the dark that hit."""
    is_shot = turn.alike > MANY or (turn.has_won and turn.chances >= LUCKY_FROM)
    return Verdict.GOOD if turn.verdict is Verdict.BEST and is_shot else turn.verdict


def verdict_text(turn: Turn, texts: Texts) -> Html:
    """The verdict as a mark and a word."""
    verdict = verdict_on(turn)
    return Html(f"{MARKS[verdict]} {texts.html(f'reviewed.{verdict}')}")


def _verdict(number: int, game: Reviewed, texts: Texts) -> Html:
    """The same; a guess after a hint is not praised."""
    turn = game.review.turns[number - 1]
    return texts.html("review.hinted") if number in game.hinted and turn.flaw is None else verdict_text(turn, texts)


def guess_html(code: Code, variant: Variant, texts: Texts) -> Html:
    """A guess, with the letters of colours behind it for people who cannot tell them apart."""
    return Html(f"<code>{variant.show(code)}</code>{beside(code, variant, texts)}")


# What the picture of a review shows.

WORDS = ("left", "yours", "perfect", "secret", "accuracy", *Verdict)
"""The keys of words on the picture."""


def review_picture(game: Reviewed, texts: Texts) -> Picture:
    """The picture of the reviewed game."""
    variant, review = game.variant, game.review
    words = {word: texts.plain(f"reviewed.{word}") for word in WORDS}
    words["exactness"] = texts.plain("review.exact" if review.exact else "review.estimated")
    words |= dict.fromkeys(("bits", "luck", "lost"), "")  # replicas of before paint figures beside them
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
        "turns": [_turn_data(turn, game, texts) for turn in review.turns],
        "perfect": path,
        "accuracy": review.accuracy,
        "luck": review.luck,
        "said": [drawn(line) for line in (_saved(review, texts), fortune_line(review.fortune, texts)) if line],
        "words": words,
    }
    return Picture("review", json.dumps(given, ensure_ascii=False))


def drawn(line: str | None) -> str:
    """A sentence as a picture has it, whose fonts lack the sign before it."""
    return str(line or "").lstrip("🍀🌧🔑🤝🎯🏆⚖️ ")


def _turn_data(turn: Turn, game: Reviewed, texts: Texts) -> dict[str, object]:
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
        "verdict": verdict_on(turn).value,
        "chance": drawn(_luck(turn, texts)),
    }
