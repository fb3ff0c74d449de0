"""How a game in a private chat ends otherwise than by being won, and what comes after."""

import hashlib
import re

import pytest

from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import begun, talk, unfolded, wrong_guesses
from tests.bot.seals import coded, seals_in

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize("command", ["/resign", "/cancel"])
async def test_giving_up_shows_the_secret(stage: Stage, command: str) -> None:
    alice = await begun(stage)
    secret = stage.secret_of(alice.id)
    await talk(
        f"""/hint → still fit
        {command} → The secret was {secret}
        {command} → No game in progress""",
        alice,
    )


async def test_a_slip_on_the_button_does_not_give_the_game_up(stage: Stage) -> None:
    alice = await begun(stage)
    secret = stage.secret_of(alice.id)
    board = await talk(f"{wrong_guesses(secret, 1)[0]} → 1 guess so far", alice)
    end = await talk(
        f"""[Resign] → Resign and see the secret?
        [Keep playing]
        [Resign]
        [Yes, show it] → The secret was {secret}""",
        alice,
        on=board,
    )
    assert end.id == board.id


async def test_playing_again_begins_one_game_however_often_it_is_pressed(stage: Stage) -> None:
    alice = await begun(stage)
    end = await talk("/resign → The secret was", alice)
    await talk("[Play again]\n[Play again] → I have a secret", alice, on=end)
    assert stored.games(stage.bot, alice.id) == 2


async def test_the_proof_holds(stage: Stage) -> None:
    alice = await begun(stage)
    first = await alice.sees("🔒")
    (sealed,) = seals_in(first)
    await alice.presses("🔒")
    digest = re.search(r"[0-9a-f]{64}", (await alice.sees("SHA-256")).text)
    assert digest
    await alice.send("/resign")
    await alice.sees("The secret was")
    await alice.presses("🔒")
    end = await alice.sees("Salt")
    secret, salt = stage.secret_of(alice.id), re.search(r"Salt ([0-9a-f]{32})", end.text)
    assert salt
    assert hashlib.sha256(f"{secret} {salt[1]}".encode()).hexdigest() == digest[0]
    assert digest[0] == sealed
    assert f"printf '{secret} {salt[1]}' | sha256sum" in end.text


async def test_a_lock_explains_itself_and_disturbs_no_game(stage: Stage) -> None:
    alice, newcomer = await begun(stage), await stage.sandbox.person("Nora")
    (sealed,) = seals_in(await alice.sees("🔒"))
    link = f"https://t.me/sandbox_bot?start=proof-{coded(sealed)}"
    for person in (alice, newcomer):
        await person.opens(link)
        assert sealed in (await person.sees("SHA-256")).text
    assert stored.games(stage.bot, newcomer.id) == 0
    await alice.send(next(iter(wrong_guesses(stage.secret_of(alice.id), 1))))
    await alice.sees("1 guess so far")
    assert stored.games(stage.bot, alice.id) == 1


async def test_sharing_tells_rows_without_digits(stage: Stage) -> None:
    alice = await begun(stage)
    secret = stage.secret_of(alice.id)
    turned = secret[1:] + secret[0]
    await alice.send(turned)
    await alice.sees("1 guess so far")
    await alice.send(secret)
    end = await alice.sees("🎉")
    end = await unfolded(stage, alice, end, "Share")
    copy = end.button("Copy")
    assert copy
    assert copy.kind == "copy"
    assert copy.value.splitlines()[1:] == ["Solved in 2 guesses", "🐄🐄🐄🐄", "🐂🐂🐂🐂"]
    group = await stage.sandbox.group("Friends", alice, bot=False)
    (card,) = (await alice.switches("Share", group, on=end)).results
    shared = await alice.chooses(card, group)
    assert shared.text == copy.value
    assert shared.buttons == ("▶️ Play too",)
