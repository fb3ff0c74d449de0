"""Two people at a match, each in a private chat of their own."""

import re
from dataclasses import dataclass
from itertools import chain

from sandbox.client import PATIENCE, Answer, Message, Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import WRONG, turns_on

RACE, VOLLEY, SUDDEN = (("⚔️ Duel", mode) for mode in ("🏁 Race", "🎾 Race in turn", "⚡ Sudden death"))
AT_ONCE = ("1 day a guess", "90 s a guess", "unrated")
"""Pressed on the terms with friends that nobody has changed, they become rated, with 90 s a guess."""
FRIENDLY, NO_CLOCK = ("rated",), ("90 s a guess", "no clock")
YOUR_TURN = "👉 Your turn!"
MOVE = re.compile(
    r"(?P<who>\w+):(?: \[(?P<button>[^\]]+)\]| (?P<text>[^→‼∌]+?))?"
    r"(?: ‼ (?P<toast>.+?))?(?: → (?P<seen>.+?))?(?: ∌ (?P<unseen>.+))?"
)


@dataclass(frozen=True)
class Pair:
    """Alice, who challenged, and Bob, who accepted."""

    stage: Stage
    alice: Person
    bob: Person

    @property
    def both(self) -> tuple[Person, Person]:
        return self.alice, self.bob

    def rival_of(self, person: Person) -> Person:
        return self.bob if person is self.alice else self.alice

    async def keep(self, alices: str, bobs: str) -> tuple[Person, Person]:
        """Both keep a secret; who begins, and who comes second."""
        for person, secret in zip(self.both, (alices, bobs), strict=True):
            await person.send(secret)
            await self.stage.quiet()
        return await self.order()

    async def order(self) -> tuple[Person, Person]:
        await self.stage.quiet()
        (mover,) = (person for person in self.both if YOUR_TURN in screen(person).text)
        return mover, self.rival_of(mover)

    async def play(self, script: str) -> Message:
        """Carry moves out, a line each; the newest screen of whoever has moved last.

        `Alice: 0123 → words & others ∌ more`: Alice writes that, and then her newest screen, which begins with `^`, has
        these words and not those. Its buttons, also those to be pressed, are `[Resign]`; `‼ words` is what a press is
        answered. `Both: → words` only looks. `First` begins the match, and `(secret)` is what they are to break.
        """
        for line in filter(None, map(str.strip, script.splitlines())):
            step = MOVE.fullmatch(line)
            assert step, f"nobody knows what this means: {line}"
            for person in self._called(step["who"]):
                if step["button"]:
                    answer = await person.presses(step["button"])
                    assert (step["toast"] or "") in (answer.text or ""), f"{line}\n{answer}"
                elif step["text"]:
                    await person.send(step["text"].replace("(secret)", self.broken_by(person)))
                await self.stage.quiet()
                shown = "^" + str(screen(person)).partition(": ")[2]
                assert all(words in shown for words in (step["seen"] or "").split(" & ")), f"{line}\n{shown}"
                assert not any(words in shown for words in (step["unseen"] or "∌").split(" & ")), f"{line}\n{shown}"
        return screen(person)

    def _called(self, name: str) -> tuple[Person, ...]:
        words = self.position().split()
        first = int(words[words.index("first") + 1]) if "first" in words else 0
        found = {"Alice": self.alice, "Bob": self.bob, "First": self.both[first], "Second": self.both[1 - first]}
        return self.both if name == "Both" else (found[name],)

    def broken_by(self, person: Person) -> str:
        mode, _, *secrets = self.position().split()
        return secrets[self.both.index(person) if mode in {"duel", "sudden"} else 0]

    async def forge(self, person: Person, data: str) -> Answer:
        """A press on the person's newest screen, which need not have the button."""
        answer = await person.forges(data, on=screen(person))
        await self.stage.quiet()
        return answer

    async def guess(self, person: Person, code: str) -> Message:
        await person.send(code)
        await self.stage.quiet()
        return screen(person)

    def secret(self) -> str:
        return self.broken_by(self.alice)

    def position(self) -> str:
        bot = self.stage.bot
        return str(stored.match_body(bot, stored.matches(bot, self.alice.id)[0])["game"])


def misses(count: int, *secrets: str) -> list[str]:
    return [guess for guess in WRONG if guess not in secrets][:count]


async def paired(stage: Stage, *choices: tuple[str, ...], languages: tuple[str, str] = ("en", "en")) -> Pair:
    """Alice has challenged Bob by link to a rated game of 90 s a guess, or what these make it, and he has accepted."""
    pair = Pair(stage, await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob", languages[1]))
    await challenged(pair, AT_ONCE, *choices)
    return pair


async def challenged(pair: Pair, *choices: tuple[str, ...]) -> None:
    """Another challenge of Alice's, which Bob accepts."""
    alice, bob = pair.both
    menu = await choose_terms(alice, *chain(*choices), "Invite a friend")
    invitation = await alice.sees("✉️ Your challenge is waiting for a friend.", after=menu)
    opened = await bob.opens(button_data(invitation, "Copy link"))
    await pair.stage.after(bob.presses("✅", on=await bob.sees("Alice", after=opened)))


async def choose_terms(player: Person, *presses: str) -> Message:
    """Choose terms, by pressing these buttons of /duel one after the other; the message with them.

    Pages have buttons that are called alike: each but the last is pressed once the one before it has changed the page.
    """
    menu = page = await player.sees("A game for two", after=await player.send("/duel"))

    def turned() -> Message | None:
        return next((each for each in player.messages() if each.id == menu.id and each.keyboard != page.keyboard), None)

    steps = ("Terms", *presses) if presses[:1] not in {(), ("Invite a friend",)} else presses
    for number, text in enumerate(steps):
        if number:
            page = await player.connection.mirror.until(turned, PATIENCE) or page
        await player.presses(text, on=menu)
    return menu


def screen(person: Person) -> Message:
    return [message for message in person.messages() if message.by_bot and "🆚" in message.text][-1]


def button_data(message: Message, text: str) -> str:
    button = message.button(text)
    assert button is not None, message
    return button.value


def boards_on(text: str) -> list[list[tuple[int, str, int, int]]]:
    boards = [turns_on(paragraph) for paragraph in text.split("\n\n")]
    return [board for board in boards if board]


SIDE_BY_SIDE = re.compile(
    r"^(\d+)\. (\S+) (?:\d\u2060🐂\xa0\d\u2060🐄 )?┊ (\S+)(?: \d\u2060🐂\xa0\d\u2060🐄)?$", re.MULTILINE
)


def paths_on(text: str) -> list[tuple[str, str]]:
    return [(line[2], line[3]) for line in SIDE_BY_SIDE.finditer(text)]


async def texts_sent_to(stage: Stage, person: Person) -> list[str]:
    calls = [*await stage.sandbox.calls("sendMessage"), *await stage.sandbox.calls("editMessageText")]
    return [call["parameters"]["text"] for call in calls if call["parameters"].get("chat_id") == person.id]


async def kept(stage: Stage, *choices: tuple[str, ...]) -> tuple[Pair, Person, Person]:
    """Both keep a secret: the two, who begins, and who comes second."""
    pair = await paired(stage, *choices)
    return pair, *await pair.keep("0123", "4567")


async def begun(stage: Stage, *choices: tuple[str, ...]) -> Pair:
    """Each has guessed once."""
    pair, _, _ = await kept(stage, *choices)
    await pair.play("First: 8901\nSecond: 8901")
    return pair
