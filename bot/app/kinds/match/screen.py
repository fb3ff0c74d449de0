"""A match as the person in one of its seats sees it: one tidy message, both boards on it, and its buttons.

The screen with its news, the turns, and the buttons under it; then what those lead to: talk, leaving, another match.
"""

import unicodedata
from dataclasses import dataclass, fields, replace
from html import escape
from itertools import zip_longest
from typing import Any

from bot.app.advice import HintResult
from bot.app.buttons import OnEnd, OnMatch, OnPartner, OnTalk, Press
from bot.app.duels.arranging_screens import partners_name, with_strength
from bot.app.kinds.match.model import HELD, Match, Sitter, name_of, rival_of
from bot.app.kinds.match.screen_parts import (
    beginning,
    clock_lines,
    end_lines,
    proof,
    race_line,
    said_by_bot,
    seals,
    time_of,
    will_not_count,
)
from bot.app.links import MATCH
from bot.app.model.game import COMPUTER
from bot.app.model.hints import BoardPage
from bot.app.model.options import next_level
from bot.app.screen import Button, News, Row, Screen, dotted, lines, page, rows, when
from bot.app.screens.board import (
    beside,
    feedback_in,
    latest,
    remark_lines,
    secret_wanted,
    turn_lines,
    variant_name,
)
from bot.app.screens.common import EndButtons, EndPage, GameButtons, Viewer, end_rows
from bot.app.screens.hints import MENU, OPEN, hint_lines, menu_rows, note_rows, noted_lines
from bot.app.screens.keypad import draft_shown
from bot.app.screens.people import harmless, shown_name
from bot.app.screens.terms import terms_line
from bot.app.texts import NOTHING, Html, Texts
from bot.game.leaving import Cost, Way, cost_of, is_free
from bot.game.model import Game, Phase, Seat, Termination, Turn, seen_by


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatViewer(Viewer):
    """Somebody in a seat of a match."""

    seat: Seat
    call: Html = NOTHING
    """The screen's first line, where something calls them."""
    hint: HintResult | None = None
    """What the hints come to that they have asked for."""

    @classmethod
    def of(cls, viewer: Viewer, **seated: Any) -> "SeatViewer":
        """The same viewer, with what is said of their seat."""
        return cls(**{field.name: getattr(viewer, field.name) for field in fields(Viewer)}, **seated)


def match_screen(match: Match, viewer: SeatViewer) -> Screen:
    """What the person sees now: nothing of it depends on what they may not know yet.

    A notification shows the first line alone, so that tells what matters most.
    """
    game = seen_by(match.game, viewer.seat)
    html = page(
        [
            when(viewer.call, viewer.call),
            *(end_lines(match, viewer.seat, viewer.texts) if match.is_over else _news(match, game, viewer)),
        ],
        *paths(match, game, viewer),
        applause_line(match),
        remark_lines(viewer.note),
        [*_what_it_is(match, viewer), *proof(match, viewer.seat, viewer.texts)],
        [] if match.is_over else _at_hand(match, game, viewer),
        _talk_request(match, viewer),
    )
    return Screen(html, _rows(match, viewer))


def _news(match: Match, game: Game, viewer: SeatViewer) -> list[Html]:
    told = _secrets_news(match, viewer) if game.phase is Phase.SECRETS else _turn_news(match, game, viewer)
    clocks = clock_lines(match, viewer.seat, viewer.texts, is_called=bool(viewer.call))
    return [*told, *said_by_bot(match, viewer.seat, viewer.texts), *_hints_news(match, viewer), *clocks]


def _secrets_news(match: Match, viewer: SeatViewer) -> list[Html]:
    texts, name = viewer.texts, rival_of(match, viewer.seat, viewer.texts)
    if not match.must_act(viewer.seat):
        return [texts.html("match.secret-kept", name=name)]
    lines = [secret_wanted(match.game.variant, texts)]
    if match.game.secrets[viewer.seat] is not None:
        lines.append(texts.html("match.rival-ready", name=name))
    return lines


