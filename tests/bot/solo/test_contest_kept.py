"""A contest is kept for longer than the games in it: whoever follows its link then sees how it stands."""

from dataclasses import replace

from bot.app.messages import Chat
from bot.app.model.duels import Contest, Entry
from bot.app.work import Work
from bot.game.notation import game_at
from tests.bot.inside import inside

TOKEN = "t" * 22
GAME = game_at("solo classic 0834 | 0123 0834")
OLGA = Entry(1, "Olga", "1" * 16, 100.0, 161.5, GAME)
ANN = Entry(1001, "Ann", "2" * 16, 200.0, 222.0, game_at("solo classic 0834 | 0834"))
CONTEST = Contest(TOKEN, OLGA, "5a" * 16, (1,), begun=1, ended=1)


async def followed(entry: Entry, contest: Contest = CONTEST) -> dict[str, str]:
    """What Ann sees who follows the link of a contest in which that is her game, which is gone."""

    async def job(work: Work) -> None:
        work.contests.save(contest)
        work.contests.enter(contest, entry)

    async with inside(None, Chat(1001)) as bot:
        await bot.store.run(job)
        await bot.says(f"/start b{TOKEN}")
        return {slot: screen.html for slot, (_, screen) in bot.screens.items()}


async def test_whoever_has_finished_sees_how_it_stands() -> None:
    [(slot, html)] = (await followed(ANN)).items()
    assert slot == f"contest:{TOKEN}"
    assert "Olga" in html
    assert "Ann" in html


async def test_whoever_has_not_finished_sees_nothing_of_the_secret() -> None:
    shown = await followed(replace(ANN, ended_at=None, game=None), replace(CONTEST, ended=0))
    assert "0834" not in "".join(shown.values())
