"""Nothing that is shown of several codes before the end tells more of those that are not found than the replies do."""

import asyncio
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.buttons import NAMING_GAMES, OnBoard
from bot.app.kinds.several.model import Several
from bot.app.links import TABLE
from bot.app.messages import Chat
from bot.app.texts import LANGUAGES
from bot.app.work import Work
from solver.feedback import is_consistent
from solver.position import fitting_codes
from solver.variant import Code, variant_named
from tests.bot.inside import Inside, inside, salts
from tests.bot.seals import coded
from tests.bot.strategies import GROUP, PRIVATE
from tests.distribution import examples
from tests.solver.games import codes

GAME = "0000000000000001"
SLOT = f"game:{GAME}"
FORGED = [
    f"1:{word}:{GAME}:{{turn}}:{what}".rstrip(":")
    for (word, verb), what in product(NAMING_GAMES.items(), ("", "count", "guess", "1"))
    if isinstance(verb, OnBoard) and verb is not OnBoard.GIVE_UP
]
SAID = ["/hint", "/games", "/review", "/resign", "/cancel", "?", "/mydata"]


async def told(
    begins: str, chat: Chat, language: str, secrets: tuple[Code, ...], deeds: list[str]
) -> tuple[str, Several]:
    """All that is told with these secrets, without fingerprints, and the game as it stands then."""
    async with inside(None, chat, language) as bot:
        said: list[Any] = [await bot.says(begins)]
        await bot.store.run(lambda work: _set(work, secrets))
        game = await _game(bot)
        digests = {game.commitment, replace(game, game=replace(game.game, secrets=(game.game.secret,) * 4)).commitment}
        for deed in deeds:
            turn = len((await _game(bot)).game.turns)
            forged = deed.startswith("1:")
            said.append(await (bot.presses(deed.format(turn=turn), SLOT) if forged else bot.says(deed)))
        said.append(await bot.asks_inline(f"{TABLE}{GAME}"))
        text = repr(said[1:])
        assert not [salt for salt, _ in zip(salts(), range(8), strict=False) if salt in text]
        for digest in digests:
            text = text.replace(digest, "#").replace(coded(digest), "#")
        return text, await _game(bot)


async def _set(work: Work, secrets: tuple[Code, ...]) -> None:
    game = await work.games.load(GAME, Several)
    assert game is not None
    work.games.save(replace(game, game=replace(game.game, secrets=secrets)))


async def _game(bot: Inside) -> Several:
    game = await bot.store.run(lambda work: work.games.load(GAME, Several))
    assert game is not None
    return game


@pytest.mark.parametrize("variant", ["mini", "classic"])
@given(data=st.data())
@settings(max_examples=examples(8))
def test_two_games_whose_secrets_fit_the_same_replies_look_the_same(variant: str, data: st.DataObject) -> None:
    drawn, of = codes(variant_named(variant)), variant_named(variant)
    many = data.draw(st.sampled_from([2, 4]))
    secrets = tuple(data.draw(st.lists(drawn, min_size=many, max_size=many, unique=True)))
    guess = (drawn | st.sampled_from(secrets[1:])).map(of.format)
    deed = guess | guess.map("?{}".format) | st.sampled_from([*SAID, *FORGED])
    deeds = data.draw(st.lists(deed, max_size=6)) + data.draw(st.lists(st.sampled_from(FORGED), max_size=3))
    chat, language = data.draw(st.sampled_from([PRIVATE, GROUP])), data.draw(st.sampled_from(LANGUAGES))
    begins = f"/play {variant} x{many}"
    shown, game = asyncio.run(told(begins, chat, language, secrets, deeds))
    if game.is_over:
        return
    twins = []
    for secret, history in zip(secrets, game.game.histories, strict=True):
        fitting = [tuple(row.tolist()) for row in fitting_codes(of, history)]
        assert is_consistent(secret, history)
        twins.append(data.draw(st.sampled_from([code for code in fitting if code != secret] or [secret])))
    again, _ = asyncio.run(told(begins, chat, language, tuple(twins), deeds))
    assert again == shown
