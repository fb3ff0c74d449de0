"""The board: one tidy message a game."""

from dataclasses import dataclass

from bot.app.advice.hints import Told
from bot.app.advice.lesson import Lesson
from bot.app.advice.positions import link
from bot.app.buttons import BoardPress, MenuPress
from bot.app.links import TABLE
from bot.app.model.contest import Standings
from bot.app.model.fairness import commitment, fingerprint
from bot.app.model.table import Hint, Page, Question, Table
from bot.app.model.wish import Help
from bot.app.screen import Button, Row, Screen, button
from bot.app.screens.feedback import DEFAULT_STYLE
from bot.app.screens.keypad import keypad_rows
from bot.app.screens.name import shown_name
from bot.app.screens.solo.contest import results, sending, target_line
from bot.app.screens.solo.end import end_lines, share_text
from bot.app.screens.solo.hint import hint_lines
from bot.app.screens.solo.hint_menu import MENU, OPEN, menu_rows, note_line, note_rows
from bot.app.screens.solo.lesson import lesson_lines
from bot.app.screens.solo.question import question
from bot.app.screens.turns import latest, turn_lines
from bot.app.screens.variant import example_of, form_of
from bot.app.texts import NOTHING, Html, Texts
from bot.app.verbs import OnBoard, OnMenu
from bot.game.model import Game, Phase, Seat
from bot.game.sight import seen_by
from solver.evil import Trail

ROOM_FOR_TURNS = 3000
"""UTF-16 units of the 4096 that a message holds; when the turns need more, the earliest give way."""
ROOM_BESIDE_HINTS = 1500
"""The same where hints stand below."""
ROOM_BESIDE_RESULTS = 500
"""The same where a contest's results stand below."""
YES = {
    Question.NEW_GAME: ("button.replace", OnBoard.REPLACE),
    Question.RESIGN: ("button.give-up", OnBoard.GIVE_UP),
}
"""The button that agrees to what the board asks."""

WITH_SECRET = ("board.begin", "board.begin-word", "board.begin-group", "board.begin-group-word")
WITHOUT_SECRET = ("board.ask", "board.ask-word", "board.ask-group", "board.ask-group-word")
"""How a game begins: of symbols, of words, and the same in a group."""


@dataclass(frozen=True, slots=True)
class View:
    """How somebody looks at a board."""

    texts: Texts
    style: str = DEFAULT_STYLE
    username: str = ""
    draft: str = ""
    """What a person in a private chat has typed on the keypad."""
    note: Html = NOTHING
    """What is said once, as the board's last line."""
    has_inline: bool = True
    """Whether the bot's name may be typed in any chat."""
    standings: Standings | None = None
    """How the contest stands to which a game belongs that is over."""
    lesson: Lesson | None = None
    """What the coach says of the last guess."""
    trail: Trail | None = None
    """What the replies of an evil game have left."""
    told: Told | None = None
    """What the hints come to that have been asked for."""
    noted: str = ""
    """What a person in a private chat has noted."""


def board(table: Table, view: View) -> Screen:
    """The board as it is to be shown now."""
    game = seen_by(table.game, None)
    paragraphs = [
        _title(table, game, view),
        _turn_lines(table, game, view),
        _news(table, game, view),
        *([line] for line in _results(table, view)),
        _proof_lines(table, view),
        question(table, view.texts),
        [view.note] if view.note else [],
    ]
    return Screen(Html("\n\n".join("\n".join(lines) for lines in paragraphs if lines)), _rows(table, game, view))


def _turn_lines(table: Table, game: Game, view: View) -> list[Html]:
    lines = turn_lines(game.turns, game.variant, view.style, view.texts)
    if table.chat.is_group:
        names = (view.texts.html("{name}", name=shown_name(name)) for name in table.guessed_by)
        lines = [Html(f"{line}  {name}") for line, name in zip(lines, names, strict=True)]
    room = ROOM_FOR_TURNS if view.told is None else ROOM_BESIDE_HINTS
    return latest(lines, room if view.standings is None else ROOM_BESIDE_RESULTS)


def _news(table: Table, game: Game, view: View) -> list[Html]:
    texts = view.texts
    if game.phase is Phase.OVER:
        return end_lines(table, texts, view.trail)
    lines = [texts.counted("board.guesses", len(game.turns))]
    if not game.turns:
        lines = _beginning(table, texts)
    if view.lesson is not None:
        lines += lesson_lines(view.lesson, game.variant, texts)
    if view.told is not None:
        lines += hint_lines(view.told, game.variant, view.style, texts, table.suggestions)
    if _page(table) is Page.NOTES:
        lines += [NOTHING, texts.html("notes.how-group" if table.chat.is_group else "notes.how")]
    if noted := note_line(view.noted, game.variant):
        lines.append(noted)
    if view.draft:
        lines.append(texts.html("board.draft", draft=view.draft))
    return lines


def _beginning(table: Table, texts: Texts) -> list[Html]:
    """What is to be done, until somebody has."""
    variant = table.game.variant
    lines = [texts.html("board.evil")] if table.game.mode.told else []
    keys = WITHOUT_SECRET if table.game.mode.told else WITH_SECRET
    key = keys[2 * table.chat.is_group + bool(variant.words)]
    return [*lines, texts.html(key, example=variant.show(example_of(variant)))]


