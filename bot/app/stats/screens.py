"""What somebody has come to in games alone: figures as page and picture, former games, achievements.

First the figures in all and of each variant, then what their picture shows, former games as a list and one of them,
and achievements.
"""

import html
import json
from dataclasses import dataclass
from datetime import UTC, datetime

from babel.dates import format_date

from bot.app.buttons import MenuPress, Numbered, OnMenu
from bot.app.language import locale_of
from bot.app.model.game import PlayedGame
from bot.app.model.modes import PLAYABLE
from bot.app.model.options import LEVELS
from bot.app.screen import Button, Picture, Row, Screen, button
from bot.app.screens.board import code_html, latest, turn_lines, variant_name
from bot.app.screens.common import ONLY_PAGE, Page, page_row
from bot.app.screens.share import share_text
from bot.app.stats.model import (
    ACHIEVEMENTS,
    ALL,
    COLUMNS,
    HALF,
    Achievement,
    Ended,
    Ledger,
    Seen,
    Tally,
    ended_of,
    needed,
)
from bot.app.texts import NOTHING, Html, Texts
from bot.game.model import Game, Seat
from bot.game.notation import game_at
from solver.feedback import History
from solver.variant import variant_named


def stats_screen(ledger: Ledger, keys: tuple[str, ...], page: Page, texts: Texts) -> Screen:
    """All games, and buttons to those of each variant: `keys` are those of the page."""
    if not ledger.of_all.games:
        lines = [texts.html("stats.title"), texts.html("stats.counting" if ledger.done is not None else "stats.none")]
        return Screen(Html("\n\n".join(lines)), (*_counting(ledger, texts), _back(OnMenu.MORE, texts)))
    paragraphs = [
        [texts.html("stats.title"), texts.html("stats.counts")],
        _sums(ledger.of_all, texts),
        _quality(ledger.of_all, texts),
        histogram_lines(ledger.of_all),
        _levels(ledger, texts),
        [texts.html("stats.counting")] * (ledger.done is not None),
    ]
    return Screen(_text(paragraphs), _rows(ledger, keys, page, texts))


PLACE, PICTURE = "p", "i"
"""Before the number of a page in a button's argument, and before the address of what is wanted as a picture."""
ACHIEVED = "achieved"
"""The argument of the button to the achievements."""


def _rows(ledger: Ledger, keys: tuple[str, ...], page: Page, texts: Texts) -> tuple[Row, ...]:
    def leads(key: str, argument: str = "") -> Button:
        return button(texts.plain(key), MenuPress(OnMenu.STATS, argument))

    variants = tuple(
        (button(html.unescape(key_name(key, texts)), MenuPress(OnMenu.STATS, address_of(key))),) for key in keys
    )
    return (
        *variants,
        *page_row(page, lambda number: MenuPress(OnMenu.STATS, PLACE + number)),
        *_counting(ledger, texts),
        (button(texts.plain("stats.latest"), MenuPress(OnMenu.FORMER)), leads("stats.achievements", ACHIEVED)),
        (leads("stats.picture", PICTURE), button(texts.plain("button.profile"), MenuPress(OnMenu.PROFILE))),
        _back(OnMenu.MORE, texts),
    )


def variant_screen(key: str, tally: Tally, texts: Texts) -> Screen:
    """The games of one variant."""
    mode, _, variant = key.partition(" ")
    paragraphs = [
        [texts.html("📊 {name}", name=key_name(key, texts))],
        _sums(tally, texts, needed(mode, variant)),
        _quality(tally, texts),
        histogram_lines(tally),
    ]
    picture = button(texts.plain("stats.picture"), MenuPress(OnMenu.STATS, PICTURE + address_of(key)))
    return Screen(_text(paragraphs), ((picture,), _back(OnMenu.STATS, texts)))


def picture_screen(key: str, ledger: Ledger, texts: Texts) -> Screen:
    """The picture of all games, or of one variant's, with the same in words."""
    page = variant_screen(key, ledger.of(key), texts) if key else stats_screen(ledger, (), ONLY_PAGE, texts)
    title = html.unescape(key_name(key, texts)) if key else texts.plain("stats.card-title")
    return Screen(page.html, (), stats_picture(title, ledger.of(key), texts))


def in_group_screen(texts: Texts, username: str) -> Screen:
    """Where one's figures are."""
    return Screen(texts.html("stats.in-private", username=username))


def keys_of(ledger: Ledger) -> tuple[str, ...]:
    """The keys of the variants, those with most games first."""
    keys = [key for key in ledger.tallies if key != ALL]
    return tuple(sorted(keys, key=lambda key: (-ledger.of(key).games, key)))


LONGEST = 19
"""Characters of an address: one is left for a letter before it."""


def address_of(key: str) -> str:
    """The argument of the button to the figures of that key: `s-classic`."""
    mode, _, variant = key.partition(" ")
    return f"{mode[0]}-{variant}"[:LONGEST]


def key_name(key: str, texts: Texts) -> Html:
    """The variant's name, with the mode where that is named."""
    mode, _, variant = key.partition(" ")
    title, name = PLAYABLE[mode].title, variant_name(variant_named(variant), texts)
    return Html(f"{texts.html(title)} · {name}") if title else name


