"""Reports about a person, what is decided, and who is kept away."""

from dataclasses import dataclass

from bot.app.buttons import AdminPress
from bot.app.model.operators import Banned, Deed, Report
from bot.app.operator_verbs import OnAdmin
from bot.app.screen import Screen, button
from bot.app.screens.moment import shown_moment
from bot.app.screens.name import shown_name
from bot.app.screens.operators.buttons import back, leads, turning
from bot.app.screens.pages import Page, page_line
from bot.app.texts import Html, Texts

REPORTS, REMARKS, LONGEST = 4, 6, 120
"""So many reports are quoted, of each so many remarks, of each so many characters: all fits into one message."""


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
    said = [remark if len(remark) <= LONGEST else f"{remark[:LONGEST]}…" for remark in report.said[-REMARKS:]]
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


def usage(key: str, texts: Texts) -> Screen:
    """How the command is written."""
    return Screen(texts.html(key), (back(texts),))


def too_long(most: int, texts: Texts) -> Screen:
    """What was written is longer than that, and not sent."""
    return Screen(texts.html("cast.long", most=most), (back(texts),))


def done(key: str, person: int, texts: Texts) -> Screen:
    """It is done to that person."""
    return Screen(texts.html(key, person=person), (back(texts),))


def warning(said: str, texts: Texts) -> Screen:
    """What whoever is warned reads; `said`: in the operator's own words."""
    own = Html(f"\n\n<blockquote>{texts.html('{said}', said=said)}</blockquote>") if said else ""
    return Screen(Html(f"{texts.html('warned.text')}{own}"))
