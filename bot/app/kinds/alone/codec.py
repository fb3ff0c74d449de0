"""A game alone, as it is stored."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from bot.app.kinds.alone.model import Alone, Costliest, Praise, Standing
from bot.app.kinds.board_codec import board_body_of, board_fields_of
from bot.app.model.codes import hint_read, hint_written
from bot.app.model.contest import Target
from bot.app.model.daily import Daily
from bot.app.model.options import Help
from solver.flaws import Flaw, Why


def body_of(game: Alone) -> dict[str, Any]:
    """What is stored of the game besides its header. Notes of a game that is over are of no use to anybody."""
    return board_body_of(game) | {
        "hint": hint_written(game.hint, game.game.variant),
        "suggestions": game.suggestions,
        **({} if game.target is None else {"target": _target_written(game.target)}),
        **({} if game.help is Help.NORMAL else {"help": game.help.value}),
        **({"praise": game.praise.value} if game.praise is not Praise.NONE else {}),
        **({} if game.daily is None else {"daily": asdict(game.daily)}),
        **({"standing": [game.standing.nth, game.standing.mean]} if game.standing is not None else {}),
        **({"practice": True} if game.is_practice else {}),
        **({"costliest": _costliest_written(game.costliest)} if game.costliest is not None else {}),
        **({"explains": True} if game.explains and not game.is_over else {}),
        **({"notes": game.notes} if game.notes and not game.is_over else {}),
    }


def game_of(header: dict[str, Any], body: Mapping[str, Any]) -> Alone:
    """The game that was stored so. Raises ValueError for a format that is not known."""
    fields = board_fields_of(header, body)
    return Alone(
        **fields,
        hint=hint_read(body["hint"], fields["game"].variant),
        suggestions=body["suggestions"],
        target=Target(**body["target"]) if "target" in body else None,
        daily=Daily(**body["daily"]) if "daily" in body else None,
        help=Help(body.get("help", Help.NORMAL.value)),
        praise=Praise(body.get("praise", Praise.NONE.value)),
        standing=Standing(*body["standing"]) if "standing" in body else None,
        explains=body.get("explains", False),
        is_practice=body.get("practice", False),
        costliest=_costliest_read(body["costliest"]) if "costliest" in body else None,
        notes=tuple((person, noted) for person, noted in body.get("notes", ())),
    )


def _costliest_written(costliest: Costliest) -> dict[str, Any]:
    flaw = costliest.flaw
    figures = {} if costliest.accuracy is None else {"accuracy": costliest.accuracy, "luck": costliest.luck}
    why = {} if flaw is None else {"why": flaw.why.value, "values": flaw.values}
    return {"number": costliest.number} | figures | why


def _costliest_read(written: Mapping[str, Any]) -> Costliest:
    flaw = Flaw(Why(written["why"]), tuple(written["values"])) if "why" in written else None
    return Costliest(written["number"], flaw, written.get("accuracy"), written.get("luck", 0.0))


def _target_written(target: Target) -> dict[str, Any]:
    """What versions before hints were told do not know is written where it says something."""
    written = asdict(target)
    return {name: value for name, value in written.items() if value or name not in {"hints", "no_hints"}}
