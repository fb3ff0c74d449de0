"""Screens of the lobby: who looks for a rival, one's own search, and its result."""

from dataclasses import dataclass, replace
from zlib import crc32

from bot.app.buttons import MenuPress, OnLobby, OnRoom
from bot.app.model.game import MATCHES
from bot.app.model.terms import LOBBY, Terms
from bot.app.screen import Button, News, Screen, button, in_few_rows, lines, page, rows, when
from bot.app.screens.common import ONLY_PAGE, Page, clock_face, later, page_line, page_row, ticking
from bot.app.screens.people import on_a_button
from bot.app.screens.terms import terms_keys, terms_line
from bot.app.texts import Html, Texts

# The lobby: who challenges everybody, and who looks for a rival.


@dataclass(frozen=True, slots=True)
class LobbyEntry:
    """An entry in the lobby. `reputation`: the person's record on one line."""

    seek: str
    name: str
    reputation: Html
    terms: Terms
    since: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Hall:
    """The lobby as one person sees it: open challenges and other searches.

    `more`: how many are not on this page, with `many` at least; `own`: their own search.
    """

    challenges: tuple[LobbyEntry, ...]
    lookers: tuple[LobbyEntry, ...]
    more: int
    many: bool
    own: Terms | None
    own_is_open: bool
    wish: Terms = LOBBY
    """The terms on which a search begins."""
    page: Page = ONLY_PAGE
    has_top_game: bool = False
    """Whether a match runs that others may watch."""


def lobby(hall: Hall, texts: Texts) -> Screen:
    """The list of the lobby."""
    told = [texts.html("lobby.title"), page_line(hall.page, texts)]
    for key, listed in (("lobby.challenges", hall.challenges), ("lobby.lookers", hall.lookers)):
        if listed:
            told += [texts.html(key), *(_seek_line(one, texts) for one in listed)]
    if hall.more:
        told.append(texts.html("lobby.more", count=f"{hall.more}+" if hall.many else hall.more))
    if not (hall.challenges or hall.lookers):
        told.append(texts.html("lobby.nobody" if hall.own is None else "lobby.alone"))
    terms, own = ("lobby.terms", hall.wish) if hall.own is None else ("lobby.own", hall.own)
    told.append(
        lines(texts.html(terms, terms=terms_line(own, texts)), texts.html("lobby.posted") if hall.own_is_open else None)
    )
    takes = (_rival("▶️", one, OnLobby.TAKE, texts) for one in hall.challenges)
    joins = (_rival("🔎", one, OnLobby.JOIN, texts) for one in hall.lookers)
    turning = page_row(hall.page, lambda number: MenuPress(OnLobby.LIST, number))
    here = str(hall.page.number) if hall.page.number else ""
    around = _lobby(texts, "button.refresh", OnLobby.LIST, here), _lobby(texts, "button.room", OnRoom.SHOW)
    top = when(hall.has_top_game, _lobby(texts, "button.top-game", OnLobby.TOP_GAME))
    return Screen(page(*told), rows(*takes, *joins, *turning, *_own(hall, texts), top, around))


def _rival(icon: str, listed: LobbyEntry, verb: OnLobby, texts: Texts) -> Button:
    """The button that begins a game with whoever is listed."""
    mode = texts.plain(listed.terms.playable.title)
    return button(f"{icon} {on_a_button(listed.name, LONGEST_RIVAL)} · {mode}", MenuPress(verb, seek_key(listed.seek)))


LONGEST_RIVAL = 12
"""Characters of a name on a button, so that the terms behind it are not cut off."""


def _seek_line(listed: LobbyEntry, texts: Texts) -> Html:
    ago = _ago(listed.since, listed.seconds, texts)
    return Html(f"{listed.reputation}\n{terms_line(listed.terms, texts)} · ⏱ {ago}")


def _ago(since: float, seconds: float, texts: Texts) -> Html:
    """The time since then; Telegram keeps it up to date, if it is recent."""
    return ticking(since, texts.html("lobby.ago", time=clock_face(seconds)))


