"""Time that runs out: the absent one is reminded, then loses; an outage costs nobody their time. On both databases."""

import asyncio
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import pytest

from bot.app.jobs import GRACE, DueJobs
from bot.app.kinds.match.model import Match, Sitter
from bot.app.kinds.match.moves import force_move, guess_by
from bot.app.kinds.match.opening import Opening, open_match
from bot.app.messages import Chat
from bot.app.model.chats import Preferences
from bot.app.model.record import MOST_A_DAY
from bot.app.model.terms import Terms
from bot.app.outbox import ScreenLetter
from bot.app.ports import Work, World
from bot.game.model import Phase, Seat, Termination
from bot.game.rules import Abort, Leave, SetSecret
from bot.storage.store import DatabaseStore
from faults.processes.postgres import Cluster
from sandbox.client import PATIENCE
from solver.variant import VARIANTS, Code, Variant
from tests.bot.storage.databases import change_at
from tests.bot.storage.stores import opened
from tests.bot.test_jobs import looked

ANN, BOB = Seat(0), Seat(1)
BEGAN = 1_790_000_000.0
CLASSIC = VARIANTS["classic"]


@dataclass
class Evening:
    """A match on a database, and the time that the test sets."""

    store: DatabaseStore
    place: str
    now: float = BEGAN
    ids: Any = field(default_factory=lambda: count(1))

    def world(self) -> World:
        nothing: Any = None

        def secret(variant: Variant) -> Code:
            return next(variant.codes())

        def new_id() -> str:
            return f"{next(self.ids):016x}"

        return World("bot", lambda: self.now, secret, lambda: "5a" * 16, new_id, *[nothing] * 3)

    async def drained(self) -> bool:
        return True

    async def passes(self, seconds: float, *, serving: bool = True) -> None:
        """Time passes, and what is due by then is done."""
        self.now += seconds
        if serving:
            await change_at(self.place, f"UPDATE uptime SET seen_at = {self.now}")
        nothing: Any = None
        while await self.store.run(lambda work: work.due_job(self.now - GRACE)) is not None:
            await looked(DueJobs(self.store, nothing, self.world(), self.drained))

    async def begins(self, mode: str = "volley", clock: str = "live") -> Match:
        """Ann and Bob sit down."""
        await change_at(self.place, f"UPDATE uptime SET seen_at = {self.now}")
        terms, sitters = Terms(mode, "classic", clock), (Sitter(1, "Ann", 1), Sitter(2, "Bob", 2))

        async def job(work: Work) -> Match:
            return await open_match(Opening(terms=terms, sitters=sitters, seed=""), work, self.world())

        return await self.store.run(job)

    async def under_way(self, mode: str = "volley", clock: str = "live") -> Match:
        """Each has guessed once, so that the game may not be aborted any more."""
        match = await self.begins(mode, clock)
        return await self.guesses(await self.guesses(match, ANN, "9876"), BOB, "8765")

    async def guesses(self, match: Match, seat: Seat, code: str) -> Match:
        return await self.moves(match, guess_by(match, seat, CLASSIC.parse(code), self.now))

    async def moves(self, match: Match, step: Any) -> Match:
        async def job(work: Work) -> Match:
            return await force_move(await found(work, match), step, work, self.world())

        return await self.store.run(job)

    async def stands(self, match: Match) -> Match:
        return await self.store.run(lambda work: found(work, match))

    async def screens(self, seat: Seat) -> list[str]:
        """What waits to be shown to the seat."""
        letters = await self.store.outbox.pending(seat + 1)
        return [letter.screen.html for letter in letters if isinstance(letter, ScreenLetter)]


async def found(work: Work, match: Match) -> Match:
    known = await work.games.load(match.id, Match)
    assert known is not None
    return known


@pytest.fixture
async def evening(store: DatabaseStore, place: str, monkeypatch: pytest.MonkeyPatch) -> Evening:
    monkeypatch.setattr("bot.app.jobs.LOOK", 0.01)
    return Evening(store, place)


async def ended(evening: Evening, match: Match) -> tuple[Termination, Seat | None] | None:
    outcome = (await evening.stands(match)).game.outcome
    return None if outcome is None else (outcome.termination, outcome.winner)


async def test_whoever_does_not_guess_in_time_loses_and_both_see_it(evening: Evening) -> None:
    match = await evening.under_way()
    before = [await evening.screens(seat) for seat in (ANN, BOB)]
    await evening.passes(89 + GRACE)
    assert await ended(evening, match) is None
    await evening.passes(1)
    assert await ended(evening, match) == (Termination.TIMED_OUT, BOB)
    over = await evening.stands(match)
    assert (over.ended_at, over.changes != ()) == (evening.now, True)
    assert [await evening.screens(seat) == known for seat, known in zip((ANN, BOB), before, strict=True)] == [
        False,
        False,
    ]


