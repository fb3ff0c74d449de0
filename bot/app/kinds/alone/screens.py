"""The board of a game alone: one tidy message with its buttons, while it is played and once it is over.

The board; what stands on it besides: advice, a newcomer's words, the coach's, the end, the code of a day; the buttons;
what is shared of a code of a day.
"""

from dataclasses import dataclass, replace

from bot.app.advice import HintResult, hint_result, hint_turned_to, link
from bot.app.buttons import OnBoard, OnContest, OnEnd, TokenPress, button_data
from bot.app.contests.model import Standings
from bot.app.contests.screens import results, sending, target_line, to_other_end
from bot.app.daily.model import Try, next_code_at
from bot.app.daily.screens import (
    STAR,
    Day,
    friend_lines,
    next_line,
    share_head,
    stake_line,
    stars_shown,
    streak_text,
    worse_lines,
)
from bot.app.kinds.alone.model import ALL, Alone, PersonalAverage, Praise
from bot.app.links import DAILY, TABLE, link_to
from bot.app.miniapp.screens import Tiles
from bot.app.model.game import commitment
from bot.app.model.hints import BoardPage
from bot.app.model.modes import alone_play, playable
from bot.app.model.options import GameOptions, Help
from bot.app.review.screens import guess_html, verdict_text
from bot.app.screen import Button, Row, Screen, button, dotted, lines, page, primary, rows, when
from bot.app.screens.board import (
    code_html,
    example_of,
    form_of,
    latest,
    legend_lines,
    meaning_line,
    proof_line,
    question,
    remark_lines,
    repeats_lines,
    seal,
    sealed,
    turn_lines,
)
from bot.app.screens.common import (
    LONG,
    BoardButtons,
    EndButtons,
    EndPage,
    Viewer,
    hints_taken,
    how_long,
    shown_moment,
    with_end_last,
)
from bot.app.screens.hints import MENU, OPEN, hint_lines, menu_rows, note_rows, noted_lines, why
from bot.app.screens.people import shown_name
from bot.app.screens.share import Card, rows_of, share_text, within_limit
from bot.app.stats.screens import achieved_lines
from bot.app.texts import NOTHING, Html, Texts
from bot.app.world import Recall
from bot.game.daily import STARS, stars_of
from bot.game.fair_play import Opened
from bot.game.model import FeedbackFrom, Game, Phase, seen_by
from bot.game.rules import was_strict
from solver.evaluate import Trail, trail
from solver.feedback import SMALL, History, candidates
from solver.review import Turn, last_turn
from solver.strength import best_play, forced_within
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
    turns = _turn_lines(board_game, game, viewer, details)
    said = _said(board_game, game, viewer, details)
    return Screen(page(_title(board_game, game, viewer), turns, *said), _rows(board_game, viewer, details))


def tiles(board_game: Alone, viewer: Viewer, details: Details = PLAIN) -> Tiles:
    """The same for the Mini App's page, where the turns are tiles, whose keys are held to note something."""
    if board_game.page is BoardPage.NOTES:
        board_game = replace(board_game, hint=hint_turned_to(BoardPage.BOARD, board_game.hint))
    game, buttons = (
        seen_by(board_game.game, None),
        BoardButtons(viewer.texts, board_game.id, len(board_game.game.turns)),
    )
    earns, is_over = board_game.can_earn(viewer.now), board_game.is_over
    used = range(board_game.suggestions + 1, max(STARS) + 1) if earns else ()
    return Tiles(
        title=page(_title(board_game, game, viewer)),
        below=page(*_said(board_game, game, viewer, details, is_typed=False)),
        rows=_rows(board_game, viewer, details),
        variant=game.variant,
        turns=game.turns,
        noted=details.noted,
        stakes=tuple(STAR * stars_of(each) for each in used),
        is_over=is_over,
        is_solved=game.has_solved(ALL),
        guess="" if is_over else button_data(buttons.press(OnBoard.SUBMIT)),
        note="" if is_over else button_data(buttons.press(OnBoard.NOTES)),
    )


