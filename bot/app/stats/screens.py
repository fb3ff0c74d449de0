"""What somebody has come to in games alone: figures as page and picture, former games, achievements.

First the figures, with each kind of game as a tab, then what their picture shows, former games as a list and one of
them, and achievements.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from html import unescape

from babel.dates import format_date

from bot.app.buttons import MenuPress, Numbered, OnMenu
from bot.app.language import locale_of
from bot.app.model.game import PlayedGame
from bot.app.model.modes import PLAIN, PLAYABLE
from bot.app.model.options import CLASSIC, LEVELS
from bot.app.screen import (
    Button,
    Picture,
    Screen,
    back,
    button,
    choice,
    dotted,
    go,
    in_few_rows,
    lines,
    page,
    rows,
    when,
)
from bot.app.screens.board import code_html, latest, turn_lines, variant_name
from bot.app.screens.common import ONLY_PAGE, Page, page_row
from bot.app.screens.share import share_text
from bot.app.stats.model import (
    ACHIEVEMENTS,
    ALL,
    COLUMNS,
    DAILY,
    HALF,
    Achievement,
    AchievementFacts,
    Ended,
    Ledger,
    Tally,
    ended_of,
    key_of,
    needed,
)
from bot.app.texts import Html, Texts
from bot.game.model import Game, Seat
from bot.game.notation import game_at
from solver.feedback import History
from solver.variant import variant_named


def stats_screen(key: str, ledger: Ledger, part: Page, texts: Texts) -> Screen:
    """The games of that key, with a tab for each kind of game, those of that page."""
    title, is_counting = texts.html("stats.title"), ledger.done is not None
    again = when(is_counting, go(texts, "stats.again", OnMenu.STATS))
    tally, tabs = ledger.of(key), tabs_of(ledger)
    if not tabs:
        html = page(title, texts.html("stats.counting" if is_counting else "stats.none"))
        return Screen(html, rows(again, back(texts, OnMenu.MORE)))
    html = page(
        (title, texts.html("stats.counts")),
        (Html(f"<u>{key_name(key, texts)}</u>"), *_sums(tally, texts, _needed_for(key))),
        _quality(tally, texts),
        histogram_lines(tally),
        _levels(ledger, texts),
        when(is_counting, texts.html("stats.counting")),
    )
    named = ((each, unescape(key_name(each, texts))) for each in part.shown(tabs) if len(tabs) > 1)
    each = (choice(name, MenuPress(OnMenu.STATS, address_of(tab)), chosen=tab == key) for tab, name in named)
    picture = PICTURE + address_of(key)
    shown = rows(
        *in_few_rows(each),
        *page_row(part, lambda number: MenuPress(OnMenu.STATS, PLACE + number)),
        again,
        (go(texts, "stats.latest", OnMenu.FORMER), go(texts, "stats.achievements", OnMenu.STATS, ACHIEVED)),
        (go(texts, "stats.picture", OnMenu.STATS, picture), go(texts, "button.profile", OnMenu.PROFILE)),
        back(texts, OnMenu.MORE),
    )
    return Screen(html, shown)


PLACE, PICTURE = "p", "i"
"""Before the number of a page in a button's argument, and before the address of what is wanted as a picture."""
ACHIEVED = "achieved"
"""The argument of the button to the achievements."""


def picture_screen(key: str, ledger: Ledger, texts: Texts) -> Screen:
    """The picture of the games of that key, with the same in words."""
    title = unescape(key_name(key, texts)) if key else texts.plain("stats.card-title")
    return Screen(stats_screen(key, ledger, ONLY_PAGE, texts).html, (), stats_picture(title, ledger.of(key), texts))


def in_group_screen(texts: Texts, username: str) -> Screen:
    """Where one's figures are."""
    return Screen(texts.html("stats.in-private", username=username))


OPENS_ON = key_of(PLAIN, CLASSIC)


def tabs_of(ledger: Ledger) -> tuple[str, ...]:
    """The keys of all kinds of games, the first of which is opened: classic, then those with most games; last all."""
    keys = [key for key in ledger.tallies if key != ALL]
    shown = sorted(keys, key=lambda key: (key != OPENS_ON, -ledger.of(key).games, key))
    return (*shown, ALL) if len(shown) > 1 and ledger.of_all.games else tuple(shown)


LONGEST_ADDRESS = 19
"""Characters of an address: one is left for a letter before it."""
OF_ALL = "all"


