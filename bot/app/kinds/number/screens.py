"""The board on which a number is guessed, by people or by the bot, and its buttons.

The board and its lines come first, then the buttons under it, with the questions that they offer.
"""

from bot.app.buttons import OnMenu, OnNumber
from bot.app.kinds.number.model import GUESS, RELATIONS, Number, data_of
from bot.app.screen import Button, Row, Screen, dotted, go, grid, page, rows, when
from bot.app.screens.board import latest, question, remark_lines, seal, sealed
from bot.app.screens.common import (
    EndButtons,
    GameButtons,
    Viewer,
    hints_taken,
    how_long,
    sure_rows,
    with_end_last,
)
from bot.app.screens.keypad import ERASE
from bot.app.screens.people import shown_name
from bot.app.stats.model import MASTER
from bot.app.texts import Html, Texts
from bot.game.number import NumberGame, Turn, masters_path
from solver.interval import Question, Relation, Remaining

ROOM_FOR_TURNS = 2200
"""UTF-16 units; when the turns need more, the earliest give way."""
MOST_SPANS = 5
"""So many stretches of numbers that are left are listed."""
GAP = "\u00a0\u00a0"


def board(game: Number, viewer: Viewer) -> Screen:
    """The board as it is to be shown now. It says nothing of the secret but what follows from the answers."""
    texts, span = viewer.texts, game.game.span
    title = texts.html("number.title" if game.bot_keeps else "number.title-mine", low=span.low, high=span.high)
    html = page(
        sealed(title, seal(game.commitment, viewer.username)) if game.bot_keeps else title,
        _turn_lines(game, texts),
        remark_lines(viewer.note),
        _end(game, texts) if game.is_over else _progress(game, viewer) if game.bot_keeps else _question(game, texts),
        _proof(game, texts) if game.bot_keeps and game.proof else None,
        question(game, texts, "number.resign" if game.bot_keeps else "number.stop"),
    )
    return Screen(html, _rows(game, viewer))


def _turn_lines(game: Number, texts: Texts) -> list[Html]:
    state = game.game
    counted, with_names = state.questions, game.chat.is_group and bool(game.asked_by)
    lines = []
    for number, turn in enumerate(state.turns, 1):
        mark = f"{number}." if number <= counted else "🎯"
        line = f"{mark} <code>{texts.html('{question}', question=turn.asked)}</code>{GAP}{answer_word(turn, texts)}"
        if with_names:
            line += f"{GAP}{texts.html('{name}', name=shown_name(game.asked_by[number - 1]))}"
        lines.append(Html(line))
    return latest(lines, ROOM_FOR_TURNS)


def _progress(game: Number, viewer: Viewer) -> list[Html]:
    """How far whoever asks the bot has come."""
    state, texts = game.game, viewer.texts
    left = state.left
    if left is None:
        raise ValueError("the bot answers truly")
    if state.turns:
        key = "number.guesses" if state.only_guesses else "number.questions"
        lines = [texts.counted(key, state.questions, needed=state.needed)]
    else:
        key = "number.begin-group" if game.chat.is_group else "number.begin"
        needed = texts.counted("number.needed", state.needed)
        lines = [Html(f"{texts.html(key, example=example_of(state))} {needed}")]
    if left.size == 1:
        lines.append(texts.html("number.only-guess" if state.only_guesses else "number.only"))
    elif state.turns:
        lines.append(texts.counted("number.left", left.size, spans=_spans(left)))
    if viewer.draft:
        lines.append(texts.html("board.draft", draft=viewer.draft))
    return lines


def _spans(left: Remaining) -> str:
    shown = [f"{span.low}…{span.high}" if span.size > 1 else str(span.low) for span in left.intervals[:MOST_SPANS]]
    return ", ".join([*shown, "…"] if len(left.intervals) > MOST_SPANS else shown)


def _question(game: Number, texts: Texts) -> list[Html]:
    """What the bot asks now, or that no number fits any more; once it is known what is wrong, the note says it."""
    state = game.game
    if game.wrong is not None:
        return []
    if state.asks is None:
        return [texts.html("number.contradicted"), texts.html("number.doubtful")]
    if state.asks.relation is Relation.EQUAL:
        return [texts.html("number.asks-whether-it-is", number=state.asks.number)]
    lines = [] if state.turns else [texts.counted("number.will-need", state.needed)]
    return [*lines, texts.html("number.asks", question=state.asks, number=state.asks.number)]