async def test_whoever_has_guessed_in_time_has_new_time_when_it_is_their_turn_again(evening: Evening) -> None:
    match = await evening.begins()
    await evening.passes(80)
    match = await evening.guesses(match, ANN, "4567")
    await evening.passes(85)
    assert await ended(evening, match) is None
    match = await evening.guesses(match, BOB, "5678")
    await evening.passes(89)
    assert await ended(evening, match) is None
    await evening.passes(1 + GRACE)
    assert await ended(evening, match) == (Termination.TIMED_OUT, BOB)


async def test_a_guess_that_is_read_before_its_time_is_ended_counts(evening: Evening) -> None:
    match = await evening.begins()
    evening.now += 91
    match = await evening.guesses(match, ANN, "4567")
    await evening.passes(GRACE)
    assert (await ended(evening, match), len((await evening.stands(match)).game.turns)) == (None, 1)


async def test_where_a_secret_is_not_kept_in_time_the_game_shall_not_have_been(evening: Evening) -> None:
    match = await evening.begins("duel")
    match = await evening.moves(match, SetSecret(ANN, CLASSIC.parse("0123")))
    await evening.passes(299 + GRACE)
    assert (await evening.stands(match)).game.phase is Phase.SECRETS
    await evening.passes(1)
    over = await evening.stands(match)
    assert (await ended(evening, match), over.changes) == ((Termination.ABORTED, None), ())


async def test_in_a_race_whoever_was_first_to_run_out_of_time_loses(evening: Evening) -> None:
    match = await evening.begins("race")
    await evening.passes(20)
    match = await evening.guesses(match, ANN, "4567")
    evening.now += 10
    match = await evening.guesses(match, BOB, "4567")
    await evening.passes(200)
    assert await ended(evening, match) == (Termination.TIMED_OUT, BOB)


async def test_a_race_to_which_nobody_has_come_shall_not_have_been(evening: Evening) -> None:
    match = await evening.begins("race")
    await evening.passes(100)
    assert await ended(evening, match) == (Termination.ABORTED, None)


async def test_whoever_does_not_come_to_a_race_that_the_other_has_begun_has_lost_it(evening: Evening) -> None:
    match = await evening.begins("race")
    for guess in ("4567", "5678", "6789", "7890", "8901", "9012", "9021"):
        evening.now += 1
        match = await evening.guesses(match, BOB, guess)
    await evening.passes(90 + GRACE)
    assert await ended(evening, match) == (Termination.TIMED_OUT, BOB)
    assert (await evening.stands(match)).changes != ()


async def test_without_a_clock_nobody_is_hurried(evening: Evening) -> None:
    match = await evening.begins(clock="none")
    await evening.passes(1e7)
    assert await ended(evening, match) is None


async def test_the_absent_one_is_reminded_once_while_there_is_time(evening: Evening) -> None:
    await evening.begins(clock="days")
    before = [await evening.screens(seat) for seat in (ANN, BOB)]
    await evening.passes(21 * 3600 + GRACE)
    [*_, told] = await evening.screens(ANN)
    assert told.startswith("⏰"), "a notification shows the first line"
    assert (told.count("in 3 hours"), told.count("⏱")) == (1, 0)
    assert [await evening.screens(seat) == known for seat, known in zip((ANN, BOB), before, strict=True)] == [
        False,
        True,
    ]
    await evening.passes(3600)
    assert (await evening.screens(ANN))[-1] == told


async def test_whoever_is_reminded_of_one_game_while_they_look_at_another_is_asked_which_one_they_mean(
    evening: Evening,
) -> None:
    await evening.begins(clock="days")
    evening.now += 3600
    other = await evening.begins(clock="days")

    async def look(work: Work) -> None:
        work.prefer(Chat(1), Preferences())
        work.games.focus_on(Chat(1), other.id)

    async def front(work: Work) -> str | None:
        return (await work.games.glance(1)).focus

    await evening.store.run(look)
    assert await evening.store.run(front) == other.id
    await evening.passes(20 * 3600 + GRACE)
    assert await evening.store.run(front) is None


async def test_who_has_moved_is_not_reminded(evening: Evening) -> None:
    match = await evening.begins(clock="relaxed")
    await evening.passes(600)
    match = await evening.guesses(match, ANN, "4567")
    evening.now += 60
    match = await evening.guesses(match, BOB, "5678")
    await evening.passes(2400)
    assert [told for told in await evening.screens(ANN) if "⏰" in told] == []


