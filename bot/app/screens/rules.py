"""The rules of a variant."""

from bot.app.buttons import MenuPress
from bot.app.screen import Screen, button
from bot.app.screens.example import example_lines
from bot.app.screens.first import legend_lines
from bot.app.screens.how import how_to_guess
from bot.app.screens.variant import form_of
from bot.app.texts import NOTHING, Html, Texts
from bot.app.verbs import OnMenu
from solver.strength.figures import best_play
from solver.variant import Variant


def rules(variant: Variant, texts: Texts, style: str, *, in_group: bool) -> Screen:
    """The rules of games with such secrets."""
    text = texts.html(
        "rules.text",
        form=form_of(variant, texts),
        how=how_to_guess(variant, texts, in_group=in_group),
        legend=legend_lines(variant, texts),
        example=example_lines(variant, style, texts),
        best=_best(variant, texts),
    )
    play = button(texts.plain("menu.play"), MenuPress(OnMenu.PLAY))
    return Screen(text, ((play,), (button(texts.plain("menu.back"), MenuPress(OnMenu.START)),)))


def _best(variant: Variant, texts: Texts) -> Html:
    """How well it can be played, where that is known."""
    best = best_play(variant)
    if best is None:
        return NOTHING
    key = "variants.proven" if best.proven else "end.best-known"
    return Html(f"\n{texts.html(key, mean=texts.decimal(best.mean), most=best.most)}")
