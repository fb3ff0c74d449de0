"""What operators see in their private chats.

In their order: the first screen; numbers, features, deeds; reports and bans; feedback; failures; a message to
everybody; and the buttons that they share.
"""

from dataclasses import dataclass

from bot.app.buttons import AdminPress, OnAdmin
from bot.app.operators.model import PACES, Banned, Broadcast, Deed, Failure, Feedback, Numbers, Report, State
from bot.app.ratings.model import KNOWN_OF, Boosted
from bot.app.screen import Button, Row, Screen, button, grid
from bot.app.screens.common import Page, duration, page_line, page_row, shown_moment
from bot.app.screens.people import harmless, shown_name
from bot.app.screens.terms import family_name, figure, points
from bot.app.texts import Html, Texts, short_text

# The operators' first screen, and what tells an operator that something waits.


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

    rows = grid(
        (
            with_count("button.admin-reports", OnAdmin.REPORTS, waits.reports),
            with_count("button.admin-feedback", OnAdmin.FEEDBACK, waits.feedback),
            leads("button.admin-today", OnAdmin.NUMBERS, texts),
            with_count("button.admin-failed", OnAdmin.FAILED, waits.failed),
            with_count("button.admin-bans", OnAdmin.BANS, waits.bans),
            leads("button.admin-features", OnAdmin.FEATURES, texts),
            leads("button.admin-cast", OnAdmin.CAST, texts),
            leads("button.admin-deeds", OnAdmin.DEEDS, texts),
            leads("button.admin-boosting", OnAdmin.BOOSTING, texts),
        )
    )
    return Screen(Html("\n".join(lines)), rows)


def waiting(reports: int, feedback: int, most: int, texts: Texts) -> Screen:
    """How much waits, counted up to `most`."""
    return Screen(texts.html("admin.waiting", reports=counted(reports, most), feedback=counted(feedback, most)))


def counted(number: int, most: int) -> str:
    """A number that was counted up to `most`."""
    return f"{number}+" if number >= most else str(number)


# The numbers of today, the features, and what operators have done.


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


def _named(number: str, texts: Texts) -> Html:
    return texts.html(f"numbers.{number.replace(' ', '-')}")


OFF, ON = "off", "on"
"""What the button of a feature's switch asks for."""


def features(names: tuple[str, ...], off: frozenset[str], texts: Texts) -> Screen:
    """Every feature with its switch."""

    def switch(name: str) -> Button:
        sign, wanted = ("✗", ON) if name in off else ("✓", OFF)
        return button(f"{sign} {texts.plain(f'feature.{name}')}", AdminPress(OnAdmin.SWITCH, f"{wanted}-{name}"))

    return Screen(texts.html("admin.features"), (*grid(tuple(map(switch, names))), back(texts)))


def boosting(found: tuple[Boosted, ...], texts: Texts) -> Screen:
    """Who may have been boosted, with figures."""
    lines = [texts.html("admin.boosting" if found else "admin.no-boosting", most=KNOWN_OF)]
    for one in found:
        counts = {"points": points(one.doubtful), "all": points(one.points), "games": one.games}
        where = f"{family_name(one.family, texts)} {figure(one.rating)}"
        head = f"{called('🕸', one.name, one.person)} · {where}"
        lines.append(Html(f"\n{head}\n{texts.counted('admin.boosted', one.people, **counts)}"))
    return Screen(Html("\n".join(lines)), (back(texts),))


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


# Reports about a person, what is decided, and who is kept away.


@dataclass(frozen=True, slots=True)
class Reported:
    """A person who was reported, and what operators have done to them before."""

    person: int
    name: str
    reports: tuple[Report, ...]
    deeds: tuple[Deed, ...]
    is_banned: bool


def no_reports(texts: Texts) -> Screen:
    """Nobody is reported."""
    return Screen(texts.html("admin.no-reports"), (back(texts),))


REPORTS, REMARKS, LONGEST_REMARK = 4, 6, 120
"""So many reports are quoted, of each so many remarks, of each so many characters: all fits into one message."""


def reports(about: Reported, page: Page, texts: Texts) -> Screen:
    """What was said, and the choices."""
    warned = sum(deed.deed == "warn" for deed in about.deeds)
    lines = [
        called("⚑", about.name, about.person),
        texts.html("admin.how-often", reports=len(about.reports), warned=warned),
        *([texts.html("admin.is-banned")] if about.is_banned else []),
        *(_quoted(report, texts) for report in about.reports[:REPORTS]),
        *page_line(page, texts),
    ]
    key = f"{about.person}-{len(about.reports)}"
    choices = (leads("button.admin-warn", OnAdmin.WARN, texts, key), leads("button.admin-ban", OnAdmin.BAN, texts, key))
    dismiss = (leads("button.admin-dismiss", OnAdmin.DISMISS, texts, key),)
    rows = (choices, dismiss, *turning(page, OnAdmin.REPORTS), back(texts))
    return Screen(Html("\n".join(lines)), rows)


