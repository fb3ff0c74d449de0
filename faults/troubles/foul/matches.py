"""Attacks in matches: leaving races that go badly, advice about rated games; and how attackers begin a match."""

import itertools
import re
from collections.abc import Callable

from faults.judging.evidence import Costly
from faults.troubles.foul.scene import Rogue, Scene, Shown, Strike

GUESSES = 7
CODES = ["".join(code) for code in itertools.permutations("0123456789", 5)]


async def abort_after_guessing(scene: Scene) -> Strike:
    """Try to abort a race after seven guesses of one's own and none of the rival's."""

    async def strike() -> None:
        rogue, rival = scene.newcomers(2, "Racer")
        match = await match_of(rogue, rival, mode="race")
        await _guess(scene, rogue)
        scene.costly.append(Costly(match, rogue.id))
        await _leave(scene, rogue)

    return strike


async def never_guess(scene: Scene) -> Strike:
    """Let the clock run out without a guess, after seven guesses of the rival's."""

    async def strike() -> None:
        rogue, rival = scene.newcomers(2, "Racer")
        match = await match_of(rival, rogue, mode="race")
        await _guess(scene, rival)
        if scene.run_out is None:
            return
        await scene.run_out(match, rogue.id)
        scene.costly.append(Costly(match, rogue.id))
        await rogue.sees(lambda: rogue.button("mhome"))

    return strike


async def _guess(scene: Scene, rogue: Rogue) -> None:
    guesses = scene.chance.sample(CODES, GUESSES)
    for guess in guesses:
        rogue.say(guess)
    await rogue.waits_for(lambda: _shown(rogue, guesses[-1]) or rogue.button("mhome"))


async def _leave(scene: Scene, rogue: Rogue) -> None:
    """Press abort and confirm, with or without such buttons; then the same with giving up."""
    for ask in ("mabort", "mresign"):
        screen = await rogue.sees(lambda: _any_button(rogue))
        for verb in (ask, "myes"):
            if screen is not None:
                _, _, about = screen.data.partition(":")[2].partition(":")
                rogue.press(f"1:{verb}:{about}", screen.message)
            await rogue.sees(lambda: True if not scene.state.updates.pending() else None)
        if await rogue.sees(lambda: rogue.button("mhome")) is not None:
            return


def _any_button(rogue: Rogue) -> Shown | None:
    found = (rogue.button(verb) for verb in ("mresign", "mabort", "mtalk", "mkeypad"))
    return next((button for button in found if button is not None), None)


def _shown(rogue: Rogue, guess: str) -> bool | None:
    texts = (message.text.text for message in rogue.standing() if message.text is not None)
    return True if any(guess in text for text in texts) else None


# Fair play: asking the bot for advice on a running rated game.

VARIANT, TOLD = "five", ("01234", "56789")
"""The guesses are two: a game guards nothing while one turn of it is known, unless it is live."""


async def told_positions(scene: Scene) -> Strike:
    """Tell the bot the turns of a running rated game, in every way there is."""
    rogue, rival, helper = scene.newcomers(3, "Cheat")
    await match_of(rogue, rival, mode="race", variant=VARIANT)
    review = f"/review {VARIANT}"
    for guess in TOLD:
        rogue.say(guess)
        review += f" {guess} {await rogue.waits_for(lambda guess=guess: _reply(rogue, guess))}"  # type: ignore[misc]
    payload = await _payload(helper, review)
    ways: dict[str, Callable[[], None]] = {
        "advice": lambda: rogue.open_link(payload),
        "oncemore": lambda: rogue.say(review),
    }

    async def strike() -> None:
        for verb, ask in ways.items():
            ask()
            await rogue.sees(lambda: True if not scene.state.updates.pending() else None)
            answer = await rogue.sees(lambda verb=verb: rogue.button(verb) or _picture(rogue), 2)  # type: ignore[misc]
            if answer is not None:
                scene.wrongs.append(f"somebody was advised about a rated game that is on ({verb})")
                break

    return strike


async def _payload(helper: Rogue, review: str) -> str:
    """The payload of a link to the position, copied from a review by somebody else."""
    helper.say(review)
    return (await helper.sees(helper.copied) or "").rpartition("start=")[2]


def _reply(rogue: Rogue, guess: str) -> str | None:
    """The reply to the guess, as typed: `1B0C`."""
    for message in rogue.standing():
        for line in (message.text.text if message.text else "").split("\n"):
            if guess in line and "🐂" in line:
                bulls, cows = (line.partition(sign)[0].strip("\u00a0\u2060 ")[-1] for sign in "🐂🐄")
                return f"{bulls}B{cows}C" if bulls.isdecimal() and cows.isdecimal() else None
    return None


def _picture(rogue: Rogue) -> bool | None:
    """Whether the bot has sent a review."""
    return True if any(message.photo is not None for message in rogue.standing()) else None


# Begins matches between attackers.

PAYLOAD = re.compile(r"start=(?P<payload>c[A-Za-z0-9_-]{22})")
OF_MATCH = re.compile(r"1:m[a-z]+:(?P<match>[0-9a-f]{16}):")


async def match_of(one: Rogue, other: Rogue, *, mode: str, variant: str = "five", clock: str = "relaxed") -> str:
    """The id of a rated match between the two, begun by a link."""
    menus, links, known = _menus(one), {one.copied()}, match_in(other)
    one.say("/duel")
    (menu,) = await one.waits_for(lambda: _menus(one) - menus or None)
    for choice in (f"mode:{mode}", f"variant:{variant}", f"clock:{clock}", "rated:yes", "invite"):
        one.press(f"1:{choice}", menu)
    link = await one.waits_for(lambda: PAYLOAD.search(one.copied() or "") if one.copied() not in links else None)
    other.open_link(link["payload"])
    offer = await other.waits_for(lambda: other.button("accept"))
    other.press(offer.data, offer.message)
    return await other.waits_for(lambda: None if match_in(other) == known else match_in(other))


def _menus(person: Rogue) -> set[int]:
    """The messages with a menu of terms."""
    return {shown.message for shown in person.buttons("invite")}


def match_in(person: Rogue) -> str | None:
    """The match whose screen is lowest in the person's chat."""
    for message in person.standing():
        for button in (button for row in message.keyboard for button in row):
            if found := OF_MATCH.match(str(button.get("callback_data", ""))):
                return found["match"]
    return None
