"""The card of a day in a group: an invitation, and what those have come to who pressed Play on it. No digits."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.app.buttons import MenuPress
from bot.app.model.daily_cards import DailyCard, Guest
from bot.app.screen import Button, Screen, button
from bot.app.screens.day import result_of
from bot.app.screens.name import shown_name
from bot.app.texts import Html, Texts
from bot.app.verbs import OnMenu

SHOWN = 30
"""So many are named on a card."""


@dataclass(frozen=True, slots=True)
class Switch:
    """Whether each day's card comes here by itself. `unplayed`: after so many cards on which nobody played it ends."""

    on: bool
    unplayed: int = 0


def daily_card(card: DailyCard, guests: Sequence[Guest], switch: Switch | None, texts: Texts) -> Screen:
    """The card. `guests`: SHOWN at most, the best first; `switch`: None: it has none."""
    lines = [texts.html("daily.title", number=card.day), texts.html("daily.card")]
    if guests:
        lines += [Html(""), *map(_line, guests)]
    if card.guests > len(guests) == SHOWN:
        lines.append(texts.counted("daily.more-guests", card.guests - SHOWN))
    if switch is not None and switch.unplayed:
        lines += [Html(""), texts.counted("daily.post-ends", switch.unplayed)]
    play = button(texts.plain("button.daily-go"), MenuPress(OnMenu.DAILY, f"{card.day}-card"))
    rows = [(play,)] if switch is None else [(play,), (_switch(card, switch, texts),)]
    return Screen(Html("\n".join(lines)), tuple(rows), is_silent=True)


def _switch(card: DailyCard, switch: Switch, texts: Texts) -> Button:
    """It says how it stands, and carries what a press wishes: pressed twice, it is no other wish."""
    label, wish = ("button.daily-stop", "stop") if switch.on else ("button.daily-post", "post")
    return button(texts.plain(label), MenuPress(OnMenu.DAILY, f"{card.day}-{wish}"))


def _line(guest: Guest) -> Html:
    result = "…" if guest.finished is None else result_of(guest.finished)
    return Html(f"{Texts.escaped(shown_name(guest.name))} · {result}")
