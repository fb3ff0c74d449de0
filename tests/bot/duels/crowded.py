"""People who have as much open as one may have, or more from before there was a limit."""

from sandbox.client import Person
from tests.bot.conftest import Stage

NUMBERS = "WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?) "
COPIED = "printf('%08x%08x', number, ?)"


def plays(stage: Stage, person: Person, count: int) -> None:
    """Let the person play so many more matches like the newest of theirs, each with the same rival.

    The rival's seats are left out, lest they play as many.
    """
    query = (
        "SELECT match_id FROM seats JOIN matches USING (match_id) WHERE person_id = ? ORDER BY opened_at DESC LIMIT 1"
    )
    ((match,),) = stage.bot.rows(query, person.id)
    mark = person.id % 2**32
    stage.bot.change(
        f"INSERT INTO matches (match_id, is_over, opened_at, body, revision) {NUMBERS}"
        f"SELECT {COPIED}, 0, opened_at + number, body, revision FROM matches, numbers WHERE match_id = ?",
        count, mark, match,
    )  # fmt: skip
    stage.bot.change(
        f"INSERT INTO seats (match_id, seat, person_id, is_over) {NUMBERS}"
        f"SELECT {COPIED}, seat, person_id, 0 FROM seats, numbers WHERE match_id = ? AND person_id = ?",
        count, mark, match, person.id,
    )  # fmt: skip


def running(stage: Stage, person: Person) -> int:
    """How many matches the person plays."""
    return int(stage.bot.rows("SELECT count(*) FROM seats WHERE person_id = ? AND is_over = 0", person.id)[0][0])


def ends_one(stage: Stage, person: Person) -> None:
    """One of the copies is over."""
    stage.bot.change(
        "UPDATE seats SET is_over = 1 WHERE match_id IN "
        "(SELECT match_id FROM seats WHERE person_id = ? AND is_over = 0 AND match_id LIKE '00000%' LIMIT 1)",
        person.id,
    )
