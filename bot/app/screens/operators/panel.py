"""The operators' first screen, the numbers of today, the features, and what operators have done."""

from dataclasses import dataclass

from bot.app.buttons import AdminPress
from bot.app.model.numbers import Numbers
from bot.app.model.operators import Deed
from bot.app.operator_verbs import OnAdmin
from bot.app.screen import Button, Screen, button, in_pairs
from bot.app.screens.moment import shown_moment
from bot.app.screens.operators.buttons import back, leads
from bot.app.screens.operators.notice import counted
from bot.app.texts import Html, Texts, short_text

OFF, ON = "off", "on"
"""What the button of a feature's switch asks for."""


@dataclass(frozen=True, slots=True)
class Waits:
    """How much waits to be looked at."""

    reports: int
    feedback: int
    failed: int
    bans: int


def home(waits: Waits, most: int, off: frozenset[str], texts: Texts) -> Screen:
    """What waits, each counted up to `most`, and the way to all else."""
    lines = [texts.html("admin.home")]
    if off:
        names = texts.listed([texts.html(f"feature.{name}") for name in sorted(off)])
        lines.append(texts.html("admin.off", features=names))

    def with_count(key: str, verb: OnAdmin, count: int) -> Button:
        label = texts.plain(key)
        return button(f"{label} · {counted(count, most)}" if count else label, AdminPress(verb))

    rows = in_pairs(
        (
            with_count("button.admin-reports", OnAdmin.REPORTS, waits.reports),
            with_count("button.admin-feedback", OnAdmin.FEEDBACK, waits.feedback),
            leads("button.admin-today", OnAdmin.NUMBERS, texts),
            with_count("button.admin-failed", OnAdmin.FAILED, waits.failed),
            with_count("button.admin-bans", OnAdmin.BANS, waits.bans),
            leads("button.admin-features", OnAdmin.FEATURES, texts),
            leads("button.admin-cast", OnAdmin.CAST, texts),
            leads("button.admin-deeds", OnAdmin.DEEDS, texts),
        )
    )
    return Screen(Html("\n".join(lines)), rows)


def counting(texts: Texts) -> Screen:
    """The numbers are being counted."""
    return Screen(texts.html("admin.counting"), (back(texts),))


def numbers(found: Numbers | None, texts: Texts) -> Screen:
    """The numbers; None: they cannot be counted."""
    again = (leads("button.admin-again", OnAdmin.NUMBERS, texts), *back(texts))
    if found is None:
        return Screen(texts.html("admin.uncounted"), (again,))
    since = [
        Html(f"{_named(name, texts)}: {texts.whole(today)} · {texts.whole(week)}")
        for name, (today, week) in found.since.items()
    ]
    now = [Html(f"{_named(name, texts)}: {texts.whole(count)}") for name, count in found.now.items()]
    lines = [texts.html("admin.today"), *since, "", texts.html("admin.at-present"), *now]
    return Screen(Html("\n".join(lines)), (again,))


def features(names: tuple[str, ...], off: frozenset[str], texts: Texts) -> Screen:
    """Every feature with its switch."""

    def switch(name: str) -> Button:
        sign, wanted = ("✗", ON) if name in off else ("✓", OFF)
        return button(f"{sign} {texts.plain(f'feature.{name}')}", AdminPress(OnAdmin.SWITCH, f"{wanted}-{name}"))

    return Screen(texts.html("admin.features"), (*in_pairs(tuple(map(switch, names))), back(texts)))


def deeds(done: tuple[Deed, ...], texts: Texts) -> Screen:
    """What operators have done, the latest first."""
    lines = [texts.html("admin.deeds" if done else "admin.no-deeds"), *(deed_line(deed, texts) for deed in done)]
    return Screen(Html("\n".join(lines)), (back(texts),))


def deed_line(deed: Deed, texts: Texts) -> Html:
    """One of them, on a line."""
    whom = f" → <code>{deed.person}</code>" if deed.person else ""
    about = f" {Texts.escaped(short_text(deed.about))}" if deed.about else ""
    what = texts.html(f"deed.{deed.deed}")
    return Html(f"{shown_moment(deed.at)} · <code>{deed.admin}</code> · {what}{whom}{about}")


def _named(number: str, texts: Texts) -> Html:
    return texts.html(f"numbers.{number.replace(' ', '-')}")
