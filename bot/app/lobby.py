"""The lobby: people look for a rival, wait, are paired, or stop. Much of it is done by jobs, so no desk is needed."""

from dataclasses import dataclass

from bot.app.match import Sitter
from bot.app.matches import open_match
from bot.app.messages import Chat, Person
from bot.app.ports import Job, Place, Preferences, Work, World
from bot.app.record import DAY, Player, Standing
from bot.app.screens import lobby as screens
from bot.app.screens.challenge import Record, record_line
from bot.app.seek import Seek, person_of
from bot.app.terms import Terms
from bot.app.texts import Html, Texts, language_of, texts_in
from bot.game.pairing import rival_for

SLOT = "lobby"
"""Where somebody sees who looks, that they look themselves, and what came of it."""
KIND = "pair"
"""The kind of job in which somebody who waits looks around again."""
LOOKS = (1.0, 3.0, 6.0, 10.0, 15.0, 20.0, 30.0, 45.0, 60.0, 90.0, 120.0, 240.0)
"""After how many seconds of waiting they do; whoever comes meanwhile looks as well."""
RARELY = 300.0
"""Seconds between later looks."""
ALONE = 60.0
"""Seconds after which a game with the bot is offered meanwhile."""
LASTS = {"live": 1800.0}
"""For how long somebody looks, by the clock, for whoever is found should still be there; else a day."""
CROWD = 50
"""No more are counted. While so many wait, screens change only to offer that game: messages are scarce then."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of two who are paired. `place`: where they are to read of the other."""

    seek: Seek
    texts: Texts
    place: Place


async def look(terms: Terms, person: Person, texts: Texts, work: Work, world: World) -> None:
    """The person looks for a rival from now on, and meets one at once if somebody fits."""
    known = await work.lobby.seek_of(person.id)
    others = await work.lobby.waiting(CROWD) - (known is not None)
    if known is not None and known.terms == terms:
        _show_waiting(known, others, Place.BOTTOM, texts, work, world)
        return
    if known is not None:
        work.lobby.claim(known)
    seek = await _seek(terms, person, work, world.now())
    if not await _has_met(Side(seek, texts, Place.BOTTOM), work, world):
        work.lobby.begin(seek)
        _plan(seek, 0, work)
        _show_waiting(seek, others, Place.BOTTOM, texts, work, world)


async def look_again(job: Job, work: Work, world: World) -> None:
    """Somebody who waits looks around once more, and sees how long they have waited."""
    seek = await work.lobby.seek_of(person_of(job.table))
    if seek is None or seek.id != job.table:
        return
    known = await work.preferences(seek.person)
    texts = _texts(known)
    if not known.reachable:
        work.lobby.claim(seek)
        return
    if world.now() - seek.since >= LASTS.get(seek.terms.clock, DAY):
        work.lobby.claim(seek)
        work.show(Chat(seek.person), SLOT, screens.gave_up(texts), Place.HERE)
        return
    if await _has_met(Side(seek, texts, Place.HERE), work, world):
        work.lobby.claim(seek)
        return
    _plan(seek, job.turn + 1, work)
    others = await work.lobby.waiting(CROWD) - 1
    if others < CROWD - 1 or job.turn == LOOKS.index(ALONE):
        _show_waiting(seek, others, Place.HERE, texts, work, world)


async def stop(person: int, work: Work) -> bool:
    """The person looks no more. Whether they did."""
    seek = await work.lobby.seek_of(person)
    if seek is not None:
        work.lobby.claim(seek)
    return seek is not None


async def reputation_of(seek: Seek, texts: Texts, work: Work, world: World) -> Html:
    """Who it is that looks, on one line."""
    player, standing = await _known(seek.person, seek.terms, work)
    return record_line(Record(seek.name, player, standing, standing.rating_at(world.now())), texts)


async def _known(person: int, terms: Terms, work: Work) -> tuple[Player, Standing]:
    return await work.ratings.player(person), await work.ratings.standing(person, terms.family)


async def _seek(terms: Terms, person: Person, work: Work, now: float) -> Seek:
    player, standing = await _known(person.id, terms, work)
    rating = standing.rating_at(now)
    return Seek(
        person=person.id,
        name=person.name,
        terms=terms,
        rating=rating.value,
        deviation=rating.deviation,
        completion=player.faith,
        since=now,
        last_rival=player.last_rival,
    )


async def _has_met(side: Side, work: Work, world: World) -> bool:
    """Whether somebody fits, with whom a match is open now."""
    rivals = {rival.person: rival for rival in await work.lobby.rivals(side.seek)}
    found = rival_for(side.seek.seeker, (rival.seeker for rival in rivals.values()), world.now())
    if found is None:
        return False
    rival = rivals[found.person]
    work.lobby.claim(rival)
    await _introduce(Side(rival, _texts(await work.preferences(rival.person)), Place.HERE), side, work, world)
    return True


async def _introduce(waiting: Side, other: Side, work: Work, world: World) -> None:
    """Each reads whom they have met, and their match begins."""
    for side, rival in ((waiting, other), (other, waiting)):
        told = await reputation_of(rival.seek, side.texts, work, world)
        work.show(Chat(side.seek.person), SLOT, screens.found(told, rival.seek.terms, side.texts), side.place)
    sitters = tuple(Sitter(side.seek.person, side.seek.name, side.seek.person) for side in (waiting, other))
    opener = other.seek.person if other.place is Place.BOTTOM else None
    await open_match(waiting.seek.terms, sitters, work, world, seed=world.new_salt(), opener=opener)


def _plan(seek: Seek, look: int, work: Work) -> None:
    """Let them look around again: soon at first, then ever more rarely."""
    later = LOOKS[look] if look < len(LOOKS) else LOOKS[-1] + RARELY * (look - len(LOOKS) + 1)
    work.at(seek.since + later, Job(KIND, seek.id, look))


def _show_waiting(seek: Seek, others: int, place: Place, texts: Texts, work: Work, world: World) -> None:
    waited = world.now() - seek.since
    state = screens.Waiting(seek.terms, seek.since, waited, others, many=others >= CROWD - 1, alone=waited >= ALONE)
    work.show(Chat(seek.person), SLOT, screens.waiting(state, texts), place)


def _texts(known: Preferences) -> Texts:
    return texts_in(language_of(known.language, known.spoken))
