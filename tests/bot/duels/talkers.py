"""Two who talk in a match, as tests play them."""

from sandbox.client import Message, Person
from tests.bot.duels.pairs import Pair, screen


def heard(person: Person) -> list[str]:
    return [message.text for message in person.messages() if message.by_bot and message.text.startswith("💬")]


async def says(pair: Pair, person: Person, text: str) -> Message:
    """The person writes something; their screen after that."""
    return await pair.guess(person, text)


async def presses(pair: Pair, person: Person, *buttons: str) -> str:
    """Buttons under the person's game, one after the other; what the last is answered."""
    answer = None
    for button in buttons:
        answer = await person.presses(button, on=screen(person))
        await pair.stage.quiet()
    return (answer and answer.text) or ""