def _said(
    board_game: Alone, game: Game, viewer: Viewer, details: Details, *, is_typed: bool = True
) -> list[Html | list[Html] | None]:
    """What the board says below the turns, by paragraphs. `is_typed`: whether it says how a guess is typed."""
    stands = details.standings
    return [
        remark_lines(viewer.note),
        meaning(board_game, viewer.texts),
        _news(board_game, game, viewer, details, is_typed=is_typed),
        *([] if stands is None else results(stands, board_game.starter, viewer.style, viewer.texts, on_own_board=True)),
        _proof_line(board_game, viewer.texts),
        _asking(board_game, viewer.texts),
    ]


def _title(board_game: Alone, game: Game, viewer: Viewer) -> list[Html]:
    texts, variant, help_ = viewer.texts, board_game.game.variant, board_game.help
    if is_first(board_game):
        return []
    if board_game.daily is not None:
        title = texts.html("daily.title", number=board_game.daily.number)
    else:
        form = dotted(
            Html(title_of(board_game, texts)),
            form_of(variant, texts),
            None if help_ is Help.NORMAL else texts.html(f"help.{help_.value}"),
            texts.html("board.practice") if board_game.is_practice else None,
        )
        title = texts.html("board.title", form=form)
    if game.mode.has_secret:
        title = sealed(title, seal(commitment(board_game), viewer.username))
    if board_game.target is None or game.phase is Phase.OVER:
        return [title]
    return [title, target_line(board_game.target, texts)]


def _turn_lines(board_game: Alone, game: Game, viewer: Viewer, details: Details) -> list[Html]:
    names = map(shown_name, board_game.guessed_by) if board_game.chat.is_group else None
    lines = turn_lines(game.turns, game.variant, viewer.style, viewer.texts, names)
    room = ROOM_FOR_TURNS if details.hints is None else ROOM_BESIDE_HINTS
    return latest(lines, room if details.standings is None else ROOM_BESIDE_RESULTS)


def _news(board_game: Alone, game: Game, viewer: Viewer, details: Details, *, is_typed: bool) -> list[Html]:
    texts = viewer.texts
    if game.phase is Phase.OVER and board_game.daily is not None:
        return end_of_day(board_game, details.day, texts)
    if game.phase is Phase.OVER:
        return end_lines(board_game, texts, details.trail)
    taken = None if board_game.daily is None else hints_taken(board_game.suggestions, texts)
    counted = dotted(texts.counted("board.guesses", len(game.turns)), taken)
    lines = [counted] if game.turns else _beginning(board_game, viewer, is_typed=is_typed)
    used = len(game.turns) + board_game.suggestions
    if used and board_game.can_earn(viewer.now):
        lines.append(stake_line(used, texts))
    if details.can_know and details.lesson is None and details.hints is None:
        lines.append(texts.html("board.can-know"))
    if details.lesson is not None:
        lines += lesson_lines(details.lesson, game.variant, texts)
    if details.hints is not None:
        lines += hint_lines(details.hints, game.variant, viewer.style, texts, board_game.suggestions)
    if board_game.page is BoardPage.NOTES:
        lines += [NOTHING, texts.html("notes.how-group" if board_game.chat.is_group else "notes.how")]
    lines += noted_lines(details.noted, game.variant, texts, asks=board_game.page is BoardPage.NOTES)
    if viewer.draft:
        lines.append(texts.html("board.draft", draft=viewer.draft))
    return lines


