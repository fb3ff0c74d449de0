"""All that is stored of a person, as one document for themselves."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from bot.app.model.long_job import LongJob
from bot.app.model.privacy import MOST_ROWS
from bot.app.ports import Work
from bot.app.screen import Document, Screen
from bot.app.texts import Texts
from bot.app.world import World

LARGEST = 1_000_000
"""Characters of a document; beyond it the largest tables are cut."""
NAME = "my-data.json"
Rows = Mapping[str, Sequence[Mapping[str, Any]]]


async def send(job: LongJob, work: Work, world: World) -> None:
    """Send the person all that is stored of them, into their private chat."""
    if job.chat is None:
        return
    known = await work.preferences(job.chat.id)
    if not known.reachable:
        return
    text = document(job.person, await work.privacy.rows_of(job.person), world.now(), known.texts)
    work.tell(job.chat, Screen(known.texts.html("mydata.caption"), document=Document(NAME, text)))


def document(person: int, rows: Rows, now: float, texts: Texts) -> str:
    """The document, as JSON with a line for each table that says what it is for."""
    head = {
        "person": person,
        "made_at": datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds"),
        "about": texts.plain("mydata.about"),
        "not_shown": texts.plain("mydata.not-shown"),
    }
    written = {table: [_line(row) for row in found] for table, found in rows.items()}
    kept = _cut(written)
    tables = [_table(table, lines, len(kept[table]), texts) for table, lines in written.items()]
    return json.dumps(head, ensure_ascii=False, indent=1)[:-2] + ',\n "tables": [\n' + ",\n".join(tables) + "\n ]\n}\n"


def _line(row: Mapping[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False)


def _cut(written: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """As many rows of each table as fit, halving the largest until they do."""
    kept = dict(written)
    sizes = {table: sum(map(len, lines)) for table, lines in kept.items()}
    while sum(sizes.values()) > LARGEST:
        largest = max(sizes, key=lambda table: sizes[table])
        kept[largest] = kept[largest][: len(kept[largest]) // 2]
        sizes[largest] = sum(map(len, kept[largest]))
    return kept


def _table(table: str, lines: list[str], kept: int, texts: Texts) -> str:
    head = {"table": table, "what": texts.plain(f"data.{table}")}
    if kept < len(lines) or len(lines) >= MOST_ROWS:
        head["left_out"] = texts.plain("mydata.left-out", kept=kept)
    rows = ",\n   ".join(lines[:kept])
    return "  " + json.dumps(head, ensure_ascii=False)[:-1] + f', "rows": [\n   {rows}\n  ]}}'