def _end(game: Number, texts: Texts) -> list[Html]:
    state = game.game
    if state.known_secret is None:
        return [texts.html("number.not-found"), _counts(game, texts)]
    if not game.bot_keeps:
        found = texts.html("number.bot-found", number=state.known_secret)
        return [found, _counts(game, texts), texts.counted("number.enough", state.needed)]
    path = dotted(*(turn_line(turn, texts) for turn in masters_path(state)))
    return [*_result(game, state.known_secret, texts), texts.html("number.path", path=path)]


def _result(game: Number, secret: int, texts: Texts) -> list[Html]:
    state, in_group = game.game, game.chat.is_group
    if state.is_resigned:
        return [texts.html("number.resigned", number=secret), _counts(game, texts)]
    found = texts.html("number.found", number=secret)
    if in_group:
        found = texts.html("number.found-by", number=secret, name=shown_name(game.asked_by[-1]))
    if state.is_mastered:
        master = "number.masters" if in_group else "number.master"
        told = [found, _counts(game, texts), texts.html("number.master-but" if game.hinted else master)]
        if game.earned:
            told.append(texts.html("number.badge", name=texts.html(f"badge.{MASTER}")))
        return told
    needed = "number.needed-guesses" if state.only_guesses else "number.needed"
    return [found, _counts(game, texts), texts.counted(needed, state.needed)]


def _counts(game: Number, texts: Texts) -> Html:
    state = game.game
    key = "end.guesses" if state.only_guesses and game.bot_keeps else "number.asked"
    return dotted(texts.counted(key, state.questions), how_long(game), hints_taken(len(game.hinted), texts))


def _proof(game: Number, texts: Texts) -> Html:
    if not game.game.is_over:
        return texts.html("number.proof", digest=game.commitment)
    return texts.html("number.proof-check", salt=game.salt, digest=game.commitment, number=game.game.secret)


def turn_line(turn: Turn, texts: Texts) -> Html:
    """A question or guess with its answer, on one line: `>50 no`."""
    return texts.html("{question}\u00a0{answer}", question=turn.asked, answer=answer_word(turn, texts))


def answer_word(turn: Turn, texts: Texts) -> str:
    """The answer in a word: yes, no, higher or lower."""
    return texts.plain(f"number.{turn.said}")


def without_game(texts: Texts) -> Screen:
    """What is said to a question about a number where no game runs."""
    return Screen(texts.html("number.none"), rows(go(texts, "menu.number", OnMenu.NUMBER)))


# The buttons under the board on which a number is guessed.


def _rows(game: Number, viewer: Viewer) -> tuple[Row, ...]:
    """What can be done now."""
    buttons = GameButtons(viewer.texts, game.id, game.step)
    if game.game.is_over:
        return _at_the_end(game, buttons)
    if game.asks_to_resign:
        gives_up = buttons.on("button.give-up" if game.bot_keeps else "button.yes-resign", OnNumber.GIVE_UP)
        is_alone = not game.bot_keeps and game.wrong is None and game.game.is_contradicted
        return sure_rows(gives_up, buttons.on("button.keep", OnNumber.KEEP), is_alone=is_alone)
    choice = None if game.game.turns else _choice(game, buttons)
    if not game.bot_keeps:
        return rows(*_answering(game, buttons), choice)
    keys = _keypad(game, viewer.draft, buttons) if game.keypad else _questions(game, buttons)
    return rows(*keys, *_tools(game, buttons), choice)


def _choice(game: Number, buttons: GameButtons) -> Row:
    """Who guesses: the one that is chosen is marked."""
    guess, keep = (buttons.texts.plain(key) for key in ("button.number-guess", "button.number-keep"))
    chosen, other = ("●", "○") if game.bot_keeps else ("○", "●")
    return (
        buttons.labelled(f"{chosen} {guess}", OnNumber.GUESSER),
        buttons.labelled(f"{other} {keep}", OnNumber.KEEPER),
    )


def _keypad(game: Number, draft: str, buttons: GameButtons) -> tuple[Row, ...]:
    def key(symbol: str, text: str = "") -> Button:
        return buttons.labelled(text or symbol, OnNumber.KEY, symbol)

    sign = when(game.game.span.low < 0, key(MINUS, "±"))
    signs = {GUESS: "🎯 "} | {name: relation.value for name, relation in RELATIONS.items()}
    sends = [buttons.labelled(f"{shown}{draft}".strip(), OnNumber.SEND, name) for name, shown in signs.items()]
    below = (sign, key("0"), buttons.labelled(ERASE, OnNumber.ERASE))
    return rows(*grid(map(key, "123456789"), IN_ROW), below, *grid(sends, IN_ROW))


