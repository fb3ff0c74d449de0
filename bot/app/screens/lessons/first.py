"""The first lesson: the secret is shown, and each reply is explained digit by digit."""

from bot.app.buttons import MenuPress
from bot.app.screen import Row, Screen, button, primary
from bot.app.screens.feedback import feedback_in
from bot.app.screens.first import legend_lines
from bot.app.screens.lessons.buttons import GUESS, SKIP, back, leads, learn
from bot.app.screens.lessons.reasons import reason_texts
from bot.app.screens.remark import remark_lines
from bot.app.screens.turns import turn_line
from bot.app.texts import NOTHING, Html, Texts
from bot.app.verbs import OnMenu
from bot.game.lessons.first import SECRET, VARIANT, next_guess, reply_to
from bot.game.lessons.reasons import symbol_by_symbol

SHOWN = 6
"""The latest guesses that are shown."""


def first_lesson(given: tuple[str, ...], style: str, texts: Texts, note: Html = NOTHING) -> Screen:
    """The lesson after these guesses. `note`: what was wrong with a text."""
    secret = VARIANT.show(SECRET)
    turns = [
        turn_line(at, guess, feedback_in(style, reply_to(VARIANT.parse(guess)), texts))
        for at, guess in enumerate(given, 1)
    ]
    told = [texts.html("learn.first-secret", secret=secret)]
    if given:
        why = reason_texts(symbol_by_symbol(given[-1], secret), style, texts)
        told += [Html("\n".join(turns[-SHOWN:])), Html("\n".join(why))]
    else:
        told += [legend_lines(VARIANT, texts)]
    if secret in given:
        return Screen(Html("\n\n".join([*told, texts.html("learn.first-found")])), _after(texts))
    if given:
        reply = feedback_in(style, reply_to(VARIANT.parse(given[-1])), texts)
        told.append(texts.html("learn.first-puzzle", reply=reply))
    guess = next_guess(given)
    told += [texts.html("learn.first-guess", guess=guess), *remark_lines(note)]
    tapped, skip = primary(leads(guess, f"{GUESS}-{len(given)}")), learn("button.skip-lesson", SKIP, texts)
    return Screen(Html("\n\n".join(told)), ((tapped,), (skip,)))


def _after(texts: Texts) -> tuple[Row, ...]:
    play = button(texts.plain("menu.play"), MenuPress(OnMenu.PLAY))
    return ((back(texts), primary(play)),)
