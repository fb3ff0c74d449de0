"""Attacks on ratings: leaving races that go badly, each against another rival, since few with the same one count."""

import itertools

from faults.judging.foul_evidence import Costly
from faults.troubles.foul.arranging import match_of
from faults.troubles.foul.rogue import Rogue, Shown
from faults.troubles.foul.scene import Scene, Strike

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