def _sums(tally: Tally, texts: Texts, needs: float | None = None) -> list[Html]:
    lines = [texts.html("stats.games", games=tally.games, solved=tally.solved)]
    if tally.mean is not None and needs is not None:
        lines.append(texts.html("stats.mean-of", mean=_one(tally.mean, texts), needs=_two(needs, texts)))
    if tally.mean_beyond is not None:
        lines.append(texts.html("stats.beyond", beyond=texts.decimal(tally.mean_beyond, "+0.00;−0.00")))
    if tally.fewest is not None:
        lines.append(texts.html("stats.best", guesses=tally.fewest))
    lines.append(texts.html("stats.runs", run=tally.run, longest=tally.longest))
    lines.append(texts.html("stats.hints", hints=tally.hints, games=tally.hinted))
    return lines


FLAT = 0.05
"""Guesses by which two averages differ that are told apart."""


def _quality(tally: Tally, texts: Texts) -> list[Html]:
    """Accuracy and luck, each by itself; and how the last games were beside those before."""
    lines = []
    if tally.mean_accuracy is not None and tally.mean_luck is not None:
        accuracy = _one(tally.mean_accuracy, texts)
        lines.append(texts.html("stats.accuracy", accuracy=accuracy, games=tally.reviewed))
        lines.append(texts.html("stats.luck", luck=texts.decimal(tally.mean_luck, "+0.0;−0.0")))
    if tally.trend is not None:
        now, before = tally.trend
        mark = "→" if abs(now - before) < FLAT else "↗" if now < before else "↘"
        values = {"now": texts.decimal(now, "+0.00;−0.00"), "before": texts.decimal(before, "+0.00;−0.00")}
        lines.append(texts.html("stats.trend", mark=mark, number=HALF, **values))
    return lines


def histogram_lines(tally: Tally) -> list[Html]:
    """A bar for each number of guesses from the first that was ever needed to the last."""
    counts = tally.columns
    used = [at for at, count in enumerate(counts) if count]
    if not used:
        return []
    most = max(counts)
    return [_bar(at + 1, counts[at], most) for at in range(used[0], used[-1] + 1)]


WIDTH = 12
"""The longest bar."""


