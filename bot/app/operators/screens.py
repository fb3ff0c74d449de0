"""What operators see in their private chats.

In their order: the first screen; numbers, features, the audit; reports and bans; feedback; failures; a message to
everybody; and the buttons that they share.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.app.buttons import Argument, MenuPress, OnAdmin
from bot.app.operators.model import (
    PACES,
    AuditEntry,
    Banned,
    Broadcast,
    BroadcastState,
    Failure,
    Feedback,
    Numbers,
    Report,
)
from bot.app.ratings.model import KNOWN_OF, Boosted
from bot.app.reading import LARGEST_ID
from bot.app.screen import Button, Row, Screen, button, choice, grid, lines, page, rows, when
from bot.app.screens.common import Page, duration, page_line, page_of, page_row, shown_moment
from bot.app.screens.people import harmless, shown_name
from bot.app.screens.terms import family_name, figure, points
from bot.app.texts import Html, Texts, short_text

# The operators' first screen, and what tells an operator that something waits.


def home(waits: Mapping[OnAdmin, int], most: int, off: frozenset[str], version: str, texts: Texts) -> Screen:
    """The bot's version, what waits behind each button, counted up to `most`, and the way to all else."""
    names = [texts.html(f"feature.{name}") for name in sorted(off)]
    switched_off = texts.html("admin.off", features=texts.listed(names)) if names else None

    def leads_to(verb: OnAdmin, key: str) -> Button:
        label, count = texts.plain(key), waits.get(verb, 0)
        return button(f"{label} · {counted(count, most)}" if count else label, MenuPress(verb))

    head = texts.html("admin.home", version=version)
    return Screen(lines(head, switched_off), grid(leads_to(verb, key) for verb, key in PAGES.items()))


PAGES = {
    OnAdmin.REPORTS: "button.admin-reports",
    OnAdmin.FEEDBACK: "button.admin-feedback",
    OnAdmin.NUMBERS: "button.admin-today",
    OnAdmin.FAILED: "button.admin-failed",
    OnAdmin.BANS: "button.admin-bans",
    OnAdmin.FEATURES: "button.admin-features",
    OnAdmin.CAST: "button.admin-cast",
    OnAdmin.DEEDS: "button.admin-deeds",
    OnAdmin.BOOSTING: "button.admin-boosting",
}
"""Where the buttons of the first screen lead, with the keys of their texts."""


def waiting(reports: int, feedback: int, most: int, texts: Texts) -> Screen:
    """How much waits, counted up to `most`."""
    return Screen(texts.html("admin.waiting", reports=counted(reports, most), feedback=counted(feedback, most)))


def counted(number: int, most: int) -> str:
    """A number that was counted up to `most`."""
    return f"{number}+" if number >= most else str(number)


def notice(key: str, texts: Texts, verb: OnAdmin = OnAdmin.HOME, **values: object) -> Screen:
    """A line, and the way back."""
    return Screen(texts.html(key, **values), rows(back(texts, verb)))


# The numbers of today, the features, and what operators have done.


def numbers(found: Numbers | None, texts: Texts) -> Screen:
    """The numbers; None: they cannot be counted."""
    again = rows((leads("button.admin-again", OnAdmin.NUMBERS, texts), back(texts)))
    if found is None:
        return Screen(texts.html("admin.uncounted"), again)

    def line(number: str, *counts: int) -> Html:
        name = texts.html(f"numbers.{number.replace(' ', '-')}")
        return Html(f"{name}: {' · '.join(map(texts.whole, counts))}")

    since = (line(number, *counts) for number, counts in found.since.items())
    now = (line(number, count) for number, count in found.now.items())
    return Screen(page((texts.html("admin.today"), *since), (texts.html("admin.at-present"), *now)), again)


OFF, ON = "off", "on"


@dataclass(frozen=True, slots=True)
class OfSwitch(Argument):
    """What the button of a feature's switch asks for, so that a second press changes nothing: `off-daily`."""

    wanted: str
    feature: str


def features(names: tuple[str, ...], off: frozenset[str], texts: Texts) -> Screen:
    """Every feature with its switch."""

    def switch(name: str) -> Button:
        sign, wanted = ("✗", ON) if name in off else ("✓", OFF)
        press = MenuPress(OnAdmin.SWITCH, str(OfSwitch(wanted, name)))
        return button(f"{sign} {texts.plain(f'feature.{name}')}", press)

    return Screen(texts.html("admin.features"), rows(*grid(map(switch, names)), back(texts)))


