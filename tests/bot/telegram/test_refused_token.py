"""A token that Telegram refuses: for a moment, and for good."""

import pytest
from telegram import Bot
from telegram.error import InvalidToken

from bot.telegram import receive
from bot.telegram.api import Api
from bot.telegram.receive import Intake
from tests.bot.telegram.sources import AT_ONCE, Scene, serving, until


@pytest.mark.parametrize("webhook", [False, True])
async def test_a_token_that_is_taken_no_more_is_told(scene: Scene, intake: Intake, *, webhook: bool) -> None:
    http = scene.api._http
    scene.bot = Bot(f"123456:{'x' * 35}", f"{scene.server.url}/bot", request=http, get_updates_request=http)
    scene.api = Api(scene.bot.base_url, http)
    source = scene.registration() if webhook else scene.receiver(intake)
    with pytest.raises(InvalidToken):
        await source.serve()


CALLED_FIRST = {False: "getUpdates", True: "setWebhook"}


@pytest.mark.parametrize("kind", ["401", "404", "404_page"])
@pytest.mark.parametrize("webhook", [False, True])
async def test_a_refusal_that_getme_does_not_confirm_passes(
    scene: Scene, intake: Intake, monkeypatch: pytest.MonkeyPatch, kind: str, *, webhook: bool
) -> None:
    monkeypatch.setattr(receive, "LONGEST_PAUSE", 0.2)
    source = scene.registration() if webhook else scene.receiver(intake)
    await scene.sandbox.fault(CALLED_FIRST[webhook], kind, times=3)
    async with serving(source):
        await until(lambda: source.flows)
    asked = [
        call["method"] for call in await scene.sandbox.calls() if call["method"] in {"getMe", CALLED_FIRST[webhook]}
    ]
    once = ["getMe"] if kind != "404_page" else []
    assert asked[: 3 + 3 * len(once)] == [CALLED_FIRST[webhook], *once] * 3, "asked after each refusal, and once each"


@pytest.mark.parametrize("webhook", [False, True])
async def test_a_refusal_counts_only_if_getme_says_so_every_time(
    scene: Scene, intake: Intake, monkeypatch: pytest.MonkeyPatch, *, webhook: bool
) -> None:
    monkeypatch.setattr(receive, "LONGEST_PAUSE", 0.2)
    source = scene.registration() if webhook else scene.receiver(intake)
    await scene.sandbox.fault(CALLED_FIRST[webhook], "401")
    await scene.sandbox.fault("getMe", "401", times=len(AT_ONCE) - 1)
    async with serving(source):
        await until(lambda: source.flows)
    await scene.sandbox.fault(CALLED_FIRST[webhook], "401")
    await scene.sandbox.fault("getMe", "502")
    source = scene.registration() if webhook else scene.receiver(intake)
    async with serving(source):
        await until(lambda: source.flows)
    await scene.sandbox.fault(CALLED_FIRST[webhook], "401")
    await scene.sandbox.fault("getMe", "404", times=len(AT_ONCE))
    with pytest.raises(InvalidToken):
        await (scene.registration() if webhook else scene.receiver(intake)).serve()
