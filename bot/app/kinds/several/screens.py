"""The board of several codes that are broken by the same guesses, its buttons, and the review of the game."""

from itertools import zip_longest

from bot.app.buttons import OnBoard
from bot.app.kinds.several.model import Several
from bot.app.links import TABLE
from bot.app.model.modes import ASK, playable
from bot.app.review.screens import guess_html
from bot.app.screen import Button, Row, Screen, dotted, page, when
from bot.app.screens import board as boards
from bot.app.screens.board import NBSP, feedback_in, turn_line
from bot.app.screens.common import BoardButtons, EndButtons, Viewer, hints_taken, how_long, with_end_last
from bot.app.screens.hints import KEYCAP
from bot.app.screens.keypad import draft_shown
from bot.app.screens.people import shown_name
from bot.app.screens.share import BROKEN, in_figures, share_text
from bot.app.stats.screens import achieved_lines
from bot.app.texts import Html, Texts
from bot.game.model import Termination
from solver.suggest import Together, TurnTogether

FEW = 2
"""Up to so many replies on a line are written in the reader's style; more are written in figures."""
ROOM = 3000
"""UTF-16 units of the 4096 that a message holds; when the turns need more, the earliest give way."""
NOTABLE = 0.1
"""Bits by which another guess tells more that are worth a word."""


def board(game: Several, viewer: Viewer, hint: Together | None) -> Screen:
    """The board as it is to be shown now: of a secret that is not broken it tells nothing but the replies."""
    texts = viewer.texts
    form = dotted(title_of(game, texts), boards.form_of(game.game.variant, texts))
    title = boards.sealed(texts.html("board.title", form=form), boards.seal(game.commitment, viewer.username))
    html = page(
        [title],
        boards.latest(_turn_lines(game, viewer), ROOM),
        boards.remark_lines(viewer.note),
        _end_lines(game, texts) if game.is_over else [*_news(game, viewer), *_hint_lines(game, hint, texts)],
        when(game.proof, _proof(game, texts)),
        boards.question(game, texts),
    )
    return Screen(html, _rows(game, viewer))


def title_of(game: Several, texts: Texts) -> Html:
    """The name of its mode."""
    return texts.html(playable(game.game.mode).title)


def _turn_lines(game: Several, viewer: Viewer) -> list[Html]:
    """A line for each guess, with its reply for each code."""
    variant, lines, style = game.game.variant, [], boards.narrow_style(viewer.style)
    for number, told in enumerate(zip_longest(*game.game.histories), 1):
        cells = [in_figures(turn) for turn in told]
        if len(cells) > FEW:
            shown = f"<code>{'|'.join(cell.center(3) for cell in cells)}</code>"
        else:
            written = (feedback_in(style, turn[1], viewer.texts) if turn else "" for turn in told)
            shown = " | ".join(one if "·" in cell else cell for cell, one in zip(cells, written, strict=True))
        guess = game.game.turns[number - 1].guess
        shown += boards.beside(guess, variant, viewer.texts)
        shown += f"  {shown_name(game.guessed_by[number - 1])}" if game.chat.is_group else ""
        aligned = DIGIT_SPACE if number < TWO_DIGITS <= len(game.game.turns) else ""
        lines.append(Html(f"{aligned}{turn_line(number, variant.show(guess), Html(shown))}"))
    return lines


DIGIT_SPACE = "\u2007"
"""As wide as a digit."""
TWO_DIGITS = 10


def _news(game: Several, viewer: Viewer) -> list[Html | None]:
    texts, variant, codes = viewer.texts, game.game.variant, game.game.mode.codes
    draft = draft_shown(viewer.draft, variant, texts)
    if not game.game.turns:
        example = variant.show(boards.example_of(variant))
        ask = texts.html(ASK.key(variant, in_group=game.chat.is_group), example=example)
        figures = texts.html("several.figures", reply=feedback_in("words", boards.EXAMPLE, texts))
        return [texts.html("several.begin", count=codes), when(codes > FEW, figures), ask, draft]
    found = texts.html("several.found", found=codes - len(game.open), count=codes)
    return [dotted(texts.counted("board.guesses", len(game.game.turns)), found), draft]


