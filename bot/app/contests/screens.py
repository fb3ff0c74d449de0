"""Contests: how a game that friends may beat, or a secret of one's own, is offered, sent on, and how it stands."""

from collections.abc import Sequence

from bot.app.buttons import MenuPress, OnCode, OnContest, OnMenu, TokenPress, TokenVerb
from bot.app.contests.model import Contest, Entry, SetCode, Standings, Target
from bot.app.links import CONTEST, link_to
from bot.app.model.chats import Preferences
from bot.app.model.game import commitment_to
from bot.app.screen import (
    Button,
    Row,
    Screen,
    button,
    dotted,
    folded_lines,
    go,
    in_few_rows,
    lines,
    page,
    primary,
    rows,
    when,
)
from bot.app.screens.board import code_html, feedback_in, form_of, latest, seal, sealed, turn_line
from bot.app.screens.common import Page, Viewer, copy_link, duration, page_row, sure_rows
from bot.app.screens.people import harmless, on_a_button, shown_name
from bot.app.texts import NOTHING, Html, Texts
from solver.variant import Variant


def sharing(standings: Standings, looker: int, viewer: Viewer, line: Html = NOTHING) -> Screen:
    """What whoever knows the secret sees: the link, how to send it, and how it stands."""
    contest, texts = standings.contest, viewer.texts
    link = link_to(viewer.username, CONTEST, contest.token)
    html = page(
        line,
        None if contest.clue is None else _what_is_set(contest, contest.clue, viewer),
        texts.html("contest.sharing" if contest.clue is None else "contest.set-sharing", link=link),
        texts.html("contest.bare-sharing") if contest.no_hints else None,
        *(results(standings, looker, viewer.style, texts) if contest.begun else ()),
    )
    send = sending(contest.token, viewer.username, texts, has_inline=viewer.has_inline)
    terms = _hints_switch(contest, texts) if contest.is_open_to(looker) else None
    onward = to_other_end(standings, looker, texts)
    return Screen(html, rows(*onward, when(viewer.has_inline, send), copy_link(link, texts), terms))


LONGEST_NAME = 12
"""Characters of a name on a button."""


def to_other_end(standings: Standings, looker: int, texts: Texts) -> tuple[Row, ...]:
    """How a secret that was set leads on to whoever is at its other end: the next step first."""
    other = standings.other_end(looker)
    if other is None:
        return ()
    token, name = standings.contest.token, on_a_button(other.name, LONGEST_NAME)
    ways = (("button.set-for", OnCode.SET), ("button.play-with", OnCode.PLAY))
    first, *rest = (
        button(texts.plain(key, name=name), TokenPress(verb, token, str(other.person))) for key, verb in ways
    )
    return in_few_rows((primary(first), *rest))


def _what_is_set(contest: Contest, clue: str, viewer: Viewer) -> Html:
    """The secret that its author reads again, with its fingerprint, and their clue."""
    texts, variant, secret = viewer.texts, contest.game.variant, contest.game.secret or ()
    line = texts.html("contest.own", secret=code_html(secret, variant, texts))
    proof = seal(commitment_to(variant.format(secret), contest.salt), viewer.username)
    return lines(sealed(line, proof), game_line(variant, texts), _said(clue) if clue else None)


def game_line(variant: Variant, texts: Texts) -> Html:
    """Which game a code is for; it tells no more of the code."""
    return texts.html("contest.form", form=form_of(variant, texts))


def _hints_switch(contest: Contest, texts: Texts) -> Button:
    """Says whether those who try have hints; a press makes it the other way."""
    bare, free = ("button.contest-bare", OnContest.HINTS), ("button.contest-hints", OnContest.NO_HINTS)
    key, verb = bare if contest.no_hints else free
    return button(texts.plain(key), TokenPress(verb, contest.token))


def sending(token: str, username: str, texts: Texts, *, has_inline: bool) -> Button:
    """Leads into a chat of one's choice, where the contest's card is offered; without inline mode copies the link."""
    if has_inline:
        return Button(texts.plain("button.send-contest"), shares=f"{CONTEST}{token}")
    return copy_link(link_to(username, CONTEST, token), texts)


def card(contest: Contest, username: str, texts: Texts) -> Screen:
    """What may be sent into any chat."""
    tries = Button(texts.plain("button.try-contest"), opens=link_to(username, CONTEST, contest.token))
    return Screen(lines(target_line(contest.target, texts), game_line(contest.game.variant, texts)), rows(tries))


def target_line(target: Target, texts: Texts) -> Html:
    """What has to be done better, with how many hints that was done, and whether there are any."""
    key = "contest.solved" if target.solved else "contest.gave-up"
    name = shown_name(target.name)
    return lines(
        texts.counted(key, target.guesses, name=name) if target.clue is None else texts.html("contest.set", name=name),
        _said(target.clue) if target.clue else None,
        texts.counted("contest.took-hints", target.hints) if target.hints else None,
        texts.html("contest.bare") if target.no_hints else None,
    )


def _said(clue: str) -> Html:
    return Html(f"💬 {Texts.escaped(harmless(clue, lines=2))}")


def news(entry: Entry, texts: Texts) -> Html:
    """The news that a friend has finished."""
    key = "contest.news-solved" if entry.has_solved else "contest.news-gave-up"
    told = texts.counted(key, entry.guesses, name=shown_name(entry.name))
    return Html(f"{told} 💡 {texts.counted('end.hints', entry.hints)}") if entry.hints else told


