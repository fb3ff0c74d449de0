"""Keeping a person's sums of games alone: each game as it ends, older ones a few at a time."""

from dataclasses import replace

from bot.app.daily.model import DailyTries
from bot.app.messages import Chat
from bot.app.model.game import PlayedGame
from bot.app.stats.model import AchievementFacts, Ledger, Ledgers, MasteryStore, ended_of, reached, with_line
from bot.app.stats.screens import told_screen
from bot.app.work import Job, Work
from bot.app.world import World

COUNT = "count-games"
"""The kind of job that goes on counting somebody's older games. Its turn: how far they are counted."""
BATCH = 300
"""Lines that are counted in one transaction. Most people have never ended more games."""


async def ledger_of(person: int, work: Work) -> Ledger:
    """The person's ledger, with some more of their older games if not all are counted."""
    ledger = await work.of(Ledgers).of(person)
    if ledger.done is None:
        return ledger
    lines = await work.games.lines_after(person, ledger.done, BATCH)
    for _, played in lines:
        ledger = with_line(ledger, played)
    return replace(ledger, done=lines[-1][0] if len(lines) == BATCH else None)


async def keep(ledger: Ledger, work: Work, world: World, shown: tuple[str, ...] = ()) -> Ledger:
    """Save the ledger; tell what was achieved, once; and go on counting if there is more.

    `shown`: achievements that stand on the board of the game that earned them, so that no message tells of them.
    """
    if ledger.done is None:
        ledger = await _tell_achievements(ledger, work, shown)
    else:
        work.at(world.now(), Job(COUNT, str(ledger.person), ledger.done))
    work.of(Ledgers).keep(ledger)
    return ledger


async def count_game(played: PlayedGame, name: str, work: Work, world: World, shown: tuple[str, ...] = ()) -> None:
    """Count a game that this very work ends, if it counts; `shown`: as in `keep`.

    While older ones are still being counted its line is among what is left. Saving the ledger all the same makes
    whoever takes the last of them meanwhile look again.
    """
    if ended_of(played) is None:
        return
    person = played.gist.people[0]
    ledger = replace(await ledger_of(person, work), name=name)
    await keep(with_line(ledger, played) if ledger.done is None else ledger, work, world, shown)


async def count_review(game: str, played: PlayedGame, work: Work, world: World, *, on_board: bool) -> tuple[str, ...]:
    """Count the review of a game that ended before. Its line does not tell of it yet.

    Return what it has achieved, if its board is to show that (`on_board`); else a message tells it.
    """
    ended = ended_of(played)
    if ended is None:
        return ()
    ledger = await ledger_of(played.gist.people[0], work)
    if ledger.done is None or await work.games.number_of(game) <= ledger.done:
        ledger = ledger.with_review(ended)
    shown = await earned_by(ledger, work) if on_board else ()
    await keep(ledger, work, world, shown)
    return shown


async def mark_told(person: int, achievement: str, work: Work) -> None:
    """Tell of it no more: the board of the game that earned it names it."""
    ledger = await work.of(Ledgers).of(person)
    if achievement not in ledger.told:
        work.of(Ledgers).keep(replace(ledger, told=(*ledger.told, achievement)))


async def count_level(person: int, level: str, work: Work, world: World) -> tuple[str, ...]:
    """Count a level that the person has beaten in a match that this very work ends.

    Return what it has achieved, which its board is to show.
    """
    ledger = (await ledger_of(person, work)).with_level(level)
    shown = await earned_by(ledger, work)
    await keep(ledger, work, world, shown)
    return shown


async def earned_in(played: PlayedGame, work: Work) -> tuple[str, ...]:
    """What a game that this very work ends achieves, for its board; nothing where a group has played it."""
    if ended_of(played) is None:
        return ()
    return await earned_by(with_line(await ledger_of(played.gist.people[0], work), played), work)


async def count_on(job: Job, work: Work, world: World) -> None:
    """Count some more of somebody's older games, unless that has gone on meanwhile or they are forgotten."""
    person = int(job.subject)
    known = await work.of(Ledgers).of(person)
    if known.revision and known.done == job.turn:
        await keep(await ledger_of(person, work), work, world)


async def earned_by(ledger: Ledger, work: Work) -> tuple[str, ...]:
    """What the person has achieved with all that is counted, and was not told of; nothing until all is counted."""
    if ledger.done is not None:
        return ()
    language = (await work.preferences(ledger.person)).texts.language
    return tuple(sorted(reached(await seen_of(ledger, language, work)) - set(ledger.told)))


async def _tell_achievements(ledger: Ledger, work: Work, shown: tuple[str, ...]) -> Ledger:
    known, fresh = await work.preferences(ledger.person), await earned_by(ledger, work)
    untold = set(fresh) - set(shown)
    if untold and known.reachable:
        work.tell(Chat(ledger.person), told_screen(untold, known.texts))
    return replace(ledger, told=(*ledger.told, *fresh))


async def seen_of(ledger: Ledger, language: str, work: Work) -> AchievementFacts:
    """What the achievements of the ledger's person are told by.

    A streak that this very work lengthens counts a moment later, with the review of the game.
    """
    player = await work.of(DailyTries).player(ledger.person)
    return AchievementFacts(
        ledger, await work.of(MasteryStore).of(ledger.person), 0 if player is None else player.best, language
    )
