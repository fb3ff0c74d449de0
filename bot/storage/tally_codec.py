"""A ledger's sums as JSON: what is nothing is not written."""

from dataclasses import fields
from typing import Any

import orjson

from bot.app.model.ledger import NO_GAMES, Ledger, Tally

TUPLES = frozenset({"columns", "latest"})
PLACES = 3
"""Decimals of sums of figures that are kept with two."""


def ledger_written(ledger: Ledger) -> str:
    """The sums of the ledger, without what has columns of its own."""
    body: dict[str, Any] = {"tallies": {key: _tally_written(tally) for key, tally in ledger.tallies.items()}}
    body |= {name: values for name in ("clean", "levels", "told") if (values := getattr(ledger, name))}
    return orjson.dumps(body).decode()


def ledger_read(row: Any) -> Ledger:
    """The ledger of a row."""
    body = orjson.loads(row["body"])
    return Ledger(
        person=row["person_id"],
        name=row["name"],
        done=row["done"],
        tallies={key: _tally_read(written) for key, written in body["tallies"].items()},
        clean=tuple(body.get("clean", ())),
        levels=tuple(body.get("levels", ())),
        told=tuple(body.get("told", ())),
        revision=row["revision"],
    )


def _tally_written(tally: Tally) -> dict[str, Any]:
    values = {each.name: getattr(tally, each.name) for each in fields(tally)}
    values = {name: round(value, PLACES) if isinstance(value, float) else value for name, value in values.items()}
    return {name: value for name, value in values.items() if value != getattr(NO_GAMES, name)}


def _tally_read(written: dict[str, Any]) -> Tally:
    values: dict[str, Any] = {name: tuple(value) if name in TUPLES else value for name, value in written.items()}
    return Tally(**values)
