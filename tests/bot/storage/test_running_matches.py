"""What is read of the matches that somebody plays, on both databases."""

from bot.app.kinds.match.model import Match, Sitter
from bot.app.model.game import MATCHES
from bot.app.work import Work
from bot.game.notation import game_at
from bot.storage.store import DatabaseStore


async def test_however_many_games_somebody_plays_no_more_are_read_for_what_they_type(store: DatabaseStore) -> None:
    async def begun(work: Work) -> None:
        for number in range(1000):
            sitters = (Sitter(1, "Ann", 1), Sitter(2 + number, "Bob", 2 + number))
            game = game_at("race classic 0123 |")
            match = Match(
                id=f"{number:016x}",
                starter=1,
                salt="",
                opened_at=float(number),
                game=game,
                clock="none",
                rated=False,
                sitters=sitters,
                salts=("5a",),
            )
            work.games.save(match)

    async def read(work: Work) -> tuple[list[str], int, int]:
        rows = [match.id for match in await work.games.running_of(1, Match)]
        return rows, await work.games.count_of(1), len(await work.games.running_of(1, Match, most=1000))

    await store.run(begun)
    assert await store.run(read) == ([f"{number:016x}" for number in range(MATCHES)], 1000, 1000)
