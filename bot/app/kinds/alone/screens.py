"""The board of a game alone: one tidy message with its buttons, while it is played and once it is over.

The board; what stands on it besides: advice, a newcomer's words, the coach's, the end, the code of a day; the buttons;
what is shared of a code of a day.
"""

from dataclasses import dataclass

from bot.app.advice import HintResult, hint_result, link
from bot.app.buttons import GamePress, OnBoard, OnContest, OnEnd, TokenPress
from bot.app.contests.model import Standings
from bot.app.contests.screens import results, sending, target_line
from bot.app.daily.model import Daily, next_code_at
from bot.app.daily.screens import HINTED, SHARE_HEAD, Day, friend_lines, next_line, streak_text, worse_lines
from bot.app.kinds.alone.model import ALL, Alone, Praise, Standing
from bot.app.links import DAILY, TABLE, link_to
from bot.app.model.game import commitment
from bot.app.model.hints import Page
from bot.app.model.modes import alone_play, playable
from bot.app.model.options import GameOptions, Help
from bot.app.review.screens import guess_html, verdict_text
from bot.app.screen import Button, Row, Screen, button, primary
from bot.app.screens.board import (
    code_html,
    example_of,
    form_of,
    latest,
    legend_lines,
    meaning_line,
    question,
    remark_lines,
    repeats_lines,
    seal,
    sealed,
    turn_lines,
)
from bot.app.screens.common import (
    LONG,
    EndButtons,
    EndPage,
    Viewer,
    duration,
    end_rows,
    shown_moment,
    sure_rows,
    with_end_last,
)
from bot.app.screens.hints import MENU, OPEN, hint_lines, menu_rows, note_line, note_rows, place_lines, why
from bot.app.screens.keypad import Keys, keypad_rows
from bot.app.screens.people import shown_name
from bot.app.screens.share import Card, rows_of, share_text, within_limit
from bot.app.texts import NOTHING, Html, Texts
from bot.app.world import Recall
from bot.game.fair_play import Opened
from bot.game.model import FeedbackFrom, Game, Phase, Termination, seen_by
from bot.game.rules import was_strict
from solver.evil import Trail, trail
from solver.feedback import History
from solver.review import Turn, last_turn
from solver.strength.figures import best_play, forced_within
from solver.tables import SMALL, candidates
from solver.variant import Variant


@dataclass(frozen=True, slots=True)
class Details:
    """What had to be thought about or read for a board, and the notes of whoever looks at it."""

    standings: Standings | None = None
    """How the contest stands to which a game belongs that is over."""
    lesson: Turn | None = None
    """What the coach says of the last guess."""
    trail: Trail | None = None
    """What the replies of an adversary have left, once the game is over."""
    hints: HintResult | None = None
    """What the hints come to that have been asked for."""
    can_know: bool = False
    """Whether somebody who learns is to be told that only one code is left."""
    noted: str = ""
    """What a person in a private chat has noted."""
    day: Day | None = None
    """What the code of a day has come to, once the game about it is over."""


PLAIN = Details()
ROOM_FOR_TURNS = 3000
"""UTF-16 units of the 4096 that a message holds; when the turns need more, the earliest give way."""
ROOM_BESIDE_HINTS = 1500
"""The same where hints stand below."""
ROOM_BESIDE_RESULTS = 500
"""The same where a contest's results stand below."""


def board(board_game: Alone, viewer: Viewer, details: Details = PLAIN) -> Screen:
    """The board as it is to be shown now."""
    game = seen_by(board_game.game, None)
    paragraphs = [
        _title(board_game, game, viewer),
        _turn_lines(board_game, game, viewer, details),
        remark_lines(viewer.note),
        meaning(board_game, viewer.texts),
        _news(board_game, game, viewer, details),
        *([line] for line in _results(board_game, viewer, details)),
        _proof_lines(board_game, viewer),
        _asking(board_game, viewer.texts),
    ]
    return Screen(
        Html("\n\n".join("\n".join(lines) for lines in paragraphs if lines)), rows(board_game, viewer, details)
    )


