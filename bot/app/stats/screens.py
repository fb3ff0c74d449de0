"""What somebody has come to in games alone: figures as page and picture, former games, achievements.

First the figures in all and of each variant, then what their picture shows, former games as a list and one of them,
and achievements.
"""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from html import unescape

from babel.dates import format_date

from bot.app.buttons import MenuPress, Numbered, OnMenu
from bot.app.language import locale_of
from bot.app.model.game import PlayedGame
from bot.app.model.modes import PLAYABLE
from bot.app.model.options import LEVELS
from bot.app.screen import Button, Picture, Screen, back, button, dotted, go, lines, page, rows, when
from bot.app.screens.board import code_html, latest, turn_lines, variant_name
from bot.app.screens.common import ONLY_PAGE, Page, page_row
from bot.app.screens.share import share_text
from bot.app.stats.model import (
    ACHIEVEMENTS,
    ALL,
    COLUMNS,
    HALF,
    Achievement,
    AchievementFacts,
    Ended,
    Ledger,
    Tally,
    ended_of,
    needed,
)
from bot.app.texts import Html, Texts
from bot.game.model import Game, Seat
from bot.game.notation import game_at
from solver.feedback import History
from solver.variant import variant_named


def stats_screen(ledger: Ledger, keys: tuple[str, ...], part: Page, texts: Texts) -> Screen:
    """All games, and buttons to those of each variant: `keys` are those of the page."""
    title, is_counting = texts.html("stats.title"), ledger.done is not None
    again = when(is_counting, go(texts, "stats.again", OnMenu.STATS))
    if not ledger.of_all.games:
        html = page(title, texts.html("stats.counting" if is_counting else "stats.none"))
        return Screen(html, rows(again, back(texts, OnMenu.MORE)))
    html = page(
        (title, texts.html("stats.counts")),
        _sums(ledger.of_all, texts),
        _quality(ledger.of_all, texts),
        histogram_lines(ledger.of_all),
        _levels(ledger, texts),
        when(is_counting, texts.html("stats.counting")),
    )
    names = ((unescape(key_name(key, texts)), address_of(key)) for key in keys)
    shown = rows(
        *(button(name, MenuPress(OnMenu.STATS, address)) for name, address in names),
        *page_row(part, lambda number: MenuPress(OnMenu.STATS, PLACE + number)),
        again,
        (go(texts, "stats.latest", OnMenu.FORMER), go(texts, "stats.achievements", OnMenu.STATS, ACHIEVED)),
        (go(texts, "stats.picture", OnMenu.STATS, PICTURE), go(texts, "button.profile", OnMenu.PROFILE)),
        back(texts, OnMenu.MORE),
    )
    return Screen(html, shown)


PLACE, PICTURE = "p", "i"
"""Before the number of a page in a button's argument, and before the address of what is wanted as a picture."""
ACHIEVED = "achieved"
"""The argument of the button to the achievements."""


def variant_screen(key: str, tally: Tally, texts: Texts) -> Screen:
    """The games of one variant."""
    mode, _, variant = key.partition(" ")
    name = texts.html("📊 {name}", name=key_name(key, texts))
    html = page(name, _sums(tally, texts, needed(mode, variant)), _quality(tally, texts), histogram_lines(tally))
    picture = go(texts, "stats.picture", OnMenu.STATS, PICTURE + address_of(key))
    return Screen(html, rows(picture, back(texts, OnMenu.STATS)))


def picture_screen(key: str, ledger: Ledger, texts: Texts) -> Screen:
    """The picture of all games, or of one variant's, with the same in words."""
    plain = variant_screen(key, ledger.of(key), texts) if key else stats_screen(ledger, (), ONLY_PAGE, texts)
    title = unescape(key_name(key, texts)) if key else texts.plain("stats.card-title")
    return Screen(plain.html, (), stats_picture(title, ledger.of(key), texts))


def in_group_screen(texts: Texts, username: str) -> Screen:
    """Where one's figures are."""
    return Screen(texts.html("stats.in-private", username=username))


