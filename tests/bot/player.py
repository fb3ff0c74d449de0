"""Who plays with the bot over HTTP in a test: how they begin, what they say to each other, what they see of it."""

import asyncio
import re

from sandbox.client import Group, Message, Person
from sandbox.client.places import Place
from tests.bot.conftest import Stage

WRONG = ("0123", "4567", "8901", "2345", "6789", "1357", "2468", "3579", "1024", "8653")
"""One more than anybody asks for, lest one of them is the secret."""
TURN = re.compile(
    r"^(?P<number>\d+)\. (?P<guess>\d{4})\u00a0\u00a0(?P<bulls>\d)\u2060?🐂\u00a0(?P<cows>\d)\u2060?🐄", re.MULTILINE
)
"""Older releases did not keep a number on one line with its picture."""
LINE = re.compile(
    r"(?:(?P<who>[A-Z]\w+): ?)?(?:\[(?P<button>[^\]]+)\]|(?P<text>[^→‼∌]*?))"
    r"(?: ?‼ (?P<toast>.+?))?(?: ?→ (?P<seen>.+?))?(?: ?∌ (?P<unseen>.+))?"
)


async def talk(script: str, *people: Person, chat: Place | None = None, on: Message | None = None) -> Message:
    """Carry a dialogue out, a line for each exchange; the message in which the last line's words were seen.

    `Ann: /play → I have a secret`: Ann, who must be among the people (without a name: the first of them), sends that
    and then sees the bot's newest message with these words. `[Resign]` presses the newest button with this text, of
    the message `on` where that is given; `‼ words` follows what is pressed, and is what its toast or alert says;
    `→ words` alone only waits, and `∌ words` ends a line: they stand nowhere then. All of it happens in `chat`.
    Raises ValueError at a line that says nothing.
    """
    by_name, seen = {person.name: person for person in people}, on
    for line in filter(None, map(str.strip, script.splitlines())):
        step = LINE.fullmatch(line)
        if step is None:
            raise ValueError(f"nobody knows what this means: {line}")
        person = by_name[step["who"]] if step["who"] else people[0]
        if step["button"]:
            answer = await person.presses(step["button"], on=on, chat=chat)
            assert (step["toast"] or "") in (answer.text or ""), f"{line}\n{answer}"
        elif step["text"]:
            await person.send(step["text"], chat=chat)
        if step["seen"]:
            seen = await person.sees(step["seen"], chat=chat)
        if step["unseen"]:
            await person.sees_no(step["unseen"], chat=chat)
    assert seen is not None, "nothing was to be seen"
    return seen


async def begun(stage: Stage, name: str = "Alice", language: str = "en", words: str = "/play") -> Person:
    player = await stage.sandbox.person(name, language)
    await player.send(words)
    await player.sees("🔒")
    return player


async def friends(stage: Stage) -> tuple[Group, Person, Person, Person]:
    """A group of three: Alice, Bob who speaks Ukrainian, Carol who speaks Russian."""
    alice = await stage.sandbox.person("Alice")
    bob = await stage.sandbox.person("Bob", "uk")
    carol = await stage.sandbox.person("Carol", "ru")
    return await stage.sandbox.group("Friends", alice, bob, carol), alice, bob, carol


def by_bot(person: Person, chat: Place | None = None, words: str = "") -> list[Message]:
    """The bot's messages with these words that the person sees in the chat with it, or in a group, oldest first."""
    return [message for message in person.messages(chat) if message.by_bot and words in message.text]


async def sees_only(player: Person, text: str) -> Message:
    """The bot's one message that the player sees, which holds the text."""

    def alone() -> Message | None:
        shown = by_bot(player)
        return shown[0] if len(shown) == 1 and text in shown[0].text else None

    message = await player.connection.mirror.until(alone, 10)
    assert message is not None, player.transcript()
    return message


async def unfolded(stage: Stage, player: Person, board: Message, button: str, chat: Group | None = None) -> Message:
    """The board of a game that is over once a button was pressed that shows others."""
    await player.presses(button, on=board)
    await stage.quiet()
    return next(message for message in player.messages(chat) if message.id == board.id)


def wrong_guesses(secret: str, count: int) -> list[str]:
    """Guesses that are all wrong, all different."""
    return [guess for guess in WRONG if guess != secret][:count]


def feedback(guess: str, secret: str) -> tuple[int, int]:
    """Bulls and cows, counted as people count them."""
    bulls = sum(one == other for one, other in zip(guess, secret, strict=True))
    return bulls, len(set(guess) & set(secret)) - bulls


def key(bulls: int, cows: int) -> str:
    """What stands on the key for that reply."""
    return f"{bulls}\u2060🐂\u2060{cows}\u2060🐄"


def turns_on(text: str) -> list[tuple[int, str, int, int]]:
    """The turns that a board shows: number, guess, bulls, cows."""
    return [(int(turn["number"]), turn["guess"], int(turn["bulls"]), int(turn["cows"])) for turn in TURN.finditer(text)]


def advised(board: Message) -> str:
    """The guess that the hints advise."""
    found = re.search(r"^👉 (?:Try|It’s) (\d{4})", board.text, re.MULTILINE)
    assert found, board.text
    return found[1]


async def says(stage: Stage, person: Person, *texts: str, chat: Place | None = None) -> Message:
    """Write these, or press `[a button]` of the bot's newest message, one after the other; its newest message then."""
    for text in texts:
        if text.startswith("["):
            await person.presses(text[1:-1], on=by_bot(person, chat)[-1], chat=chat)
        else:
            await person.send(text, chat=chat)
        await stage.quiet()
    await stage.quiet()
    return by_bot(person, chat)[-1]


def data_of(message: Message, text: str) -> str:
    """What its button with this text sends, copies, or leads to."""
    button = message.button(text)
    assert button is not None, message
    return button.value


async def presses_at_once(person: Person, text: str, on: Message, times: int = 3) -> None:
    """Press the button so often before the bot has answered."""
    await asyncio.gather(*(person.forges(data_of(on, text), on=on) for _ in range(times)))