def _title(board_game: Alone, game: Game, viewer: Viewer) -> list[Html]:
    texts, variant = viewer.texts, board_game.game.variant
    if is_first(board_game):
        return []
    name = playable(game.mode).title
    named = [texts.html(name)] if name else []
    degree = [texts.html(f"help.{board_game.help.value}")] if board_game.help is not Help.NORMAL else []
    practice = [texts.html("board.practice")] if board_game.is_practice else []
    if board_game.daily is not None:
        return [sealed(daily_title(board_game.daily, texts), *_seals(board_game, viewer))]
    title = texts.html("board.title", form=Html(" · ".join((*named, form_of(variant, texts), *degree, *practice))))
    title = sealed(title, *_seals(board_game, viewer))
    is_on = game.phase is not Phase.OVER
    return [title, target_line(board_game.target, viewer.texts)] if board_game.target and is_on else [title]


def _seals(game: Alone, viewer: Viewer) -> tuple[Html, ...]:
    return (seal(commitment(game), viewer.username),) if game.game.mode.has_secret else ()


def _turn_lines(board_game: Alone, game: Game, viewer: Viewer, details: Details) -> list[Html]:
    lines = turn_lines(game.turns, game.variant, viewer.style, viewer.texts)
    if board_game.chat.is_group:
        names = (viewer.texts.html("{name}", name=shown_name(name)) for name in board_game.guessed_by)
        lines = [Html(f"{line}  {name}") for line, name in zip(lines, names, strict=True)]
    room = ROOM_FOR_TURNS if details.hints is None else ROOM_BESIDE_HINTS
    return latest(lines, room if details.standings is None else ROOM_BESIDE_RESULTS)


def _news(board_game: Alone, game: Game, viewer: Viewer, details: Details) -> list[Html]:
    texts = viewer.texts
    if game.phase is Phase.OVER and board_game.daily is not None:
        return end_of_day(board_game, details.day, texts)
    if game.phase is Phase.OVER:
        return end_lines(board_game, texts, details.trail)
    lines = [texts.counted("board.guesses", len(game.turns))]
    if not game.turns:
        lines = _beginning(board_game, viewer)
    if details.can_know and details.lesson is None and details.hints is None:
        lines.append(texts.html("board.can-know"))
    if details.lesson is not None:
        lines += lesson_lines(details.lesson, game.variant, texts)
    if details.hints is not None:
        lines += hint_lines(details.hints, game.variant, viewer.style, texts, board_game.suggestions)
    if board_game.page is Page.NOTES:
        lines += [NOTHING, texts.html("notes.how-group" if board_game.chat.is_group else "notes.how")]
    if noted := note_line(details.noted, game.variant):
        lines += [noted, *place_lines(details.noted, game.variant, texts, asks=board_game.page is Page.NOTES)]
    if viewer.draft:
        lines.append(texts.html("board.draft", draft=viewer.draft))
    return lines


def _beginning(game: Alone, viewer: Viewer) -> list[Html]:
    """What is to be done, until somebody has."""
    variant, texts = game.game.variant, viewer.texts
    play = alone_play(game.game.mode)
    if is_first(game):
        return first_lines(game, texts)
    lines = [texts.html(play.intro)] if play.intro else []
    lines += [texts.html("daily.begin")] * (game.daily is not None)
    if game.help is not Help.NORMAL:
        lines.append(texts.html(f"degree.{game.help.value}"))
    key = play.begin.key(variant, in_group=game.chat.is_group)
    lines.append(texts.html(key, example=variant.show(example_of(variant))))
    lines += [legend_lines(variant, texts)] * game.explains
    return [*lines, *repeats_lines(variant, viewer.style, texts)]


def _results(game: Alone, viewer: Viewer, details: Details) -> list[Html]:
    if details.standings is None:
        return []
    return results(details.standings, game.starter, viewer.style, viewer.texts)


