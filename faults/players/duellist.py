"""A player of matches, who knows only what they see: how they read their screen and press, and then what they do."""

import asyncio
import random
from collections.abc import Awaitable, Callable

from faults.players.accounts import Asked, Ending, How, PlayedMatch, Remarked
from faults.players.hands import Hands
from faults.players.player import BURST, LOOK, PATIENCE, PAUSE, TRIES, Echo
from faults.players.sight import MatchScreen, lowest
from faults.players.words import LENGTH, WORDS, feedback

TO_SEE_IT = 3.0
"""Seconds to wait after a press."""
Wish = Callable[[MatchScreen], bool]


class MatchPlayer:
    """One person, in their private chat with the bot."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self.person = hands.person
        self._echo = Echo(hands)

    def screen(self, match: PlayedMatch) -> MatchScreen | None:
        """The person's screen of the match."""
        return lowest(self.hands.sight, self.hands.chat, match.id)

    async def sees(self, match: PlayedMatch, wanted: Wish, seconds: float) -> MatchScreen | None:
        """The screen, once it is as wanted; None after so many seconds."""

        def found() -> MatchScreen | None:
            screen = self.screen(match)
            return screen if screen is not None and wanted(screen) else None

        return await self.hands.sight.until(self.hands.chat, found, seconds)

    async def has_no_game(self) -> bool:
        """Whether no match is running, after all earlier actions are done."""
        answer = await self._echo.heard()
        return answer is None or (not MatchScreen(answer.message).match and answer.button("gshow") is None)

    def sees_the_end(self, match: PlayedMatch) -> bool:
        """Whether the person's screen shows the end."""
        screen = self.screen(match)
        return screen is not None and screen.over

    async def _press_until(self, match: PlayedMatch, wanted: Wish, ask: str, agree: str) -> None:
        """Press the button that asks and then the one that confirms, until the screen is as wanted.

        Now and then look.
        """
        for attempt in range(1, TRIES):
            screen = self.screen(match)
            if self.is_over_unseen(match) or (screen is not None and wanted(screen)):
                return
            agreeing = screen is not None and screen.button(agree) is not None
            await self.hands.press(screen, agree if agreeing else ask)
            await self.sees(match, lambda now: wanted(now) or now.button(agree) is not None, TO_SEE_IT)
            if attempt % 4 == 0:
                await self.hands.say(LOOK)
                await self.sees(match, wanted, PATIENCE)

    async def _sees_surely(self, match: PlayedMatch, wanted: Wish) -> MatchScreen | None:
        """The screen as wanted, requested if it does not come; None if the match is over and its end is not seen."""
        for _ in range(TRIES):
            screen = await self.sees(match, wanted, PATIENCE)
            if screen is not None:
                return screen
            if self.is_over_unseen(match):
                return None
            await self.hands.say(LOOK)
        return self.screen(match)

    def is_over_unseen(self, match: PlayedMatch) -> bool:
        """Whether the bot offers a game below the screen: then the match is over, though its end was not shown."""
        screen, newest = self.screen(match), self.hands.newest
        below = newest is not None and (screen is None or newest.message.id > screen.message.id)
        return newest is not None and below and newest.offers


# What a duellist does: guesses, talks, and ends the match.

MOST_SAID = 4
"""Fewer remarks than the bot's limit, however fast they come."""
PHRASES = ("Well, well", "Так тримати!", "Хм… дай подумать", "I was SO close 🙈", "brave & <wise>")
Deed = Callable[[PlayedMatch], Awaitable[None]]
RunOut = Callable[[str, int], Awaitable[None]]
"""Lets a player's time in a match run out."""


