"""Two people at a match, each in a private chat of their own."""

import re
from dataclasses import dataclass

from sandbox.client import Message, Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import turns_on

RACE, VOLLEY, SUDDEN = (("⚔️ Duel", mode) for mode in ("🏁 Race", "🎾 Race in turn", "⚡ Sudden death"))
AT_ONCE = ("1 day a guess", "90 s a guess", "unrated")
"""Pressed on the terms with friends that nobody has changed, they become rated, with 90 s a guess."""
FRIENDLY, NO_CLOCK = ("rated",), ("90 s a guess", "no clock")
YOUR_TURN = "👉 Your turn!"


@dataclass(frozen=True)
class Pair:
    """Alice, who challenged, and Bob, who accepted."""

    stage: Stage
    alice: Person
    bob: Person

    @property
    def both(self) -> tuple[Person, Person]:
        """The two."""
        return self.alice, self.bob

    def rival_of(self, person: Person) -> Person:
        """The other one."""
        return self.bob if person is self.alice else self.alice

    async def keep(self, alices: str, bobs: str) -> tuple[Person, Person]:
        """Both keep a secret; who begins, and who comes second."""
        for person, secret in zip(self.both, (alices, bobs), strict=True):
            await person.send(secret)
            await self.stage.quiet()
        return await self.order()

    async def order(self) -> tuple[Person, Person]:
        """Whose turn it is, and whose it is not."""
        await self.stage.quiet()
        (mover,) = (person for person in self.both if YOUR_TURN in screen(person).text)
        return mover, self.rival_of(mover)

    async def guess(self, person: Person, code: str) -> Message:
        """A guess is typed, and everybody has seen it."""
        await person.send(code)
        await self.stage.quiet()
        return screen(person)

    def secret(self) -> str:
        """The secret of the bot's that they race for."""
        return self.position().split()[2]

    def position(self) -> str:
        """Their newest match in one line, read from the database."""
        bot = self.stage.bot
        return str(stored.match_body(bot, stored.matches(bot, self.alice.id)[0])["game"])


GUESSES = ("0123", "4567", "8901", "2345", "6789", "1357", "2468")


def misses(count: int, *secrets: str) -> list[str]:
    """So many different guesses that break none of the secrets."""
    return [guess for guess in GUESSES if guess not in secrets][:count]


async def paired(stage: Stage, *choices: tuple[str, ...], languages: tuple[str, str] = ("en", "en")) -> Pair:
    """Alice has challenged Bob by link to a rated game of 90 s a guess, or what these make it, and he has accepted."""
    pair = Pair(stage, await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob", languages[1]))
    await challenged(pair, AT_ONCE, *choices)
    return pair


async def challenged(pair: Pair, *choices: tuple[str, ...]) -> None:
    """Another challenge of Alice's, which Bob accepts."""
    alice, bob = pair.both
    asked = await alice.send("/duel")
    menu = await alice.sees("A game for two", after=asked)
    for choice in choices:
        for button in choice:
            await alice.presses(button, on=menu)
    await alice.presses("Invite a friend", on=menu)
    link = (await alice.sees("✉️ Your challenge is waiting for a friend.", after=asked)).button("Copy link")
    assert link is not None
    opened = await bob.opens(link)
    offer = await bob.sees("Alice", after=opened)
    await bob.presses("✅", on=offer)
    await pair.stage.quiet()


def screen(person: Person) -> Message:
    """The newest screen of a match that the person sees."""
    return [message for message in person.messages() if message.by_bot and "🆚" in message.text][-1]


def boards_on(text: str) -> list[list[tuple[int, str, int, int]]]:
    """The turns on a match's screen, board by board."""
    boards = [turns_on(paragraph) for paragraph in text.split("\n\n")]
    return [board for board in boards if board]


SIDE_BY_SIDE = re.compile(
    r"^(\d+)\. (\S+) (?:\d\u2060🐂\xa0\d\u2060🐄 )?┊ (\S+)(?: \d\u2060🐂\xa0\d\u2060🐄)?$", re.MULTILINE
)


def paths_on(text: str) -> list[tuple[str, str]]:
    """The guesses on the screen of a match that is over, mine beside the rival's."""
    return [(line[2], line[3]) for line in SIDE_BY_SIDE.finditer(text)]


async def texts_sent_to(stage: Stage, person: Person) -> list[str]:
    """Every text that the bot has ever sent into the person's chat."""
    calls = [*await stage.sandbox.calls("sendMessage"), *await stage.sandbox.calls("editMessageText")]
    return [call["parameters"]["text"] for call in calls if call["parameters"].get("chat_id") == person.id]


async def begun(stage: Stage, *choices: tuple[str, ...]) -> Pair:
    """Each has guessed once."""
    pair = await paired(stage, *choices)
    first, second = await pair.keep("0123", "4567")
    await pair.guess(first, "8901")
    await pair.guess(second, "8901")
    return pair