def called(sign: str, name: str, person: int) -> Html:
    """The person by name and number, behind a sign."""
    known = f"{Texts.escaped(shown_name(name))} · " if name else ""
    return Html(f"{sign} {known}<code>{person}</code>".lstrip())


def _quoted(report: Report, texts: Texts) -> Html:
    said = [
        remark if len(remark) <= LONGEST_REMARK else f"{remark[:LONGEST_REMARK]}…"
        for remark in map(harmless, report.said[-REMARKS:])
    ]
    head = texts.html("admin.report", at=shown_moment(report.at), by=report.by)
    quote = Html("\n".join(texts.html("{said}", said=remark) for remark in said))
    return Html(f"\n{head}\n<blockquote>{quote}</blockquote>")


def decided(person: int, left: int, texts: Texts) -> Screen:
    """It is decided about that person; `left`: about so many others it is not."""
    on = (leads("button.admin-reports", OnAdmin.REPORTS, texts),) if left else ()
    return Screen(texts.html("admin.decided", person=person), (*((on,) if on else ()), back(texts)))


def ban_question(person: int, name: str, count: int, texts: Texts) -> Screen:
    """Whether to keep the person away."""
    sure = leads("button.admin-ban-yes", OnAdmin.BAN, texts, f"{person}-{count}-yes")
    html = texts.html("admin.ban-question", whom=called("", name, person))
    return Screen(html, ((sure,), back(texts)))


def bans(people: tuple[Banned, ...], page: Page, texts: Texts) -> Screen:
    """Who is kept away, each with a button that ends it."""
    if not people:
        return Screen(texts.html("admin.no-bans"), (back(texts),))
    lines = [texts.html("admin.bans"), *map(_banned_line, people), *page_line(page, texts)]
    rows = tuple((button(f"↩️ {_called(one)}", AdminPress(OnAdmin.UNBAN, str(one.person))),) for one in people)
    return Screen(Html("\n".join(lines)), (*rows, *turning(page, OnAdmin.BANS), back(texts)))


def _banned_line(one: Banned) -> Html:
    return Html(f"{called('🚫', one.name, one.person)} · {shown_moment(one.at)}")


def _called(one: Banned) -> str:
    return shown_name(one.name) if one.name else str(one.person)


def command_usage(key: str, texts: Texts) -> Screen:
    """How the command is written."""
    return Screen(texts.html(key), (back(texts),))


def words_too_long(most: int, texts: Texts) -> Screen:
    """What was written is longer than that, and not sent."""
    return Screen(texts.html("cast.long", most=most), (back(texts),))


def done(key: str, person: int, texts: Texts) -> Screen:
    """It is done to that person."""
    return Screen(texts.html(key, person=person), (back(texts),))


def warning(said: str, texts: Texts) -> Screen:
    """What whoever is warned reads; `said`: in the operator's own words."""
    own = Html(f"\n\n<blockquote>{texts.html('{said}', said=said)}</blockquote>") if said else ""
    return Screen(Html(f"{texts.html('warned.text')}{own}"))


# What people tell the operators, one message at a time.


def feedback_message(found: Feedback | None, page: Page, texts: Texts) -> Screen:
    """A message; None: nothing is left to read."""
    if found is None:
        return Screen(texts.html("admin.no-feedback"), (back(texts),))
    lines = [
        Html(f"{called('✉️', found.name, found.person)} · {shown_moment(found.at)}"),
        Html(f"<blockquote>{Texts.escaped(harmless(found.text, lines=2))}</blockquote>"),
        texts.html("admin.answer-how", id=found.id),
        *page_line(page, texts),
    ]
    answers = Button(texts.plain("button.admin-answer"), copies=f"/admin answer {found.id} ")
    rows = ((leads("button.admin-read", OnAdmin.READ, texts, str(found.id)), answers),)
    return Screen(Html("\n".join(lines)), (*rows, *turning(page, OnAdmin.FEEDBACK), back(texts)))


def answer_usage(texts: Texts) -> Screen:
    """How an answer is written."""
    return Screen(texts.html("admin.answer-unclear"), (back(texts, OnAdmin.FEEDBACK),))


def answer_too_long(most: int, texts: Texts) -> Screen:
    """The answer is longer than that, and not sent."""
    return Screen(texts.html("cast.long", most=most), (back(texts, OnAdmin.FEEDBACK),))