def _turn_news(match: Match, game: Game, viewer: SeatViewer) -> list[Html]:
    begins = beginning(match, game, viewer.seat, viewer.texts)
    offers, standing = _offers(match, viewer), [*_standing(match, game, viewer), *begins]
    if match.sitters[1 - viewer.seat].offers:
        return [*offers, *standing]
    return [*standing, *offers]


OFFERED = {
    Way.DRAW.value: ("match.draw-offered", "match.draw-waits"),
    Way.CALL_OFF.value: ("match.call-off-offered", "match.call-off-waits"),
}
"""What is said of an end that somebody offers, which needs both: to the other, and to whoever offers it."""


def _offers(match: Match, viewer: SeatViewer) -> list[Html]:
    name, rival = rival_of(match, viewer.seat, viewer.texts), Seat(1 - viewer.seat)
    offers = [match.sitters[seat].offers for seat in (rival, viewer.seat)]
    return [viewer.texts.html(OFFERED[offer][is_mine], name=name) for is_mine, offer in enumerate(offers) if offer]


def _standing(match: Match, game: Game, viewer: SeatViewer) -> list[Html]:
    """Whose turn it is, and who has broken a code already."""
    texts, rival = viewer.texts, Seat(1 - viewer.seat)
    name = name_of(match, rival, texts)
    mine, theirs, in_turn = len(game.turns_of(viewer.seat)), len(game.turns_of(rival)), game.mode.in_turn
    if game.has_solved(viewer.seat):
        key = "match.solved" if in_turn else "match.solved-race"
        return [texts.counted(key, mine, name=name, time=time_of(game, viewer.seat))]
    if game.has_solved(rival):
        key = "match.rival-solved" if in_turn else "match.rival-solved-race"
        known = texts.counted(key, theirs, name=name, time=time_of(game, rival))
        return [texts.html("match.last-word" if in_turn else "match.hurry"), known]
    if in_turn:
        return [_whose_turn(game, name, viewer), *_own_guess(match, game, viewer)]
    return [texts.html("match.own-pace"), *race_line(match, viewer.seat, texts)]


def _whose_turn(game: Game, name: str, viewer: SeatViewer) -> Html:
    """Whose turn it is, with the guess before it."""
    texts, is_mine = viewer.texts, game.may_guess(viewer.seat)
    if not game.turns:
        return texts.html("match.your-turn" if is_mine else "match.their-turn", name=name)
    guess, answer = game.variant.show(game.turns[-1].guess), feedback_in(viewer.style, game.turns[-1].feedback, texts)
    key = "match.your-turn-after" if is_mine else "match.their-turn-after"
    return texts.html(key, name=name, guess=guess, answer=answer)


def _own_guess(match: Match, game: Game, viewer: SeatViewer) -> list[Html]:
    """What the person's last guess brought where the bot has guessed in the same moment; else that was seen before."""
    turns = game.turns_of(viewer.seat)
    if not match.level or not turns or not game.may_guess(viewer.seat):
        return []
    guess, answer = game.variant.show(turns[-1].guess), feedback_in(viewer.style, turns[-1].feedback, viewer.texts)
    return [viewer.texts.html("match.your-guess", guess=guess, answer=answer)]


def _hints_news(match: Match, viewer: SeatViewer) -> list[Html]:
    """Whether the rival would allow hints, or how many they have taken; or that they have not said yet."""
    rival, name = match.sitters[1 - viewer.seat], rival_of(match, viewer.seat, viewer.texts)
    if rival.hints:
        return [viewer.texts.counted("match.hints-taken", rival.hints, name=name)]
    if rival.allows_hints and not match.has_hints:
        return [viewer.texts.html("match.hints-offered", name=name)]
    if match.sitters[viewer.seat].allows_hints and not match.has_hints:
        return [viewer.texts.html("match.hints-wait", name=name)]
    return []


