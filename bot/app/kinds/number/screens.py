"""The board on which a number is guessed, by people or by the bot, and its buttons.

The board and its lines come first, then the buttons under it, with the questions that they offer.
"""

from bot.app.buttons import GamePress, MenuPress, OnMenu, OnNumber
from bot.app.kinds.number.model import GUESS, RELATIONS, Number, data_of
from bot.app.screen import Button, Row, Screen, button
from bot.app.screens.board import latest, remark_lines, seal, sealed
from bot.app.screens.common import EndButtons, EndPage, Viewer, duration, end_rows, sure_rows, with_end_last
from bot.app.screens.keypad import ERASE
from bot.app.screens.people import shown_name
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
    paragraphs = [
        [sealed(title, seal(game.commitment, viewer.username)) if game.bot_keeps else title],
        _turn_lines(game, texts),
        remark_lines(viewer.note),
        _end(game, texts)
        if game.game.is_over
        else _progress(game, viewer)
        if game.bot_keeps
        else _question(game, texts),
        _proof(game, texts) if game.bot_keeps else [],
        _asking(game, texts),
    ]
    html = Html("\n\n".join("\n".join(lines) for lines in paragraphs if lines))
    return Screen(html, rows(game, viewer.draft, texts))


def _turn_lines(game: Number, texts: Texts) -> list[Html]:
    state = game.game
    counted, with_names = state.questions, game.chat.is_group and bool(game.asked_by)
    lines = []
    for number, turn in enumerate(state.turns, 1):
        mark = f"{number}." if number <= counted else "🎯"
        line = f"{mark} <code>{texts.html('{question}', question=turn.asked)}</code>{GAP}"
        line += answer_word(turn, texts)
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
    path = Html(" · ".join(turn_line(turn, texts) for turn in masters_path(state)))
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
        return [found, _counts(game, texts), texts.html("number.master-but" if game.hinted else master)]
    needed = "number.needed-guesses" if state.only_guesses else "number.needed"
    return [found, _counts(game, texts), texts.counted(needed, state.needed)]


def _counts(game: Number, texts: Texts) -> Html:
    took = duration((game.ended_at or game.opened_at) - game.opened_at)
    state = game.game
    key = "end.guesses" if state.only_guesses and game.bot_keeps else "number.asked"
    counts = [texts.counted(key, state.questions), took]
    if game.hinted:
        counts.append(texts.counted("end.hints", len(game.hinted)))
    return Html(" · ".join(counts))


def _proof(game: Number, texts: Texts) -> list[Html]:
    if not game.proof:
        return []
    digest = game.commitment
    if not game.game.is_over:
        return [texts.html("number.proof", digest=digest)]
    return [texts.html("number.proof-check", salt=game.salt, digest=digest, number=game.game.secret)]


def _asking(game: Number, texts: Texts) -> list[Html]:
    """What the board asks, in a line, as long as the buttons stand there that answer it; else nothing."""
    if not game.asks_to_resign or game.game.is_over:
        return []
    return [texts.html("number.resign" if game.bot_keeps else "number.stop")]


def turn_line(turn: Turn, texts: Texts) -> Html:
    """A question or guess with its answer, on one line: `>50 no`."""
    return texts.html("{question}\u00a0{answer}", question=turn.asked, answer=answer_word(turn, texts))


def answer_word(turn: Turn, texts: Texts) -> str:
    """The answer in a word: yes, no, higher or lower."""
    return texts.plain(f"number.{turn.said}")


def without_game(texts: Texts) -> Screen:
    """What is said to a question about a number where no game runs."""
    begin = button(texts.plain("menu.number"), MenuPress(OnMenu.NUMBER))
    return Screen(texts.html("number.none"), ((begin,),))


# The buttons under the board on which a number is guessed.


def rows(game: Number, draft: str, texts: Texts) -> tuple[Row, ...]:
    """What can be done now."""
    if game.game.is_over:
        return _at_the_end(game, texts)
    if game.asks_to_resign:
        key = "button.give-up" if game.bot_keeps else "button.yes-resign"
        gives_up = _on(game, texts, key, OnNumber.GIVE_UP)
        is_alone = not game.bot_keeps and game.wrong is None and game.game.is_contradicted
        return sure_rows(gives_up, _on(game, texts, "button.keep", OnNumber.KEEP), is_alone=is_alone)
    choice = () if game.game.turns else (_choice(game, texts),)
    if not game.bot_keeps:
        return (*_answering(game, texts), *choice)
    keys = _keypad(game, draft) if game.keypad else ()
    return (*keys, *([] if game.keypad else _questions(game)), *_tools(game, texts), *choice)


