"""What is sent without being asked for by its reader: word to the operators, and a person's own data as a document."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from bot.app.messages import Chat
from bot.app.model.game import LOOKED_AT
from bot.app.model.long_jobs import LongJob
from bot.app.operators import screens as operators
from bot.app.operators.model import Operators
from bot.app.privacy.model import MOST_ROWS
from bot.app.screen import Document, Place, Screen
from bot.app.texts import Texts
from bot.app.work import Work
from bot.app.world import World
from bot.game.daily import HOUR

# Tells the operators that something waits for them.

SLOT = "admin-news"
SELDOM = HOUR
"""Seconds in which what waits rings once; meanwhile the message changes where it stands."""


async def tell_operators(work: Work, world: World, *, reports: int = 0, feedback: int = 0) -> None:
    """Tell every operator what waits, with a sound once in a while only.

    `reports`, `feedback`: what this work puts, which it does not read yet.
    """
    if not world.admins:
        return
    reports += len(await work.of(Operators).reported(LOOKED_AT))
    feedback += len(await work.of(Operators).feedback(LOOKED_AT))
    for admin in sorted(world.admins):
        known, shown = await work.preferences(admin), await work.slot_state(Chat(admin), SLOT)
        if known.reachable:
            is_old = shown.message is None or world.now() - shown.at > SELDOM
            screen = operators.waiting(reports, feedback, LOOKED_AT, known.texts)
            work.show(Chat(admin), SLOT, screen, Place.BOTTOM if is_old else Place.HERE)


# All that is stored of a person, as one document for themselves.

NAME = "my-data.json"


async def send(job: LongJob, work: Work, world: World) -> None:
    """Send the person all that is stored of them, into their private chat."""
    if job.chat is None:
        return
    known = await work.preferences(job.chat.id)
    if not known.reachable:
        return
    text = document(job.person, await work.privacy.rows_of(job.person), world.now(), known.texts)
    work.tell(job.chat, Screen(known.texts.html("mydata.caption"), document=Document(NAME, text)))


Rows = Mapping[str, Sequence[Mapping[str, Any]]]


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


LARGEST = 1_000_000
"""Characters of a document; beyond it the largest tables are cut."""


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