async def test_an_outage_gives_back_what_it_has_cost(evening: Evening) -> None:
    match = await evening.under_way()
    evening.now += 30
    await change_at(evening.place, f"UPDATE uptime SET seen_at = {evening.now}")
    await evening.passes(600, serving=False)
    assert await ended(evening, match) is None
    assert (await evening.stands(match)).sitters[ANN].deadline == BEGAN + 90 + 600
    await evening.passes(50)
    assert [told.count("⏰") for told in await evening.screens(ANN) if "⏰" in told] == [1]
    await evening.passes(9 + GRACE)
    assert await ended(evening, match) is None
    await evening.passes(1)
    assert await ended(evening, match) == (Termination.TIMED_OUT, BOB)


async def test_outages_add_up_and_none_counts_twice(evening: Evening) -> None:
    match = await evening.under_way()
    for _ in range(3):
        await evening.passes(20)
        await evening.passes(500, serving=False)
        await evening.store.note_serving(evening.now)
    assert await ended(evening, match) is None
    assert (await evening.stands(match)).sitters[ANN].deadline == BEGAN + 90 + 1500
    await evening.passes(29 + GRACE)
    assert await ended(evening, match) is None
    await evening.passes(1)
    assert await ended(evening, match) == (Termination.TIMED_OUT, BOB)


async def test_alarms_of_a_game_that_is_over_do_nothing(evening: Evening) -> None:
    match = await evening.begins("sudden")
    for seat in (ANN, BOB):
        match = await evening.moves(match, SetSecret(seat, CLASSIC.parse("0123")))
    match = await evening.guesses(match, match.game.first, "0123")
    before = await evening.stands(match)
    await evening.passes(1000)
    assert await evening.stands(match) == before
    assert before.game.outcome is not None
    assert before.game.outcome.termination is Termination.SOLVED


async def test_two_replicas_end_a_game_once(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.app.jobs.LOOK", 0.01)
    url = await postgres.new_database()
    async with opened(url) as one, opened(url) as other:
        evening = Evening(one, url)
        nothing: Any = None
        games = [await evening.under_way() for _ in range(10)]
        evening.now += 100
        await change_at(url, f"UPDATE uptime SET seen_at = {evening.now}")
        async with asyncio.timeout(PATIENCE):
            while None in [await ended(evening, match) for match in games]:
                await looked(*(DueJobs(store, nothing, evening.world(), evening.drained) for store in (one, other)))
        assert [await ended(evening, match) for match in games] == [(Termination.TIMED_OUT, BOB)] * 10
        player = await one.run(lambda work: work.ratings.player(1))
        assert (player.finished, player.walked_out) == (0, 10)


async def test_a_screen_tells_whose_time_runs_and_lets_telegram_count(evening: Evening) -> None:
    await evening.begins()
    [*_, ann], [*_, bob] = await evening.screens(ANN), await evening.screens(BOB)
    when = f'<tg-time unix="{int(BEGAN) + 90}" format="r">in 90 seconds</tg-time>'
    assert f"⏱ Your time runs out {when}." in ann
    assert f"⏱ Ann: time runs out {when}." in bob
    assert bob.count("⏱") == 1


async def test_while_secrets_are_chosen_the_clock_is_told_once(evening: Evening) -> None:
    match = await evening.begins("duel")
    [*_, ann], [*_, bob] = await evening.screens(ANN), await evening.screens(BOB)
    for screen in (ann, bob):
        assert (screen.count("⏱ Your time"), screen.count("⏱")) == (1, 1)
    await evening.moves(match, SetSecret(ANN, CLASSIC.parse("0123")))
    [*_, ann] = await evening.screens(ANN)
    assert (ann.count("⏱ Bob: time"), ann.count("⏱")) == (1, 1)


async def test_who_plays_too_often_with_one_rival_knows_before_the_game_that_it_will_not_count(
    evening: Evening,
) -> None:
    for _ in range(MOST_A_DAY):
        match = await evening.under_way()
        await evening.moves(match, Leave(ANN, Termination.RESIGNED))
        assert (await evening.stands(match)).changes
        [*_, bob] = await evening.screens(BOB)
        assert "⚖️" not in bob
    match = await evening.begins()
    for seat in (ANN, BOB):
        [*_, screen] = await evening.screens(seat)
        assert f"⚖️ The rating will stay as it is: only {MOST_A_DAY} games a day" in screen
    await evening.moves(match, Abort(BOB))
    [*_, ann] = await evening.screens(ANN)
    assert "ating" not in ann, "there is no word on ratings where nothing was played"
    match = await evening.under_way()
    await change_at(evening.place, "DELETE FROM results")
    await evening.moves(match, Leave(ANN, Termination.RESIGNED))
    assert (await evening.stands(match)).changes == (), "what they were told before holds"