def _what_it_is(match: Match, viewer: SeatViewer) -> list[Html]:
    texts, name = viewer.texts, rival_of(match, viewer.seat, viewer.texts)
    locks = seals(match, viewer.seat, viewer.username, texts)
    if match.level:
        rival = texts.html("match.with", name=with_strength(match.level, texts))
        return [dotted(rival, variant_name(match.game.variant, texts)), *locks]
    rival = texts.html("match.with", name=name)
    is_told = match.watched and not match.game.turns and not match.is_over
    watched = [texts.html("invite.watched" if match.friends else "watch.on")] if is_told else []
    return [terms_line(match.terms, texts), rival, *locks, *will_not_count(match, texts), *watched]


def _at_hand(match: Match, game: Game, viewer: SeatViewer) -> list[Html | None]:
    """What belongs to the buttons below: a hint, and what has been tapped."""
    sitter, variant, texts = match.sitters[viewer.seat], game.variant, viewer.texts
    takes_notes = sitter.hint is not None and sitter.hint.page is BoardPage.NOTES
    hints = [] if viewer.hint is None else hint_lines(viewer.hint, variant, viewer.style, texts, sitter.hints)
    return [
        *hints,
        texts.html("notes.how") if takes_notes else None,
        *noted_lines(sitter.notes, variant, texts, asks=takes_notes),
        draft_shown(viewer.draft, variant, texts),
    ]


# The turns of a match: on two boards while it is played, side by side when it is over.

ROOM = 1200
"""UTF-16 units for each of two boards, of the 4096 that a message holds."""
WIDEST = 40
"""Columns that a phone shows on one line."""
BETWEEN = " ┊ "
NONE = "·"


def paths(match: Match, game: Game, viewer: SeatViewer) -> list[list[Html]]:
    """The turns as far as the looker sees them: on one board where all learn from each other, else on two."""
    if not game.turns:
        return []
    if game.mode.shares_history:
        names = (name_of(match, turn.seat, viewer.texts) for turn in game.turns)
        return [latest(turn_lines(game.turns, game.variant, viewer.style, viewer.texts, names), 2 * ROOM)]
    mine, theirs = game.turns_of(viewer.seat), game.turns_of(Seat(1 - viewer.seat))
    if match.is_over and _fit_side_by_side(mine, theirs, game, viewer):
        head = viewer.texts.html("match.side-by-side", name=rival_of(match, viewer.seat, viewer.texts))
        return [[head, *latest(_side_by_side(mine, theirs, game, viewer), 2 * ROOM)]]
    boards = ((viewer.texts.html("match.mine"), mine), (viewer.texts.html("match.theirs"), theirs))
    found = ((head, turn_lines(turns, game.variant, viewer.style, viewer.texts)) for head, turns in boards if turns)
    return [[head, *latest(shown, ROOM)] for head, shown in found]


def _side_by_side(mine: tuple[Turn, ...], theirs: tuple[Turn, ...], game: Game, viewer: SeatViewer) -> list[Html]:
    pairs = enumerate(zip_longest(mine, theirs), 1)
    return [
        Html(f"{number}. {_half(one, game, viewer)}{BETWEEN}{_half(other, game, viewer)}")
        for number, (one, other) in pairs
    ]


def _half(turn: Turn | None, game: Game, viewer: SeatViewer) -> Html:
    if turn is None:
        return Html(f"<code>{NONE * game.variant.length}</code>")
    return Html(f"<code>{game.variant.show(turn.guess)}</code> {_answer(turn, game, viewer)}")


def _answer(turn: Turn, game: Game, viewer: SeatViewer) -> Html:
    """The feedback, and the letters of colours."""
    letters = beside(turn.guess, game.variant, viewer.texts)
    return Html(f"{feedback_in(viewer.style, turn.feedback, viewer.texts)}{letters}")


def _fit_side_by_side(mine: tuple[Turn, ...], theirs: tuple[Turn, ...], game: Game, viewer: SeatViewer) -> bool:
    """Whether two turns fit on one line of a phone."""
    widest = max(_width(turn, game, viewer) for turn in (*mine, *theirs))
    return len("10. ") + 2 * widest + len(BETWEEN) <= WIDEST


def _width(turn: Turn, game: Game, viewer: SeatViewer) -> int:
    text = f"{game.variant.show(turn.guess)} {_answer(turn, game, viewer)}"
    return sum(2 if unicodedata.east_asian_width(sign) == "W" else 1 for sign in text)