def boosting(found: tuple[Boosted, ...], texts: Texts) -> Screen:
    """Who may have been boosted, with figures."""
    told = [texts.html("admin.boosting" if found else "admin.no-boosting", most=KNOWN_OF)]
    for one in found:
        counts = {"points": points(one.doubtful), "all": points(one.points), "games": one.games}
        where = f"{family_name(one.family, texts)} {figure(one.rating)}"
        head = f"{called('🕸', one.name, one.person)} · {where}"
        told.append(Html(f"{head}\n{texts.counted('admin.boosted', one.people, **counts)}"))
    return Screen(page(*told), rows(back(texts)))


def audit(done: tuple[AuditEntry, ...], texts: Texts) -> Screen:
    """What operators have done, the latest first."""
    head = texts.html("admin.deeds" if done else "admin.no-deeds")
    return Screen(lines(head, *(_audit_line(entry, texts) for entry in done)), rows(back(texts)))


def _audit_line(entry: AuditEntry, texts: Texts) -> Html:
    whom = f" → <code>{entry.person}</code>" if entry.person else ""
    about = f" {Texts.escaped(short_text(entry.about))}" if entry.about else ""
    what = texts.html(f"deed.{entry.action}")
    return Html(f"{shown_moment(entry.at)} · <code>{entry.admin}</code> · {what}{whom}{about}")


# Reports about a person, what is decided, and who is kept away.


REPORTS, REMARKS, LONGEST_REMARK = 4, 6, 120
"""So many reports are quoted, of each so many remarks, of each so many characters: all fits into one message."""


SURE = "yes"


@dataclass(frozen=True, slots=True)
class OfReports(Argument):
    """Something about a person, of whom so many reports were shown; SURE once it was asked: `7-2`, `7-2-yes`."""

    MOST = LARGEST_ID
    person: int
    count: int
    sure: str = ""


def reports(
    person: int, name: str, found: tuple[Report, ...], warned: int, part: Page, texts: Texts, *, is_banned: bool
) -> Screen:
    """What was said about a person who was warned so often, and the choices."""
    html = lines(
        called("⚑", name, person),
        texts.html("admin.how-often", reports=len(found), warned=warned),
        texts.html("admin.is-banned") if is_banned else None,
        *(_quoted(report, texts) for report in found[:REPORTS]),
        page_line(part, texts),
    )
    key = str(OfReports(person, len(found)))
    choices = (leads("button.admin-warn", OnAdmin.WARN, texts, key), leads("button.admin-ban", OnAdmin.BAN, texts, key))
    dismiss = leads("button.admin-dismiss", OnAdmin.DISMISS, texts, key)
    return Screen(html, rows(choices, dismiss, *turning(part, OnAdmin.REPORTS), back(texts)))


def called(sign: str, name: str, person: int) -> Html:
    """The person by name and number, behind a sign."""
    known = f"{Texts.escaped(shown_name(name))} · " if name else ""
    return Html(f"{sign} {known}<code>{person}</code>".lstrip())


def _quoted(report: Report, texts: Texts) -> Html:
    said = (Texts.escaped(_cut(harmless(remark), LONGEST_REMARK)) for remark in report.said[-REMARKS:])
    head = texts.html("admin.report", at=shown_moment(report.at), by=report.by)
    return Html(f"\n{head}\n<blockquote>{lines(*said)}</blockquote>")


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def decided(person: int, left: int, texts: Texts) -> Screen:
    """It is decided about that person; `left`: about so many others it is not."""
    on = when(left, leads("button.admin-reports", OnAdmin.REPORTS, texts))
    return Screen(texts.html("admin.decided", person=person), rows(on, back(texts)))


def ban_question(person: int, name: str, count: int, texts: Texts) -> Screen:
    """Whether to keep the person away."""
    sure = leads("button.admin-ban-yes", OnAdmin.BAN, texts, str(OfReports(person, count, SURE)))
    html = texts.html("admin.ban-question", whom=called("", name, person))
    return Screen(html, rows(sure, back(texts)))


def bans(people: tuple[Banned, ...], part: Page, texts: Texts) -> Screen:
    """Who is kept away, each with a button that ends it."""
    if not people:
        return notice("admin.no-bans", texts)
    told = (Html(f"{called('🚫', one.name, one.person)} · {shown_moment(one.at)}") for one in people)
    names = {one.person: shown_name(one.name) if one.name else str(one.person) for one in people}
    ends = (button(f"↩️ {name}", MenuPress(OnAdmin.UNBAN, str(person))) for person, name in names.items())
    html = lines(texts.html("admin.bans"), *told, page_line(part, texts))
    return Screen(html, rows(*ends, *turning(part, OnAdmin.BANS), back(texts)))


