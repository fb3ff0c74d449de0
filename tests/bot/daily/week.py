"""Nine days as people live them: what each does, as data, and how that is carried out."""

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import combinations
from zoneinfo import ZoneInfo

from bot.app.model.daily import VARIANT, Codes
from bot.game.daily import DAY
from sandbox.client import Group, Message, Person
from tests.bot.daily.house import House

KYIV = ZoneInfo("Europe/Kyiv")
WRONG = ("0123", "4567", "8901", "2345")
REMINDER = re.compile(r"Code of the day #(\d+) is waiting")
PLAY = "▶️ Play"
TABLE_OF_WEEK = "📅 Days #"
Steps = Mapping[str, str]
"""By name, what each does, word by word: `wrong` is a guess, `code` the secret of the day, `code-2` of two days ago.

`card` is `/daily` in the group, `play` a press on the newest card there, which leads to the private chat.
"""

PLAYED: Mapping[int, Steps] = {
    1: {
        "Ann": "/daily wrong code /daily",
        "Ben": "card play code",
        "Cat": "/daily wrong wrong code",
        "Eve": "/daily wrong /hint code",
    },
    2: {
        "Ann": "/daily code /daily",
        "Ben": "/daily wrong play code",
        "Cat": "/daily wrong play",
        "Dan": "card",
        "Eve": "/daily wrong wrong wrong play /resign /resign",
    },
    3: {"Ann": "/daily code /daily", "Cat": "/daily code"},
    4: {
        "Ann": "/daily wrong wrong code /daily",
        "Ben": "card play code",
        "Cat": "/daily wrong play",
        "Eve": "/daily wrong",
    },
    5: {"Ann": "/daily wrong code /daily", "Cat": "/daily code"},
    6: {"Ann": "/daily wrong code /daily", "Ben": "card play code", "Cat": "code-2"},
    7: {"Ann": "/daily code /daily"},
    8: {"Ann": "/daily wrong code /daily", "Ben": "/daily code", "Cat": "/daily wrong code"},
    9: {"Ann": "/daily code /daily", "Ben": "/daily wrong code", "Cat": "/daily code"},
}
"""What is done on each day. Ben misses #3, and #7, when the bot is away; Cat ends #2 a day later and #4 too late.

In the group Ann presses nothing, and no card is put on #3 and #5.
"""


@dataclass(frozen=True)
class AtTheTurn:
    """What is sent while the processes are killed, just before a day ends, and while nobody serves."""

    during: Steps
    waiting: Steps
    code_of: int
    """The day whose secret is meant by what waits."""


TURNS: Mapping[int, AtTheTurn] = {
    2: AtTheTurn({"Cat": "wrong", "Ann": "/daily"}, {"Cat": "code"}, 2),
    4: AtTheTurn({"Cat": "wrong", "Ben": "/daily"}, {"Ben": "/daily /daily code"}, 5),
}
"""What happens at the end of a day."""
RESULTS: Mapping[str, Mapping[int, str]] = {
    "Ann": {1: "2", 2: "1", 3: "1", 4: "3", 5: "2", 6: "2", 7: "1", 8: "2", 9: "1"},
    "Ben": {1: "1", 2: "2", 4: "1", 5: "1", 6: "1", 8: "1", 9: "2"},
    "Cat": {1: "3", 2: "3", 3: "1", 5: "1", 8: "2", 9: "1"},
    "Eve": {1: "2 💡", 2: "X"},
}
"""By name and day, what counts in the end. What a turn interrupts is counted with it."""
STREAKS = {"Ann": 9, "Ben": 7, "Cat": 2}
"""At the end: a missed day is forgiven if none was missed in the six before it, and one on which the bot was away."""
REMINDED = {"Ann": [2, 4, 5, 6, 8, 9], "Fay": [2], "Ben": []}
"""The days of which they are reminded: not of #3, which is done by then; nor of #7, when it would be much too late."""
CARDS = {1: ("Ben · 1",), 2: ("Ben · 2", "Cat · 3", "Eve · X"), 4: ("Ben · 1", "Cat · …"), 6: ("Ben · 1",)}
"""By day, whom the group's card names in the end."""
WEEK = ("1. Ben · 1.3 · 3 · 1", "2. Cat · 3.0 · 1 · 3", "3. Eve · 10.0 · 1 · X")
"""The group's table of the week that ends with #5. Each result is one of RESULTS."""


