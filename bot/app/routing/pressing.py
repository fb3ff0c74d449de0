"""Presses on screens of games: whether they may count, by the rule of their button, and what becomes of them."""

from typing import Any

from bot.app.buttons import GamePress
from bot.app.kinds.after_game import RULE, press_end
from bot.app.kinds.kind import Kind
from bot.app.model.header import Header
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.routing.carrying import carry_out, show
from bot.app.verbs import OnEnd


async def press_game(press: GamePress, request: Request) -> Answer:
    """Carry the press out, if it was made on a screen that still stands and at the step that it decides about."""
    game = await request.work.games.load(press.game, Header)
    kind: Kind[Any] | None = None if game is None else request.kinds.kind_of(game)
    if game is None or kind is None or not kind.stands_in(game, request.chat.id, request.person.id):
        return request.strip_buttons("toast.old-button")
    rule = RULE if isinstance(press.verb, OnEnd) else kind.rules.get(press.verb)
    if rule is None:
        return request.strip_buttons("toast.old-button")
    if not await request.is_current(f"{rule.slot}:{game.id}"):
        return request.strip_buttons("toast.old" if rule.slot == "game" else "toast.old-button")
    if game.is_over and not rule.over:
        await show(game, request, draft="")
        return Answer(request.texts.plain("toast.over"))
    if not game.is_over and not rule.on:
        return request.strip_buttons("toast.old-button")
    if rule.bound and press.step != kind.step(game, request.person.id):
        await show(game, request)
        return Answer(request.texts.plain("toast.moved-on"))
    if isinstance(press.verb, OnEnd):
        return await carry_out(press_end(press.verb, game), request)
    return await carry_out(await kind.press_button(press, game, request), request)
