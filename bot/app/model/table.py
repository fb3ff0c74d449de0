"""What is said of a table, and the queries that follow from that alone."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

FOR_EVER = "for ever"
BY_HAND = "by hand"
"""Its query `mine_…` stands in `bot/storage/queries`."""
UNLOCKED = "/*+ FOR UPDATE SKIP LOCKED */"
"""On PostgreSQL rows that another transaction holds are left for the next time."""


@dataclass(frozen=True, slots=True)
class Age:
    """Rows of that age go: so many days after `since`, which is the time in the column `by`.

    At most `most` go at a time; the query gives the columns `gives` of them. Without `by` it is written by hand.
    """

    days: int
    since: str
    by: str = ""
    most: int = 100
    gives: str = ""
    query: str = ""
    """Its name; empty: `forget_` with that of the table."""

    def __str__(self) -> str:
        """For how long rows are kept, in words."""
        return f"{self.days} days after {self.since}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What a table holds, and what becomes of it."""

    grows: str
    """By what a row is added."""
    why: str
    """Why rows are kept so long."""
    until: str = ""
    """Until when, besides `ages`. With neither they are kept for ever."""
    ages: tuple[Age, ...] = ()
    key: str = ""
    """The columns by which a row is told from others, where a query below needs them."""
    shown: str = ""
    """The columns that a person is shown of their rows, or BY_HAND; empty: they have none, or may not know."""
    order: str = ""
    """The latest first, as a rule."""
    taken: tuple[str, ...] = ()
    """The columns that name a person, in rows that go or lose the name when they are forgotten."""
    stays: Mapping[str, str] = field(default_factory=dict)
    """The columns that may name a person and stay, each with the reason."""
    texts: str = ""
    """Why a person may still be named in its texts."""
    goes: bool = False
    """Whether rows are theirs who are forgotten, and go with them, whatever else is kept."""
    goes_by_hand: bool = False
    """Whether the query by which they go, `drop_…_of`, is written by hand: a row is two people's."""
    owner: str = ""
    """The column that says whose a row is; empty: the first of `taken`, or `person_id`."""
    moves: str | None = None
    """Its rows go along when a group gets a new id, unless a row `there` is in the way; None: they stay, or are moved
    by hand."""
    saves: str = ""
    """The query that saves a row; where it is `guarded` not if another has saved it since it was read at `revision`."""
    guarded: bool = True
    once: str = ""
    """The columns that its first save writes, and no other."""
    saved: str = ""
    """The columns that each writes."""

    @property
    def how_long(self) -> str:
        """How long a row is kept, in words."""
        return "; ".join([*map(str, self.ages), *filter(None, [self.until])]) or FOR_EVER

    def queries(self, name: str) -> Iterator[str]:
        """The queries of the table of that name that nobody writes by hand."""
        owner = self.owner or (self.taken[0] if self.taken else "person_id")
        ordered = f"ORDER BY {self.order} " if self.order else ""
        if self.shown not in {"", BY_HAND}:
            yield (
                f"-- name: mine_{name}(person_id, most)\n"
                f"SELECT {self.shown} FROM {name} WHERE {owner} = :person_id {ordered}LIMIT :most;"
            )
        if self.goes and not self.goes_by_hand:
            key = self.key.split(", ")
            rest = ", ".join(column for column in key if column != owner) or owner
            theirs = f"{owner} = :person_id AND " if owner in key else ""
            yield (
                f"-- name: drop_{name}_of(person_id, most)*!\nDELETE FROM {name} WHERE {theirs}"
                f"({rest}) IN (SELECT {rest} FROM {name} WHERE {owner} = :person_id {ordered}LIMIT :most);"
            )
        for age in self.ages:
            if age.by:
                yield (
                    f"-- name: {query_of(age, name)}(before)\nDELETE FROM {name} WHERE ({self.key}) IN ("
                    f"SELECT {self.key} FROM {name} WHERE {age.by} < :before ORDER BY {age.by} LIMIT {age.most} "
                    f"{UNLOCKED}) RETURNING {age.gives or self.key};"
                )
        if self.saves:
            yield self._saving(name)
        if self.moves is not None:
            there = f"SELECT 1 FROM {name} AS there WHERE there.chat_id = :new_id AND {self.moves}"
            yield (
                f"-- name: rename_{name}(chat_id, new_id)*!\nUPDATE {name} SET chat_id = :new_id "
                f"WHERE chat_id = :chat_id{f' AND NOT EXISTS ({there})' if self.moves else ''};"
            )

    def _saving(self, name: str) -> str:
        columns = ", ".join(filter(None, (self.key, self.once, self.saved)))
        values = ", ".join(f":{column}" for column in columns.split(", "))
        anew = ", ".join(f"{column} = excluded.{column}" for column in self.saved.split(", "))
        if not self.guarded:
            return (
                f"-- name: {self.saves}({columns})*!\nINSERT INTO {name} ({columns}) VALUES ({values}) "
                f"ON CONFLICT ({self.key}) DO UPDATE SET {anew};"
            )
        return (
            f"-- name: {self.saves}({columns}, revision)*!\n"
            f"INSERT INTO {name} ({columns}, revision) VALUES ({values}, 1) "
            f"ON CONFLICT ({self.key}) DO UPDATE SET {anew}, revision = {name}.revision + 1 "
            f"WHERE {name}.revision = :revision /*+ RETURNING {self.key} */;"
        )


def query_of(age: Age, table: str) -> str:
    """The name of the query by which rows of that age go."""
    return age.query or f"forget_{table}"
