"""What is written is made, or is known to be none of ours."""

import pytest

from bot.app.rows import UnknownWrite, Writes
from bot.app.work import Work
from bot.storage.store import DatabaseStore
from tests.bot.storage.databases import waiting_at
from tests.bot.storage.stores import showing
from tests.bot.strategies import PRIVATE

pytestmark = pytest.mark.both_databases


def test_a_row_takes_the_place_of_one_of_the_same_key() -> None:
    writes = Writes(("keep", "seat"))
    writes.add("keep", name="a", value="1")
    writes.replace("keep", "name", name="b", value="2")
    writes.replace("keep", "name", name="a", value="3")
    assert list(writes.rows("keep")) == [{"name": "b", "value": "2"}, {"name": "a", "value": "3"}]
    assert list(writes.rows("seat")) == []


def test_a_statement_that_has_no_place_is_refused() -> None:
    writes = Writes(("keep", "seat"))
    with pytest.raises(UnknownWrite, match="save_table is not executed"):
        writes.add("save_table", table_id="5a")
    with pytest.raises(UnknownWrite, match="save_table is not executed"):
        writes.replace("save_table", "table_id", table_id="5a")


async def test_nothing_is_kept_of_a_work_that_writes_what_nobody_knows(store: DatabaseStore, place: str) -> None:
    async def job(work: Work) -> None:
        await showing(PRIVATE, "never seen")(work)
        work.writes.add("save_table", table_id="5a")

    with pytest.raises(UnknownWrite):
        await store.run(job)
    assert await waiting_at(place) == []
