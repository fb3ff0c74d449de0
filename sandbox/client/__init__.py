"""A sandbox for tests: its people, its bot's calls, and trouble on demand.

People act as they do in Telegram, and what waits for the bot waits for it:

    alice, bob = await sandbox.person("Alice"), await sandbox.person("Bob")
    pair = await alice.meets(bob)                           # a private chat of two, where the bot is not
    cards = await alice.types_inline("duel", pair)          # "@bot duel", as the bot answers it
    card = await alice.chooses(cards.card("Duel"), pair)    # a message of hers, via the bot
    answer = await bob.presses("Accept", on=card)           # what he alone is told
    await bob.opens(answer)                                 # where it leads: /start with its payload
    cards = await alice.switches("Share", to=pair)          # a button that leads into inline mode
    forum = await (await sandbox.group("Friends", alice, bob)).becomes_forum()
    await alice.send("/play", chat=await forum.topic("Games"))
    app = await alice.opens_app("Open board")               # its address, with who she is, signed
    shown = await sandbox.photo(await alice.sees("Your game"))   # the very bytes that the bot sent
"""

from sandbox.client.actors import PATIENCE, Person
from sandbox.client.connection import NotPossible
from sandbox.client.places import Group, Pair, Topic
from sandbox.client.sandbox import Sandbox
from sandbox.client.seen import Answer, Button, Card, Cards, Message, OpenedApp

__all__ = [
    "PATIENCE",
    "Answer",
    "Button",
    "Card",
    "Cards",
    "Group",
    "Message",
    "NotPossible",
    "OpenedApp",
    "Pair",
    "Person",
    "Sandbox",
    "Topic",
]
