"""The question whether to forget somebody and their data, without a network."""

import pytest

from bot.app.actions.operators import LARGEST, document
from bot.app.messages import Chat
from bot.app.texts import LANGUAGES, texts_in
from tests.bot.inside import inside


async def test_the_button_expires(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.app.handlers.privacy.LASTS", 0.5)
    async with inside(None, Chat(1001)) as bot:
        await bot.says("/forgetme")
        [data] = [data for data, slot in bot.buttons if data.startswith("1:forgetme:") and slot == "menu"]
        told = await bot.presses(data, "menu")
        assert "This button is out of date." in str(told[0])
        assert await bot.store.forgotten_since(0) == ()


@pytest.mark.parametrize("data", ["1:privacy:data", "1:forgetme", "1:forgetme:0000000000000001", "1:privacy"])
async def test_forged_in_a_group_nothing_is_sent_or_forgotten(data: str) -> None:
    async with inside(None, Chat(-5)) as bot:
        await bot.says("/menu")
        await bot.presses(data, "menu")
        assert await bot.store.forgotten_since(0) == ()
        assert not [item for item in bot.screens.values() if item[1].document]


async def test_a_thousand_presses_send_one_file() -> None:
    async with inside(None, Chat(1001)) as bot:
        sent = []
        for _ in range(50):
            sent += await bot.says("/mydata")
        assert "my-data.json" in str(sent)
        assert str(sent).count("name='my-data.json'") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_document_has_a_bound_and_says_so(language: str) -> None:
    rows = {"remarks": [{"said": "x" * 5000}] * 499, "people": [{"name": "Ann"}]}
    text = document(1, rows, 0.0, texts_in(language))
    assert len(text) < 1.1 * LARGEST
    assert text.count('"left_out"') == 1