def _proof_lines(game: Alone, viewer: Viewer) -> list[Html]:
    if not game.game.mode.has_secret or not game.proof:
        return []
    digest = commitment(game)
    if game.game.phase is Phase.PLAYING or not game.game.secret or game.daily is not None:
        return [viewer.texts.html("board.proof", digest=digest)]
    secret = game.game.variant.format(game.game.secret)
    return [viewer.texts.html("board.proof-check", salt=game.salt, digest=digest, secret=secret)]


def _asking(game: Alone, texts: Texts) -> list[Html]:
    """Whether to give up, which promises the secret only where it is shown."""
    if game.daily is not None:
        return question(game, texts, "daily.resign", at=shown_moment(game.daily.closes_at, LONG))
    return question(game, texts, "evil.resign" if _is_evil(game) else "note.resign")


# What had to be thought about or read for a board.


def details_of(
    game: Alone,
    recall: Recall,
    standings: Standings | None = None,
    noted: str = "",
    day: Day | None = None,
    position: Opened | None = None,
) -> Details:
    """What there is besides the game as it stands; without a position no advice. Raises NeedsThought."""
    if position is not None:
        variant, history = position
        coached = game.help is Help.COACHED and bool(history)
        return Details(
            can_know=game.is_learners and _is_known(variant, history),
            hints=hint_result(variant, history, game.hint, recall, strict=game.game.mode.strict),
            lesson=recall(last_turn, variant, history) if coached else None,
            noted=noted,
        )
    if game.game.phase is Phase.PLAYING:
        return Details(noted=noted)
    trail_of = recall(trail, game.game.variant, game.game.history_of(ALL)) if _is_evil(game) else None
    return Details(standings=standings, trail=trail_of, day=day)


SOME = 16
"""Every 16th is tried first: as long as many are left, two of those fit."""


def _is_known(variant: Variant, history: History) -> bool:
    """Whether only one code is left, where that is counted faster than asked of the process that thinks.

    It takes 0.2 ms at most; of a large variant only hints tell.
    """
    if not history or variant.size > SMALL or len(candidates(variant, history, every=SOME)) > 1:
        return False
    return len(candidates(variant, history)) == 1


def _is_evil(game: Alone) -> bool:
    """Whether no secret is kept at all."""
    return game.game.mode.feedback_from is FeedbackFrom.ADVERSARY


# What the board of a game alone says to a newcomer besides the game.


def is_first(game: Alone) -> bool:
    """Whether it is the board that greets a newcomer, who has not guessed yet."""
    is_plain = game.target is None and game.daily is None and game.options == GameOptions()
    return game.explains and not game.game.turns and is_plain


def first_lines(game: Alone, texts: Texts) -> list[Html]:
    """All that a newcomer needs for the first guess."""
    variant = game.game.variant
    begin = texts.html("first.begin", example=variant.show(example_of(variant)))
    return [begin, legend_lines(variant, texts)]


def meaning(game: Alone, texts: Texts) -> list[Html]:
    """What the last reply means, as one of somebody's first; nothing for those who have had some."""
    if not game.explains or game.is_over or not game.game.turns:
        return []
    last = game.game.turns[-1]
    return [meaning_line(last.guess, last.feedback, game.game.variant, texts)]


# The coach's words on a guess.


def lesson_lines(turn: Turn, variant: Variant, texts: Texts) -> list[Html]:
    """What the guess left, how good it was and why, in the words of a review."""
    left = texts.counted("coach.left", turn.after, before=texts.whole(turn.before))
    if turn.after == 1:
        left = texts.html("board.can-know")
    verdict = verdict_text(turn.verdict, texts)
    if turn.flaw is None:
        return [left, verdict]
    best = guess_html(turn.best, variant, texts)
    return [left, texts.html("coach.better", verdict=verdict, why=why(turn.flaw, variant, texts), guess=best)]


