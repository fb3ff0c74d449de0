"""Rated races that somebody leaves as soon as they go badly."""

import itertools

from tests.faults.judging.foul_evidence import Costly
from tests.faults.troubles.foul.arranging import match_of
from tests.faults.troubles.foul.rogue import Rogue
from tests.faults.troubles.foul.scene import Scene, Strike

GUESSES = 7
CODES = ["".join(code) for code in itertools.permutations("0123456789", 5)]


async def abort_after_guessing(scene: Scene) -> Strike:
    """Seven guesses of one's own, none of the rival's: the race is broken off, as if it had not been."""
    rogue, rival = scene.newcomers(2, "Racer")

    async def strike() -> None:
        match = await match_of(rogue, rival, mode="race")
        if match is None:
            return
        await _guess(scene, rogue)
        for verb in ("mabort", "myes"):
            await rogue.tap(verb)
        scene.costly.append(Costly(match, rogue.id))
        await rogue.sees(lambda: rogue.button("mmenu"))

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
    for guess in scene.chance.sample(CODES, GUESSES):
        rogue.say(guess)
    await rogue.sees(lambda: True if not scene.state.updates.pending() else None)
