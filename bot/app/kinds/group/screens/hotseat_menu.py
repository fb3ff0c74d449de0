"""Arranging a game round one phone."""

from bot.app.buttons import MenuPress
from bot.app.model.modes import hot_seats
from bot.app.screen import Button, Row, Screen, button
from bot.app.texts import Html, Texts
from bot.app.verbs import OnMenu

LONGEST_LABEL = 36
LAST_TIME, TWO = 0, 2


def modes(variant: str, texts: Texts) -> Screen:
    """The choice of what to play, on the variant that was chosen for games with others."""
    offered = hot_seats().items()
    rows = tuple((button(texts.plain(seats.button), MenuPress(OnMenu.HOTSEAT, mode)),) for mode, seats in offered)
    text = texts.html("hotseat.kinds", variant=texts.html(f"variant.{variant}"))
    return Screen(text, (*rows, (button(texts.plain("menu.back"), MenuPress(OnMenu.DUEL)),)))


def names(mode: str, made_up: tuple[str, ...], last: tuple[str, ...], texts: Texts, note: Html | None = None) -> Screen:
    """The question who plays, with those of last time and made-up ones to choose; `note`: what was wrong."""
    text = texts.html("hotseat.names" if len(made_up) > TWO else "hotseat.names-of-two")
    offered: tuple[Row, ...] = ((_those(last, mode, LAST_TIME),),) if len(last) >= TWO else ()
    if len(made_up) == TWO:
        counts: Row = (_those(made_up, mode, TWO),)
    else:
        numbers = range(TWO, len(made_up) + 1)
        counts = tuple(button(f"👥 {count}", MenuPress(OnMenu.HOTSEAT, f"{mode}-{count}")) for count in numbers)
    back = (button(texts.plain("menu.back"), MenuPress(OnMenu.HOTSEAT)),)
    return Screen(Html("\n\n".join(part for part in (text, note) if part)), (*offered, counts, back))


def _those(names: tuple[str, ...], mode: str, number: int) -> Button:
    label = f"▶️ {', '.join(names)}"
    short = label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 1]}…"
    return button(short, MenuPress(OnMenu.HOTSEAT, f"{mode}-{number}"))