def _title(table: Table, game: Game, view: View) -> list[Html]:
    texts, variant = view.texts, table.game.variant
    kind = [texts.html(f"mode.{game.mode.name}")] if game.mode.told else []
    degree = [texts.html(f"help.{table.help.value}")] if table.help is not Help.NORMAL else []
    title = texts.html("board.title", form=Html(" · ".join((*kind, form_of(variant, texts), *degree))))
    is_on = game.phase is not Phase.OVER
    return [title, target_line(table.target, view.texts)] if table.target and is_on else [title]


def _results(table: Table, view: View) -> list[Html]:
    if view.standings is None:
        return []
    return results(view.standings, table.starter, view.style, view.texts)


def _proof_lines(table: Table, view: View) -> list[Html]:
    if table.game.mode.told:
        return []
    digest = commitment(table)
    if not table.proof:
        return [view.texts.html("board.fingerprint", fingerprint=fingerprint(table))]
    if table.game.phase is Phase.PLAYING or not table.game.secret:
        return [view.texts.html("board.proof", digest=digest)]
    secret = table.game.variant.format(table.game.secret)
    return [view.texts.html("board.proof-check", salt=table.salt, digest=digest, secret=secret)]


def _rows(table: Table, game: Game, view: View) -> tuple[Row, ...]:
    texts, turn = view.texts, len(game.turns)

    def on_board(text: str, verb: OnBoard, argument: str = "") -> Button:
        return button(texts.plain(text), BoardPress(verb, table.id, turn, argument))

    proof = () if game.mode.told else (on_board("button.proof", OnBoard.PROOF),)
    if game.phase is Phase.OVER:
        again = on_board("button.again", OnBoard.AGAIN)
        if not game.turns:
            return ((again, *proof),)
        review = on_board("button.review", OnBoard.REVIEW)
        beat = (_beat(table, view),) if table.may_be_beaten else ()
        return tuple(row for row in ((again, review), beat, _share(table, view), proof) if row)
    if table.asking is not None:
        return ((on_board(*YES[table.asking]), on_board("button.keep", OnBoard.KEEP)),)
    if (page := _page(table)) is not Page.BOARD:
        return _page_rows(page, table, view)
    hint = on_board("button.hint", OnBoard.HINT, MENU)
    notes = on_board("button.notes", OnBoard.NOTES, OPEN)
    tools = (*((hint,) if table.help is not Help.BLIND else ()), notes, on_board("button.resign", OnBoard.RESIGN))
    if game.variant.words:
        return tuple(row for row in (tools, proof) if row)
    if table.keypad:
        return tuple(row for row in (*_keypad(table, turn, view), tools, proof) if row)
    return (tools, (on_board("button.keypad", OnBoard.KEYPAD), *proof))


def _page(table: Table) -> Page:
    return (table.hint or Hint()).page


def _page_rows(page: Page, table: Table, view: View) -> tuple[Row, ...]:
    """The buttons of the hints or of the notes, which stand where the keypad stood."""
    verb, turn = OnBoard.NOTES if page is Page.NOTES else OnBoard.HINT, len(table.game.turns)

    def does(text: str, argument: str) -> Button:
        return button(text, BoardPress(verb, table.id, turn, argument))

    if page is Page.HINTS:
        address = link(view.username, table.game.variant, table.game.history_of(Seat(0)))
        return menu_rows(view.told, does, view.texts, address if turn else None)
    return note_rows(view.noted, table.game.variant, does, view.texts, marked=not table.chat.is_group)


def _keypad(table: Table, turn: int, view: View) -> tuple[Row, ...]:
    variant = table.game.variant

    def press(verb: OnBoard, argument: str = "") -> BoardPress:
        return BoardPress(verb, table.id, turn, argument)

    return keypad_rows(
        view.draft,
        variant,
        lambda symbol: press(OnBoard.DIGIT, str(variant.alphabet.index(symbol))),
        press(OnBoard.ERASE),
        press(OnBoard.SUBMIT),
        view.texts,
    )


def _beat(table: Table, view: View) -> Button:
    """To let friends break the same secret."""
    texts = view.texts
    if table.target is None:
        return button(texts.plain("button.beat"), BoardPress(OnBoard.BEAT, table.id, len(table.game.turns)))
    return sending(table.target.token, view.username, texts, has_inline=view.has_inline)


def _share(table: Table, view: View) -> Row:
    """To send the result to a chat, where the bot can be called there, and to copy it."""
    texts = view.texts
    copied = share_text(table, texts, view.username)
    if not view.has_inline:
        return (Button(texts.plain("button.share"), copies=copied),)
    share = Button(texts.plain("button.share"), shares=f"{TABLE}{table.id}")
    return (share, Button(texts.plain("button.copy"), copies=copied))


def offer(texts: Texts, note: Html) -> Screen:
    """A short line where no game is on, with a button that begins one."""
    return Screen(note, ((button(texts.plain("menu.play"), MenuPress(OnMenu.PLAY)),),))