# What stands on the board of a game alone once it is over.


def end_lines(board_game: Alone, texts: Texts, trail: Trail | None = None) -> list[Html]:
    """How the game ended, in three lines at most; `trail`: of a game without a secret.

    All else stands in the review, and there, too, what perfect play needed: the same number as here.
    """
    if board_game.game.outcome is None:
        raise ValueError("the game is not over")
    result, guesses = result_line(board_game, texts), texts.counted("end.guesses", len(board_game.game.turns))
    if trail is not None:
        result = Html(f"{result} {_trail(trail, board_game, texts)}")
    if board_game.costliest is not None and board_game.costliest.perfect:
        guesses = Html(f"{guesses} ({texts.html('end.perfect', count=board_game.costliest.perfect)})")
    took = duration((board_game.ended_at or board_game.opened_at) - board_game.opened_at)
    counts = Html(" · ".join((guesses, *_hints_taken(board_game, texts), took)))
    return [result, counts, *_last_line(board_game, texts)]


def result_line(board_game: Alone, texts: Texts) -> Html:
    """Whether the code was broken, and which it was, unless that is still to be hidden."""
    game = board_game.game
    resigned = not game.has_solved(ALL)
    play = alone_play(game.mode)
    code = game.secret if game.mode.has_secret or not game.turns else game.turns[-1].guess
    secret = code_html(code or (), game.variant, texts)
    if resigned:
        return texts.html("daily.resigned" if board_game.hides_its_secret else play.resigned, secret=secret)
    if board_game.chat.is_group:
        return texts.html(play.solved_by, secret=secret, name=shown_name(board_game.guessed_by[-1]))
    return texts.html(play.solved, secret=secret)


def _trail(trail: Trail, game: Alone, texts: Texts) -> Html:
    """That every reply could be kept: what it left, and a code that fits them all."""
    path = Html(" → ".join(str(count) for count in trail.left))
    key = alone_play(game.game.mode).trail
    return texts.html(key, path=path, example=code_html(trail.example, game.game.variant, texts))


def _hints_taken(game: Alone, texts: Texts) -> list[Html]:
    return [texts.counted("end.hints", game.suggestions)] if game.suggestions else []


def _last_line(game: Alone, texts: Texts) -> list[Html]:
    """The one thing that is said besides: praise, else what cost most, else where the game stands among others."""
    found = game.costliest
    if game.praise is Praise.BEST:
        return [texts.html("end.best-yet")]
    if found is not None and not found.number:
        return [texts.html("review.flawless")] * game.game.has_solved(ALL)
    if found is not None and found.flaw is not None and _is_blamed(game):
        reason = why(found.flaw, game.game.variant, texts)
        return [texts.html("end.cost", number=found.number, why=reason)]
    return [] if game.standing is None or game.praise is Praise.FIRST else [_standing(game.standing, texts)]


def _is_blamed(game: Alone) -> bool:
    """Whether it is said what cost most: not beside praise, and not where nothing was lost."""
    if game.costliest is None or game.costliest.flaw is None or game.praise is not Praise.NONE:
        return False
    return not (game.game.has_solved(ALL) and _has_lost_nothing(game))


def _has_lost_nothing(game: Alone) -> bool:
    """Whether no play takes fewer guesses on average, so that nothing can be said against any of them."""
    turns, variant = len(game.game.turns), game.game.variant
    if _is_evil(game):
        enough = forced_within(variant)
        return enough is not None and turns <= enough
    best = best_play(variant)
    return best is not None and turns < best.mean


def _standing(standing: Standing, texts: Texts) -> Html:
    """Where it stands among games alike."""
    if standing.mean is None:
        return texts.html("end.nth", number=standing.nth)
    return texts.html("end.nth-mean", number=standing.nth, mean=texts.decimal(standing.mean, "0.0"))


# What a game about the code of a day shows besides: its title, and its end.


