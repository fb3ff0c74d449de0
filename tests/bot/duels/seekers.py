"""People in the lobby, as tests play them through the bot's real process."""

from bot.app.lobby.handlers import KIND
from sandbox.client import Message, Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import talk

MENU = {"en": "A game for two", "uk": "Гра для двох"}
LOOKING, FOUND = "Looking for a rival", "🤝 Here’s your rival:"


async def looks(lobby: Stage, name: str, language: str = "en") -> Person:
    person = await lobby.sandbox.person(name, language)
    await looks_again(person)
    return person


async def looks_again(person: Person) -> None:
    await person.presses("🔎", on=await person.sees(MENU[person.language], after=await person.send("/duel")))


async def lists(person: Person, words: str = "🏟 Lobby") -> Message:
    return await person.sees(words, after=await person.send("/lobby"))


async def waiting(lobby: Stage) -> set[int]:
    await lobby.quiet()
    return {person for (person,) in lobby.bot.rows("SELECT person_id FROM seeks")}


def met(lobby: Stage, one: Person, other: Person) -> int:
    return stored.met(lobby.bot, one.id, other.id)


def passes(lobby: Stage, person: Person, seconds: float) -> None:
    """Let so much time have passed since the person began to look; their next look is due."""
    ((since,),) = lobby.bot.rows("SELECT since FROM seeks WHERE person_id = ?", person.id)
    then = since - seconds
    lobby.bot.change("UPDATE seeks SET since = ? WHERE person_id = ?", then, person.id)
    stored.rename_job(lobby.bot, KIND, f"{person.id}:{since!r}", f"{person.id}:{then!r}")


async def has_looked(lobby: Stage, person: Person, times: int) -> None:
    await lobby.bot.holds(stored.JOB_SEEN, KIND, f"{person.id}:%", times)


async def posts(lobby: Stage, name: str, person: Person | None = None) -> Person:
    person = person or await lobby.sandbox.person(name)
    await talk("[📣] → 📣 Your challenge is in the lobby: anyone can take it.", person, on=await lists(person))
    return person
