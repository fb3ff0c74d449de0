"""The card of a day in a group: an invitation, and what those have come to who pressed Play on it. No digits."""

from collections.abc import Sequence

from bot.app.buttons import MenuPress
from bot.app.model.daily_cards import DailyCard, Guest
from bot.app.screen import Screen, button
from bot.app.screens.day import result_of
from bot.app.screens.name import shown_name
from bot.app.texts import Html, Texts
from bot.app.verbs import OnMenu

SHOWN = 30
"""So many are named on a card."""


def daily_card(card: DailyCard, guests: Sequence[Guest], texts: Texts) -> Screen:
    """The card. `guests`: SHOWN at most, the best first."""
    lines = [texts.html("daily.title", number=card.day), texts.html("daily.card")]
    if guests:
        lines += [Html(""), *map(_line, guests)]
    if card.guests > len(guests) == SHOWN:
        lines.append(texts.counted("daily.more-guests", card.guests - SHOWN))
    play = button(texts.plain("button.daily-go"), MenuPress(OnMenu.DAILY, f"{card.day}-card"))
    return Screen(Html("\n".join(lines)), ((play,),), is_silent=True)


def _line(guest: Guest) -> Html:
    result = "…" if guest.finished is None else result_of(guest.finished)
    return Html(f"{Texts.escaped(shown_name(guest.name))} · {result}")