def daily_title(daily: Daily, texts: Texts) -> Html:
    """The title of the board."""
    return texts.html("daily.title", number=daily.number)


def end_of_day(game: Alone, day: Day | None, texts: Texts) -> list[Html]:
    """How the code of a day ended: guesses and streak, how many did worse, when the next code comes, friends.

    Whoever gave up is told when the secret opens. All figures stand behind a button.
    """
    daily = game.daily
    if daily is None:
        return []
    result = result_line(game, texts)
    if game.hides_its_secret:
        result = Html(f"{result} {texts.html('daily.opens', at=shown_moment(daily.closes_at, LONG))}")
    counts = [texts.counted("end.guesses", len(game.game.turns)), *_hints_taken(game, texts)]
    counts += [texts.html("mode.strict")] * was_strict(game.game, ALL)
    if day is not None:
        counts += streak_text(day.run, texts)
    lines = [result, Html(" · ".join(counts)), *[texts.html("end.best-yet")] * (game.praise is Praise.BEST)]
    if day is not None:
        lines += worse_lines(day, texts)
    if not is_next_there(game):
        lines.append(next_line(next_code_at(daily), texts))
    return lines if day is None else [*lines, *friend_lines(day.friends)]


def is_next_there(game: Alone) -> bool:
    """Whether the next code was there already as the game about a day ended."""
    return game.daily is not None and (game.ended_at or 0.0) >= next_code_at(game.daily)


# The buttons under the board of a game alone.


def rows(game: Alone, viewer: Viewer, details: Details) -> tuple[Row, ...]:
    """What can be done now; a clue that its reader finds bad can be reported."""
    shown = _rows(game, viewer, details)
    if game.target is None or not game.target.clue:
        return shown
    report = TokenPress(OnContest.REPORT, game.target.token)
    return (*shown, (button(viewer.texts.plain("button.report-clue"), report),))


def _rows(game: Alone, viewer: Viewer, details: Details) -> tuple[Row, ...]:
    if game.daily is not None and game.is_over:
        return _after_day(game, viewer, details.day)
    if game.game.phase is Phase.OVER:
        return _at_the_end(game, viewer)
    texts = viewer.texts
    if game.asks_to_resign:
        is_shown = game.daily is None and not _is_evil(game)
        gives_up = _on(game, texts, "button.give-up" if is_shown else "button.yes-resign", OnBoard.GIVE_UP)
        return sure_rows(gives_up, _on(game, texts, "button.keep", OnBoard.KEEP))
    if game.page is not Page.BOARD:
        return _page_rows(game, viewer, details)
    if is_first(game):
        return (*_keypad(game, viewer, details), *_first_rows(game, viewer))
    hint = () if game.no_hints else (_on(game, texts, "button.hint", OnBoard.HINT, MENU),)
    has_keys = not game.game.variant.words
    unfold = (_on(game, texts, "button.keypad", OnBoard.KEYPAD),) * (has_keys and not game.keypad)
    tools = (*hint, _on(game, texts, "button.notes", OnBoard.NOTES, OPEN), *unfold, *_proof(game, texts))
    keys = _keypad(game, viewer, details) if has_keys and game.keypad else ()
    return (*keys, *with_end_last(tools, _on(game, texts, "button.resign", OnBoard.RESIGN)))


AWAY, HERE = "menu", "back"
"""What the buttons behind ☰ say: to the menu, and back to the first board. Without a word it opens them."""


def _first_rows(game: Alone, viewer: Viewer) -> tuple[Row, ...]:
    """What a newcomer may want; the proof is behind ☰, where it is in the way of nobody."""
    texts = viewer.texts
    if viewer.page is EndPage.MAIN:
        learn = _on(game, texts, "menu.learn", OnBoard.LESSONS)
        return (
            (_on(game, texts, "button.hint", OnBoard.HINT, MENU),),
            (learn, _on(game, texts, "menu.more", OnBoard.MORE)),
        )
    menu = _on(game, texts, "after.ehome", OnBoard.MORE, AWAY)
    return ((*_proof(game, texts), menu), (_on(game, texts, "menu.back", OnBoard.MORE, HERE),))


