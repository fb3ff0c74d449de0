"""The board on which a number is guessed, by people or by the bot."""

from bot.app.buttons import MenuPress
from bot.app.kinds.number.model import Number
from bot.app.kinds.number.screens.buttons import example_of, rows
from bot.app.kinds.outcome import Look
from bot.app.screen import Screen, button
from bot.app.screens.duration import duration
from bot.app.screens.name import shown_name
from bot.app.screens.remark import remark_lines
from bot.app.screens.seal import seal, sealed
from bot.app.screens.turns import latest
from bot.app.texts import Html, Texts
from bot.app.verbs import OnMenu
from bot.game.number import masters_path
from bot.game.number_turn import Turn
from solver.interval import Relation, Remaining

ROOM_FOR_TURNS = 2200
"""UTF-16 units; when the turns need more, the earliest give way."""
MOST_SPANS = 5
"""So many stretches of numbers that are left are listed."""
GAP = "\u00a0\u00a0"


def board(game: Number, look: Look) -> Screen:
    """The board as it is to be shown now. It says nothing of the secret but what follows from the answers."""
    texts, span = look.texts, game.game.span
    title = texts.html("number.title" if game.bot_keeps else "number.title-mine", low=span.low, high=span.high)
    paragraphs = [
        [sealed(title, seal(game.commitment, look.username)) if game.bot_keeps else title],
        _turn_lines(game, texts),
        remark_lines(look.note),
        _end(game, texts) if game.game.is_over else _progress(game, look) if game.bot_keeps else _question(game, texts),
        _proof(game, texts) if game.bot_keeps else [],
        _asking(game, texts),
    ]
    html = Html("\n\n".join("\n".join(lines) for lines in paragraphs if lines))
    return Screen(html, rows(game, look.draft, texts))


def without_game(texts: Texts) -> Screen:
    """What is said to a question about a number where no game runs."""
    begin = button(texts.plain("menu.number"), MenuPress(OnMenu.NUMBER))
    return Screen(texts.html("number.none"), ((begin,),))


def turn_line(turn: Turn, texts: Texts) -> Html:
    """A question or guess with its answer, on one line: `>50 no`."""
    return texts.html("{question}\u00a0{answer}", question=turn.asked, answer=answer_word(turn, texts))


def answer_word(turn: Turn, texts: Texts) -> str:
    """The answer in a word: yes, no, higher or lower."""
    return texts.plain(f"number.{turn.said}")


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


def _progress(game: Number, look: Look) -> list[Html]:
    """How far whoever asks the bot has come."""
    state, texts = game.game, look.texts
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
    if look.draft:
        lines.append(texts.html("board.draft", draft=look.draft))
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
