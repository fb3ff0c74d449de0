"""Screens of a position from a link."""

from dataclasses import replace

from bot.app.buttons import MenuPress
from bot.app.screen import Button, Screen, button
from bot.app.screens.feedback import feedback_in
from bot.app.screens.first import legend_lines
from bot.app.screens.hint import advice_lines
from bot.app.screens.hint_reason import reason_lines
from bot.app.screens.turns import latest, turn_line
from bot.app.screens.variant import beside, form_of
from bot.app.texts import Html, Texts
from bot.app.verbs import OnMenu
from solver.advice import Advice
from solver.feedback import History
from solver.variant import Variant

ROOM = 3000


def position_screen(variant: Variant, history: History, left: int, style: str, texts: Texts) -> Screen:
    """The turns, the number of candidates, and buttons for more."""
    turns = [
        turn_line(
            number,
            variant.show(guess),
            Html(f"{feedback_in(style, reply, texts)}{beside(guess, variant, texts)}"),
        )
        for number, (guess, reply) in enumerate(history, 1)
    ]
    head = texts.html("position.title", form=form_of(variant, texts))
    solved = is_solved(variant, history)
    fits = "position.words-left" if variant.words else "position.left"
    last = texts.html("position.solved") if solved else texts.counted(fits, left)
    lines = [head, "\n".join(latest(turns, ROOM)), last]
    asked = (OnMenu.ADVICE,) * (not solved) + (OnMenu.REVIEW,) * bool(history)
    goes_on = ((_button(OnMenu.PLAY_ON, texts),),) * (not solved)
    rows = (tuple(_button(verb, texts) for verb in asked), *goes_on)
    return Screen(Html("\n\n".join(line for line in lines if line)), rows)


def with_legend(screen: Screen, variant: Variant, texts: Texts) -> Screen:
    """The same for somebody who may not know what the replies mean."""
    return replace(screen, html=Html(f"{screen.html}\n\n{legend_lines(variant, texts)}"))


def is_solved(variant: Variant, history: History) -> bool:
    """Whether the code is broken, so that nothing is left to guess."""
    return any(reply.bulls == variant.length for _, reply in history)


def advice_screen(variant: Variant, history: History, advice: Advice, style: str, texts: Texts) -> Screen:
    """The same with a good guess and its reasons."""
    plain = position_screen(variant, history, advice.candidates, style, texts)
    lines = [*advice_lines(advice, variant, texts), *reason_lines(advice, variant, history, texts)]
    asked, *others = plain.rows
    return Screen(Html("\n".join((plain.html, *lines))), tuple(row for row in (asked[1:], *others) if row))


def _button(verb: OnMenu, texts: Texts) -> Button:
    return button(texts.plain(f"menu.{verb.value}"), MenuPress(verb))
