"""Whoever watches a match learns no more than each of the two who play it.

Two courses of a match that one of the two cannot tell apart look the same, word for word, to that one and to everybody
who watches: live, by *Refresh*, by the link of the challenge, as the lobby's top game, and by forged presses.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.app.duels.actions import HALL
from bot.app.duels.model import Challenge, Challenges, ChallengeState
from bot.app.kinds.match.model import Match, Sitter, lot
from bot.app.kinds.match.opening import Opening, open_match
from bot.app.links import MATCH
from bot.app.messages import Chat, Person
from bot.app.model.modes import match_plays
from bot.app.model.terms import Terms
from bot.app.outbox import WATCHED_BOARD
from bot.app.registry import KINDS
from bot.app.texts import LANGUAGES
from bot.app.watching import model as watching
from bot.app.work import Work
from bot.app.world import World
from bot.game.model import MODES, Game, Seat
from solver.feedback import all_codes, as_code, candidates, feedback_for
from solver.variant import VARIANTS, Code, Variant
from tests.bot.due import done_by
from tests.bot.inside import AtOnce, Inside, within, world_with
from tests.bot.storage.stores import opened_anew
from tests.bot.test_secrecy import FORGED, GAME, Act, masked
from tests.distribution import examples

TOKEN = "t" * 22
PLAYERS = ("Ann", "Bob")
WATCHERS = ("Live", "Late", "Lobby")
HIDDEN = [name for name in match_plays() if not MODES[name].is_open]
OWN = [name for name in match_plays() if MODES[name].own_secrets]
SHARED = [name for name in match_plays() if name not in OWN]


@dataclass(frozen=True)
class Course:
    """A match: its mode, the secrets (by who breaks them, or one), what is guessed in which order, and where it stands.

    No guess breaks a secret.
    """

    mode: str
    language: str
    variant: Variant
    secrets: tuple[Code, ...]
    guesses: tuple[Code, ...]
    forged: tuple[Act, ...] = ()
    """What one of those who watch tries that is not for them."""


@dataclass
class House:
    """The bot, the two who play, and those who watch; with what each has been shown so far, by name."""

    course: Course
    world: World
    people: dict[str, Inside]
    seen: dict[str, list[str]]

    def note(self, name: str, sent: Sequence[object]) -> None:
        secrets = {self.course.variant.format(secret) for secret in self.course.secrets}
        self.seen[name] += [masked(each, secrets) for each in sent]

    async def says(self, name: str, text: str) -> None:
        self.note(name, await self.people[name].says(text))
        await self.look()

    async def presses(self, name: str, data: str, slot: str) -> None:
        if slot in self.people[name].screens:
            self.note(name, await self.people[name].presses(data, slot))

    async def look(self) -> None:
        """What is due is done, and everybody sees what has come."""
        store = self.people["Ann"].store
        await done_by(store, self.world.now() + watching.EVERY, self.world)
        for name, person in self.people.items():
            self.note(name, await person.sees())

    async def match(self) -> Match:
        found = await self.people["Ann"].store.run(lambda work: work.games.load(GAME, Match))
        assert found is not None
        return found


async def begin(house: House) -> None:
    """The match begins; each who watches comes by a way of their own, all but the first too late to be live."""
    course, store = house.course, house.people["Ann"].store
    ids = [house.people[name].person.id for name in PLAYERS]
    terms = Terms(course.mode, course.variant.name, "none", rated=False)
    opening = Opening(
        terms=terms,
        sitters=tuple(Sitter(person, name, person) for person, name in zip(ids, PLAYERS, strict=True)),
        seed="5c" * 16,
        match_id=GAME,
    )
    accepted = Challenge(
        TOKEN, terms, ids[0], "Ann", 0.0, 9e9, taker=ids[1], state=ChallengeState.ACCEPTED, match=GAME, watched=True
    )

    async def job(work: Work) -> None:
        for person in ids:
            work.prefer(Chat(person), replace(await work.preferences(person), watchable=True))
        await open_match(opening, work, house.world)
        work.of(Challenges).save(accepted)

    await store.run(job)
    await house.look()
    for name in ("Live", "Late"):
        await house.says(name, f"/start c{TOKEN}")
    await house.says("Lobby", "/lobby")
    await house.presses("Lobby", "1:topgame", HALL)
    assert all(WATCHED_BOARD in house.people[name].screens for name in WATCHERS)


async def play(house: House) -> None:
    """Both keep their secrets, and guess; who watches reacts, looks again, and tries what is not for them."""
    course = house.course
    if course.mode in OWN:
        for name, secret in zip(PLAYERS, reversed(course.secrets), strict=True):
            await house.says(name, course.variant.format(secret))
    for number, guess in enumerate(course.guesses):
        match = await house.match()
        seat = number % 2 if match.game.to_move is None else match.game.to_move
        await house.says(PLAYERS[seat], course.variant.format(guess))
        await house.presses("Live", f"1:wreact:{GAME}:{number + 1}:{number % 6}", WATCHED_BOARD)
        for name in ("Late", "Lobby"):
            await house.presses(name, f"1:wlook:{GAME}:{number + 1}", WATCHED_BOARD)
    for act in course.forged:
        await house.presses("Live", f"1:{act.text.format(game=GAME, turn=len(course.guesses))}", WATCHED_BOARD)
    house.note("Late", await house.people["Late"].asks_inline(f"{MATCH}{GAME}"))


async def shown(course: Course) -> tuple[dict[str, list[str]], Match]:
    """All that everybody is shown, by name, and the match as it stands in the end, when it is not over."""
    secret = None if course.mode in OWN else course.secrets[0]
    compute = AtOnce()
    world = world_with(secret, compute)
    with TemporaryDirectory() as folder:
        async with opened_anew(folder, KINDS) as store:
            people, numbers = {}, count(1)
            for number, name in enumerate((*PLAYERS, *WATCHERS), 1001):
                each = within(store, world, Chat(number), compute, course.language)
                people[name] = replace(each, person=Person(number, name, course.language), numbers=numbers)
            house = House(course, world, people, {name: [] for name in people})
            await begin(house)
            await play(house)
            match = await house.match()
            assert len(match.game.turns) == len(course.guesses)
            return house.seen, match


@st.composite
def courses(draw: st.DrawFn, modes: Sequence[str]) -> Course:
    variant = VARIANTS[draw(st.sampled_from(["mini", "classic"]))]
    mode = draw(st.sampled_from(modes))
    codes = st.sampled_from(every_code(variant))
    secrets = draw(st.tuples(codes, codes) if mode in OWN else st.tuples(codes))
    guesses = draw(st.lists(codes.filter(lambda code: code not in secrets), min_size=1, max_size=4, unique=True))
    forged = draw(st.lists(st.sampled_from(FORGED), max_size=12))
    return Course(mode, draw(st.sampled_from(LANGUAGES)), variant, secrets, tuple(guesses), tuple(forged))


def every_code(variant: Variant) -> list[Code]:
    return [as_code(row) for row in all_codes(variant)]


def twins(course: Course, match: Match, seat: Seat) -> list[Course]:
    """The courses with another secret for the seat to break that it cannot tell apart; where it is the rival's, too."""
    game = match.game
    turns = game.turns_of(seat) if course.mode in OWN else game.turns
    rows = candidates(course.variant, tuple((turn.guess, turn.feedback) for turn in turns))
    fitting = [as_code(all_codes(course.variant)[row]) for row in rows[:: -(-len(rows) // 40)]]
    found = []
    for code in fitting:
        at = seat if course.mode in OWN else Seat(0)
        secrets = tuple(code if place == at else other for place, other in enumerate(course.secrets))
        if lot(replace(match, game=replace(game, secrets=secrets)))[1] == game.first and code not in course.guesses:
            found.append(replace(course, secrets=secrets))
    return found or [course]


def guessed_alike(course: Course, game: Game, seat: Seat) -> list[tuple[Code, ...]]:
    """For each guess what the seat's rival may have guessed instead with the same reply; its own alone."""
    secret = course.secrets[0]
    return [
        (turn.guess,)
        if turn.seat == seat
        else tuple(code for code in every_code(course.variant) if feedback_for(code, secret) == turn.feedback)
        for turn in game.turns
    ]


@pytest.fixture(autouse=True)
def one_live(monkeypatch: pytest.MonkeyPatch) -> None:
    """One alone is shown each move; the others look again."""
    monkeypatch.setattr(watching, "LIVE", 1)


@pytest.mark.parametrize("modes", [OWN, SHARED])
@given(data=st.data())
@settings(max_examples=examples(12))
def test_a_secret_that_a_player_cannot_tell_from_another_cannot_be_told_by_those_who_watch(
    modes: list[str], data: st.DataObject
) -> None:
    course = data.draw(courses(modes))
    seen, match = asyncio.run(shown(course))
    seat = data.draw(st.sampled_from([Seat(0), Seat(1)]))
    again, _ = asyncio.run(shown(data.draw(st.sampled_from(twins(course, match, seat)))))
    for name in (PLAYERS[seat], *WATCHERS):
        assert again[name] == seen[name]


@given(data=st.data())
@settings(max_examples=examples(12))
def test_guesses_that_the_rival_does_not_see_are_seen_by_nobody_who_watches(data: st.DataObject) -> None:
    course = data.draw(courses(HIDDEN))
    seen, match = asyncio.run(shown(course))
    seat = data.draw(st.sampled_from([Seat(0), Seat(1)]))
    guesses = tuple(data.draw(st.sampled_from(alike)) for alike in guessed_alike(course, match.game, seat))
    assume(len({*guesses}) == len(guesses))  # a guess that somebody repeats is asked about
    again, _ = asyncio.run(shown(replace(course, guesses=guesses)))
    for name in (PLAYERS[seat], *WATCHERS):
        assert again[name] == seen[name]


@pytest.mark.parametrize("mode", [*match_plays()])
def test_those_who_watch_are_shown_what_is_guessed_where_the_rival_is(mode: str) -> None:
    course = Course(mode, "en", VARIANTS["classic"], ((0, 1, 2, 3), (4, 5, 6, 7))[: 1 + (mode in OWN)], ((8, 9, 0, 1),))
    seen, _ = asyncio.run(shown(course))
    rivals = [any("8901" in line for line in seen[name]) for name in PLAYERS]
    assert [any("8901" in line for line in seen[name]) for name in WATCHERS] == [all(rivals)] * len(WATCHERS)
    assert all(rivals) == (mode not in HIDDEN)
