"""Screens of the lobby: who looks for a rival, one's own search, and its result."""

from dataclasses import dataclass, replace
from zlib import crc32

from bot.app.buttons import LobbyPress, OnLobby, OnRoom
from bot.app.links import link_to
from bot.app.model.game import MATCHES
from bot.app.model.terms import LOBBY, Terms
from bot.app.screen import Button, News, Row, Screen, button, in_few_rows
from bot.app.screens.common import ONLY_PAGE, Page, later, page_line, page_row
from bot.app.screens.people import shown_name
from bot.app.screens.terms import terms_keys, terms_line
from bot.app.texts import Html, Texts

# The lobby: who challenges everybody, and who looks for a rival.


@dataclass(frozen=True, slots=True)
class Listed:
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

    challenges: tuple[Listed, ...]
    lookers: tuple[Listed, ...]
    more: int
    many: bool
    own: Terms | None
    own_is_open: bool
    wish: Terms = LOBBY
    """The terms on which a search begins."""
    page: Page = ONLY_PAGE


def lobby(hall: Hall, texts: Texts) -> Screen:
    """The list of the lobby."""
    lines = [texts.html("lobby.title"), *page_line(hall.page, texts)]
    for key, listed in (("lobby.challenges", hall.challenges), ("lobby.lookers", hall.lookers)):
        if listed:
            lines += [texts.html(key), *(_seek_line(one, texts) for one in listed)]
    if hall.more:
        lines.append(texts.html("lobby.more", count=f"{hall.more}+" if hall.many else hall.more))
    if not (hall.challenges or hall.lookers):
        lines.append(texts.html("lobby.nobody" if hall.own is None else "lobby.alone"))
    if hall.own is None:
        lines.append(texts.html("lobby.terms", terms=terms_line(hall.wish, texts)))
    else:
        own = texts.html("lobby.own", terms=terms_line(hall.own, texts))
        lines.append(Html(f"{own}\n{texts.html('lobby.posted')}") if hall.own_is_open else own)
    return Screen(
        Html("\n\n".join(lines)), (*_rivals(hall, texts), *_pages(hall), *_own(hall, texts), _around(hall, texts))
    )


def _around(hall: Hall, texts: Texts) -> Row:
    room = button(texts.plain("button.room"), LobbyPress(OnRoom.SHOW))
    here = str(hall.page.number) if hall.page.number else ""
    return (button(texts.plain("button.refresh"), LobbyPress(OnLobby.LIST, here)), room)


def _rivals(hall: Hall, texts: Texts) -> tuple[Row, ...]:
    """A button for each challenge and each search: whoever is listed can be played."""
    takes = ((_rival("▶️", one, OnLobby.TAKE, texts),) for one in hall.challenges)
    joins = ((_rival("🔎", one, OnLobby.JOIN, texts),) for one in hall.lookers)
    return (*takes, *joins)


def _rival(icon: str, listed: Listed, verb: OnLobby, texts: Texts) -> Button:
    """The button that begins a game with whoever is listed."""
    mode = texts.plain(listed.terms.playable.title)
    return button(f"{icon} {_short(listed.name)} · {mode}", LobbyPress(verb, seek_key(listed.seek)))


LONGEST = 12
"""Characters of a name on a button, so that the terms behind it are not cut off."""


