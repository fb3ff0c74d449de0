"""A beginner's first game, and what their figures say of it."""

from tests import stored
from tests.bot.beginners.beginner import Beginner

SECRET, GUESSES = "6789", ("0123", "5678", "0145", "6789")
"""The first game: what somebody guesses who does not know yet what replies tell."""


async def plays_first_game(who: Beginner) -> None:
    """The board that `/start` begins, played without a thought, and solved in the end."""
    await who.say("/start")
    await who.sees(who.texts.plain("first.begin", example="").partition("<")[0].strip())
    drawn = stored.position(who.theatre.bot, who.person.id)
    changed = drawn.replace(who.theatre.secret_of(who.person.id), SECRET)
    stored.set_position(who.theatre.bot, who.person.id, changed)
    for guess in GUESSES:
        await who.say(guess)
    assert stored.running_games(who.theatre.bot, who.person.id) == 0


async def looks_at_figures(who: Beginner, games: int) -> None:
    """`/stats`, and what stands behind its buttons."""
    await who.say("/stats")
    if not games:
        await who.sees(who.texts.plain("stats.title"), who.texts.plain("stats.none"))
        return
    await who.sees(who.texts.plain("stats.title"), who.texts.plain("stats.games", games=games, solved=games))
    for key, title in (("stats.achievements", "achieved.title"), ("stats.latest", "former.title")):
        await who.say("/stats")
        await who.tap_word(key)
        await who.sees(who.texts.plain(title))