def _beginning(game: Alone, viewer: Viewer, *, is_typed: bool) -> list[Html]:
    """What is to be done, until somebody has."""
    variant, texts, most = game.game.variant, viewer.texts, [*STARS]
    play, key = alone_play(game.game.mode), f"degree.{game.help.value}"
    example = variant.show(example_of(variant))
    if is_first(game):
        return [texts.html("first.begin", example=example), legend_lines(variant, texts)]
    how = play.begin.key(variant, in_group=game.chat.is_group)
    found = (
        texts.html(play.intro) if play.intro else None,
        when(game.can_earn(viewer.now), texts.html("daily.begin", three=most[0], two=most[1], one=most[2])),
        None if game.help is Help.NORMAL else texts.html(key),
        when(is_typed, texts.html(how, example=example)),
        when(game.explains, legend_lines(variant, texts)),
        *repeats_lines(variant, viewer.style, texts),
    )
    return [line for line in found if line is not None]


def _proof_line(game: Alone, texts: Texts) -> Html | None:
    if not game.game.mode.has_secret or not game.proof:
        return None
    told = game.game.secret if game.game.phase is Phase.OVER and game.daily is None else None
    return proof_line(commitment(game), texts, game.game.variant.format(told) if told else None, game.salt)


def _asking(game: Alone, texts: Texts) -> Html | None:
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
    verdict = verdict_text(turn, texts)
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
    counts = dotted(guesses, hints_taken(board_game.suggestions, texts), how_long(board_game))
    return [result, counts, *_last_line(board_game, texts), *achieved_lines(board_game.earned, texts)]


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


def _last_line(game: Alone, texts: Texts) -> list[Html]:
    """The one thing that is said besides: praise, else what cost most, else where the game stands among others."""
    found = game.costliest
    if game.praise is Praise.BEST:
        return [texts.html("end.best-yet")]
    if found is not None and not found.number:
        return [texts.html("review.flawless")] if game.game.has_solved(ALL) else []
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


def _standing(standing: PersonalAverage, texts: Texts) -> Html:
    """Where it stands among games alike."""
    if standing.mean is None:
        return texts.html("end.nth", number=standing.nth)
    return texts.html("end.nth-mean", number=standing.nth, mean=texts.decimal(standing.mean, "0.0"))


# How a game about the code of a day ends.


def end_of_day(game: Alone, day: Day | None, texts: Texts) -> list[Html]:
    """How the code of a day ended: stars, guesses and streak, how many did worse, when the next code comes, friends.

    Whoever gave up is told when the secret opens. All figures stand behind a button.
    """
    daily = game.daily
    if daily is None:
        return []
    result = result_line(game, texts)
    if day is not None and day.mine.counts and day.mine.solved:
        result = Html(f"{stars_shown(day.mine)} {result}")
    if game.hides_its_secret:
        result = Html(f"{result} {texts.html('daily.opens', at=shown_moment(daily.closes_at, LONG))}")
    counts = dotted(
        texts.counted("end.guesses", len(game.game.turns)),
        hints_taken(game.suggestions, texts),
        when(was_strict(game.game, ALL), texts.html("end.strict")),
        *([] if day is None else streak_text(day.run, texts)),
    )
    best = texts.html("end.best-yet")
    lines = [result, counts, best] if game.praise is Praise.BEST else [result, counts]
    if day is not None:
        lines += worse_lines(day, texts)
    if not is_next_there(game):
        lines.append(next_line(next_code_at(daily), texts))
    lines += achieved_lines(game.earned, texts)
    return lines if day is None else [*lines, *friend_lines(day.friends)]


def is_next_there(game: Alone) -> bool:
    """Whether the next code was there already as the game about a day ended."""
    return game.daily is not None and (game.ended_at or 0.0) >= next_code_at(game.daily)


# The buttons under the board of a game alone.


def _rows(game: Alone, viewer: Viewer, details: Details) -> tuple[Row, ...]:
    """What can be done now; a clue that its reader finds bad can be reported."""
    buttons = BoardButtons(viewer.texts, game.id, len(game.game.turns))
    shown = _rows_of_game(game, viewer, details, buttons)
    if game.target is None or not game.target.clue:
        return shown
    report = TokenPress(OnContest.REPORT, game.target.token)
    return (*shown, (button(viewer.texts.plain("button.report-clue"), report),))