# The buttons under a match's screen: what the person in a seat can do now.

ABORT, RESIGN = "abort", "resign"
"""What a screen asks before it ends the game: a sitter's `asking`."""
YES = {RESIGN: "button.yes-resign", ABORT: "button.yes-abort"}
"""The button that agrees to what a screen asks."""


def _rows(match: Match, viewer: SeatViewer) -> tuple[Row, ...]:
    seat, sitter = viewer.seat, match.sitters[viewer.seat]
    buttons = _buttons(match, seat, viewer.texts)
    if sitter.asking in {TALK, BLOCK, REPORT}:
        return _talk_rows(match, sitter, buttons)
    wish = buttons.on("button.talk-too", OnTalk.TALKS) if wants_to_talk(match, seat) else None
    if match.is_over:
        return rows(*_held_rows(match, buttons), *_after(match, viewer, buttons), wish)
    if sitter.asking:
        may_call_off = sitter.asking == RESIGN and not match.level
        call_off = when(may_call_off, buttons.on("button.offer-call-off", OnMatch.CALL_OFF))
        return rows(buttons.on(YES[sitter.asking], OnMatch.YES), call_off, buttons.on("button.keep", OnMatch.NO))
    return _page_rows(match, viewer, buttons) or rows(
        *_keypad(match, viewer, buttons),
        (*_tools(match, seat, buttons), _talk_button(match, buttons)),
        _hints(match, seat, buttons),
        _give_button(match, seat, buttons),
        wish,
        *_ways_out(match, seat, buttons),
    )


def _buttons(match: Match, seat: Seat, texts: Texts) -> GameButtons:
    return GameButtons(texts, match.id, match.turn_of(seat))


def _page_rows(match: Match, viewer: SeatViewer, buttons: GameButtons) -> tuple[Row, ...]:
    """The buttons of the hints or of the notes, where they stand in place of the others."""
    sitter = match.sitters[viewer.seat]
    page_shown = BoardPage.BOARD if sitter.hint is None else sitter.hint.page
    if page_shown is BoardPage.NOTES:
        does = buttons.saying(OnMatch.NOTES)
        return note_rows(sitter.notes, match.game.variant, does, viewer.texts, marked=True)
    if page_shown is BoardPage.HINTS and match.game.may_guess(viewer.seat):
        return menu_rows(viewer.hint, buttons.saying(OnMatch.HINT), viewer.texts)
    return ()


def _keypad(match: Match, viewer: SeatViewer, buttons: GameButtons) -> tuple[Row, ...]:
    sitter = match.sitters[viewer.seat]
    if not (_taps(match, viewer.seat) and sitter.keypad):
        return ()
    keys = (OnMatch.KEY, OnMatch.ERASE, OnMatch.SUBMIT)
    return buttons.keypad(match.game.variant, viewer.draft, keys, sitter.notes)


def _taps(match: Match, seat: Seat) -> bool:
    """Whether the seat may tap a code; words are typed."""
    return match.must_act(seat) and not match.game.variant.words


def _tools(match: Match, seat: Seat, buttons: GameButtons) -> list[Button | None]:
    wants_secret, is_folded = match.wants_secret(seat), not match.sitters[seat].keypad
    keeps_one = match.game.mode.own_secrets and not wants_secret
    return [
        buttons.on("button.drawn", OnMatch.DRAWN) if wants_secret else None,
        buttons.on("button.keypad", OnMatch.KEYPAD) if is_folded and _taps(match, seat) else None,
        buttons.on("button.secret", OnMatch.MINE) if keeps_one else None,
    ]


def _hints(match: Match, seat: Seat, buttons: GameButtons) -> list[Button | None]:
    """Notes; and in friendly games a hint where everybody allows that, else a way to allow it."""
    takes_notes = match.game.history_of(seat) and not match.game.has_solved(seat)
    notes = when(takes_notes, buttons.on("button.notes", OnMatch.NOTES, OPEN))
    if match.has_hints:
        return [buttons.on("button.hint", OnMatch.HINT, MENU) if match.game.may_guess(seat) else None, notes]
    text, choice = ("button.forbid-hints", "no") if match.sitters[seat].allows_hints else ("button.allow-hints", "yes")
    return [None if match.rated else buttons.on(text, OnMatch.ALLOW, choice), notes]