def _at_the_end(game: Alone, viewer: Viewer) -> tuple[Row, ...]:
    texts, play, has_turns = viewer.texts, alone_play(game.game.mode), bool(game.game.turns)
    review = (_on(game, texts, "button.review", OnBoard.REVIEW),) * (has_turns and game.can_be_reviewed)
    beat = (_beat(game, viewer),) if game.may_be_beaten else ()
    share = _share(game, viewer) if game.is_worth_sharing and play.can_be_shared else ()
    buttons = EndButtons(
        again=(_on(game, texts, "button.again", OnBoard.AGAIN),),
        next=((_next(game, texts),),) if game.praise is Praise.FIRST else _retry(game, texts),
        review=review,
        proof=_proof(game, texts),
        share=(*share, *beat),
    )
    return end_rows(buttons, viewer.page, lambda verb: GamePress(verb, game.id, len(game.game.turns)), texts)


def _after_day(game: Alone, viewer: Viewer, day: Day | None) -> tuple[Row, ...]:
    """Under the code of a day: to share it, to be reminded of the next, or on to that; all figures; once more."""
    texts = viewer.texts
    share: Row = ()
    if game.is_worth_sharing:
        copied = daily_text(game, viewer, 0 if day is None else day.run.days)
        label, sent = texts.plain("button.share"), f"{TABLE}{game.id}"
        share = (primary(Button(label, shares=sent) if viewer.has_inline else Button(label, copies=copied)),)
    remind = () if day is None or day.has_reminder else (_on(game, texts, "button.remind", OnBoard.DAY, "remind"),)
    onward = (_on(game, texts, "button.daily-too", OnBoard.DAY),) if is_next_there(game) else ()
    figures = _on(game, texts, "button.day-results", OnBoard.DAY, "results")
    home = button(texts.plain("after.ehome"), GamePress(OnEnd.HOME, game.id, len(game.game.turns)))
    again = (_on(game, texts, "button.again", OnBoard.AGAIN), home)
    return tuple(row for row in (onward, (*share, *remind), (figures,), again) if row)


def _retry(game: Alone, texts: Texts) -> tuple[Row, ...]:
    """To go on from before the guess that cost most."""
    is_offered = game.can_be_retried and _is_blamed(game)
    return ((_on(game, texts, "button.retry", OnBoard.RETRY),),) if is_offered else ()


def _next(game: Alone, texts: Texts) -> Button:
    """The one suggestion after somebody's first win."""
    return button(texts.plain("after.eboth"), GamePress(OnEnd.BOTH, game.id, len(game.game.turns)))


def _on(game: Alone, texts: Texts, key: str, verb: OnBoard, argument: str = "") -> Button:
    return button(texts.plain(key), GamePress(verb, game.id, len(game.game.turns), argument))


def _proof(game: Alone, texts: Texts) -> Row:
    return (_on(game, texts, "button.proof", OnBoard.PROOF),) if game.game.mode.has_secret else ()


def _page_rows(game: Alone, viewer: Viewer, details: Details) -> tuple[Row, ...]:
    """The buttons of the hints or of the notes, which stand where the keypad stood."""
    verb, turn = OnBoard.NOTES if game.page is Page.NOTES else OnBoard.HINT, len(game.game.turns)

    def does(text: str, argument: str) -> Button:
        return button(text, GamePress(verb, game.id, turn, argument))

    if game.page is Page.HINTS:
        address = link(viewer.username, game.game.variant, game.game.history_of(ALL))
        return menu_rows(details.hints, does, viewer.texts, address if turn and game.daily is None else None)
    return note_rows(details.noted, game.game.variant, does, viewer.texts, marked=not game.chat.is_group)