class Week:
    """The people, their group, and the days that pass for them. #1 is that date."""

    def __init__(self, house: House, first: date, people: Mapping[str, Person], group: Group) -> None:
        self.house = house
        self.people = people
        self.group = group
        self._first = first
        self.codes = Codes()

    async def begin(self) -> None:
        """The first day begins, and with it the bot."""
        await self.house.start_at(self.moment(1, "9:10"))
        self.codes = await self.house.codes()

    def moment(self, day: int, clock: str, zone: ZoneInfo = KYIV) -> float:
        """When a clock there shows that time on that day."""
        hour, minute = map(int, clock.split(":"))
        return datetime.combine(self._first + timedelta(days=day - 1), time(hour, minute), zone).timestamp()

    async def comes(self, day: int, clock: str) -> None:
        """It is so late on that day, in Kyiv."""
        await self.house.start_at(self.moment(day, clock))

    async def do(self, day: int, steps: Steps) -> None:
        """Carry the steps out: one of everybody's at a time. `/daily` is sent three times, to all processes at once."""
        rounds = max(len(words.split()) for words in steps.values())
        for at in range(rounds):
            words = {name: each.split()[at] for name, each in steps.items() if at < len(each.split())}
            await asyncio.gather(*(self._step(name, word, day, at) for name, word in words.items()))
            await self.house.quiet()

    async def _step(self, name: str, word: str, day: int, at: int) -> None:
        person, times = self.people[name], 3 if word in {"/daily", "card"} else 1
        self.house.reach_all_at_once(times)
        if word == "play":
            await person.opens(await person.presses(PLAY, on=self.cards()[-1]))
        elif word == "card":
            await asyncio.gather(*(person.send("/daily@sandbox_bot", chat=self.group) for _ in range(times)))
        else:
            await asyncio.gather(*(person.send(self._text(word, day, at)) for _ in range(times)))

    async def turn(self, day: int) -> None:
        """The day turns: the processes are killed (-9) amid updates, others wait, and they serve on the next day."""
        end, turn = self.codes.calendar.begins_at(day + 1), TURNS[day]
        await self.house.start_at(end - 60)
        sending = [self.people[name].send(self._text(word, day, 2)) for name, word in turn.during.items()]
        await asyncio.gather(*sending, self.house.kill())
        for name, words in turn.waiting.items():
            for word in words.split():
                await self.people[name].send(self._text(word, turn.code_of, 3))
        await self.house.start_at(end + 60)

    async def kill_at_the_table(self, day: int, clock: str) -> None:
        """The processes are killed (-9) once the group's table is stored, and before Telegram has taken it."""
        await self.house.sandbox.fault("sendMessage", "500", chat=self.group, times=1000)
        await self.house.serve_at(self.moment(day, clock))
        await self.house.finds(f"SELECT 1 FROM outbox WHERE chat_id = {self.group.id}")
        await self.house.kill()
        await self.house.sandbox.clear_faults()

    def cards(self) -> list[Message]:
        """The cards that stand in the group, the oldest first."""
        return [message for message in self.people["Ben"].messages(self.group) if PLAY in message.buttons]

    def tables(self) -> list[Message]:
        """The tables that stand in the group."""
        return [message for message in self.people["Ben"].messages(self.group) if TABLE_OF_WEEK in message.text]

    def secret(self, day: int) -> str:
        """The secret of that day, as only a test may know it."""
        return VARIANT.format(self.codes.secret(day))

    def _text(self, word: str, day: int, at: int) -> str:
        if word.startswith("code"):
            return self.secret(day - int(word.removeprefix("code-") if "-" in word else 0))
        return wrong_guess(self.secret(day), at) if word == "wrong" else word

    async def shows(self, name: str, words: str) -> Message:
        """What somebody is shown for that command."""
        asked = await self.people[name].send(words)
        await self.house.quiet()
        return await self.people[name].sees("", after=asked)

    def reminded(self, name: str) -> list[int]:
        """The days of which somebody was reminded, in order."""
        texts = [message.text for message in self.people[name].messages() if message.by_bot]
        return [int(found[1]) for text in texts if (found := REMINDER.search(text))]

    async def let_bot_be_away(self, day: int, clock: str, hours: float) -> None:
        """Note an outage on that day: moving the clock is none."""
        began = self.moment(day, clock)
        assert hours * 3600 < DAY
        await self.house.change(f"INSERT INTO outages (began_at, ended_at) VALUES ({began}, {began + hours * 3600})")


def wrong_guess(secret: str, at: int) -> str:
    """One of three guesses that are not the secret."""
    return [guess for guess in WRONG if guess != secret][at % 3]


def first_turn(secret: str) -> str:
    """The first wrong guess after `/daily`, with its reply, as one tells it elsewhere."""
    guess = wrong_guess(secret, 1)
    bulls, cows = feedback(guess, secret)
    return f"{guess} {bulls}B{cows}C"


def feedback(guess: str, secret: str) -> tuple[int, int]:
    """Bulls and cows, counted anew."""
    bulls = sum(one == other for one, other in zip(guess, secret, strict=True))
    return bulls, len(set(guess) & set(secret)) - bulls


def strict(secret: str, steps: str) -> bool:
    """Whether each wrong guess of these steps could have been the secret: that depends on the secret."""
    wrong = [wrong_guess(secret, at) for at, word in enumerate(steps.split()) if word == "wrong"]
    return all(feedback(one, later) == feedback(one, secret) for one, later in combinations(wrong, 2))