class Duellist(MatchPlayer):
    """One of two players. Set `rival`, the other one, before play."""

    rival: "Duellist"

    def __init__(self, hands: Hands, chance: random.Random, haste: float, run_out: RunOut) -> None:
        super().__init__(hands)
        self._run_out = run_out
        self._chance = chance
        self._haste = haste
        self._former = ""
        """Their last secret: the rival has seen it, so in a rematch it is refused."""

    async def play(self, match: PlayedMatch, closing: asyncio.Event, *, to_the_end: bool) -> None:
        """Play until the match is over, or, if `to_the_end` is false, until closing time."""
        while match.ending is None and (to_the_end or not closing.is_set()):
            await asyncio.sleep(self._chance.uniform(*PAUSE) / self._haste)
            await self._act(match, hurries=closing.is_set())

    async def _act(self, match: PlayedMatch, *, hurries: bool) -> None:
        screen = self.screen(match)
        if match.tried is not None and self.is_over(match):
            match.ending = match.tried
        elif screen is not None and screen.wants_secret:
            await self._do(self._chosen({self._type_secret: 3, self._draw_secret: 2}), match, alone=False)
        elif screen is not None and screen.my_turn and match.is_to_talk and not match.said:
            await self._do(self._talk, match, alone=False)
        elif screen is not None and screen.my_turn and match.is_turn_of(self.person):
            in_a_hurry = hurries and match.is_to_end is None
            await (self._do(self._guess_what_fits, match, alone=True) if in_a_hurry else self._move(match, screen))
        elif not hurries and screen is not None and screen.button("mgive") and self._chance.random() < 0.5:
            await self._do(self._give_time, match, alone=False)
        elif not hurries and match.agreed.in_turn and not match.is_turn_of(self.person) and self._chance.random() < 0.2:
            await self._do(self._guess_out_of_turn, match, alone=True)
        elif await self.sees(match, lambda now: now.my_turn or now.over, PATIENCE) is None:
            await self.hands.say(LOOK)

    async def _move(self, match: PlayedMatch, screen: MatchScreen) -> None:
        together: dict[Deed, float] = {self._guess_wrong: 5} if screen.mine else {}
        alone: dict[Deed, float] = {self._guess_what_fits: 1 + len(screen.mine) / 4}
        if match.said_by(self.person) < MOST_SAID:
            together[self._talk] = 0.7
        if match.agreed.in_turn and screen.mine:
            alone[self._guess_twice] = 1
        ends = self._ends(match)
        alone |= dict.fromkeys(ends.values(), 0.06)
        if match.is_to_end in ends:
            together, alone = {}, {ends[match.is_to_end]: 1}
        if match.solvers:  # any guess may end the match now
            together, alone = {}, {self._guess_what_fits: 1}
        deed = self._chosen(together | alone)
        await self._do(deed, match, alone=deed in alone)

    def _ends(self, match: PlayedMatch) -> dict[How | None, Deed]:
        """The actions that end the match now, besides guessing."""
        if match.may_be_aborted:
            return {How.ABORTED: self._leave}
        return {
            How.RESIGNED: self._leave,
            How.AGREED: self._draw,
            How.TIMED_OUT: self._stay_away,
            How.CALLED_OFF: self._call_off,
        }

    async def _do(self, deed: Deed, match: PlayedMatch, *, alone: bool) -> None:
        """Do it, unless the match has ended meanwhile, or only a guess is possible."""
        async with match.alone() if alone else match.together():
            if match.ending is None and (deed == self._guess_what_fits or not match.solvers):
                await deed(match)

    def _chosen(self, deeds: dict[Deed, float]) -> Deed:
        (deed,) = self._chance.choices(list(deeds), list(deeds.values()))
        return deed

    async def _type_secret(self, match: PlayedMatch) -> None:
        at = self._chance.randrange(len(WORDS))
        word = WORDS[at] if WORDS[at] != self._former else WORDS[at - 1]
        number = await self.hands.say(word)
        match.secrets[self.person] = self._former = word
        match.typed.append((self.hands.chat, number))
        await self._sees_surely(match, lambda now: not now.wants_secret)

    async def _draw_secret(self, match: PlayedMatch) -> None:
        """Let the bot draw a secret, and ask again if the answer was missed."""
        for attempt in range(1, TRIES):
            screen = self.screen(match)
            wants = screen is not None and screen.wants_secret
            answer = await self.hands.press(screen, "mdrawn" if wants else "mmine")
            for word in WORDS:
                if word in (answer or ""):
                    match.secrets[self.person] = self._former = word
                    await self._sees_surely(match, lambda now: not now.wants_secret)
                    return
            await self.sees(match, lambda now: not now.wants_secret, TO_SEE_IT)
            if attempt % 4 == 0:
                await self.hands.say(LOOK)

    async def _guess_wrong(self, match: PlayedMatch) -> None:
        """Guess what cannot be the secret; in a race perhaps several, without waiting for the first reply."""
        most = 1 if match.agreed.in_turn else self._chance.randint(1, BURST)
        words = self._surely_wrong(match, most)
        for word in words:
            match.made.append(Asked(self.person, word))
            await self.hands.say(word)
        await self._sees_surely(match, lambda now: set(words) <= set(now.guesses))

    async def _guess_twice(self, match: PlayedMatch) -> None:
        """Guess twice: the first counts, then it is the other's turn."""
        words = self._surely_wrong(match, 2)
        for word in words:
            into = match.made if match.is_turn_of(self.person) else match.refused.setdefault(len(match.made), [])
            into.append(Asked(self.person, word))
            await self.hands.say(word)
        await self.hands.heard()
        await self._sees_surely(match, lambda now: set(words[:1]) <= set(now.guesses))

    async def _guess_out_of_turn(self, match: PlayedMatch) -> None:
        """Guess out of turn, once in each turn of the rival's: a second refusal would look like a repeated message."""
        if not match.is_turn_of(self.person) and len(match.made) not in match.refused:
            word = self._chance.choice(WORDS)
            match.refused[len(match.made)] = [Asked(self.person, word)]
            await self.hands.say(word)
            await self.hands.heard()

    async def _give_time(self, match: PlayedMatch) -> None:
        match.gave[self.person] += 1
        answer = await self.hands.press(self.screen(match), "mgive")
        match.was_given[self.person] += "+" in (answer or "")

    async def _guess_what_fits(self, match: PlayedMatch) -> None:
        """Guess what may be the secret, and so may end the match."""
        screen = self.screen(match)
        fitting = [word for word in WORDS if screen is not None and fits(word, screen)]
        if not fitting:
            return
        word = self._chance.choice(fitting)
        match.ending_since = self.hands.now
        match.made.append(Asked(self.person, word))
        match.tried = Ending(How.SOLVED, self.person)
        await self.hands.say(word)
        screen = await self._sees_surely(match, lambda now: word in now.guesses)
        if self.is_over(match):
            match.ending = match.tried
        elif screen is not None and (word, (LENGTH, 0)) in screen.mine:
            match.solvers.add(self.person)

    async def _leave(self, match: PlayedMatch) -> None:
        how, ask = (How.ABORTED, "mabort") if match.may_be_aborted else (How.RESIGNED, "mresign")
        match.ending_since = self.hands.now
        await self._press_until(match, lambda now: now.over, ask, "myes")
        await self._tried(match, how)

    async def _stay_away(self, match: PlayedMatch) -> None:
        """Let the time run out."""
        match.ending_since = self.hands.now
        await self._run_out(match.id, self.person)
        await self._sees_surely(match, lambda now: now.over)
        await self._tried(match, How.TIMED_OUT)

    async def _talk(self, match: PlayedMatch) -> None:
        """Say something unique."""
        phrase = f"{self._chance.choice(PHRASES)} ({match.id[:8]}-{len(match.said)})"
        match.said.append(Remarked(self.person, phrase, passed_on=not match.by_lobby))
        await self.hands.say(f"/say {phrase}")
        await self.hands.heard()

    async def _draw(self, match: PlayedMatch) -> None:
        match.ending_since = self.hands.now
        await self._press_until(match, lambda now: now.button("mdraw") is None, "mdraw", "mdraw")
        await self.rival.agree(match)
        await self._tried(match, How.AGREED)

    async def agree(self, match: PlayedMatch) -> None:
        """Agree to a draw that has been offered."""
        await self._press_until(match, lambda now: now.over, "mdraw", "mdraw")

    async def _call_off(self, match: PlayedMatch) -> None:
        match.ending_since = self.hands.now
        await self._press_until(match, lambda now: now.button("mnodraw") is not None, "mresign", "mcalloff")
        await self.rival.agree_to_call_off(match)
        await self._tried(match, How.CALLED_OFF)

    async def agree_to_call_off(self, match: PlayedMatch) -> None:
        """Agree to call the match off."""
        await self._press_until(match, lambda now: now.over, "mcalloff", "mcalloff")

    async def _tried(self, match: PlayedMatch, how: How) -> None:
        """Record the end that was tried: it counts once one of them sees the end; else play goes on."""
        await self.hands.heard()
        match.tried = Ending(how, self.person)
        if self.is_over(match):
            match.ending = match.tried

    def is_over(self, match: PlayedMatch) -> bool:
        """Whether one of them sees the end, or both are offered other games, since one message may have come late."""
        return any(who.sees_the_end(match) for who in (self, self.rival)) or all(
            who.is_over_unseen(match) for who in (self, self.rival)
        )

    def _surely_wrong(self, match: PlayedMatch, count: int) -> list[str]:
        screen = self.screen(match)
        if screen is None or not screen.mine:
            return []
        tried = {*screen.guesses, *match.made_by(self.person)}
        wrong = [word for word in WORDS if word not in tried and not fits(word, screen)]
        return self._chance.sample(wrong, min(count, len(wrong)))


def fits(word: str, screen: MatchScreen) -> bool:
    """Whether the word is consistent with the feedback on one's own guesses."""
    return all(feedback(guess, word) == reply for guess, reply in screen.mine)