def address_of(key: str, letters: int = 2) -> str:
    """The argument of the button to the figures of that key: `so-classic`. Older buttons have the mode in one."""
    mode, _, variant = key.partition(" ")
    return f"{mode[:letters]}-{variant}"[:LONGEST_ADDRESS] if key else OF_ALL


def key_at(address: str, ledger: Ledger) -> str | None:
    """The key of that argument."""
    tabs = tabs_of(ledger)
    return next((key for letters in (2, 1) for key in tabs if address_of(key, letters) == address), None)


def key_name(key: str, texts: Texts) -> Html:
    """The variant's name, with the mode where that is named; or that these are all."""
    if not key:
        return texts.html("stats.all")
    mode, _, variant = key.partition(" ")
    title, name = PLAYABLE[mode].title, variant_name(variant_named(variant), texts)
    return Html(f"{texts.html(title)} · {name}") if title else name


def _needed_for(key: str) -> float | None:
    mode, _, variant = key.partition(" ")
    return needed(mode, variant) if key else None


def _sums(tally: Tally, texts: Texts, needs: float | None) -> list[Html]:
    told = [texts.html("stats.games", games=tally.games, solved=tally.solved)]
    if tally.mean is not None and needs is not None:
        mean, least = texts.decimal(tally.mean, "0.0"), texts.decimal(needs)
        told.append(texts.html("stats.mean-of", mean=mean, needs=least))
    elif tally.mean_beyond is not None:
        told.append(texts.html("stats.beyond", beyond=_beside_perfect(tally.mean_beyond, texts)))
    if tally.fewest is not None:
        told.append(texts.html("stats.best", guesses=tally.fewest))
    told.append(texts.html("stats.runs", run=tally.run, longest=tally.longest))
    return [*told, texts.html("stats.hints", hints=tally.hints, games=tally.hinted)]


def _beside_perfect(beyond: float, texts: Texts) -> Html:
    """So many guesses better than perfect play, or worse."""
    return texts.html("stats.worse" if beyond > 0 else "stats.better", figure=texts.decimal(abs(beyond)))


FLAT = 0.05
"""Guesses by which two averages differ that are told apart."""
SIGNED = "+0.00;−0.00"
"""How what is beyond perfect play is written."""


def _quality(tally: Tally, texts: Texts) -> list[Html]:
    """Accuracy and luck, each by itself; and how the last games were beside those before."""
    told = []
    if tally.mean_accuracy is not None and tally.mean_luck is not None:
        accuracy = texts.decimal(tally.mean_accuracy, "0.0")
        told.append(texts.html("stats.accuracy", accuracy=accuracy, games=tally.reviewed))
        if luck := round(tally.mean_luck, 1):
            told.append(texts.html("stats.lucky" if luck > 0 else "stats.unlucky"))
    if tally.trend is not None:
        now, before = tally.trend
        mark = "→" if abs(now - before) < FLAT else "↗" if now < before else "↘"
        values = {"now": _beside_perfect(now, texts), "before": _beside_perfect(before, texts)}
        told.append(texts.html("stats.trend", mark=mark, number=HALF, **values))
    return told


def histogram_lines(tally: Tally) -> list[Html]:
    """A bar for each number of guesses from the first that was ever needed to the last."""
    longest = max(tally.columns, default=0)
    return [
        Html(f"<code>{label:>3} {'▇' * -(-WIDTH * count // longest)}</code> {count}")
        for label, count in _columns(tally)
    ]


WIDTH = 12
"""The longest bar."""


def _columns(tally: Tally) -> list[tuple[str, int]]:
    """The games by their number of guesses, from the first number to the last that there is; the last one is open."""
    used = [at for at, count in enumerate(tally.columns) if count]
    shown = range(used[0], used[-1] + 1) if used else ()
    return [(f"{at + 1}{'+' if at + 1 == COLUMNS else ' '}", tally.columns[at]) for at in shown]


def _levels(ledger: Ledger, texts: Texts) -> Html | None:
    beaten = Html(", ".join(texts.html(f"level.{name}") for name in LEVELS if name in ledger.levels))
    return texts.html("stats.levels", levels=beaten) if beaten else None


# What the picture of somebody's games shows; its caption is the page itself.


