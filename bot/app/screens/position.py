"""A position that somebody has sent, to think about."""

from bot.app.buttons import MenuPress
from bot.app.screens.feedback import feedback_in
from bot.app.screens.screen import Button, Screen, button
from bot.app.screens.turns import latest, turn_line
from bot.app.screens.variant import beside, form_of
from bot.app.texts import Html, Texts
from bot.app.verbs import OnMenu
from solver.advice import Advice
from solver.feedback import History
from solver.variant import Variant

ROOM = 3000


def position_screen(variant: Variant, history: History, left: int, style: str, texts: Texts) -> Screen:
    """The turns, how many codes fit them, and what can be asked."""
    turns = [
        turn_line(
            number,
            variant.show(guess),
            Html(f"{feedback_in(style, reply, texts)}{beside(guess, variant, texts)}"),
        )
        for number, (guess, reply) in enumerate(history, 1)
    ]
    head = texts.html("position.title", form=form_of(variant, texts))
    lines = [head, "\n".join(latest(turns, ROOM)), texts.counted("position.left", left)]
    rows = (tuple(_button(verb, texts) for verb in ((OnMenu.ADVICE, OnMenu.REVIEW) if history else (OnMenu.ADVICE,))),)
    return Screen(Html("\n\n".join(line for line in lines if line)), rows)


def advice_screen(variant: Variant, history: History, advice: Advice, style: str, texts: Texts) -> Screen:
    """The same with a good guess."""
    plain = position_screen(variant, history, advice.candidates, style, texts)
    guess = Html(f"{variant.show(advice.guess)}{beside(advice.guess, variant, texts)}")
    told = texts.html("position.advice", guess=guess, bits=texts.decimal(advice.bits))
    return Screen(Html(f"{plain.html}\n{told}"), tuple(row[1:] for row in plain.rows if row[1:]))


def _button(verb: OnMenu, texts: Texts) -> Button:
    return button(texts.plain(f"menu.{verb.value}"), MenuPress(verb))