def _short(name: str) -> str:
    return shown_name(name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…")


def _seek_line(listed: Listed, texts: Texts) -> Html:
    when = _ago(listed.since, listed.seconds, texts)
    return Html(f"{listed.reputation}\n{terms_line(listed.terms, texts)} · ⏱ {when}")


def _ago(since: float, seconds: float, texts: Texts) -> Html:
    """The time since then; Telegram keeps it up to date, if it is recent."""
    minutes, seconds = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    text = texts.html("lobby.ago", time=f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}")
    return Html(f'<tg-time unix="{int(since)}" format="r">{text}</tg-time>')


def _own(hall: Hall, texts: Texts) -> tuple[Row, ...]:
    """Buttons for their own search."""
    if hall.own is not None:
        return ((_stop(texts),),) if hall.own_is_open else ((_stop(texts),), (_post(texts),))
    terms = _lobby(texts, "button.lobby-terms", OnLobby.TERMS)
    return ((_lobby(texts, "button.find-rival", OnLobby.FIND),), (_post(texts),), (terms,))


def _pages(hall: Hall) -> tuple[Row, ...]:
    return page_row(hall.page, lambda number: LobbyPress(OnLobby.LIST, number))


def seek_key(seek: str) -> str:
    """The key of a seek in buttons."""
    return f"{crc32(seek.encode()):08x}"


def elsewhere(username: str, texts: Texts) -> Screen:
    """What a group sees: a link to the private chat."""
    way = Button(texts.plain("button.lobby"), opens=link_to(username))
    return Screen(texts.html("lobby.in-private"), ((way,),))


# One's own search, and its result.


@dataclass(frozen=True, slots=True)
class Waiting:
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


def waiting(state: Waiting, texts: Texts) -> Screen:
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
    lines = [texts.html("lobby.looking"), terms_line(state.terms, texts), Html(""), began, others]
    offered = state.wishes[:OFFERED]
    if offered:
        lines += [texts.html("lobby.wishes"), *(Html(f"• {terms_line(terms, texts)}") for terms in offered)]
    if len(state.wishes) > OFFERED:
        lines.append(texts.html("lobby.more", count=len(state.wishes) - OFFERED))
    lines += [texts.html("lobby.posted")] if state.is_open else []
    last = in_few_rows((_lobby(texts, "button.lobby", OnLobby.LIST), _stop(texts)))
    rows: tuple[Row, ...] = last if state.is_open else ((_post(texts),), *last)
    rows = (*((_taking(terms, state.terms, texts),) for terms in offered), *rows)
    if state.alone:
        lines += [Html(""), texts.html("lobby.offer")]
        rows = ((_lobby(texts, "button.meanwhile", OnLobby.MEANWHILE),), *rows)
    return Screen(Html("\n".join(lines)), rows)


def _taking(terms: Terms, own: Terms, texts: Texts) -> Button:
    """The button that begins a search on those terms: it says what is other there than in their own."""
    others = (key for key, mine in zip(terms_keys(terms), terms_keys(own), strict=True) if key != mine)
    return button(f"🔎 {' · '.join(map(texts.plain, others))}", LobbyPress(OnLobby.JOIN, terms_key(terms)))


def terms_key(terms: Terms) -> str:
    """The key of terms in buttons."""
    return f"{crc32(repr(terms).encode()):08x}"


def checksum(state: Waiting, texts: Texts) -> int:
    """Of what that screen says, but for the time that passes: Telegram counts it on."""
    return crc32(repr(waiting(replace(state, since=0.0, seconds=0.0), texts)).encode())


def found_screen(reputation: Html, texts: Texts) -> Screen:
    """The screen after pairing; the terms stand on the board that comes with it."""
    return Screen(Html(f"{texts.html('lobby.found')}\n{reputation}"), news=News.TURNS)


def ended_screen(why: str, texts: Texts) -> Screen:
    """The screen after a search that has found nobody. `why`: the key of its text."""
    return Screen(texts.html(why, most=MATCHES), (_again(texts),))


# Buttons that several of these screens share.


def _post(texts: Texts) -> Button:
    return _lobby(texts, "button.challenge-all", OnLobby.POST)


def _stop(texts: Texts) -> Button:
    return _lobby(texts, "button.stop-looking", OnLobby.STOP)


def _again(texts: Texts) -> Row:
    return (_lobby(texts, "button.look-again", OnLobby.FIND), _lobby(texts, "button.lobby", OnLobby.LIST))


def _lobby(texts: Texts, key: str, verb: OnLobby) -> Button:
    return button(texts.plain(key), LobbyPress(verb))
