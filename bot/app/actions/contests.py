"""What becomes of contests: made of a game that is over, joined, and finished by one after the other."""

from dataclasses import replace

from bot.app.links import CONTEST, link_to
from bot.app.messages import Chat, Person
from bot.app.model.contest import Contest, Entry, Standings
from bot.app.model.table import Table
from bot.app.ports import Work, World
from bot.game.model import Game, Phase

SHOWN = 10
"""So many results stand on a screen, and so many screens are kept up to date."""
TOGETHER = " + "
"""Between the names of those who played a game together."""


def slot_of(token: str) -> str:
    """Where somebody sees a contest in their private chat, besides their own game."""
    return f"contest:{token}"


def contest_link(contest: Contest, username: str) -> str:
    """The link that friends follow."""
    return link_to(username, CONTEST, contest.token)


async def contest_about(table: Table, person: Person, work: Work, world: World) -> Contest:
    """The contest about a game that is over, with the person among those who know its secret."""
    known = await (work.contests.load(table.target.token) if table.target else work.contests.about(table.id))
    if known is not None and (table.target is not None or person.id in known.insiders):
        return known
    contest = known or _made(table, person, world)
    if person.id not in contest.insiders:
        contest = replace(contest, insiders=(*contest.insiders, person.id))
    work.contests.save(contest)
    return contest


def _made(table: Table, person: Person, world: World) -> Contest:
    insiders = dict.fromkeys((person.id, table.starter))
    name = TOGETHER.join(dict.fromkeys(table.guessed_by)) if table.chat.is_group else person.name
    first = replace(entry_of(table, person), name=name)
    return Contest(world.new_token(), first, table.salt, tuple(insiders))


async def joined(contest: Contest, person: Person, work: Work, world: World) -> tuple[Table, Standings]:
    """The person's own game with the contest's secret, which begins now; and how the contest stands then."""
    table = Table(
        id=world.new_id(),
        chat=Chat(person.id),
        game=Game(contest.game.variant, contest.game.mode, contest.game.secrets),
        starter=person.id,
        salt=contest.salt,
        opened_at=world.now(),
        target=contest.target,
    )
    work.save(table)
    contest = replace(contest, begun=contest.begun + 1)
    work.contests.save(contest)
    entry = entry_of(table, person)
    work.contests.enter(contest, entry)
    return table, (await work.contests.standings(contest, SHOWN)).with_entry(entry)


def entry_of(table: Table, person: Person) -> Entry:
    """A game as a go at its secret."""
    is_over = table.game.phase is Phase.OVER
    game, hints = (table.game, table.suggestions) if is_over else (None, 0)
    return Entry(person.id, person.name, table.id, table.opened_at, table.ended_at if is_over else None, game, hints)


async def finished(table: Table, person: Person, work: Work) -> Standings | None:
    """How the contest stands now that the person's game in it is over; None if the game belongs to none."""
    contest = await work.contests.load(table.target.token) if table.target else None
    if contest is None:
        return None
    contest = replace(contest, ended=contest.ended + 1)
    work.contests.save(contest)
    entry = entry_of(table, person)
    work.contests.enter(contest, entry)
    return (await work.contests.standings(contest, SHOWN)).with_entry(entry)


async def standings_for(table: Table, work: Work) -> Standings | None:
    """How the contest stands, for whoever looks at their own game in it, which is over."""
    contest = await work.contests.load(table.target.token) if table.target else None
    if contest is None:
        return None
    own = await work.contests.entry(contest.token, table.starter)
    standings = await work.contests.standings(contest, SHOWN)
    return standings if own is None or own.game is None else standings.with_entry(own)