def _choice(game: Number, texts: Texts) -> Row:
    """Who guesses: the one that is chosen is marked."""
    bot_keeps = game.bot_keeps
    ways = (
        ("button.number-guess", OnNumber.GUESSER, bot_keeps),
        ("button.number-keep", OnNumber.KEEPER, not bot_keeps),
    )
    return tuple(
        button(f"{'●' if chosen else '○'} {texts.plain(key)}", GamePress(verb, game.id, game.step))
        for key, verb, chosen in ways
    )


def _keypad(game: Number, draft: str) -> tuple[Row, ...]:
    def key(symbol: str, text: str = "") -> Button:
        return button(text or symbol, GamePress(OnNumber.KEY, game.id, game.step, symbol))

    digits = tuple(tuple(key(symbol) for symbol in row) for row in ("123", "456", "789"))
    sign = (key(MINUS, "±"),) if game.game.span.low < 0 else ()
    erase = button(ERASE, GamePress(OnNumber.ERASE, game.id, game.step))
    signs = {GUESS: "🎯 "} | {name: relation.value for name, relation in RELATIONS.items()}
    sends = tuple(
        button(f"{sign}{draft}".strip(), GamePress(OnNumber.SEND, game.id, game.step, name))
        for name, sign in signs.items()
    )
    return (*digits, (*sign, key("0"), erase), sends[:3], sends[3:])


MINUS = "-"
FEW = 5
"""When no more numbers are left, each has a button that names it."""
IN_ROW = 3


def _questions(game: Number) -> tuple[Row, ...]:
    left = game.game.left
    if left is None:
        return ()
    if left.size > FEW:
        asked = tuple(_asks(game, question, str(question)) for question in offered_questions(left))
        return (asked,) if asked else ()
    numbers = (number for span in left.intervals for number in range(span.low, span.high + 1))
    named = tuple(_asks(game, number, f"🎯 {number}") for number in numbers)
    return tuple(named[at : at + IN_ROW] for at in range(0, len(named), IN_ROW))


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


def _asks(game: Number, asking: Question | int, text: str) -> Button:
    return button(text, GamePress(OnNumber.ASK, game.id, game.step, data_of(asking)))


def _answering(game: Number, texts: Texts) -> tuple[Row, ...]:
    """Buttons for whoever answers the bot. Where they have told the secret, one corrects the first wrong answer."""
    stop = _on(game, texts, "button.number-stop", OnNumber.RESIGN)
    state = game.game
    if game.wrong is not None:
        return (
            (_flip(game, game.wrong, texts, "🔧 "),),
            (_on(game, texts, "button.number-all", OnNumber.CORRECT), stop),
        )
    if state.is_contradicted or game.correcting:
        doubtful = state.doubtful
        answered = tuple((_flip(game, at, texts, "❓ " if at in doubtful else ""),) for at in range(len(state.turns)))
        if state.is_contradicted:
            return (*answered, (stop,))
        return (*answered, (_on(game, texts, "button.number-back", OnNumber.BACK),))
    answers = (_on(game, texts, "button.yes", OnNumber.YES), _on(game, texts, "button.no", OnNumber.NO))
    correct = (_on(game, texts, "button.number-correct", OnNumber.CORRECT),) if state.turns else ()
    return (answers, (*correct, stop))


def _flip(game: Number, at: int, texts: Texts, mark: str) -> Button:
    """Turns an answer round."""
    turn = game.game.turns[at]
    words = [texts.plain("number.yes" if answer else "number.no") for answer in (turn.answer, not turn.answer)]
    text = f"{mark}{turn.question}: {' → '.join(words)}"
    return button(text, GamePress(OnNumber.FLIP, game.id, game.step, str(at)))


def _tools(game: Number, texts: Texts) -> tuple[Row, ...]:
    keypad = _on(game, texts, "button.keypad-away" if game.keypad else "button.keypad", OnNumber.KEYPAD)
    resign = _on(game, texts, "button.resign", OnNumber.RESIGN)
    return with_end_last((keypad, _on(game, texts, "button.proof", OnNumber.PROOF)), resign)


def _at_the_end(game: Number, texts: Texts) -> tuple[Row, ...]:
    if game.bot_keeps:
        buttons = EndButtons(
            again=(_on(game, texts, "button.again", OnNumber.GUESSER),),
            next=((_on(game, texts, "button.number-keep", OnNumber.KEEPER),),),
            proof=(_on(game, texts, "button.proof", OnNumber.PROOF),),
        )
    else:
        buttons = EndButtons(
            again=(_on(game, texts, "button.again", OnNumber.KEEPER),),
            next=((_on(game, texts, "button.number-guess", OnNumber.GUESSER),),),
        )
    return end_rows(buttons, EndPage.MAIN, lambda verb: GamePress(verb, game.id, game.step), texts)


def _on(game: Number, texts: Texts, text: str, verb: OnNumber) -> Button:
    return button(texts.plain(text), GamePress(verb, game.id, game.step))
