"""People in the lobby, as tests play them through the bot's real process."""

from bot.app.handlers.lobby import KIND
from sandbox.client import Message, Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import choose_terms

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


async def slow_rivals(lobby: Stage) -> tuple[Person, Person]:
    """Two who have met in the lobby, with an hour for each guess, and keep their secrets. They may look for others."""
    people = await lobby.sandbox.person("Ann"), await lobby.sandbox.person("Bob")
    for person in people:
        await choose_terms(person, "⚙️", "90 s a guess", "1 h a guess", "🔎")
    for person in people:
        await person.sees(FOUND)
        await person.send("0123")
        await lobby.quiet()
    return people


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
    await person.presses("📣", on=await lists(person))
    await person.sees("📣 Your challenge is in the lobby: anyone can take it.")
    return person