def stats_picture(title: str, tally: Tally, texts: Texts) -> Picture:
    """The picture of games of which there is at least one."""
    figures = [[str(tally.games), texts.plain("stats.card-games")]]
    if tally.mean is not None:
        figures.append([texts.decimal(tally.mean), texts.plain("stats.card-mean")])
    if tally.mean_beyond is not None:
        figures.append([texts.decimal(tally.mean_beyond, SIGNED), texts.plain("stats.card-perfect")])
    if tally.mean_accuracy is not None:
        figures.append([texts.decimal(tally.mean_accuracy / 100, "0.0%"), texts.plain("stats.card-accuracy")])
    figures.append([str(tally.longest), texts.plain("stats.card-streak")])
    bars = [[label.strip(), count] for label, count in _columns(tally)]
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
    def day(self) -> str:
        """The number of the day whose code it was about: `#57`; empty: of none."""
        day = self.played.gist.facts.get(DAILY)
        return f"#{day}" if day else ""

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
    presses = (MenuPress(OnMenu.FORMER, str(Numbered(GAME, game.number))) for game in games)
    each = (button(_label(game, texts), press) for game, press in zip(games, presses, strict=True))
    newest = when(not is_first, go(texts, "former.newest", OnMenu.FORMER))
    more = when(earlier > 0, go(texts, "former.earlier", OnMenu.FORMER, str(earlier)))
    return Screen(text, rows(*each, (newest, more), back(texts, OnMenu.STATS)))


ROOM = 3000
"""UTF-16 units for the guesses; the earliest give way."""


def former_screen(former: Former, style: str, username: str, texts: Texts) -> Screen:
    """One of them: its guesses, how it ended and how good it was."""
    game, ended = former.game, former.ended
    turns = latest(turn_lines(game.turns, game.variant, style, texts), ROOM)
    hints = when(ended.hints, texts.counted("end.hints", ended.hints))
    accuracy = None if ended.accuracy is None else texts.decimal(ended.accuracy, "0.0")
    exact = texts.html("former.accuracy", accuracy=accuracy) if accuracy else None
    facts = dotted(_day(former, texts), texts.counted("end.guesses", ended.guesses), hints, exact)
    secret = code_html(game.secret, game.variant, texts) if game.secret and not ended.solved else None
    about = lines(facts, texts.html("former.given-up", secret=secret) if secret else None)
    title = texts.html("🕘 {name}", name=dotted(former.day, key_name(ended.key, texts)))
    share = Button(texts.plain("button.share"), copies=share_text(game, texts, username, former.day, ended.hints))
    review = go(texts, "button.review", OnMenu.FORMER, str(Numbered(REVIEW, former.number)))
    again = go(texts, "former.again", OnMenu.FORMER, str(Numbered(AGAIN, former.number)))
    html = Html("\n\n".join((title, lines(*turns), about)))
    return Screen(html, rows((review, share), again, back(texts, OnMenu.FORMER)))


def _label(game: Former, texts: Texts) -> str:
    ended = game.ended
    mark, hinted = str(ended.guesses) if ended.solved else "🏳️", " 💡" if ended.hints else ""
    name = f"📅 {game.day}" if game.day else key_name(ended.key, texts)
    return unescape(dotted(f"{mark}{hinted}", name, _day(game, texts)))


def _day(game: Former, texts: Texts) -> Html:
    day = datetime.fromtimestamp(game.played.opened_at, UTC)
    return Html(format_date(day, "d MMM", locale=locale_of(texts.language)))


# Achievements: with their progress on a page, and told once when they are reached.


def achievements_screen(seen: AchievementFacts, texts: Texts) -> Screen:
    """All of them, each with how far it has come."""
    each = (_entry(achievement, seen, texts) for achievement in ACHIEVEMENTS.values())
    return Screen(page(texts.html("achieved.title"), *each), rows(back(texts, OnMenu.STATS)))


def told_screen(names: set[str], texts: Texts) -> Screen:
    """That these have just been reached."""
    return Screen(lines(*achieved_lines(names, texts)))


def achieved_lines(names: Iterable[str], texts: Texts) -> list[Html]:
    """The same on the board of the game that earned them."""
    return [texts.html("achieved.now", name=_named(name, texts)) for name in sorted(names)]


def _named(achievement: str, texts: Texts) -> Html:
    """Its name, and what it is for."""
    return Html(f"{texts.html(f'badge.{achievement}')}: {texts.html(f'achieved.{achievement}')}")


WIDTH_OF_PROGRESS = 10


def _entry(achievement: Achievement, seen: AchievementFacts, texts: Texts) -> Html:
    done, of = min(achievement.done(seen), achievement.of(seen)), achievement.of(seen)
    line = Html(f"{'🏅' if done == of else '▫️'} {_named(achievement.name, texts)}")
    if of in {1, done}:
        return line
    bar = ("▰" * (WIDTH_OF_PROGRESS * done // of)).ljust(WIDTH_OF_PROGRESS, "▱")
    return lines(line, Html(f"{bar} {done}/{of}"))
