"""Rated races that somebody leaves as soon as they go badly."""

import itertools

from tests.faults.judging.foul_evidence import Costly
from tests.faults.troubles.foul.arranging import match_of
from tests.faults.troubles.foul.rogue import Rogue, Shown
from tests.faults.troubles.foul.scene import Scene, Strike

GUESSES = 7
TO_SEE_IT = 15.0
"""Seconds: a bot that writes to nobody more than once a second has much to show."""
CODES = ["".join(code) for code in itertools.permutations("0123456789", 5)]


async def abort_after_guessing(scene: Scene) -> Strike:
    """Seven guesses of one's own, none of the rival's: the race is broken off, as if it had not been."""
    rogue, rival = scene.newcomers(2, "Racer")

    async def strike() -> None:
        match = await match_of(rogue, rival, mode="race")
        if match is None:
            return
        await _guess(scene, rogue)
        scene.costly.append(Costly(match, rogue.id))
        await _leave(scene, rogue)

    return strike


async def never_guess(scene: Scene) -> Strike:
    """The other has guessed seven times; whoever has not guessed at all lets the clock run out."""
    rogue, rival = scene.newcomers(2, "Racer")

    async def strike() -> None:
        match = await match_of(rival, rogue, mode="race")
        if match is None or scene.run_out is None:
            return
        await _guess(scene, rival)
        await scene.run_out(match, rogue.id)
        scene.costly.append(Costly(match, rogue.id))
        await rogue.sees(lambda: rogue.button("mmenu"))

    return strike


async def _guess(scene: Scene, rogue: Rogue) -> None:
    guesses = scene.chance.sample(CODES, GUESSES)
    for guess in guesses:
        rogue.say(guess)
    await rogue.sees(lambda: _shown(rogue, guesses[-1]), TO_SEE_IT)


async def _leave(scene: Scene, rogue: Rogue) -> None:
    """Ask to break it off, whether or not there is such a button, and agree; then the same with giving up."""
    for ask in ("mabort", "mresign"):
        screen = await rogue.sees(lambda: _any_button(rogue))
        for verb in (ask, "myes"):
            if screen is not None:
                _, _, about = screen.data.partition(":")[2].partition(":")
                rogue.press(f"1:{verb}:{about}", screen.message)
            await rogue.sees(lambda: True if not scene.state.updates.pending() else None)
        if await rogue.sees(lambda: rogue.button("mmenu")) is not None:
            return


def _any_button(rogue: Rogue) -> Shown | None:
    found = (rogue.button(verb) for verb in ("mresign", "mabort", "mtalk", "mkeypad"))
    return next((button for button in found if button is not None), None)


def _shown(rogue: Rogue, guess: str) -> bool | None:
    texts = (message.text.text for message in rogue.standing() if message.text is not None)
    return True if any(guess in text for text in texts) else None
