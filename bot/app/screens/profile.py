"""A profile: ratings with their history, rivals, and the share of games played to the end."""

from dataclasses import dataclass

from bot.app.buttons import MenuPress
from bot.app.model.masteries import NEVER, Masteries
from bot.app.model.record import Career, Player, Rivalry, Standing
from bot.app.screen import Screen, button
from bot.app.screens.duels.rating import family_name, figure, points
from bot.app.screens.name import shown_name
from bot.app.screens.plot import sparkline
from bot.app.texts import Html, Texts
from bot.app.verbs import OnMenu
from bot.game.rating import START, Rating


@dataclass(frozen=True, slots=True)
class Chapter:
    """A family of variants in a profile. `rating`: the current one; `history`: after each of the latest rated games."""

    career: Career
    standing: Standing
    rating: Rating
    history: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Profile:
    """The content of a profile."""

    name: str
    player: Player
    chapters: tuple[Chapter, ...]
    rivals: tuple[Rivalry, ...]
    masteries: Masteries = NEVER


def profile(contents: Profile, texts: Texts) -> Screen:
    """The profile as a screen."""
    paragraphs = [[texts.html("👤 {name}", name=shown_name(contents.name))]]
    paragraphs += [_chapter(chapter, texts) for chapter in contents.chapters]
    if not contents.chapters:
        paragraphs.append([texts.html("rating.nothing-yet")])
    if contents.rivals:
        paragraphs.append([texts.html("rating.rivals"), *(_rivalry(rivalry, texts) for rivalry in contents.rivals)])
    if contents.masteries.games:
        widest = contents.masteries.widest
        paragraphs.append([texts.counted("number.masteries", contents.masteries.games, widest=widest)])
    if contents.player.games:
        paragraphs.append([_faith(contents.player, texts)])
    if any(chapter.standing.games and chapter.rating.is_provisional for chapter in contents.chapters):
        paragraphs.append([texts.html("rating.provisional")])
    text = Html("\n\n".join("\n".join(lines) for lines in paragraphs))
    best, back = button(texts.plain("button.top"), MenuPress(OnMenu.TOP)), MenuPress(OnMenu.MORE)
    mine = button(texts.plain("menu.stats"), MenuPress(OnMenu.STATS))
    return Screen(text, ((mine, best), (button(texts.plain("menu.back"), back),)))


def _chapter(chapter: Chapter, texts: Texts) -> list[Html]:
    name = family_name(chapter.career.family, texts)
    lines = [Html(f"🎯 {name} · {figure(chapter.rating)}" if chapter.standing.games else f"🎯 {name}")]
    if chapter.standing.games:
        lines += [*_curve(chapter, texts), _tally(chapter.standing, texts)]
    if friendly := chapter.career.games - chapter.standing.games:
        lines.append(texts.counted("rating.friendly-games", friendly))
    if chapter.career.usual is not None:
        lines.append(texts.html("rating.usual", guesses=texts.decimal(chapter.career.usual, "0.0")))
    return lines


def _curve(chapter: Chapter, texts: Texts) -> list[Html]:
    whole = len(chapter.history) == chapter.standing.games
    curve = (START.value, *chapter.history) if whole else chapter.history
    best = max(chapter.career.best or 0.0, *curve)
    first, last, best = (round(value) for value in (curve[0], curve[-1], best))
    return [Html(sparkline(curve)), texts.html("rating.curve", first=first, last=last, best=best)]


def _tally(standing: Standing, texts: Texts) -> Html:
    counts = {"wins": standing.wins, "draws": standing.draws, "losses": standing.losses}
    return texts.counted("rating.tally", standing.games, **counts)


def _rivalry(rivalry: Rivalry, texts: Texts) -> Html:
    mine, theirs = points(rivalry.points), points(rivalry.games - rivalry.points)
    name = shown_name(rivalry.name) if rivalry.name else texts.plain("name.left")
    return texts.html("{mine} : {theirs}  {name}", mine=mine, theirs=theirs, name=name)


def _faith(player: Player, texts: Texts) -> Html:
    share = texts.decimal(player.completion, "0%")
    return texts.counted("rating.completion", player.games, finished=player.finished, share=share)
