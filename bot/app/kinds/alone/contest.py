"""What becomes of contests: made of a game that is over, joined, and finished by one after the other."""

from dataclasses import replace

from bot.app.contests.model import CODES, Contest, Contests, Entry, SetCode, Standings
from bot.app.kind import Request
from bot.app.kinds.alone.begin import new_game
from bot.app.kinds.alone.model import Alone
from bot.app.links import CONTEST, link_to
from bot.app.messages import Chat, Person
from bot.app.model.reach import Contact, Reach
from bot.app.ratings.model import Ratings
from bot.app.work import GRACE, Job, Work
from bot.app.world import World
from bot.game.model import MODES, Game, Phase
from bot.game.rules import given_up


async def contest_about(game: Alone, request: Request) -> Contest:
    """The contest about a game that is over, with whoever asks for it among those who know its secret."""
    contests, person = request.work.of(Contests), request.person
    known = await (contests.load(game.target.token) if game.target else contests.about(game.id))
    if known is not None and (game.target is not None or person.id in known.insiders):
        return known
    contest = known or _new_contest(game, person, request.world)
    if game.chat.is_group:  # no name of theirs need stand with the game
        await request.work.of(Ratings).know(person.id, person.name)
    if person.id not in contest.insiders:
        contest = replace(contest, insiders=(*contest.insiders, person.id))
    contests.save(contest)
    return contest


STILL_WAIT, HAS_COME = 0, 1
"""The turns of the job that shows somebody which secrets wait for them: whether one more has come."""


def set_secret(code: SetCode, request: Request, waits_for: int | None = None) -> Contest:
    """The contest about a secret of the person's own, whom it counts as somebody who has left it at once.

    `waits_for`: who is told of it; None: nobody.
    """
    person, world = request.person, request.world
    game, now = given_up(Game(code.variant, MODES["solo"], (code.code,))), world.now()
    first = Entry(person.id, person.name, world.new_id(), now, now, game)
    contest = Contest(world.new_token(), first, world.new_salt(), (person.id,), clue=code.clue, waits_for=waits_for)
    if waits_for is not None:
        request.work.at(now - GRACE, Job(CODES, str(waits_for), HAS_COME))
    request.work.of(Contests).save(contest)
    return contest


TOGETHER = " + "
"""Between the names of those who played a game together."""


def _new_contest(game: Alone, person: Person, world: World) -> Contest:
    insiders = dict.fromkeys((person.id, game.starter))
    name = TOGETHER.join(dict.fromkeys(game.guessed_by)) if game.chat.is_group else person.name
    first = replace(entry_of(game, person), name=name)
    return Contest(world.new_token(), first, game.salt, tuple(insiders))


async def join(contest: Contest, request: Request) -> tuple[Alone, Standings]:
    """The person's own game with the contest's secret, which begins now; and how the contest stands then.

    The game is still to be saved.
    """
    secret, clue = contest.game, contest.clue
    if clue and not await request.work.of(Reach).may(Contact.TALK, contest.author, request.person.id):
        contest = replace(contest, clue="")
    game = new_game(Game(secret.variant, secret.mode, secret.secrets), request, contest.salt)
    game = replace(game, chat=Chat(request.person.id), target=contest.target, explains=request.preferences.is_newcomer)
    begun = replace(contest, begun=contest.begun + 1, clue=clue)
    if contest.waits_for == request.person.id:
        begun = replace(begun, waits_for=None)
        request.work.at(request.world.now() - GRACE, Job(CODES, str(request.person.id), STILL_WAIT))
    return game, await _enter(begun, entry_of(game, request.person), request)


async def finish(game: Alone, request: Request) -> Standings | None:
    """How the contest stands now that the person's game in it is over; None if the game belongs to none."""
    contest = await request.work.of(Contests).load(game.target.token) if game.target else None
    if contest is None:
        return None
    return await _enter(replace(contest, ended=contest.ended + 1), entry_of(game, request.person), request)


SHOWN = 10
"""So many results stand on a screen, and so many screens are kept up to date."""


async def _enter(contest: Contest, entry: Entry, request: Request) -> Standings:
    contests = request.work.of(Contests)
    contests.save(contest)
    contests.enter(contest, entry)
    return (await contests.standings(contest, SHOWN)).with_entry(entry)


async def as_read_by(person: int, standings: Standings, work: Work) -> Standings:
    """The standings as that person reads them: who is parted from them is somebody, in the same place."""
    people = await work.of(Reach).unnamed(person, standings.people)
    if not people:
        return standings
    return standings.unnamed(people, (await work.preferences(person)).texts.plain("name.somebody"))


async def as_its_player_reads(game: Alone, work: Work) -> Alone:
    """The game, in which whoever set its secret, or played it before, is somebody if the two are parted by now."""
    contest = await work.of(Contests).load(game.target.token) if game.target else None
    if contest is None or game.target is None:
        return game
    read = (await as_read_by(game.starter, Standings(contest, (), ()), work)).contest
    if read is contest:
        return game
    return replace(game, target=replace(game.target, name=read.first.name, clue=read.clue))


def entry_of(game: Alone, person: Person) -> Entry:
    """A game as a go at its secret."""
    entry = Entry(person.id, person.name, game.id, game.opened_at)
    return finished_entry(entry, game) if game.game.phase is Phase.OVER else entry


def finished_entry(entry: Entry, game: Alone) -> Entry:
    """The entry once its game is over."""
    return replace(entry, ended_at=game.ended_at, game=game.game, hints=game.suggestions)


async def standings_for(game: Alone, work: Work) -> Standings | None:
    """How the contest stands, for whoever looks at their own game in it, which is over.

    A game that ends in this very work counts as finished, though the store, which is read, does not know it yet.
    """
    contest = await work.of(Contests).load(game.target.token) if game.target else None
    if contest is None:
        return None
    own = await work.of(Contests).entry(contest.token, game.starter)
    if own is not None and own.game_id == game.id and own.game is None:
        contest, own = replace(contest, ended=contest.ended + 1), finished_entry(own, game)
    standings = await work.of(Contests).standings(contest, SHOWN)
    return standings if own is None or own.game is None else standings.with_entry(own)


def contest_slot(token: str) -> str:
    """Where somebody sees a contest in their private chat, besides their own game."""
    return f"contest:{token}"


def contest_link(contest: Contest, username: str) -> str:
    """The link that friends follow."""
    return link_to(username, CONTEST, contest.token)
