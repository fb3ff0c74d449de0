"""People who play a match on its card, in a chat where the bot is not."""

import asyncio
from dataclasses import dataclass

from sandbox.client import Answer, Message, Person
from sandbox.client.places import Group
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import AT_ONCE, button_data, choose_terms


@dataclass
class Played:
    """Alice's card in a chat where the bot is not, and those who look at it."""

    stage: Stage
    alice: Person
    bob: Person
    carol: Person
    chat: Group
    card: Message

    async def seen(self, text: str) -> Message:
        self.card = await self.carol.sees(text, chat=self.chat)
        return self.card

    async def taps(self, player: Person, code: str) -> Answer:
        """Key a code in and send it; what the player is told in the end."""
        for at, symbol in enumerate(code, 1):
            answer = await player.presses(symbol, on=self.card)
            assert answer.text == " ".join(code[:at] + "·" * (len(code) - at))
        return await player.presses("✓", on=self.card)

    async def told(self, player: Person, button: str) -> str:
        """What the player alone is told, until they close it."""
        answer = await player.presses(button, on=self.card)
        assert answer.alert
        return answer.text or ""

    async def guess(self, player: Person, code: str, then: str = "is guessing") -> Message:
        """`then`: what the card says of the other."""
        await self.taps(player, code)
        return await self.seen(f"{(self.bob if player is self.alice else self.alice).name} {then}")

    async def keeps(self, alices: str, bobs: str) -> tuple[Person, Person]:
        """Both key a secret in; who begins, and who comes second."""
        assert (await self.taps(self.alice, alices)).text == "🤫 Got it"
        await self.seen("🔐 Alice is ready")
        await self.taps(self.bob, bobs)
        return self.order(await self.seen("is guessing"))

    def order(self, card: Message) -> tuple[Person, Person]:
        return (self.alice, self.bob) if "Alice is guessing" in card.text else (self.bob, self.alice)


async def dealt(stage: Stage, *wished: str) -> Played:
    """A card with a rated game that Alice has sent, and that nobody has pressed yet."""
    alice, bob, carol = [await stage.sandbox.person(name) for name in ("Alice", "Bob", "Carol")]
    if wished:
        await choose_terms(alice, *AT_ONCE, *wished)
    chat = await stage.sandbox.group("Without the bot", alice, bob, carol, bot=False)
    cards = await alice.types_inline("", chat)
    card = next(card for card in cards.results if card.title.endswith("· rated"))
    return Played(stage, alice, bob, carol, chat, await alice.chooses(card, chat))


async def begun(stage: Stage, *wished: str) -> Played:
    on = await dealt(stage, *wished)
    return await seated(on)


async def seated(on: Played) -> Played:
    await on.told(on.bob, "Play here")
    await on.seen("Alice — Bob")
    return on


async def silent(on: Played, *people: Person) -> bool:
    """Whether the bot has written to none of these, or of all."""
    await on.stage.quiet()
    sent = {call["parameters"]["chat_id"] for call in await on.stage.sandbox.calls("sendMessage")}
    return sent.isdisjoint(person.id for person in people or (on.alice, on.bob, on.carol))


async def press_at_once(text: str, on: Message, *players: Person) -> list[Answer]:
    """They press the button before any of them can see what becomes of it; returns what each is told."""
    return await asyncio.gather(*(player.forges(button_data(on, text), on=on) for player in players))
