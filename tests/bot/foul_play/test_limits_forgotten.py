"""No limit begins anew by /forgetme: each is tried with it, and the table of limits is compared with the code."""

import ast
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from bot.app.daily.actions import follow
from bot.app.daily.model import Codes
from bot.app.duels.actions import HALL
from bot.app.kinds.alone.model import Alone
from bot.app.kinds.keeper.model import Keeper
from bot.app.lobby import handlers as lobby
from bot.app.messages import Chat, Person
from bot.app.model.game import BOARDS_OF_ONE
from bot.app.model.limits import Limit
from bot.app.model.tables import TABLES
from bot.app.model.terms import LOBBY
from bot.app.privacy.model import MY_DATA
from bot.app.screens.common import later
from bot.app.talk.actions import ROOM, SLOT
from bot.app.talk.handlers import PEOPLE
from bot.app.talk.model import Talk
from bot.app.texts import LANGUAGES, texts_in
from bot.app.work import GRACE, Work
from bot.app.world import World
from bot.game.daily import DAY, HOUR, Calendar
from bot.storage.store import DatabaseStore
from faults.processes.process import ROOT
from tests.bot.due import done_by
from tests.bot.duels.played import FIRST_WINS, ended, ending, standing
from tests.bot.inside import AtOnce, Inside, within, world_with
from tests.bot.puzzles.inside_puzzles import Solver, first_of
from tests.bot.storage.databases import change_at, rows_at
from tests.bot.storage.stores import write

pytestmark = pytest.mark.both_databases

ANN, BOB, CID = Person(1001, "Ann", "en"), Person(1002, "Bob", "en"), Person(1003, "Cid", "en")
GROUP, NOON = Chat(-7), 1_000_000.0
CODES = Codes(b"k", Calendar(11))
WHY = "that resets no limits"
PUZZLE, OTHER_PUZZLE = first_of("left"), first_of("fewest")


@dataclass
class House:
    """The bot on a database, a clock that stands still unless it is set, and three people."""

    place: str
    store: DatabaseStore
    now: float = NOON
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    heard: list[object] = field(default_factory=list)
    """What Ann heard last."""

    def __post_init__(self) -> None:
        self.world = replace(world_with(None, AtOnce()), now=lambda: self.now, daily=CODES, admins=frozenset({9}))
        self.ann = within(self.store, self.world, Chat(ANN.id))
        self.bob = replace(self.ann, chat=Chat(BOB.id), person=BOB, screens={})
        self.group = replace(self.ann, chat=GROUP, screens={})

    async def rows(self, query: str) -> list[tuple[object, ...]]:
        return [tuple(row) for row in await rows_at(self.place, query)]

    async def says(self, *texts: str, by: Inside | None = None) -> None:
        for text in texts:
            self.heard = await (by or self.ann).says(text)

    async def presses(self, label: str, slot: str, by: Inside | None = None) -> None:
        bot = by or self.ann
        _, screen = bot.screens[slot]
        labels = {button.text: button.data for row in screen.rows for button in row if button.data}
        self.heard = await bot.presses(next(data for text, data in labels.items() if label in text), slot)

    async def asks_to_be_forgotten(self) -> None:
        await self.says("/forgetme")
        await self.presses("Yes", "menu")

    async def forgets(self) -> None:
        """All that is due by now is done: what is stored of Ann is taken away."""
        later: World = replace(self.world, now=lambda: self.now + GRACE + 1)
        await done_by(self.store, self.now + 1, later)

    @property
    def told(self) -> str:
        return str([*self.heard, self.ann.screens.get("menu"), self.group.screens.get("menu")])