SHOWN = 10
"""So many results stand on a screen, besides that of whoever looks."""


def results(standings: Standings, looker: int, style: str, texts: Texts, *, on_own_board: bool = False) -> list[Html]:
    """How everybody did, and by which guesses: without their digits while anybody can still learn from them.

    `on_own_board`: the looker's own guesses stand above already.
    """
    best, is_settled = standings.best[:SHOWN], standings.contest.is_settled
    own = [entry for entry in standings.best[SHOWN:] if entry.person == looker]
    places = (_line(f"{place}. ", entry, texts) for place, entry in enumerate(best, 1))
    told = (*places, *(_line("… ", entry, texts) for entry in own), _playing(standings, texts))
    guessed = [one for one in (*best, *own) if one.guesses and not (on_own_board and one.person == looker)]
    paths = when(guessed, _paths(guessed, style, texts, with_digits=is_settled))
    found = (
        lines(texts.html("contest.results"), *told),
        paths,
        when(guessed and not is_settled, texts.html("contest.hidden")),
    )
    return [each for each in found if each is not None]


def _line(begins: str, entry: Entry, texts: Texts) -> Html:
    name = texts.html("{begins}{name}", begins=begins, name=shown_name(entry.name))
    guesses = texts.counted("end.guesses", entry.guesses)
    hints = f"💡 {texts.counted('end.hints', entry.hints)}" if entry.hints else None
    return dotted(name, guesses if entry.has_solved else f"🏳️ {guesses}", hints, duration(entry.seconds))


NAMED = 5
"""So many of those who still play are named."""


def _playing(standings: Standings, texts: Texts) -> Html | None:
    """Who is still at it."""
    count = standings.contest.begun - standings.contest.ended
    named = [shown_name(entry.name) for entry in standings.playing[:NAMED]]
    names = ", ".join(named)
    if count > len(named):
        return texts.counted("contest.playing-more", count - len(named), names=names)
    return texts.html("contest.playing", names=names) if count else None


ROOM = 720
"""UTF-16 units for all that was guessed."""


def _paths(entries: list[Entry], style: str, texts: Texts, *, with_digits: bool) -> Html:
    found = []
    for entry in entries:
        game, turns = entry.game, []
        for number, turn in enumerate(game.turns if game else (), 1):
            guess = game.variant.show(turn.guess) if game and with_digits else ""
            turns.append(turn_line(number, guess, feedback_in(style, turn.feedback, texts)))
        found += [texts.html("🔎 {name}", name=shown_name(entry.name)), *latest(turns, ROOM // len(entries))]
    return folded_lines(found)


DRAWN = "draw"
"""The argument of the button that lets the bot draw the secret that is set."""


def asking(name: str, texts: Texts, note: Html = NOTHING) -> Screen:
    """What asks for a code for the person of that name; `note`: why what was typed is none."""
    leave = go(texts, "button.cancel", OnMenu.CODE)
    return Screen(page(note, texts.html("codes.wanted", name=shown_name(name))), rows(leave))


MOST = 20
"""So many codes that wait are looked at."""


def notice(waiting: Sequence[Contest], at: int, known: Preferences, texts: Texts) -> Screen:
    """One of the codes that wait for somebody, with ways to the others."""
    contest = waiting[at]

    def on(key: str, verb: TokenVerb) -> Button:
        return button(texts.plain(key), TokenPress(verb, contest.token))

    form, name = form_of(contest.game.variant, texts), shown_name(contest.first.name)
    more = "+" if len(waiting) == MOST else ""
    count = texts.counted("codes.waiting", len(waiting), more=more) if len(waiting) > 1 else None
    part = Page(at, len(waiting), 1)
    shown = rows(
        primary(on("button.try-contest", OnContest.BEGIN)),
        *page_row(part, lambda number: TokenPress(OnCode.TURN, waiting[int(number)].token)),
        (on("button.report", OnContest.REPORT), on("button.block", OnCode.BLOCK)),
        None if known.no_codes else on("button.no-codes", OnCode.NO_MORE),
    )
    return Screen(page(count, texts.html("codes.from", name=name, form=form)), shown)


SURE = "sure"
"""The argument of the button that blocks."""


def block(contest: Contest, texts: Texts) -> Screen:
    """The question whether to block whoever has set the code."""
    sure = button(texts.plain("button.block"), TokenPress(OnCode.BLOCK, contest.token, SURE))
    keep = button(texts.plain("menu.back"), TokenPress(OnCode.TURN, contest.token))
    return Screen(texts.html("friends.block", name=shown_name(contest.first.name)), sure_rows(sure, keep))


def setting(texts: Texts, note: Html = NOTHING) -> Screen:
    """How a secret is set for others; `note`: why what was typed has set none."""
    return Screen(page(note, texts.html("set.how")), rows(go(texts, "button.set-drawn", OnMenu.SET, DRAWN)))


def which_code(codes: Sequence[SetCode], texts: Texts, verb: OnMenu = OnMenu.SET, letter: str = "") -> Screen:
    """The question which code is meant, each with its game and clue; a button says its number, behind the letter."""
    told, choices = [], []
    for number, code in enumerate(codes):
        shown = code.variant.show(code.code)
        about = game_line(code.variant, texts), _said(code.clue) if code.clue else None
        told.append(lines(texts.html("<code>{code}</code>", code=shown), *about))
        choices.append(button(shown, MenuPress(verb, f"{letter}{number}")))
    return Screen(page(texts.html("set.which"), *told), rows(choices))