def keys_of(ledger: Ledger) -> tuple[str, ...]:
    """The keys of the variants, those with most games first."""
    keys = [key for key in ledger.tallies if key != ALL]
    return tuple(sorted(keys, key=lambda key: (-ledger.of(key).games, key)))


LONGEST_ADDRESS = 19
"""Characters of an address: one is left for a letter before it."""


def address_of(key: str) -> str:
    """The argument of the button to the figures of that key: `s-classic`."""
    mode, _, variant = key.partition(" ")
    return f"{mode[0]}-{variant}"[:LONGEST_ADDRESS]


def key_name(key: str, texts: Texts) -> Html:
    """The variant's name, with the mode where that is named."""
    mode, _, variant = key.partition(" ")
    title, name = PLAYABLE[mode].title, variant_name(variant_named(variant), texts)
    return Html(f"{texts.html(title)} · {name}") if title else name


def _sums(tally: Tally, texts: Texts, needs: float | None = None) -> list[Html]:
    told = [texts.html("stats.games", games=tally.games, solved=tally.solved)]
    if tally.mean is not None and needs is not None:
        mean, least = texts.decimal(tally.mean, "0.0"), texts.decimal(needs)
        told.append(texts.html("stats.mean-of", mean=mean, needs=least))
    if tally.mean_beyond is not None:
        told.append(texts.html("stats.beyond", beyond=texts.decimal(tally.mean_beyond, SIGNED)))
    if tally.fewest is not None:
        told.append(texts.html("stats.best", guesses=tally.fewest))
    told.append(texts.html("stats.runs", run=tally.run, longest=tally.longest))
    return [*told, texts.html("stats.hints", hints=tally.hints, games=tally.hinted)]


FLAT = 0.05
"""Guesses by which two averages differ that are told apart."""
SIGNED, LUCKY = "+0.00;−0.00", "+0.0;−0.0"
"""How what is beyond perfect play is written, and how luck is."""


def _quality(tally: Tally, texts: Texts) -> list[Html]:
    """Accuracy and luck, each by itself; and how the last games were beside those before."""
    told = []
    if tally.mean_accuracy is not None and tally.mean_luck is not None:
        accuracy = texts.decimal(tally.mean_accuracy, "0.0")
        told.append(texts.html("stats.accuracy", accuracy=accuracy, games=tally.reviewed))
        told.append(texts.html("stats.luck", luck=texts.decimal(tally.mean_luck, LUCKY)))
    if tally.trend is not None:
        now, before = tally.trend
        mark = "→" if abs(now - before) < FLAT else "↗" if now < before else "↘"
        values = {"now": texts.decimal(now, SIGNED), "before": texts.decimal(before, SIGNED)}
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
    if tally.mean_accuracy is not None and tally.mean_luck is not None:
        figures.append([texts.decimal(tally.mean_accuracy / 100, "0.0%"), texts.plain("stats.card-accuracy")])
        figures.append([texts.decimal(tally.mean_luck, LUCKY), texts.plain("stats.card-luck")])
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
    title = texts.html("🕘 {name}", name=key_name(ended.key, texts))
    share = Button(texts.plain("button.share"), copies=share_text(game, texts, username, "", ended.hints))
    review = go(texts, "button.review", OnMenu.FORMER, str(Numbered(REVIEW, former.number)))
    again = go(texts, "former.again", OnMenu.FORMER, str(Numbered(AGAIN, former.number)))
    html = Html("\n\n".join((title, lines(*turns), about)))
    return Screen(html, rows((review, share), again, back(texts, OnMenu.FORMER)))


def _label(game: Former, texts: Texts) -> str:
    ended = game.ended
    mark, hinted = str(ended.guesses) if ended.solved else "🏳️", " 💡" if ended.hints else ""
    return unescape(dotted(f"{mark}{hinted}", key_name(ended.key, texts), _day(game, texts)))


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
    return Screen(lines(*(texts.html("achieved.now", name=_named(name, texts)) for name in sorted(names))))


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