def _own(hall: Hall, texts: Texts) -> tuple[Button | None, ...]:
    """Buttons for their own search, each on a row."""
    post = None if hall.own_is_open else _lobby(texts, "button.challenge-all", OnLobby.POST)
    if hall.own is not None:
        return _stop(texts), post
    find, terms = _lobby(texts, "button.find-rival", OnLobby.FIND), _lobby(texts, "button.lobby-terms", OnLobby.TERMS)
    return find, post, terms


def seek_key(seek: str) -> str:
    """The key of a seek in buttons."""
    return f"{crc32(seek.encode()):08x}"


# One's own search, and its result.


@dataclass(frozen=True, slots=True)
class ShownSearch:
    """The state of a search. `others`: the number of other searches; `many`: there are at least so many."""

    terms: Terms
    since: float
    seconds: float
    """Seconds since it began."""
    others: int
    many: bool = False
    alone: bool = False
    """Whether nobody has come for so long that a game with the bot is offered."""
    is_open: bool = False
    """Whether it is an open challenge."""
    paused: float = 0.0
    """Seconds until they may be paired, where they have aborted too many matches."""
    paused_because: str = "lobby.paused"
    wishes: tuple[Terms, ...] = ()
    """The terms on which others look whom they may take."""


OFFERED = 3
"""So many of the terms on which others look are named during a search."""


def waiting(state: ShownSearch, texts: Texts) -> Screen:
    """The screen during a search."""
    if state.paused > 0:
        others = texts.html(state.paused_because, when=later(state.paused, texts))
    elif state.many:
        others = texts.html("lobby.crowd", most=state.others)
    elif state.others:
        others = texts.counted("lobby.others", state.others)
    else:
        others = texts.html("lobby.alone")
    began = texts.html("lobby.began", when=_ago(state.since, state.seconds, texts))
    offered, more = state.wishes[:OFFERED], len(state.wishes) - OFFERED
    html = page(
        (texts.html("lobby.looking"), terms_line(state.terms, texts)),
        (
            began,
            others,
            texts.html("lobby.wishes") if offered else None,
            *(Html(f"• {terms_line(terms, texts)}") for terms in offered),
            texts.html("lobby.more", count=more) if more > 0 else None,
            texts.html("lobby.posted") if state.is_open else None,
        ),
        texts.html("lobby.offer") if state.alone else None,
    )
    shown = rows(
        _lobby(texts, "button.meanwhile", OnLobby.MEANWHILE) if state.alone else None,
        *(_taking(terms, state.terms, texts) for terms in offered),
        None if state.is_open else _lobby(texts, "button.challenge-all", OnLobby.POST),
        *in_few_rows((_lobby(texts, "button.lobby", OnLobby.LIST), _stop(texts))),
    )
    return Screen(html, shown)


def _taking(terms: Terms, own: Terms, texts: Texts) -> Button:
    """The button that begins a search on those terms: it says what is other there than in their own."""
    others = (key for key, mine in zip(terms_keys(terms), terms_keys(own), strict=True) if key != mine)
    return button(f"🔎 {' · '.join(map(texts.plain, others))}", MenuPress(OnLobby.JOIN, terms_key(terms)))


def terms_key(terms: Terms) -> str:
    """The key of terms in buttons."""
    return f"{crc32(repr(terms).encode()):08x}"


def checksum(state: ShownSearch, texts: Texts) -> int:
    """Of what that screen says, but for the time that passes: Telegram counts it on."""
    return crc32(repr(waiting(replace(state, since=0.0, seconds=0.0), texts)).encode())


def found_screen(reputation: Html, texts: Texts) -> Screen:
    """The screen after pairing; the terms stand on the board that comes with it."""
    return Screen(lines(texts.html("lobby.found"), reputation), news=News.TURNS)


def ended_screen(why: str, texts: Texts) -> Screen:
    """The screen after a search that has found nobody. `why`: the key of its text."""
    again = _lobby(texts, "button.look-again", OnLobby.FIND), _lobby(texts, "button.lobby", OnLobby.LIST)
    return Screen(texts.html(why, most=MATCHES), rows(again))


# Buttons that several of these screens share.


def _stop(texts: Texts) -> Button:
    return _lobby(texts, "button.stop-looking", OnLobby.STOP)


def _lobby(texts: Texts, key: str, verb: OnLobby | OnRoom, argument: str = "") -> Button:
    return button(texts.plain(key), MenuPress(verb, argument))