def _keypad(game: Alone, viewer: Viewer, details: Details) -> tuple[Row, ...]:
    variant = game.game.variant

    def press(verb: OnBoard, argument: str = "") -> GamePress:
        return GamePress(verb, game.id, len(game.game.turns), argument)

    def key(symbol: str) -> GamePress:
        return press(OnBoard.DIGIT, str(variant.alphabet.index(symbol)))

    keys = Keys(key, press(OnBoard.ERASE), press(OnBoard.SUBMIT))
    return keypad_rows(viewer.draft, variant, keys, viewer.texts, details.noted)


def _beat(game: Alone, viewer: Viewer) -> Button:
    """To let friends break the same secret."""
    if game.target is None:
        return _on(game, viewer.texts, "button.beat", OnBoard.BEAT)
    return sending(game.target.token, viewer.username, viewer.texts, has_inline=viewer.has_inline)


def _share(game: Alone, viewer: Viewer) -> Row:
    """To send the result to a chat, where the bot can be called there, and to copy it."""
    texts = viewer.texts
    copied = share_text(game.game, texts, viewer.username, title_of(game, texts), game.suggestions)
    if not viewer.has_inline:
        return (Button(texts.plain("button.share"), copies=copied),)
    share = Button(texts.plain("button.share"), shares=f"{TABLE}{game.id}")
    return (share, Button(texts.plain("button.copy"), copies=copied))


def title_of(game: Alone, texts: Texts) -> str:
    """The name of the mode, where boards name it."""
    key = playable(game.game.mode).title
    return texts.plain(key) if key else ""


# What is shared of a game about the code of a day.


def daily_card(query: str, game: Alone, viewer: Viewer, streak: int) -> Card:
    """The card that shares it in any chat; its last line is the game's name, which leads there."""
    texts = viewer.texts
    *lines, link = _shared_lines(game, viewer, streak)
    play = Button(texts.plain("button.daily-too"), opens=link)
    named = Html(f'<a href="{link}">{texts.html("share.game")}</a>')
    text = Html("\n".join((*map(Texts.escaped, lines), named)))
    return Card(query, texts.plain("inline.result"), lines[0], Screen(text, ((play,),)))


def daily_text(game: Alone, viewer: Viewer, streak: int) -> str:
    """The result to share: its first line, a row of bulls and cows for each guess, the game's name and its link."""
    *lines, link = _shared_lines(game, viewer, streak)
    return "\n".join((*lines, f"{viewer.texts.plain('share.game')}: {link}"))


STRICT = "⚖️"
"""Marks a code of the day that was broken by guesses all of which could have been the secret."""


def _shared_lines(game: Alone, viewer: Viewer, streak: int) -> list[str]:
    daily, outcome = game.daily, game.game.outcome
    if daily is None or outcome is None:
        raise ValueError("only what the code of a day has come to is shared so")
    solved = outcome.termination is Termination.SOLVED
    guesses = str(len(game.game.turns)) if solved else "X"
    head = f"{SHARE_HEAD} #{daily.number} · {guesses}{f' {HINTED}' if game.suggestions else ''}"
    head += f" {STRICT}" * was_strict(game.game, ALL)
    head += f" 🔥{streak}" if streak > 1 else ""
    name, link = viewer.texts.plain("share.game"), link_to(viewer.username, DAILY, daily.token)
    text = within_limit([head], rows_of(game.game), [f"{name}: {link}"], viewer.texts)
    return [*text.split("\n")[:-1], link]


def invitation_card(number: int, link: str, texts: Texts) -> Card:
    """The card that invites to today's code; `link`: whose followers become friends with whoever sent it."""
    title = texts.html("daily.title", number=number)
    screen = Screen(
        Html(f"{title}\n{texts.html('daily.card')}"), ((Button(texts.plain("button.daily-go"), opens=link),),)
    )
    return Card(f"day-{number}", texts.plain("daily.title", number=number), texts.plain("daily.card"), screen)
