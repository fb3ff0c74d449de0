"""Tables and letters as text, with a format number; old formats keep a reader."""

import json
from dataclasses import asdict
from typing import Any

from bot.app.messages import Chat
from bot.app.model.breaker import Breaker
from bot.app.model.company import Company, Member, Score
from bot.app.model.contest import Target
from bot.app.model.table import Asked, Hint, Page, Question, Table
from bot.app.model.wish import Help
from bot.app.ports import Place
from bot.app.screen import Button, Picture, Screen
from bot.app.texts import Html
from bot.game.model import Phase
from bot.game.notation import game_at, position
from solver.variant import Code, Variant

FORMAT = 1


def table_written(table: Table) -> str:
    """The table as JSON, without its id and its chat, which stand in columns of their own."""
    variant = table.game.variant
    company = {} if table.company is None else {"company": asdict(table.company)}
    return as_json(
        {
            "format": FORMAT,
            "position": position(table.game),
            "thread": table.chat.thread,
            "starter": table.starter,
            "salt": table.salt,
            "opened_at": table.opened_at,
            "ended_at": table.ended_at,
            "guessed_by": table.guessed_by,
            "hint": hint_written(table.hint, variant),
            "suggestions": table.suggestions,
            "keypad": table.keypad,
            "proof": table.proof,
            "asked_again": code_written(table.asked_again, variant),
            "resigning": table.resigning,
            "asking": table.asking and table.asking.value,
            **company,
            **({} if table.target is None else {"target": asdict(table.target)}),
            **({} if table.help is Help.NORMAL else {"help": table.help.value}),
            **({"wanted": table.wanted} if table.wanted else {}),
            **({"notes": table.notes} if table.notes and table.game.phase is not Phase.OVER else {}),
            **({} if table.breaker is None else {"breaker": _breaker_written(table.breaker, variant)}),
        }
    )


def table_read(table_id: str, chat_id: int, body: str, revision: int) -> Table:
    """The table of a row. Raises ValueError for a format that is not known."""
    told = json.loads(body)
    if told["format"] != FORMAT:
        raise ValueError(f"table {table_id} has format {told['format']}, which this version does not know")
    game = game_at(told["position"])
    return Table(
        id=table_id,
        chat=Chat(chat_id, told["thread"]),
        game=game,
        starter=told["starter"],
        salt=told["salt"],
        opened_at=told["opened_at"],
        ended_at=told["ended_at"],
        guessed_by=tuple(told["guessed_by"]),
        hint=hint_read(told["hint"], game.variant),
        suggestions=told["suggestions"],
        keypad=told["keypad"],
        proof=told["proof"],
        asked_again=code_read(told["asked_again"], game.variant),
        resigning=tuple(told["resigning"]),
        asking=told["asking"] and Question(told["asking"]),
        target=Target(**told["target"]) if "target" in told else None,
        company=_company_read(told["company"]) if "company" in told else None,
        help=Help(told.get("help", Help.NORMAL.value)),
        wanted=told.get("wanted", ""),
        breaker=_breaker_read(told["breaker"], game.variant) if "breaker" in told else None,
        notes=tuple((person, noted) for person, noted in told.get("notes", ())),
        revision=revision,
    )


def hint_written(hint: Hint | None, variant: Variant) -> dict[str, Any] | None:
    """A hint as JSON."""
    if hint is None:
        return None
    asked, wondered = [what.value for what in hint.asked], code_written(hint.wondered, variant)
    last = {"wondered_last": True} if hint.wondered_last else {}
    return {"asked": asked, "wondered": wondered, "page": hint.page.value, **last}


def hint_read(told: dict[str, Any] | None, variant: Variant) -> Hint | None:
    """A hint that was written so, or as it was when its figures were kept."""
    if told is None:
        return None
    if "candidates" in told:
        return Hint((Asked.COUNT,) if told["guess"] is None else (Asked.COUNT, Asked.GUESS))
    asked, wondered = tuple(map(Asked, told["asked"])), code_read(told["wondered"], variant)
    return Hint(asked, wondered, Page(told["page"]), told.get("wondered_last", False))


def _breaker_written(breaker: Breaker, variant: Variant) -> dict[str, Any]:
    codes = {"asks": code_written(breaker.asks, variant), "secret": code_written(breaker.secret, variant)}
    return asdict(breaker) | codes


def _breaker_read(told: dict[str, Any], variant: Variant) -> Breaker:
    return Breaker(**(told | {name: code_read(told[name], variant) for name in ("asks", "secret")}))


def _company_read(told: dict[str, Any]) -> Company:
    members = tuple(Member(**member) for member in told["members"])
    scores = tuple(Score(**score) for score in told["scores"])
    return Company(**(told | {"members": members, "scores": scores, "skipping": tuple(told["skipping"])}))


def screen_written(screen: Screen, place: Place, inline: str | None = None) -> str:
    """A screen on its way, as JSON; `inline`: the inline message that is to show it."""
    rows = [[[button.text, *_doings(button)] for button in row] for row in screen.rows]
    told: dict[str, Any] = {"html": screen.html, "rows": rows, "place": place.value}
    if screen.picture is not None:
        told["picture"] = [screen.picture.kind, screen.picture.given]
    if screen.answers is not None:
        told["answers"] = screen.answers
    return as_json(told if inline is None else told | {"inline": inline})


def _doings(button: Button) -> list[str | None]:
    """What it does, as short as it can be told: most buttons only tell us of a press."""
    doings = [button.data, button.copies, button.opens, button.shares]
    while doings[-1] is None:
        doings.pop()
    return doings


def retirement_written(message: int, *, wholly: bool) -> str:
    """The wish to take a message out of play, as JSON."""
    return as_json({"retire": message, "wholly": wholly})


def mark_written(message: int, sign: str) -> str:
    """The wish to put a sign on a message, as JSON."""
    return as_json({"mark": message, "sign": sign})


def letter_read(content: str) -> tuple[Screen, Place, str | None] | tuple[int, bool] | tuple[int, str]:
    """A screen, its place, and the inline message for it, if any; or what is to be done to which message.

    That is to be retired, wholly or not, or to be marked with a sign.
    """
    told = json.loads(content)
    if "mark" in told:
        return told["mark"], told["sign"]
    if "retire" in told:
        return told["retire"], told["wholly"]
    rows = tuple(tuple(Button(*button) for button in row) for row in told["rows"])
    picture = Picture(*told["picture"]) if "picture" in told else None
    screen = Screen(Html(told["html"]), rows, picture, told.get("answers"))
    return screen, Place(told["place"]), told.get("inline")


def as_json(value: dict[str, Any]) -> str:
    """JSON, as short as it gets."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def code_written(code: Code | None, variant: Variant) -> str | None:
    """A code as it is typed."""
    return None if code is None else variant.format(code)


def code_read(code: str | None, variant: Variant) -> Code | None:
    """A code that was written so."""
    return None if code is None else variant.parse(code)