def _hint_lines(game: Several, hint: Together | None, texts: Texts) -> list[Html]:
    """How many codes remain for each, and a good guess."""
    if hint is None:
        return []
    left = dict(zip(game.open, map(texts.whole, hint.candidates), strict=True))
    counts = dotted(*(Html(f"{at + 1}{KEYCAP}{NBSP}{left.get(at, BROKEN)}") for at in range(game.game.mode.codes)))
    key, guess = "board.hint-certain" if 1 in hint.candidates else "board.hint-guess", hint.guess
    advice = texts.html(key, guess=guess_html(guess, game.game.variant, texts), **sums(hint, texts))
    return [texts.html("several.left", left=counts, count=sums(hint, texts)["count"]), advice]


def sums(told: Together, texts: Texts) -> dict[str, str]:
    """The candidates of all codes together: how many there are, and how many the guess leaves, usually and at worst."""
    left = max(len(told.candidates), round(told.expected))
    sizes = {"count": sum(told.candidates), "left": left, "worst": told.worst}
    return {name: texts.whole(size) for name, size in sizes.items()}


def _proof(game: Several, texts: Texts) -> Html:
    told = {"secret": game.written_secrets, "salt": game.salt} if game.is_over else {}
    return texts.html("board.proof-check" if game.is_over else "board.proof", digest=game.commitment, **told)


def _end_lines(game: Several, texts: Texts) -> list[Html]:
    """All the codes, guesses, hints and time, and what that has achieved."""
    outcome, variant = game.game.outcome, game.game.variant
    secrets = Html(", ".join(guess_html(secret or (), variant, texts) for secret in game.game.secrets))
    is_solved = outcome is not None and outcome.termination is Termination.SOLVED
    counts = dotted(
        texts.counted("end.guesses", len(game.game.turns)), hints_taken(game.suggestions, texts), how_long(game)
    )
    result = texts.html("several.solved" if is_solved else "several.resigned", secrets=secrets)
    return [result, counts, *achieved_lines(game.earned, texts)]


def _rows(game: Several, viewer: Viewer) -> tuple[Row, ...]:
    turn = len(game.game.turns)
    buttons = BoardButtons(viewer.texts, game.id, turn)
    if game.is_over:
        review = when(turn, buttons.on("button.review", OnBoard.REVIEW))
        shown = EndButtons(again=buttons.again, review=review, proof=buttons.proof, share=_share(game, viewer))
        return buttons.at_the_end(shown, viewer.page)
    if game.asks_to_resign:
        return buttons.sure()
    hint = None if game.advised else buttons.on("button.hint", OnBoard.HINT)
    keys, unfold = buttons.keypad_of(game, viewer.draft)
    return (*keys, *with_end_last((hint, unfold, buttons.proof), buttons.resign))


def _share(game: Several, viewer: Viewer) -> list[Button | None]:
    if not game.is_worth_sharing:
        return []
    texts, title = viewer.texts, str(title_of(game, viewer.texts))
    copied = share_text(game.game, texts, viewer.username, title, game.suggestions)
    share = Button(texts.plain("button.share"), shares=f"{TABLE}{game.id}")
    return [when(viewer.has_inline, share), Button(texts.plain("button.copy"), copies=copied)]


def review(game: Several, turns: tuple[TurnTogether, ...], viewer: Viewer) -> Screen:
    """For each guess the candidates of each code before and after it, and, if it broke none, what would tell more."""
    texts, variant, lines = viewer.texts, game.game.variant, []
    for number, ((made, best, after), told) in enumerate(
        zip(turns, zip_longest(*game.game.histories), strict=False), 1
    ):
        cells = [(at, in_figures(turn)) for at, turn in enumerate(told) if turn]
        counts = zip(cells, made.candidates, after, strict=True)
        shown = (
            Html(f"{at + 1}{KEYCAP}{NBSP}{before}→{cell if cell == BROKEN else left}")
            for (at, cell), before, left in counts
        )
        line = turn_line(number, variant.show(made.guess), dotted(*shown))
        if best.bits - made.bits >= NOTABLE and all(cell != BROKEN for _, cell in cells):
            bits = {"best": texts.decimal(best.bits, "0.0"), "made": texts.decimal(made.bits, "0.0")}
            better = texts.html("several.better", guess=guess_html(best.guess, variant, texts), **bits)
            line = Html(f"{line}\n{better}")
        lines.append(line)
    title = texts.html("review.title", variant=dotted(title_of(game, texts), boards.variant_name(variant, texts)))
    return Screen(page(title, *boards.latest(lines, ROOM), texts.html("several.review-how")))
