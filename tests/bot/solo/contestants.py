"""Friends who break one secret, each in their own time, for tests."""

import re

from sandbox.client import Message, Person
from tests.bot.conftest import Stage
from tests.bot.player import begun, unfolded, wrong_guesses
from tests.bot.seals import seals_in


async def played(stage: Stage, person: Person, wrong: int, *, gives_up: bool = False) -> Message:
    """The person plays the game that is on to its end; their end screen."""
    secret = stage.secret_of(person.id)
    for number, guess in enumerate(wrong_guesses(secret, wrong), 1):
        await person.send(guess)
        await person.sees(f"{number}. {guess}")
    for text in ("/resign",) * (1 + bool(wrong)) if gives_up else (secret,):
        await person.send(text)
    return await person.sees("🏳️ The secret was" if gives_up else "🎉")


async def with_contest(stage: Stage, *, wrong: int = 2) -> tuple[Person, str]:
    """Ann has broken a secret, and has a link for her friends."""
    ann = await begun(stage, "Ann")
    end = await played(stage, ann, wrong)
    await ann.presses("Beat my game", on=await unfolded(stage, ann, end, "Share"))
    return ann, link_of(await ann.sees("Can your friends do better?"))


def link_of(screen: Message) -> str:
    copied = screen.button("Copy")
    assert copied
    assert re.search(r"\?start=b[A-Za-z0-9_-]{22}$", copied.value)
    return copied.value


async def joined(stage: Stage, name: str, link: str, language: str = "en") -> Person:
    friend = await stage.sandbox.person(name, language)
    await friend.opens(link)
    await friend.sees("🔒")
    return friend


def fingerprint(board: Message) -> str:
    (sealed,) = seals_in(board)
    return sealed


def digits_in(results: Message) -> list[str]:
    """The guesses that stand below the results."""
    return re.findall(r"^\d+\. (\d{4})\u00a0", results.text.partition("🏁")[2], re.MULTILINE)