def _rows_of_game(game: Alone, viewer: Viewer, details: Details, buttons: BoardButtons) -> tuple[Row, ...]:
    if game.is_over and game.daily is not None:
        return _after_day(game, viewer, details.day, buttons)
    if game.game.phase is Phase.OVER:
        return _at_the_end(game, viewer, details.standings, buttons)
    if game.asks_to_resign:
        is_shown = game.daily is None and not _is_evil(game)
        return buttons.sure("button.give-up" if is_shown else "button.yes-resign")
    if game.page is not BoardPage.BOARD:
        return _page_rows(game, viewer, details, buttons)
    label = "button.hint-costs" if game.can_earn(viewer.now) else "button.hint"
    hint = None if game.no_hints else buttons.on(label, OnBoard.HINT, MENU)
    keys, unfold = buttons.keypad_of(game, viewer.draft, details.noted)
    if is_first(game):
        return (*keys, *_first_rows(game, viewer, buttons))
    tools = hint, buttons.on("button.notes", OnBoard.NOTES, OPEN), unfold, _proof(game, buttons)
    return (*keys, *rows(_to_page(game, viewer)), *with_end_last(tools, buttons.resign))


def _to_page(game: Alone, viewer: Viewer) -> Button | None:
    """To play on the Mini App's page, which opens in private chats alone."""
    if not viewer.app_url or game.chat.is_group:
        return None
    return Button(viewer.texts.plain("button.open-board"), app=f"{viewer.app_url}?game={game.id}")


AWAY, HERE = "menu", "back"
"""What the buttons behind ☰ say: to the menu, and back to the first board. Without a word it opens them."""


def _first_rows(game: Alone, viewer: Viewer, buttons: BoardButtons) -> tuple[Row, ...]:
    """What a newcomer may want; the proof is behind ☰, where it is in the way of nobody."""
    if viewer.page is EndPage.MAIN:
        learn, more = buttons.on("menu.learn", OnBoard.LESSONS), buttons.on("menu.more", OnBoard.MORE)
        return rows(_to_page(game, viewer), buttons.on("button.hint", OnBoard.HINT, MENU), (learn, more))
    menu = buttons.on("after.ehome", OnBoard.MORE, AWAY)
    return rows((_proof(game, buttons), menu), buttons.on("menu.back", OnBoard.MORE, HERE))


def _at_the_end(game: Alone, viewer: Viewer, stands: Standings | None, buttons: BoardButtons) -> tuple[Row, ...]:
    can_be_reviewed = game.game.turns and game.can_be_reviewed
    can_be_shared = game.is_worth_sharing and alone_play(game.game.mode).can_be_shared
    share = _share(game, viewer) if can_be_shared else ()
    first, suggested = () if stands is None else to_other_end(stands, game.starter, viewer.texts), None
    if game.praise is Praise.FIRST and not first:  # whoever came by a friend's code goes on with the friend
        suggested = buttons.on("after.eboth", OnEnd.BOTH)
    elif game.can_be_retried and _is_blamed(game):
        suggested = buttons.on("button.retry", OnBoard.RETRY)
    shown = EndButtons(
        first=first,
        again=buttons.again,
        next=(suggested,),
        review=when(can_be_reviewed, buttons.on("button.review", OnBoard.REVIEW)),
        proof=_proof(game, buttons),
        share=(*share, _beat(game, viewer, buttons)),
    )
    return buttons.at_the_end(shown, viewer.page)