@pytest.fixture
def house(place: str, store: DatabaseStore, monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr("bot.app.model.game.LINES_A_DAY", 1)
    return House(place, store)


# How each limit is used, and what it counts then.


async def challenge(at: House, rival: Person = BOB) -> None:
    await at.says("/start", by=replace(at.bob, chat=Chat(rival.id), person=rival))
    for person in (ANN, rival):
        ledger = f"INSERT INTO ledgers VALUES ({person.id}, '{person.name}', 1, NULL, '{{}}', 1)"
        await change_at(at.place, f"{ledger} ON CONFLICT (person_id) DO NOTHING")
    await change_at(at.place, f"INSERT INTO daily_friends VALUES ({ANN.id}, {rival.id}) ON CONFLICT DO NOTHING")
    await at.says("/friends")
    await at.presses(rival.name, "menu")
    await at.presses("Challenge", "menu")


async def follow_bobs_link(at: House) -> None:
    if not await at.rows("SELECT token FROM contests"):
        await at.says("/set 0834", by=at.bob)
    [(token,)] = await at.rows("SELECT token FROM contests")
    await at.says(f"/start b{token}")


async def solve_a_puzzle(at: House) -> None:
    solver = Solver(at.ann)
    number = (PUZZLE if at.now == NOON else OTHER_PUZZLE).number  # an answer that was not rated is their one answer
    shown = await solver.follows(number)
    at.heard = [shown, await solver.presses(f"give-{number}")]


async def win_against_bob(at: House) -> None:
    at.heard = []
    await at.store.run(ending(replace(ended(next(at.numbers), FIRST_WINS, ANN.id, BOB.id), ended_at=at.now), at.now))


async def speak_in_the_room(at: House) -> None:
    await write(at.store, lambda work: work.of(Talk).listen(ROOM, ANN.id))
    await at.says("/say hello everybody")


async def report_bob(at: House) -> None:
    await write(at.store, *(partial(listen, person=person) for person in (ANN.id, BOB.id)))
    if not await at.rows(f"SELECT * FROM remarks WHERE person_id = {BOB.id}"):
        await at.says("/say something rude", by=at.bob)
    await at.says("/say hm")
    await at.ann.presses("1:roomwho", SLOT)
    await at.presses("🚩", PEOPLE)


def listen(work: Work, person: int) -> None:
    work.of(Talk).listen(ROOM, person)


async def take_bobs_challenge(at: House) -> None:
    async def posts(work: Work) -> None:
        await lobby.look(LOBBY, BOB, texts_in("en"), work, at.world, is_open=True)

    await at.says("/start", by=at.bob)
    await at.store.run(posts)
    await at.says("/lobby")
    await at.presses("Bob", HALL)


async def vote_to_end_cids_game(at: House) -> None:
    cid = replace(at.group, person=CID)
    if not await at.rows("SELECT * FROM games WHERE chat_id = -7 AND ended_at IS NULL"):
        await at.says("/think", by=cid)
        await at.presses("0", "game:0000000000000001", by=cid)
        await change_at(at.place, "UPDATE games SET starter = -1 WHERE chat_id = -7")  # as if Cid had left
    await at.says("/resign", by=at.group)


async def begin_boards(at: House) -> None:
    for variant in ("classic", "mini", "5x10", "colours")[: BOARDS_OF_ONE + 1]:
        await at.says(f"/play {variant}", by=at.group)
        for game in await at.store.run(lambda work: work.games.running_in(GROUP.id)):
            assert isinstance(game, Alone)
            if game.starter == ANN.id and not game.game.turns:
                guess = game.game.variant.format(tuple(range(game.game.variant.length))[::-1])
                await at.group.says(f"/g {guess}", to=f"game:{game.id}")


async def play_the_day(at: House) -> None:
    await at.says("/daily")
    heard = at.heard
    await at.says(CODES_OF(at.world.today))
    at.heard = heard


def CODES_OF(number: int) -> str:  # noqa: N802  beside CODES
    return "".join(map(str, CODES.secret(number)))


async def play_on_a_card(at: House) -> None:
    await at.says("/daily", by=replace(at.group, person=BOB))
    await at.presses("Play", f"daily:{at.world.today}", by=at.group)


Use = Callable[[House], Awaitable[object]]


def counting(query: str) -> Use:
    return lambda at: at.rows(query)


async def votes(at: House) -> object:
    games = await at.store.run(lambda work: work.games.running_in(GROUP.id))
    return [game.resigning for game in games if isinstance(game, Keeper)]


@dataclass(frozen=True)
class Limited:
    """How it is used, what changes if that counts, and what is said to whoever was forgotten; empty: nothing is."""

    use: Use
    counts: Use
    says: str = WHY


def says(text: str) -> Use:
    return lambda at: at.says(text)


HERS = f"WHERE person_id = {ANN.id}"
USES = {
    Limit.ABORTS: Limited(take_bobs_challenge, counting(f"SELECT count(*) FROM seats {HERS} AND is_over = 0")),
    Limit.BOARDS: Limited(begin_boards, counting(f"SELECT count(*) FROM games WHERE starter = {ANN.id}")),
    Limit.BY_NAME: Limited(challenge, counting(f"SELECT count(*) FROM challenges {HERS}")),
    Limit.CARDS: Limited(play_on_a_card, counting(f"SELECT day FROM daily_guests {HERS}"), ""),
    Limit.CODES_SET: Limited(says("/set 0834"), counting(f"SELECT count(*) FROM contests WHERE set_by = {ANN.id}")),
    Limit.DAY: Limited(play_the_day, counting(f"SELECT day FROM daily_tries {HERS} AND counts = 1")),
    Limit.FEEDBACK: Limited(says("/feedback good"), counting("SELECT count(*) FROM feedback")),
    Limit.LINES: Limited(win_against_bob, counting("SELECT count(*) FROM played"), ""),
    Limit.MY_DATA: Limited(says("/mydata"), counting(f"SELECT content FROM prompts {HERS} AND kind = '{MY_DATA}'")),
    Limit.PUZZLES: Limited(solve_a_puzzle, counting("SELECT rating, revision FROM puzzles")),
    Limit.RATED: Limited(win_against_bob, lambda at: standing(at.store, BOB.id), ""),
    Limit.REMARKS: Limited(speak_in_the_room, counting("SELECT count(*) FROM remarks"), "Not so fast"),
    Limit.REPORTS: Limited(report_bob, counting("SELECT count(*) FROM reports")),
    Limit.TRIES: Limited(follow_bobs_link, counting(f"SELECT * FROM entries {HERS}")),
    Limit.VOTES: Limited(vote_to_end_cids_game, votes),
}


async def counts(limited: Limited, at: House) -> bool:
    before = await limited.counts(at)
    await limited.use(at)
    return await limited.counts(at) != before


def test_every_limit_that_is_held_is_tried() -> None:
    assert USES.keys() == set(Limit)


@pytest.mark.parametrize("limit", Limit, ids=lambda limit: limit.name)
async def test_what_was_used_is_used_up_after_forgetting_until_it_opens(limit: Limit, house: House) -> None:
    limited = USES[limit]
    assert await counts(limited, house)
    await house.asks_to_be_forgotten()
    assert not await counts(limited, house), "before anything is taken away"
    await house.forgets()
    assert not await counts(limited, house)
    assert limited.says in house.told
    if limited.says == WHY:
        assert later(limit.closed, texts_in("en")) in house.told
    house.now += limit.closed + 1
    assert await counts(limited, house)


@pytest.mark.parametrize("limit", Limit, ids=lambda limit: limit.name)
@pytest.mark.parametrize("since", [None, 2 * DAY])
async def test_whoever_was_never_forgotten_or_long_ago_is_kept_from_nothing(
    limit: Limit, since: float | None, house: House
) -> None:
    if since is not None:
        await write(house.store, lambda work: work.privacy.note_forgotten(ANN.id, house.now - since))
    assert await counts(USES[limit], house)
    assert WHY not in house.told


async def test_a_code_that_is_newer_than_forgetting_was_never_tried_and_may_be(house: House) -> None:
    await write(house.store, lambda work: work.privacy.note_forgotten(ANN.id, house.now))
    house.now += HOUR
    assert await counts(USES[Limit.TRIES], house)
    assert WHY not in house.told


async def test_whoever_was_forgotten_plays_alone_answers_a_challenge_and_may_report_the_rival(house: House) -> None:
    await write(house.store, lambda work: work.privacy.note_forgotten(ANN.id, house.now))
    await house.says("/play", "4567", "/resign", "/resign")
    assert await house.rows(f"SELECT count(*) FROM played_by {HERS}") == [(1,)]
    await house.says("/start", "/duel", by=house.bob)
    await house.presses("Invite", "menu", by=house.bob)
    [(token,)] = await house.rows("SELECT token FROM challenges")
    await house.says(f"/start c{token}")
    await house.presses("Accept", f"challenge:{token}")
    [(match,)] = await house.rows(f"SELECT game_id FROM seats {HERS} AND is_over = 0")
    await house.says("/say something rude", by=house.bob)
    for sure in ("", ":sure"):
        await house.ann.presses(f"1:mreport:{match}:0{sure}", f"game:{match}")
    assert await house.rows("SELECT person_id, about_id FROM reports") == [(ANN.id, BOB.id)]
    assert WHY not in house.told


async def test_the_code_of_today_does_not_count_either_for_whoever_was_forgotten_yesterday(house: House) -> None:
    await write(house.store, lambda work: work.privacy.note_forgotten(ANN.id, house.now - 20 * HOUR))
    assert not await counts(USES[Limit.DAY], house)
    assert WHY in house.told
    assert later(4 * HOUR, texts_in("en")) in house.told


async def test_a_search_in_the_lobby_says_why_it_waits_half_a_minute_and_blames_nobody(house: House) -> None:
    await write(house.store, lambda work: work.privacy.note_forgotten(ANN.id, house.now))
    await house.says("/duel")
    await house.presses("🔎", "menu")
    shown = house.ann.screens["lobby"][1].html
    assert WHY in shown
    assert "in 30 seconds" in shown
    assert "cancelled" not in shown


async def test_their_boards_in_a_group_are_counted_only_where_somebody_has_left_some(house: House) -> None:
    await write(house.store, lambda work: work.privacy.note_forgotten(ANN.id, house.now))
    await begin_boards(house)
    assert await house.rows(f"SELECT count(*) FROM games WHERE starter = {ANN.id}") == [(BOARDS_OF_ONE,)]


async def test_without_forgetting_a_day_has_so_many_challenges_by_name_cards_and_links(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.app.friends.handlers.MADE_A_DAY", 1)
    await challenge(house)
    await change_at(house.place, "UPDATE challenges SET is_open = 0")  # it is answered
    await challenge(house, CID)
    assert await house.rows(f"SELECT count(*) FROM challenges {HERS}") == [(1,)]
    monkeypatch.setattr("bot.app.daily.handlers.CARDS", 1)
    for number in (7, 8):
        group = replace(house.group, chat=Chat(-number), screens={})
        await house.says("/daily", by=replace(group, person=BOB))
        await house.presses("Play", f"daily:{house.world.today}", by=group)
    assert await house.rows(f"SELECT count(*) FROM daily_guests {HERS}") == [(1,)]
    monkeypatch.setattr("bot.app.daily.actions.LINKED", 3)
    for owner in range(50, 55):
        await house.store.run(partial(follow, ANN, Person(owner, f"Owner {owner}", "en")))
    assert await house.rows(f"SELECT count(*) FROM daily_friends {HERS}") == [(3,)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_in_every_language_why_and_when(language: str) -> None:
    texts = texts_in(language)
    assert later(5 * HOUR, texts) in texts.html("limit.forgotten", when=later(5 * HOUR, texts))


# The table of docs/keeping.md, beside the code: whatever bounds what people do stands there, held or with a reason.

SECTION = "## What one person may do only so often"
ROW = re.compile(r"^\| ([^|]+?) \| ([^|]+?) \| ([^|]+?) \| ([^|]+?) \| ([^|]+?) \|$", re.MULTILINE)
CLOSED = {DAY: "closed for a day", HOUR: "closed for an hour", 20.0: "closed for 20 seconds"}
NO_LIMITS = {
    "what a screen or a list shows": "duels.actions.SHOWN_ANEW operators.actions.LARGEST friends.handlers.MOST "
    "lobby.handlers.CROWD lobby.handlers.LISTED preferences.handlers.MOST stats.handlers.LARGEST "
    "ratings.handlers.LATEST "
    "stats.handlers.LOOKED_AT ratings.handlers.MOST_FAMILIES ratings.handlers.MOST_RANKED ratings.handlers.MOST_RIVALS "
    "stats.handlers.ON_A_PAGE kinds.alone.contest.SHOWN daily.model.FRIENDS daily.model.WEEKS kinds.alone.end.LOUD "
    "kinds.group.kind.SHOWN kinds.match.both.FIRST kinds.match.both.LAST kinds.match.both.MOST "
    "kinds.match.play.REMEMBERED watching.handlers.LOOKED_AT daily.model.COLUMNS "
    "daily.model.FRIENDS_LOOKED_AT daily.model.PLAYING daily.model.ROWS model.game.LISTED model.game.LOOKED_AT "
    "model.game.MOST_SUSPECTS stats.model.COLUMNS stats.model.PLACES privacy.model.MOST_ROWS ratings.model.NEAR "
    "talk.model.KEPT model.chats.FIRST_REPLIES texts.GROUPED texts.LONGEST_WORD texts.MOST_MARKS "
    "texts.MOST_POINTS texts.WEEK",
    "what one text, code or name may hold": "advice.LONGEST_PAYLOAD advice.MOST_TURNS contests.reading.LONGEST_CLUE "
    "contests.reading.LONGEST_TEXT contests.reading.MOST_READ contests.reading.MOST_WORDS "
    "contests.reading.MOST_WORDS_OF_VARIANT "
    "daily.handlers.FEWEST_LETTERS daily.reading.LONGEST daily.reading.MOST_WORDS "
    "lessons.handlers.MOST operators.moderation.LONGEST_WARNING "
    "model.options.MOST_DIGITS reading.LARGEST_ID "
    "operators.handlers.LONGEST_ANSWER operators.handlers.LONGEST_FEEDBACK "
    "together.handlers.LONGEST_SEAT review.told_games.LONGEST_REPLY review.told_games.SKIPPED talk.handlers.READ "
    "games.at_hand.SIGN intents.LONG intents.LONGEST_GUESS intents.LONGEST_WORD intents.SHORT language.LAST "
    "operators.model.LONGEST_MESSAGE talk.model.LONGEST_REMARK reading.LONGEST_REPLY "
    "reading.LONGEST_SENTENCE",
    "what one transaction or job does": "daily.actions.BATCH daily.actions.MOST "
    "daily.actions.TIMES stats.actions.BATCH talk.actions.STEP delivery.LOOKED_AT operators.model.USUAL_PACE "
    "privacy.model.LOOKED_THROUGH privacy.model.MOST supervision.AT_A_TIME "
    "watching.model.PART",
    "what a chat is sent, whoever wrote there": "daily.actions.UNPLAYED outbox.AT_ONCE outbox.MOST_STRIPS "
    "outbox.MOST_WAITING outbox.STRIPPED_KEPT rate_limit.KEPT",
    "the rules of a game, a puzzle or a day": "puzzles.actions.DRAWN puzzles.actions.NEAR "
    "puzzles.model.SEVEN puzzles.model.MOST_ALIKE puzzles.model.SETTLED game.daily.DAYS_A_WEEK game.daily.MOST_STARS "
    "game.daily.CALM game.daily.OPEN_DAYS game.daily.WORTH_A_WORD daily.model.FEWEST_DAYS "
    "actions.fair_play.LOOKED_AT game.fair_play.FEWEST "
    "game.fair_play.LONGEST_HISTORY game.fair_play.MOST_COMPARISONS "
    "game.number.MOST_QUESTIONS game.puzzles.EASY game.puzzles.FITTING game.puzzles.MOST_CODES "
    "game.puzzles.MOST_TURNS game.puzzles.OFFERED game.puzzles.OFFERED_TO_FIND puzzles.handlers.LOOKED_AT "
    "kinds.alone.daily.LOOKED_AT kinds.match.both.BITS kinds.match.moves.AT_LEAST watching.model.SIGNS "
    "kinds.number.model.FARTHEST",
    "how figures are read, which begin anew with those that they are of": "kinds.reviews.FIGURES_FROM "
    "daily.model.FEWEST_FOR_BARS daily.model.FEWEST_IN_TABLE daily.model.FEWEST_TO_COMPARE daily.model.GAVE_UP "
    "daily.model.GIVEN_UP daily.model.LEAST_THAT_COUNTS daily.model.NEEDED daily.model.WINDOW model.game.FEWEST_SHARED "
    "stats.model.CLEAN stats.model.FIRST_CODES stats.model.FIRST_KINDS stats.model.FROM stats.model.HALF "
    "stats.model.LATEST stats.model.SHORTEST stats.model.THREE_DAYS stats.model.WEEK ratings.model.CREDIT "
    "ratings.model.KNOWN_FROM ratings.model.KNOWN_OF",
    "a time, a number of a format, or no bound": "daily.actions.AT daily.actions.LATE daily.reminders.FRESH "
    "model.game.RESTS_AFTER "
    "daily.reading.LAST_HOUR daily.reading.LATE daily.reading.NOON "
    "daily.reminders.LATE daily.reminders.SPREAD kinds.board_codec.FORMAT "
    "links.GENERAL "
    "kinds.match.model.FORMAT kinds.number.model.FORMAT model.zones.FARTHEST model.chats.HOURS "
    "reading.LONGEST_NUMBER model.places.SHORTEST model.options.LONGEST_WISH "
    "model.zones.MINUTES_AN_HOUR contests.model.FORMAT duels.model.FORMAT model.game.LAST privacy.model.AND_TELLS "
    "kinds.alone.contest.HAS_COME "
    "ratings.model.FIRST_MONDAY "
    "ratings.model.SHARDS",
}
"""Numbers that bound nothing that a person may do, by what they are instead."""
UNCOUNTED = {
    **dict.fromkeys(("blocks", "mutes", "listeners", "daily_reminders", "last_options"), "as many as they wish"),
    **dict.fromkeys(("chats", "people", "learners", "ledgers", "masteries", "points", "regulars"), "what they are"),
    **dict.fromkeys(("drafts", "slots", "outbox", "stripped", "failed_messages"), "what is on a screen, or on its way"),
}
"""Tables that /forgetme empties and by which nothing is limited."""


def rows_told() -> list[tuple[str, ...]]:
    told = (ROOT / "docs" / "keeping.md").read_text("utf-8").partition(SECTION)[2].partition("\n## ")[0]
    return [cells for cells in ROW.findall(told) if set(cells[0]) != {"-"} and cells[0] != "limit"]


def named_in(cells: Iterable[str]) -> set[str]:
    return {name for cell in cells for name in re.findall(r"`([\w.]+)`", cell)}


def numbers_in(file: Path) -> Iterator[str]:
    """The whole numbers that the module names, but for those of screens, which bound a screen."""
    for node in ast.parse(file.read_text("utf-8")).body:
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            pairs: list[tuple[ast.expr, ast.expr]] = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=True))
            yield from (name.id for name, value in pairs if isinstance(name, ast.Name) and is_whole(value))


def is_whole(value: ast.expr) -> bool:
    parts = (value.left, value.right) if isinstance(value, ast.BinOp) else (value,)
    return any(isinstance(part, ast.Constant) and type(part.value) is int and part.value > 0 for part in parts)


def modules(*folders: str) -> Iterator[tuple[str, Path]]:
    for folder in folders:
        for file in (ROOT / "bot" / folder).rglob("*.py"):
            yield ".".join(file.relative_to(ROOT / "bot").with_suffix("").parts).removeprefix("app."), file


def test_the_table_says_for_how_long_each_limit_is_held() -> None:
    told = {name: held for name, _, _, held, _ in rows_told() if held.startswith("closed")}
    assert told == {limit.value: CLOSED[limit.closed] for limit in Limit}


def test_every_number_that_bounds_something_is_a_limit_of_the_table_or_none_of_a_person() -> None:
    found = {
        f"{name}.{each}" for name, file in modules("app", "game") if "screen" not in name for each in numbers_in(file)
    }
    limits = {name for name in named_in(by for _, by, *_ in rows_told()) if "." in name}
    others = [name for names in NO_LIMITS.values() for name in names.split()]
    assert limits | set(others) == found, "decide whether /forgetme begins it anew, and say so in docs/keeping.md"
    assert len(others) == len(set(others) - limits)


def test_every_table_that_forgetting_empties_is_counted_by_a_limit_or_by_none() -> None:
    emptied = {name for name, table in TABLES.items() if table.taken}
    counted = named_in(cells[2] for cells in rows_told())
    assert counted | UNCOUNTED.keys() == emptied
    assert not counted & UNCOUNTED.keys()


def test_every_limit_is_asked_and_of_the_request_where_there_is_one() -> None:
    texts = {name: file.read_text("utf-8") for name, file in modules("app") if name != "model.limits"}
    asked = {found for text in texts.values() for found in re.findall(r"\bLimit\.([A-Z_]+)", text)}
    assert asked == {limit.name for limit in Limit}
    by_query = {name for name, text in texts.items() if ".were_forgotten(" in text}
    assert by_query == {"duels.actions", "lobby.handlers", "kinds.alone.daily"}, "the request knows it without a query"