GIFTS = 4
"""How often one may give the other more time in a match."""


def may_give(match: Match, seat: Seat) -> bool:
    """Whether the seat may give the other more time: for a guess that the game waits for, where the clock has that."""
    waits = match.game.phase is Phase.PLAYING and match.sitters[1 - seat].deadline is not None
    return waits and match.terms.the_clock.gives > 0 and (not match.given or match.given[seat] < GIFTS)


def _give_button(match: Match, seat: Seat, buttons: GameButtons) -> Button | None:
    if not may_give(match, seat):
        return None
    label = buttons.texts.plain("button.give", seconds=round(match.terms.the_clock.gives))
    return buttons.labelled(label, OnMatch.GIVE)


AGREES = "agrees"
"""What the button for an end that needs both says where the other has offered it."""
ACCEPTING = {
    Way.DRAW.value: (OnMatch.DRAW, "button.accept-draw"),
    Way.CALL_OFF.value: (OnMatch.CALL_OFF, "button.accept-call-off"),
}
"""The button that agrees to each."""


def _ways_out(match: Match, seat: Seat, buttons: GameButtons) -> tuple[Row, ...]:
    """What ends the game alone or together; an offer that stands has a row of its own, lest a phone cut its words."""
    cost = cost_of(match.game, seat, Way.WISH)
    if cost is Cost.NOTHING:
        return rows(buttons.on("button.abort", OnMatch.ABORT))
    resign = when(cost is Cost.LOSS, buttons.on("button.lose", OnMatch.RESIGN))
    if match.level:
        return rows(resign)
    if match.sitters[seat].offers:
        return rows(buttons.on("button.take-draw-back", OnMatch.NO_DRAW), resign)
    if offered := match.sitters[1 - seat].offers:
        verb, text = ACCEPTING[offered]
        return rows((buttons.on(text, verb, AGREES), buttons.on("button.no-draw", OnMatch.NO_DRAW)), resign)
    draw = buttons.on("button.draw", OnMatch.DRAW)  # also where none may be offered yet: a press says why
    return rows((draw, resign)) if resign else ()


def _after(match: Match, viewer: SeatViewer, buttons: GameButtons) -> tuple[Row, ...]:
    """What may follow. There is nothing to show of what was aborted, or while the bot holds its number back."""
    seat, texts = viewer.seat, viewer.texts
    rival = None if match.friends else buttons.on("button.new-rival", OnMatch.RIVAL)
    again, talk = _rematch_button(match, seat, buttons), _talk_button(match, buttons)
    shown = EndButtons(again=again, next=(_next_level(match, seat, buttons), (rival, talk)))
    if again is None:
        shown = EndButtons(again=rival, next=(talk,))
    if match.game.ended is not Termination.ABORTED and not match.number:
        share = Button(texts.plain("button.share"), shares=f"{MATCH}{match.id}")
        shown = replace(
            shown,
            review=when(match.game.history_of(seat), buttons.on("button.review", OnMatch.REVIEW)),
            proof=buttons.on("button.proof", OnMatch.PROOF),
            share=(when(viewer.has_inline, share),),
        )

    def press(verb: OnEnd) -> Press:
        # A verb of a match's own tells that a screen is one of a match, whatever else stands there.
        return buttons.press(OnMatch.HOME if verb is OnEnd.HOME else verb)

    is_reviewed = match.sitters[seat].reviewed and viewer.page is EndPage.MAIN
    shown_page = EndPage.REVIEW if is_reviewed else viewer.page
    if match.paths and shown_page is EndPage.REVIEW:
        shown = replace(shown, next=(*shown.next, buttons.on("button.both", OnMatch.BOTH)))
    return end_rows(shown, shown_page, press, texts)


