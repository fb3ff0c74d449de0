"""What is stored of learners and puzzlers, as JSON in one row for each person, and of puzzles."""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from typing import Any

import orjson

from bot.app.model.training import Learner, Listed, Missed, OpenPuzzle, Puzzler, TriedPuzzle
from bot.game.rating import START, Rating
from bot.storage.outbox import as_json
from bot.storage.writes import Writes

# Learners as JSON: `{"right": {"zero": [1, 2]}, "missed": {"zero-3": [0, 1700000000]}, "knows": 1}`.


def learner_written(learner: Learner) -> str:
    """The learner as JSON, without what has columns of its own: short, for it is read whole with every answer."""
    missed = {task: [waits.step, round(waits.due)] for task, waits in sorted(learner.missed.items())}
    return as_json({"right": _by_stage(learner.right), "missed": missed, "knows": int(learner.knows_replies)})


def learner_read(person: int, body: str, revision: int) -> Learner:
    """The learner of a row."""
    data: dict[str, Any] = orjson.loads(body)
    right = frozenset(f"{stage}-{number}" for stage, numbers in data.get("right", {}).items() for number in numbers)
    missed = {task: Missed(step, float(due)) for task, (step, due) in data.get("missed", {}).items()}
    return Learner(person, right, missed, bool(data.get("knows")), revision)


def _by_stage(tasks: Iterable[str]) -> dict[str, list[int]]:
    stages: dict[str, list[int]] = {}
    for stage, number in sorted((stage, int(number)) for stage, _, number in (task.partition("-") for task in tasks)):
        stages.setdefault(stage, []).append(number)
    return stages


# Puzzlers as JSON: `{"rating": [1500, 350, 0.06], "at": 1700000000, "tried": "Ag==", "right": 1, "rated": 2}`.


def puzzler_written(puzzler: Puzzler) -> str:
    """The puzzler as JSON, without what has columns of its own. What was tried takes a bit for each puzzle."""
    rating, tried = puzzler.rating, puzzler.tried
    bits = tried.to_bytes((tried.bit_length() + 7) // 8, "little")
    data: dict[str, Any] = {
        "rating": [rating.value, rating.deviation, rating.volatility],
        "at": puzzler.rated_at,
        "tried": b64encode(bits).decode(),
        "right": puzzler.right,
        "rated": puzzler.rated,
        "back": puzzler.looked_back,
    }
    if (opened := puzzler.open) is not None:
        flags = [int(opened.is_rated), int(opened.is_hinted)]
        data["open"] = [opened.about, list(opened.found), *flags, opened.played_at]
    return as_json(data)


def puzzler_read(person: int, body: str, revision: int) -> Puzzler:
    """The puzzler of a row."""
    data: dict[str, Any] = orjson.loads(body)
    return Puzzler(
        person,
        Rating(*data["rating"]) if "rating" in data else START,
        data.get("at"),
        int.from_bytes(b64decode(data.get("tried", "")), "little"),
        data.get("right", 0),
        data.get("rated", 0),
        _open_read(data.get("open")),
        data.get("back", 0.0),
        revision,
    )


def _open_read(written: list[Any] | None) -> OpenPuzzle | None:
    if written is None:
        return None
    about, found, is_rated, is_hinted, played_at = written
    return OpenPuzzle(about, tuple(found), bool(is_rated), bool(is_hinted), played_at)


# The port `Learners`, over named queries: one row for each person.


class StoredLearners:
    """Stored learners."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def of(self, person: int) -> Learner:
        """How far the person has come."""
        row = await self._queries.learner(self._session, person_id=person)
        return Learner(person) if row["body"] is None else learner_read(person, row["body"], row["revision"])

    def keep(self, learner: Learner) -> None:
        """Save it. The work begins again if another has saved it since it was read."""
        body, key = learner_written(learner), {"person_id": learner.person}
        self._writes.replace("save_learner", "person_id", **key, body=body, revision=learner.revision)


# The port `Puzzles` over named queries: one row for each person, and one for each puzzle that was tried.


class StoredPuzzles:
    """Stored puzzlers, and ratings of puzzles."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def puzzler(self, person: int) -> Puzzler:
        """What the person has come to."""
        row = await self._queries.puzzler(self._session, person_id=person)
        return Puzzler(person) if row["body"] is None else puzzler_read(person, row["body"], row["revision"])

    def keep_puzzler(self, puzzler: Puzzler) -> None:
        """Save it. The work begins again if another has saved it since it was read."""
        body, key = puzzler_written(puzzler), {"person_id": puzzler.person}
        self._writes.replace("save_puzzler", "person_id", **key, body=body, revision=puzzler.revision)

    async def rated(self, listed: Sequence[Listed]) -> tuple[TriedPuzzle, ...]:
        """Their ratings, in this order: the first ones, where nobody has tried them."""
        return tuple([await self._rated(each) for each in listed])

    def keep_rating(self, puzzle: TriedPuzzle) -> None:
        """Save it. The work begins again if another has saved it since it was read."""
        rating = puzzle.rating
        self._writes.replace(
            "save_puzzle",
            "number",
            number=puzzle.number,
            rating=rating.value,
            deviation=rating.deviation,
            volatility=rating.volatility,
            revision=puzzle.revision,
        )

    async def _rated(self, listed: Listed) -> TriedPuzzle:
        row = await self._queries.puzzle(self._session, number=listed.number)
        if row["rating"] is None:
            return TriedPuzzle(listed.number, listed.first_rating)
        rating = Rating(row["rating"], row["deviation"], row["volatility"])
        return TriedPuzzle(listed.number, rating, row["revision"])