def _after_day(game: Alone, viewer: Viewer, day: Day | None, buttons: BoardButtons) -> tuple[Row, ...]:
    """Under the code of a day: to share it, to be reminded of the next, or on to that; all figures; once more."""
    share, reminds = None, day is not None and day.reminder is None
    if game.is_worth_sharing:
        copied = daily_text(game, viewer, day)
        label, sent = viewer.texts.plain("button.share"), f"{TABLE}{game.id}"
        share = primary(Button(label, shares=sent) if viewer.has_inline else Button(label, copies=copied))
    return rows(
        buttons.on("button.daily-too", OnBoard.DAY) if is_next_there(game) else None,
        (share, buttons.on("button.remind", OnBoard.DAY, "remind") if reminds else None),
        buttons.on("button.day-results", OnBoard.DAY, "results"),
        (buttons.again, buttons.on("after.ehome", OnEnd.HOME)),
    )


def _proof(game: Alone, buttons: BoardButtons) -> Button | None:
    return buttons.proof if game.game.mode.has_secret else None


def _page_rows(game: Alone, viewer: Viewer, details: Details, buttons: BoardButtons) -> tuple[Row, ...]:
    """The buttons of the hints or of the notes, which stand where the keypad stood."""
    if game.page is BoardPage.NOTES:
        does = buttons.saying(OnBoard.NOTES)
        return note_rows(details.noted, game.game.variant, does, viewer.texts, marked=not game.chat.is_group)
    may_be_asked = game.game.turns and game.daily is None
    address = link(viewer.username, game.game.variant, game.game.history_of(ALL)) if may_be_asked else None
    return menu_rows(details.hints, buttons.saying(OnBoard.HINT), viewer.texts, address)


def _beat(game: Alone, viewer: Viewer, buttons: BoardButtons) -> Button | None:
    """To let friends break the same secret."""
    if not game.may_be_beaten:
        return None
    if game.target is None:
        return buttons.on("button.beat", OnBoard.BEAT)
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


def daily_card(query: str, game: Alone, viewer: Viewer, day: Day | None) -> Card:
    """The card that shares it in any chat; its last line is the game's name, which leads there."""
    texts = viewer.texts
    *told, link = _shared_lines(game, viewer, day)
    play = Button(texts.plain("button.daily-too"), opens=link)
    named = Html(f'<a href="{link}">{texts.html("share.game")}</a>')
    screen = Screen(lines(*map(Texts.escaped, told), named), rows(play))
    return Card(query, texts.plain("inline.result"), told[0], screen)


def daily_text(game: Alone, viewer: Viewer, day: Day | None) -> str:
    """The result to share: its first line, a row of bulls and cows for each guess, the game's name and its link."""
    *lines, link = _shared_lines(game, viewer, day)
    return "\n".join((*lines, f"{viewer.texts.plain('share.game')}: {link}"))


STRICT = "⚖️"
"""Marks a code of the day that was broken by guesses all of which could have been the secret."""


def _shared_lines(game: Alone, viewer: Viewer, day: Day | None) -> list[str]:
    """`day`: None: nothing is known of the try any more, so it has earned nothing."""
    daily = game.daily
    if daily is None or not game.is_over:
        raise ValueError("only what the code of a day has come to is shared so")
    turns, solved = len(game.game.turns), game.game.has_solved(ALL)
    unknown = Try(daily.number, game.starter, "", game.id, 0.0, 0.0, turns, solved, game.suggestions)
    head = share_head(unknown if day is None else day.mine)
    head += f" {STRICT}" if was_strict(game.game, ALL) else ""
    head += f" 🔥{day.run.days}" if day is not None and day.run.days > 1 else ""
    name, link = viewer.texts.plain("share.game"), link_to(viewer.username, DAILY, daily.token)
    text = within_limit([head], rows_of(game.game), [f"{name}: {link}"], viewer.texts)
    return [*text.split("\n")[:-1], link]


def invitation_card(number: int, link: str, texts: Texts) -> Card:
    """The card that invites to today's code; `link`: whose followers become friends with whoever sent it."""
    title, text = texts.plain("daily.title", number=number), texts.plain("daily.card")
    play = Button(texts.plain("button.daily-go"), opens=link)
    html = lines(texts.html("daily.title", number=number), texts.html("daily.card"))
    return Card(f"day-{number}", title, text, Screen(html, rows(play)))