# Talk between those who play a match: how it reads, and the buttons for it.

TALK, BLOCK, REPORT = "talk", "block", "report"
"""What a screen asks while its buttons are those for talk; and while it asks whether they are sure."""
SURE = "sure"
"""The argument of the button that says so."""
REACTIONS = ("👍", "👏", "😄", "😮", "🤔", "🤝")
"""What is said by one tap: to the other, and by those who watch."""


def applause_line(match: Match) -> Html | None:
    """How often those who watch have given which sign, as of the last move; None: none."""
    given = zip(REACTIONS, match.applause, strict=False)
    told = " · ".join(f"{sign} {count}" for sign, count in given if count)
    return Html(f"👁 {told}") if told else None


def message_screen(name: str, text: str) -> Screen:
    """What somebody said, as another reads it."""
    said = f"💬 {escape(shown_name(name), quote=False)}: {escape(harmless(text), quote=False)}"
    return Screen(Html(said), news=News.TALK)


def notice(key: str, name: str, texts: Texts) -> Screen:
    """What somebody wishes of another."""
    return Screen(texts.html(key, name=shown_name(name)), news=News.TALK)


def are_apart(match: Match) -> bool:
    """Whether two people play from chats of their own alone, and so can talk through the bot only."""
    if match.on_card or match.level:
        return False
    return len({sitter.chat for sitter in match.sitters}) == len(match.sitters) == 2  # noqa: PLR2004  two


def may_talk(match: Match) -> bool:
    """Whether text is passed on: friends talk, strangers once both want to."""
    return match.friends or all(sitter.talks for sitter in match.sitters)


def explanation(match: Match, seat: Seat, texts: Texts) -> Html:
    """What can be said now, and how; or what comes of what they are asked about."""
    sitter, rival, name = match.sitters[seat], match.sitters[1 - seat], rival_of(match, seat, texts)
    if sitter.asking in {BLOCK, REPORT}:
        return texts.html("talk.sure-block" if sitter.asking == BLOCK else "talk.sure-report", name=name)
    if not sitter.hears:
        return texts.html("talk.you-do-not-hear", name=name)
    if may_talk(match):
        return texts.html("talk.on-words" if match.game.variant.words else "talk.on", name=name)
    return texts.html("talk.waits" if sitter.talks else "talk.wanted" if rival.talks else "talk.off", name=name)


def wants_to_talk(match: Match, seat: Seat) -> bool:
    """Whether only the other of two strangers has switched talk on so far."""
    sitter, rival = match.sitters[seat], match.sitters[1 - seat]
    return are_apart(match) and not match.friends and rival.talks and not sitter.talks and sitter.hears


def _talk_request(match: Match, viewer: SeatViewer) -> Html | None:
    """That the other would like to talk, as long as that waits for an answer."""
    if not wants_to_talk(match, viewer.seat) or match.sitters[viewer.seat].asking == TALK:
        return None
    return viewer.texts.html("talk.wish", name=rival_of(match, viewer.seat, viewer.texts))


def _talk_button(match: Match, buttons: GameButtons) -> Button | None:
    """The button that leads to those for talk, where there is somebody to talk with."""
    return buttons.on("button.talk", OnTalk.TALK) if are_apart(match) else None


def _talk_rows(match: Match, sitter: Sitter, buttons: GameButtons) -> tuple[Row, ...]:
    """The buttons while somebody wants to say something, or to be rid of whoever does."""
    leave = buttons.on("menu.back", OnTalk.BACK)
    if sitter.asking == BLOCK:
        return rows((buttons.on("button.block", OnTalk.BLOCK, SURE), leave))
    if sitter.asking == REPORT:
        return rows((buttons.on("button.report", OnTalk.REPORT, SURE), leave))
    talks = buttons.on("button.talk-off" if sitter.talks else "button.talk-on", OnTalk.TALKS)
    hears = buttons.on("button.mute" if sitter.hears else "button.unmute", OnTalk.HEAR)
    blocks = buttons.on("button.unblock" if sitter.blocks else "button.block", OnTalk.BLOCK)
    return rows(
        [buttons.labelled(sign, OnTalk.REACT, str(at)) for at, sign in enumerate(REACTIONS)],
        (None if match.friends else talks, hears),
        (blocks, buttons.on("button.report", OnTalk.REPORT)),
        leave,
    )


