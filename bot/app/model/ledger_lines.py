"""From the line of a game that is over to what a ledger counts of it."""

from bot.app.model.ledger import Ended, Ledger
from bot.app.model.played import HINT, PlayedGame
from bot.game.modes import MODES
from bot.game.notation import game_at
from solver.strength.figures import best_play, forced_within
from solver.variant import variant_named

IN_GROUP = "group"
"""The fact of a game alone that several played on one board."""
DAILY = "daily"
"""The fact of a game about the code of a day: its number."""
ACCURACY, LUCK, COSTLIEST = "accuracy", "luck", "cost"
"""The facts that a review adds: percent, bits, and the number of the guess that cost most (0: none did)."""
LEVEL = "level"


def with_line(ledger: Ledger, played: PlayedGame) -> Ledger:
    """The ledger with what a line tells of its person."""
    if (ended := ended_of(played)) is not None:
        return ledger.with_game(ended)
    level = level_beaten(played, ledger.person)
    return ledger.with_level(level) if level else ledger


def ended_of(played: PlayedGame) -> Ended | None:
    """The game alone of a line; None for other kinds, and for what a group played together."""
    facts = played.gist.facts
    if played.kind != "alone" or IN_GROUP in facts:
        return None
    head, guesses, *ends = played.gist.line.split("|")
    mode, variant = head.split()[:2]
    count, solved = len(guesses.split()), not ends
    return Ended(
        key=f"{mode} {variant}",
        guesses=count,
        solved=solved,
        hints=played.log.count(HINT),
        help=facts.get("help", "normal"),
        accuracy=float(facts[ACCURACY]) if ACCURACY in facts else None,
        luck=float(facts.get(LUCK, 0)),
        beyond=_beyond(count, mode, variant) if solved else None,
    )


def level_beaten(played: PlayedGame, person: int) -> str:
    """The level of the bot's that the person has beaten in that match; empty: none."""
    level = played.gist.facts.get(LEVEL, "")
    if played.kind != "match" or not level or person not in played.gist.people:
        return ""
    outcome = game_at(played.gist.line).outcome
    won = outcome is not None and outcome.winner is not None and played.gist.people[outcome.winner] == person
    return level if won else ""


def needed(mode: str, variant: str) -> float | None:
    """The guesses that perfect play needs: on average, or at most against replies that are given to hinder it."""
    if not MODES[mode].has_secret:
        return forced_within(variant_named(variant))
    best = best_play(variant_named(variant))
    return None if best is None else best.mean


def _beyond(guesses: int, mode: str, variant: str) -> int | None:
    needs = needed(mode, variant)
    return None if needs is None else round(100 * (guesses - needs))
