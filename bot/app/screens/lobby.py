"""The lobby: who looks for a rival, what whoever looks sees meanwhile, and who was found."""

from dataclasses import dataclass
from zlib import crc32

from bot.app.buttons import LobbyPress, OnLobby, OnRoom
from bot.app.screens.name import shown_name
from bot.app.screens.screen import Button, Row, Screen, button
from bot.app.screens.terms import terms_line
from bot.app.terms import Terms
from bot.app.texts import Html, Texts

MOST_JOINED = 4
"""So many different wishes have a button."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """How it stands for somebody who looks. `others`: who else does; `many`: those are the least."""

    terms: Terms
    since: float
    seconds: float
    """So long ago that was."""
    others: int
    many: bool = False
    alone: bool = False
    """Nobody has come for so long that a game with the bot is offered meanwhile."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Somebody in the list of those who look. `reputation`: who they are, on one line."""

    name: str
    reputation: Html
    terms: Terms
    since: float
    seconds: float


def waiting(state: Waiting, texts: Texts) -> Screen:
    """What somebody sees while they look."""
    if state.many:
        others = texts.html("lobby.crowd", most=state.others)
    elif state.others:
        others = texts.counted("lobby.others", state.others)
    else:
        others = texts.html("lobby.alone")
    began = texts.html("lobby.began", when=_ago(state.since, state.seconds, texts))
    lines = [texts.html("lobby.looking"), terms_line(state.terms, texts), Html(""), began, others]
    rows: tuple[Row, ...] = ((_lobby(texts, "button.stop-looking", OnLobby.STOP),),)
    if state.alone:
        lines += [Html(""), texts.html("lobby.offer")]
        rows = ((_lobby(texts, "button.meanwhile", OnLobby.MEANWHILE),), *rows)
    return Screen(Html("\n".join(lines)), rows)


def found(reputation: Html, terms: Terms, texts: Texts) -> Screen:
    """Whom they have been paired with."""
    return Screen(Html("\n".join((texts.html("lobby.found"), reputation, terms_line(terms, texts)))))


def stopped(texts: Texts) -> Screen:
    """They look no more, as they wished."""
    return Screen(texts.html("lobby.stopped"), (_again(texts),))


def gave_up(texts: Texts) -> Screen:
    """They look no more, for nobody has come."""
    return Screen(texts.html("lobby.gave-up"), (_again(texts),))


def lobby(listed: tuple[Listed, ...], more: int, texts: Texts, *, many: bool, looks: bool) -> Screen:
    """Who looks for a rival. `more`: so many are not listed, with `many` at least; `looks`: so does who sees this."""
    lines = [texts.html("lobby.title"), *(_line(one, texts) for one in listed)]
    if not listed:
        lines.append(texts.html("lobby.nobody"))
    if more:
        lines.append(texts.html("lobby.more", count=f"{more}+" if many else more))
    refresh = _lobby(texts, "button.refresh", OnLobby.LIST)
    room = (button(texts.plain("button.room"), LobbyPress(OnRoom.SHOW)),)
    if looks:
        return Screen(Html("\n\n".join(lines)), ((_lobby(texts, "button.stop-looking", OnLobby.STOP), refresh), room))
    wishes = list(dict.fromkeys(one.terms for one in listed))[:MOST_JOINED]
    joins = tuple((_join(terms, [one.name for one in listed if one.terms == terms], texts),) for terms in wishes)
    find = _lobby(texts, "button.find-rival", OnLobby.FIND)
    return Screen(Html("\n\n".join(lines)), (*joins, (find, refresh), room))


def wish_key(terms: Terms) -> str:
    """Stands for the terms in a button."""
    return f"{crc32(repr(terms).encode()):08x}"


def _line(listed: Listed, texts: Texts) -> Html:
    when = _ago(listed.since, listed.seconds, texts)
    return Html(f"{listed.reputation}\n{terms_line(listed.terms, texts)} · ⏱ {when}")


def _ago(since: float, seconds: float, texts: Texts) -> Html:
    """How long ago it was; Telegram goes on counting by itself, where it is new enough."""
    minutes, seconds = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    told = texts.html("lobby.ago", time=f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}")
    return Html(f'<tg-time unix="{int(since)}" format="r">{told}</tg-time>')


def _join(terms: Terms, names: list[str], texts: Texts) -> Button:
    """A game with whoever wants it on these terms, by name if that is one person."""
    mode, variant = texts.plain(f"mode.{terms.mode}"), texts.plain(f"variant.{terms.variant}")
    label = f"{mode} · {shown_name(names[0])}" if len(names) == 1 else f"{mode} · {variant}"
    return button(f"▶️ {label}", LobbyPress(OnLobby.JOIN, wish_key(terms)))


def _again(texts: Texts) -> Row:
    return (_lobby(texts, "button.look-again", OnLobby.FIND), _lobby(texts, "button.lobby", OnLobby.LIST))


def _lobby(texts: Texts, key: str, verb: OnLobby) -> Button:
    return button(texts.plain(key), LobbyPress(verb))