def answered(name: str, texts: Texts) -> Screen:
    """The answer is on its way."""
    return Screen(texts.html("admin.answered", name=shown_name(name)), (back(texts, OnAdmin.FEEDBACK),))


def answer(asked: str, said: str, texts: Texts) -> Screen:
    """The answer, as whoever wrote reads it."""
    return Screen(texts.html("feedback.answer", asked=asked, said=said))


# What failed and was kept.


def failures(failed: tuple[Failure, ...], page: Page, texts: Texts) -> Screen:
    """A page of them, each with the buttons that try it again, if that can be done, and drop it."""
    if not failed:
        return Screen(texts.html("admin.no-failures"), (back(texts),))
    lines = [texts.html("admin.failures"), *map(_line, failed), *page_line(page, texts)]
    rows = tuple(_row(one) for one in failed)
    return Screen(Html("\n".join(lines)), (*rows, *turning(page, OnAdmin.FAILED), back(texts)))


LONGEST_ERROR = 150
"""Characters of an error that are shown; `python -m bot failed` tells all."""


def _line(failure: Failure) -> Html:
    error = failure.error if len(failure.error) <= LONGEST_ERROR else f"{failure.error[:LONGEST_ERROR]}…"
    told = Texts.escaped(f"{failure.about}: {error}")
    return Html(f"<code>{failure.id}</code> {shown_moment(failure.at)} · {told}")


def _row(failure: Failure) -> Row:
    drop = button(f"✗ {failure.id}", AdminPress(OnAdmin.DROP, failure.id))
    again: tuple[Button, ...] = ()
    if failure.can_be_retried:
        again = (button(f"🔁 {failure.id}", AdminPress(OnAdmin.RETRY, failure.id)),)
    return (*again, drop)


# A message to everybody: as it is sent, and how far it has come.


def page(broadcast: Broadcast | None, texts: Texts) -> Screen:
    """How far the latest has come, with its buttons; and how to write one."""
    if broadcast is None:
        return Screen(texts.html("cast.how"), (back(texts),))
    told = _told(broadcast, texts)
    if broadcast.state in {State.STOPPED, State.DONE}:
        told = Html(f"{told}\n\n{texts.html('cast.how')}")
    return Screen(told, (*_rows(broadcast, texts), back(texts)))


def progress(broadcast: Broadcast, texts: Texts) -> Screen:
    """How far it has come, on a message of its own."""
    return Screen(_told(broadcast, texts))


def _told(broadcast: Broadcast, texts: Texts) -> Html:
    if broadcast.state is State.DRAFT and not broadcast.total:
        return texts.html("cast.counting")
    values = {
        "sent": texts.whole(broadcast.sent),
        "total": texts.whole(max(broadcast.total, broadcast.sent)),
        "pace": broadcast.pace,
        "left": duration(broadcast.seconds_left),
    }
    return texts.html(f"cast.{broadcast.state.value}", **values)


def _rows(broadcast: Broadcast, texts: Texts) -> tuple[Row, ...]:
    paces = tuple(
        button(f"✓ {pace}" if pace == broadcast.pace else str(pace), AdminPress(OnAdmin.PACE, str(pace)))
        for pace in PACES
    )
    match broadcast.state:
        case State.DRAFT if broadcast.total:
            return paces, (leads("button.admin-send", OnAdmin.SEND, texts, broadcast.id),)
        case State.RUNNING:
            return paces, (leads("button.admin-stop", OnAdmin.STOP, texts, broadcast.id),)
        case State.STOPPED:
            return ((leads("button.admin-go-on", OnAdmin.SEND, texts, broadcast.id),),)
        case _:
            return ()


def broadcast_message(text: str) -> Screen:
    """The message, as everybody sees it."""
    return Screen(Texts.escaped(text))


def broadcast_usage(why: Html, texts: Texts) -> Screen:
    """Why this cannot be sent, and how it is written."""
    return Screen(why, (back(texts, OnAdmin.CAST),))


EVERY = 10
"""After so many steps it is said how far it has come."""


# Buttons of the operators' screens.


def leads(key: str, verb: OnAdmin, texts: Texts, argument: str = "") -> Button:
    """A button with that text."""
    return button(texts.plain(key), AdminPress(verb, argument))


def back(texts: Texts, verb: OnAdmin = OnAdmin.HOME) -> Row:
    """The row that leads back."""
    return (leads("menu.back", verb, texts),)


def turning(page: Page, verb: OnAdmin) -> tuple[Row, ...]:
    """The row that turns pages, if there are several."""
    return page_row(page, lambda number: AdminPress(verb, number))