MINUS = "-"
FEW = 5
"""When no more numbers are left, each has a button that names it."""
IN_ROW = 3


def _questions(game: Number, buttons: GameButtons) -> tuple[Row, ...]:
    left = game.game.left
    if left is None:
        return ()
    if left.size > FEW:
        asked = offered_questions(left)
        return rows([buttons.labelled(str(asking), OnNumber.ASK, data_of(asking)) for asking in asked])
    numbers = (number for span in left.intervals for number in range(span.low, span.high + 1))
    return grid((buttons.labelled(f"🎯 {number}", OnNumber.ASK, data_of(number)) for number in numbers), IN_ROW)


QUARTERS = (1, 3)


def offered_questions(left: Remaining) -> tuple[Question, ...]:
    """Questions to tap: one with a round number on either side of what is left. The one that halves it is not there."""
    if left.size <= FEW:
        return ()
    low, high = left.intervals[0].low, left.intervals[-1].high
    reach = (high - low) // 8
    round_ones = [_roundest(low + quarter * (high - low) // 4, reach) for quarter in QUARTERS]
    asked = [Question(Relation.GREATER, number) for number in round_ones if low <= number < high]
    by_split = {left.after(question, answer=True): question for question in asked}
    told = {kept: question for kept, question in by_split.items() if not _halves(kept, left)}
    return tuple(sorted(told.values(), key=lambda question: question.number))


def _halves(kept: Remaining, left: Remaining) -> bool:
    """Whether a question that keeps so many after a yes is as good as any."""
    return abs(2 * kept.size - left.size) <= 1


def example_of(game: NumberGame) -> int:
    """A number to guess that gives nothing away: round, and in the first quarter of the range."""
    span = game.span
    return _roundest(span.low + span.size // 4, span.size // 8)


STEPS = tuple(int(unit * 10**zeros) for zeros in range(9, -1, -1) for unit in (5, 1))
"""Round numbers are multiples of these, the earlier the rounder."""


def _roundest(point: int, reach: int) -> int:
    """The roundest number that is no further from the point than `reach`."""
    near = ((point + step // 2) // step * step for step in STEPS)
    return next(number for number in near if abs(number - point) <= reach)


def _answering(game: Number, buttons: GameButtons) -> tuple[Row, ...]:
    """Buttons for whoever answers the bot. Where they have told the secret, one corrects the first wrong answer."""
    stop, state = buttons.on("button.number-stop", OnNumber.RESIGN), game.game
    if game.wrong is not None:
        correct = buttons.on("button.number-all", OnNumber.CORRECT)
        return rows(_flip(game, game.wrong, "🔧 ", buttons), (correct, stop))
    if state.is_contradicted or game.correcting:
        doubtful, turns = state.doubtful, range(len(state.turns))
        answered = [_flip(game, at, "❓ " if at in doubtful else "", buttons) for at in turns]
        back = stop if state.is_contradicted else buttons.on("button.number-back", OnNumber.BACK)
        return rows(*answered, back)
    answers = (buttons.on("button.yes", OnNumber.YES), buttons.on("button.no", OnNumber.NO))
    amend = buttons.on("button.number-correct", OnNumber.CORRECT) if state.turns else None
    return rows(answers, (amend, stop))


def _flip(game: Number, at: int, mark: str, buttons: GameButtons) -> Button:
    """Turns an answer round."""
    turn, texts = game.game.turns[at], buttons.texts
    words = [texts.plain("number.yes" if answer else "number.no") for answer in (turn.answer, not turn.answer)]
    return buttons.labelled(f"{mark}{turn.question}: {' → '.join(words)}", OnNumber.FLIP, str(at))


def _tools(game: Number, buttons: GameButtons) -> tuple[Row, ...]:
    keypad = buttons.on("button.keypad-away" if game.keypad else "button.keypad", OnNumber.KEYPAD)
    tools = (keypad, buttons.on("button.proof", OnNumber.PROOF))
    return with_end_last(tools, buttons.on("button.resign", OnNumber.RESIGN))


def _at_the_end(game: Number, buttons: GameButtons) -> tuple[Row, ...]:
    """The same again, or the other way round."""
    again, other, key = OnNumber.KEEPER, OnNumber.GUESSER, "button.number-guess"
    if game.bot_keeps:
        again, other, key = OnNumber.GUESSER, OnNumber.KEEPER, "button.number-keep"
    proof = buttons.on("button.proof", OnNumber.PROOF) if game.bot_keeps else None
    shown = EndButtons(again=buttons.on("button.again", again), next=(buttons.on(key, other),), proof=proof)
    return buttons.at_the_end(shown)