# What somebody is asked before they leave a match, with what that will cost them.

OFFER_EVERY = 3
"""An end that needs both may be offered once in so many of one's own guesses: nobody is asked without pause."""


def may_offer(match: Match, seat: Seat) -> bool:
    """Whether the seat may offer such an end now."""
    last = match.sitters[seat].offered_after
    return last is None or len(match.game.turns_of(seat)) - last >= OFFER_EVERY


def leaving_question(game: Game, seat: Seat) -> str:
    """What is to be asked now: leaving costs nothing, or the game."""
    return ABORT if is_free(game, seat) else RESIGN


def words(asked: str, match: Match, seat: Seat, texts: Texts) -> Html:
    """The question, with what comes of it; and, where two people play, that they may agree otherwise."""
    if asked == ABORT:
        return texts.html("note.abort-match")
    name = rival_of(match, seat, texts)
    asking = texts.html("note.resign-rated" if _counts(match) else "note.resign-match", name=name)
    return asking if match.level else Html(f"{asking} {texts.html('note.or-call-off')}")


def sure(asked: str, match: Match, texts: Texts) -> str:
    """The same on a card, where only the presser reads it: at most 200 characters."""
    if asked == ABORT:
        return texts.plain("playcard.sure-abort")
    return texts.plain("playcard.sure-resign-rated" if _counts(match) else "playcard.sure-resign")


def _counts(match: Match) -> bool:
    """Whether the end will change the ratings, as far as is known."""
    return match.rated and not match.unrated_because


# What may follow a match against the bot.


def _held_rows(match: Match, buttons: GameButtons) -> tuple[Row, ...]:
    """As long as the bot holds its number back: to break it anyway, or to be told."""
    if match.number != HELD:
        return ()
    return rows((buttons.on("button.play-on", OnPartner.PLAY_ON), buttons.on("button.tell-number", OnPartner.TELL)))


def _next_level(match: Match, seat: Seat, buttons: GameButtons) -> Button | None:
    """To play the bot at a stronger level, for whoever has won."""
    outcome = match.game.outcome
    stronger = next_level(match.level) if match.level and outcome is not None and outcome.winner == seat else None
    if stronger is None or match.sitters[1 - seat].person != COMPUTER:
        return None
    level = partners_name(stronger.name, buttons.texts)
    return buttons.labelled(buttons.texts.plain("button.next-level", level=level), OnPartner.NEXT)


# Whether another match is wished for, as each of the two is asked and told.


def rematch_question(match: Match, seat: Seat, texts: Texts) -> Screen:
    """The question to the person in the seat."""
    asked = texts.html("match.rematch-wished", name=rival_of(match, seat, texts))
    buttons = _buttons(match, seat, texts)
    answers = (buttons.on("button.yes-rematch", OnMatch.REPLAY), buttons.on("button.decline", OnMatch.NOT_AGAIN))
    watched = when(match.watched and match.friends, texts.html("invite.watched"))
    return Screen(lines(asked, terms_line(match.terms, texts), watched), (answers,), news=News.TURNS)


def refusal(match: Match, seat: Seat, texts: Texts) -> Screen:
    """How the person in the seat, who asked, hears that there is none."""
    return Screen(texts.html("match.rematch-declined", name=rival_of(match, seat, texts)), news=News.TURNS)


def _rematch_button(match: Match, seat: Seat, buttons: GameButtons) -> Button | None:
    """The button under a match that is over, where another may follow; it tells whoever has asked that they have."""
    mine, theirs = match.sitters[seat], match.sitters[1 - seat]
    if match.rematch or theirs.declines_rematch:
        return None
    waits = mine.rematch_asked is not None and theirs.rematch_asked is None
    return buttons.on("button.rematch-waits" if waits else "button.rematch", OnMatch.REMATCH)