def _bar(guesses: int, count: int, most: int) -> Html:
    label = f"{guesses}+" if guesses == COLUMNS else f"{guesses} "
    bar = "▇" * (-(-WIDTH * count // most))
    return Html(f"<code>{label:>3} {bar}</code> {count}")


def _levels(ledger: Ledger, texts: Texts) -> list[Html]:
    beaten = [texts.html(f"level.{name}") for name in LEVELS if name in ledger.levels]
    return [texts.html("stats.levels", levels=Html(", ".join(beaten)))] if beaten else []


def _counting(ledger: Ledger, texts: Texts) -> tuple[Row, ...]:
    """To look again, while older games are being counted."""
    again = (button(texts.plain("stats.again"), MenuPress(OnMenu.STATS)),)
    return (again,) if ledger.done is not None else ()


def _text(paragraphs: list[list[Html]]) -> Html:
    return Html("\n\n".join("\n".join(lines) for lines in paragraphs if lines)) or NOTHING


def _one(value: float, texts: Texts) -> str:
    return texts.decimal(value, "0.0")


def _two(value: float, texts: Texts) -> str:
    return texts.decimal(value, "0.00")


def _back(verb: OnMenu, texts: Texts) -> Row:
    return (button(texts.plain("menu.back"), MenuPress(verb)),)


# What the picture of somebody's games shows; its caption is the page itself.


def stats_picture(title: str, tally: Tally, texts: Texts) -> Picture:
    """The picture of games of which there is at least one."""
    figures = [[str(tally.games), texts.plain("stats.card-games")]]
    if tally.mean is not None:
        figures.append([texts.decimal(tally.mean, "0.00"), texts.plain("stats.card-mean")])
    if tally.mean_beyond is not None:
        figures.append([texts.decimal(tally.mean_beyond, "+0.00;−0.00"), texts.plain("stats.card-perfect")])
    if tally.mean_accuracy is not None and tally.mean_luck is not None:
        figures.append([texts.decimal(tally.mean_accuracy / 100, "0.0%"), texts.plain("stats.card-accuracy")])
        figures.append([texts.decimal(tally.mean_luck, "+0.0;−0.0"), texts.plain("stats.card-luck")])
    figures.append([str(tally.longest), texts.plain("stats.card-streak")])
    used = [at for at, count in enumerate(tally.columns) if count]
    shown = range(used[0], used[-1] + 1) if used else ()
    bars = [[f"{at + 1}{'+' * (at + 1 == COLUMNS)}", tally.columns[at]] for at in shown]
    given = {"title": title, "figures": figures, "bars": bars}
    return Picture("stats", json.dumps(given, ensure_ascii=False))


# Former games alone, each from the line that is kept of it: a list, and one of them.


@dataclass(frozen=True, slots=True)
class Former:
    """A game alone that is over, with its number."""

    number: int
    played: PlayedGame

    @property
    def ended(self) -> Ended:
        """What is counted of it."""
        ended = ended_of(self.played)
        if ended is None:
            raise ValueError("not a game alone")
        return ended

    @property
    def game(self) -> Game:
        """The game itself."""
        return game_at(self.played.gist.line)

    @property
    def history(self) -> History:
        """Its guesses with their replies."""
        return self.game.history_of(Seat(0))


GAME, REVIEW, AGAIN = "g", "r", "a"
"""Before the number of a game in a button's argument: to see it, to review it, to try again."""


def formers_screen(games: list[Former], earlier: int, texts: Texts, *, is_first: bool) -> Screen:
    """The list, the latest first. `earlier`: the number from which on there are more, if it is above 0."""
    text = texts.html("former.title" if games else "former.none")
    presses = [MenuPress(OnMenu.FORMER, str(Numbered(GAME, game.number))) for game in games]
    rows = tuple((button(_label(game, texts), press),) for game, press in zip(games, presses, strict=True))
    newest = (button(texts.plain("former.newest"), MenuPress(OnMenu.FORMER)),)
    more = (button(texts.plain("former.earlier"), MenuPress(OnMenu.FORMER, str(earlier))),)
    turns = (*newest * (not is_first), *more * (earlier > 0))
    return Screen(text, (*rows, *((turns,) if turns else ()), _back(OnMenu.STATS, texts)))


ROOM = 3000
"""UTF-16 units for the guesses; the earliest give way."""


def former_screen(former: Former, style: str, username: str, texts: Texts) -> Screen:
    """One of them: its guesses, how it ended and how good it was."""
    game, ended = former.game, former.ended
    lines = latest(turn_lines(game.turns, game.variant, style, texts), ROOM)
    facts = [_day(former, texts), texts.counted("end.guesses", ended.guesses)]
    facts += [texts.counted("end.hints", ended.hints)] * (ended.hints > 0)
    if ended.accuracy is not None:
        facts.append(texts.html("former.accuracy", accuracy=texts.decimal(ended.accuracy, "0.0")))
    about = [Html(" · ".join(facts))]
    if not ended.solved and game.secret:
        about.append(texts.html("former.given-up", secret=code_html(game.secret, game.variant, texts)))
    title = texts.html("🕘 {name}", name=key_name(ended.key, texts))
    text = Html("\n\n".join((title, "\n".join(lines), "\n".join(about))))
    copied = share_text(game, texts, username, "", ended.hints)
    rows = (
        (_does("button.review", REVIEW, former, texts), Button(texts.plain("button.share"), copies=copied)),
        (_does("former.again", AGAIN, former, texts),),
        _back(OnMenu.FORMER, texts),
    )
    return Screen(text, rows)


def _label(game: Former, texts: Texts) -> str:
    ended = game.ended
    mark = str(ended.guesses) if ended.solved else "🏳️"
    hinted = " 💡" * (ended.hints > 0)
    return html.unescape(f"{mark}{hinted} · {key_name(ended.key, texts)} · {_day(game, texts)}")


def _day(game: Former, texts: Texts) -> Html:
    day = datetime.fromtimestamp(game.played.opened_at, UTC)
    return Html(format_date(day, "d MMM", locale=locale_of(texts.language)))


def _does(key: str, letter: str, former: Former, texts: Texts) -> Button:
    return button(texts.plain(key), MenuPress(OnMenu.FORMER, str(Numbered(letter, former.number))))


# Achievements: with their progress on a page, and told once when they are reached.


def achievements_screen(seen: Seen, texts: Texts) -> Screen:
    """All of them, each with how far it has come."""
    lines = [_entry(achievement, seen, texts) for achievement in ACHIEVEMENTS.values()]
    return Screen(Html("\n\n".join((texts.html("achieved.title"), *lines))), (_back_to_stats(texts),))


def told_screen(names: set[str], texts: Texts) -> Screen:
    """That these have just been reached."""
    lines = [texts.html("achieved.now", name=_named(name, texts)) for name in sorted(names)]
    return Screen(Html("\n".join(lines)))


def _named(achievement: str, texts: Texts) -> Html:
    """Its name, and what it is for."""
    return Html(f"{texts.html(f'badge.{achievement}')}: {texts.html(f'achieved.{achievement}')}")


WIDTH_OF_PROGRESS = 10


def _entry(achievement: Achievement, seen: Seen, texts: Texts) -> Html:
    done, of = min(achievement.done(seen), achievement.of(seen)), achievement.of(seen)
    mark = "🏅" if done == of else "▫️"
    name = _named(achievement.name, texts)
    if of in {1, done}:
        return Html(f"{mark} {name}")
    bar = "▰" * (WIDTH_OF_PROGRESS * done // of) + "▱" * (WIDTH_OF_PROGRESS - WIDTH_OF_PROGRESS * done // of)
    return Html(f"{mark} {name}\n{bar} {done}/{of}")


def _back_to_stats(texts: Texts) -> Row:
    return (button(texts.plain("menu.back"), MenuPress(OnMenu.STATS)),)