def warning(said: str, texts: Texts) -> Screen:
    """What whoever is warned reads; `said`: in the operator's own words."""
    own = when(said, Html(f"<blockquote>{Texts.escaped(said)}</blockquote>"))
    return Screen(page(texts.html("warned.text"), own))


# What people tell the operators, one message at a time.


def feedback_message(waiting: tuple[Feedback, ...], page_key: str, texts: Texts) -> Screen:
    """One of the messages that wait to be read."""
    if not waiting:
        return notice("admin.no-feedback", texts)
    part = page_of(len(waiting), page_key, 1)
    found = waiting[part.number]
    html = lines(
        Html(f"{called('✉️', found.name, found.person)} · {shown_moment(found.at)}"),
        Html(f"<blockquote>{Texts.escaped(harmless(found.text, lines=2))}</blockquote>"),
        texts.html("admin.answer-how", id=found.id),
        page_line(part, texts),
    )
    answers = Button(texts.plain("button.admin-answer"), copies=f"/admin answer {found.id} ")
    read = leads("button.admin-read", OnAdmin.READ, texts, str(found.id))
    return Screen(html, rows((read, answers), *turning(part, OnAdmin.FEEDBACK), back(texts)))


# What failed and was kept.


def failures(failed: tuple[Failure, ...], part: Page, texts: Texts) -> Screen:
    """A page of them, each with the buttons that try it again, if that can be done, and drop it."""
    if not failed:
        return notice("admin.no-failures", texts)
    html = lines(texts.html("admin.failures"), *map(_line, failed), page_line(part, texts))
    return Screen(html, rows(*map(_row, failed), *turning(part, OnAdmin.FAILED), back(texts)))


LONGEST_ERROR = 150
"""Characters of an error that are shown; `python -m bot failed` tells all."""


def _line(failure: Failure) -> Html:
    about = f"→ {failure.about}" if failure.is_message else failure.about
    told = Texts.escaped(f"{about}: {_cut(failure.error, LONGEST_ERROR)}")
    return Html(f"<code>{failure.id}</code> {shown_moment(failure.at)} · {told}")


def _row(failure: Failure) -> tuple[Button | None, Button]:
    again = button(f"🔁 {failure.id}", MenuPress(OnAdmin.RETRY, failure.id))
    return when(failure.can_be_retried, again), button(f"✗ {failure.id}", MenuPress(OnAdmin.DROP, failure.id))


# A message to everybody: as it is sent, and how far it has come.


def latest_broadcast(broadcast: Broadcast | None, texts: Texts) -> Screen:
    """How far the latest has come, with its buttons; and how to write one."""
    if broadcast is None:
        return notice("cast.how", texts)
    how = texts.html("cast.how") if broadcast.state in {BroadcastState.STOPPED, BroadcastState.DONE} else None
    return Screen(page(progress(broadcast, texts), how), rows(*_broadcast_rows(broadcast, texts), back(texts)))


def progress(broadcast: Broadcast, texts: Texts) -> Html:
    """How far it has come."""
    if broadcast.state is BroadcastState.DRAFT and not broadcast.total:
        return texts.html("cast.counting")
    values = {
        "sent": texts.whole(broadcast.sent),
        "total": texts.whole(max(broadcast.total, broadcast.sent)),
        "pace": broadcast.pace,
        "left": duration(broadcast.seconds_left),
    }
    return texts.html(f"cast.{broadcast.state.value}", **values)


def _broadcast_rows(broadcast: Broadcast, texts: Texts) -> tuple[Row, ...]:
    paces = [choice(str(pace), MenuPress(OnAdmin.PACE, str(pace)), chosen=pace == broadcast.pace) for pace in PACES]
    match broadcast.state:
        case BroadcastState.DRAFT if broadcast.total:
            return rows(paces, leads("button.admin-send", OnAdmin.SEND, texts, broadcast.id))
        case BroadcastState.RUNNING:
            return rows(paces, leads("button.admin-stop", OnAdmin.STOP, texts, broadcast.id))
        case BroadcastState.STOPPED:
            return rows(leads("button.admin-go-on", OnAdmin.SEND, texts, broadcast.id))
        case _:
            return ()


EVERY = 10
"""After so many steps it is said how far it has come."""


# Buttons of the operators' screens.


def leads(key: str, verb: OnAdmin, texts: Texts, argument: str = "") -> Button:
    """A button with that text."""
    return button(texts.plain(key), MenuPress(verb, argument))


def back(texts: Texts, verb: OnAdmin = OnAdmin.HOME) -> Button:
    """The button that leads back."""
    return leads("menu.back", verb, texts)


def turning(part: Page, verb: OnAdmin) -> tuple[Row, ...]:
    """The row that turns pages, if there are several."""
    return page_row(part, lambda number: MenuPress(verb, number))
