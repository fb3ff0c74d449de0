"""Achievements: with their progress on a page, and told once when they are reached."""

from bot.app.buttons import MenuPress
from bot.app.model.achievements import ACHIEVEMENTS, Achievement, Seen
from bot.app.screen import Row, Screen, button
from bot.app.texts import Html, Texts
from bot.app.verbs import OnMenu

WIDTH = 10


def achievements_screen(seen: Seen, texts: Texts) -> Screen:
    """All of them, each with how far it has come."""
    lines = [_entry(achievement, seen, texts) for achievement in ACHIEVEMENTS.values()]
    return Screen(Html("\n\n".join((texts.html("achieved.title"), *lines))), (_back(texts),))


def told_screen(names: set[str], texts: Texts) -> Screen:
    """That these have just been reached."""
    lines = [texts.html("achieved.now", name=texts.html(f"achieved.{name}")) for name in sorted(names)]
    return Screen(Html("\n".join(lines)))


def _entry(achievement: Achievement, seen: Seen, texts: Texts) -> Html:
    done, of = min(achievement.done(seen), achievement.of(seen)), achievement.of(seen)
    mark = "🏅" if done == of else "▫️"
    name = texts.html(f"achieved.{achievement.name}")
    if of in {1, done}:
        return Html(f"{mark} {name}")
    bar = "▰" * (WIDTH * done // of) + "▱" * (WIDTH - WIDTH * done // of)
    return Html(f"{mark} {name}\n{bar} {done}/{of}")


def _back(texts: Texts) -> Row:
    return (button(texts.plain("menu.back"), MenuPress(OnMenu.STATS)),)
