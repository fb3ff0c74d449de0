"""Several codes broken by the same guesses: played in private and in a group, with hints, a review and a proof."""

import asyncio
import re
from hashlib import sha256

import pytest
import pytest_asyncio

from sandbox.client import Message, Person
from solver.suggest import advise_together
from solver.variant import VARIANTS
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import by_bot, friends, says, talk, unfolded
from tests.solver.games import history

pytestmark = pytest.mark.asyncio(loop_scope="session")
KEPT = "SELECT line FROM played JOIN played_by USING (number) WHERE person_id = ? ORDER BY number DESC"


async def begun(stage: Stage, words: str = "x2", secrets: str = "0834 4567") -> Person:
    """Somebody with a game of these secrets."""
    player = await stage.sandbox.person("Alice")
    await says(stage, player, f"/play {words}")
    head = stored.position(stage.bot, player.id).split()[:2]
    stored.set_position(stage.bot, player.id, f"{' '.join(head)} {secrets} |")
    return player


@pytest_asyncio.fixture(loop_scope="session")
async def alice(stage: Stage) -> Person:
    return await begun(stage)


def secrets_of(stage: Stage, chat: int) -> list[str]:
    return stored.position(stage.bot, chat).split("|")[0].split()[2:]


def plain(message: Message) -> str:
    """Its text without what nobody sees."""
    return message.text.replace("\u2060", "").replace("\u00a0", " ")


async def test_a_guess_is_answered_for_each_code_until_that_is_found(stage: Stage, alice: Person) -> None:
    for guess, *shown in (
        ("0345", "1. 0345  1🐂 2🐄 | 0🐂 2🐄", "1 guess so far · found: 0 of 2"),
        ("4567", "2. 4567  0🐂 1🐄 | ✓"),
        ("8340", "3. 8340  0🐂 4🐄 | –"),
        ("0834", "4. 0834  ✓ | –", "🎉 Solved, all of them: 0834, 4567.", "4 guesses · ⏱"),
    ):
        board = await says(stage, alice, guess)
        assert [words for words in shown if words not in plain(board)] == []
        assert guess != "8340" or "4567" not in board.text.split("3. ")[1]
    assert len(by_bot(alice)) == 1


async def test_the_next_game_is_an_ordinary_one_and_again_is_the_same(stage: Stage) -> None:
    alice = await begun(stage, "3 x2", "012 345")
    board = await says(stage, alice, "012", "345", "[🔄 Play again]")
    assert [words for words in ("I’ve hidden 2 codes", "3 different digits") if words not in board.text] == []
    assert "✌️" not in (await says(stage, alice, "/play")).text


async def test_a_hint_says_how_many_remain_for_each_and_counts_once(stage: Stage, alice: Person) -> None:
    board = await says(stage, alice, "0123", "[💡 Hint]", "/hint")
    advice = advise_together(VARIANTS["classic"], (history("0123=1B1C"), history("0123=0B0C")))
    one, other = advice.candidates
    assert f"💡 Still fit: 1️⃣ {one} · 2️⃣ {other} ({one + other} in all)" in plain(board)
    assert f"👉 Try {VARIANTS['classic'].format(advice.guess)}" in board.text
    assert "💡 Hint" not in board.buttons
    assert "3 guesses · 1 hint ·" in (await says(stage, alice, "4567", "0834")).text


async def test_a_code_that_is_known_is_advised_as_certain(stage: Stage) -> None:
    alice = await begun(stage, "mini x2", "1234 4321")
    board = await says(stage, alice, "1243", "1325", "1234", "4213", "/hint")
    assert "1️⃣ ✓" in plain(board)
    (left,) = re.findall(r"2️⃣ (\d+)", plain(board))
    assert ("nothing else fits" in board.text) == (left == "1")


async def test_a_guess_is_weighed_for_all_codes_and_counts_again_if_sent_again(stage: Stage, alice: Person) -> None:
    board = await says(stage, alice, "0123", "0123")
    assert "0123: 1·1 | 0·0" in board.text
    assert "2. 0123" not in board.text
    board = await says(stage, alice, "?4567")
    assert re.search(r"🔎 4567: Guessing it would leave about \d+ of 1,?\d+ codes, at worst \d+", board.text)
    assert "2. 4567" not in board.text
    assert "2. 0123" in (await says(stage, alice, "0123", "0123")).text
    assert "That’s 2 digits; I need 4." in (await says(stage, alice, "?45")).text
    assert "· 1 hint ·" in (await says(stage, alice, "0834", "4567")).text


async def test_one_fingerprint_is_there_before_the_first_guess_and_proves_all_secrets(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    board = await says(stage, alice, "/play x4", "[🔒 Proof]")
    digest = re.search(r"[0-9a-f]{64}", board.text)
    assert digest is not None
    secrets = secrets_of(stage, alice.id)
    told = board.text.replace(digest[0], "").replace("like 0123", "")
    assert not [secret for secret in secrets if secret in told]
    board = await says(stage, alice, *dict.fromkeys(secrets))
    await alice.presses("📊 Review", on=board)
    await alice.sees("📊 Review · 🍀")
    await stage.quiet()
    board = next(message for message in alice.messages() if message.id == board.id)
    board = await unfolded(stage, alice, board, "🔒 Proof")
    command = re.search(r"printf '(?P<hashed>[0-9 ]+ [0-9a-f]+)' \| sha256sum", board.text)
    assert command is not None
    assert command["hashed"].split()[:4] == secrets
    assert sha256(command["hashed"].encode()).hexdigest() == digest[0]


async def test_a_review_tells_what_each_left_no_code_is_shared_and_it_has_figures_of_its_own(
    stage: Stage, alice: Person
) -> None:
    board = await says(stage, alice, "0123", "4567", "0834")
    told = await talk("[📊 Review] → 📊 Review · ✌️ Two codes · 4 digits", alice, on=board)
    assert "1. 0123  1️⃣ 5040→720 · 2️⃣ 5040→360" in plain(told)
    assert re.search(r"2\. 4567  1️⃣ 720→\d+ · 2️⃣ 360→✓", plain(told))
    assert re.search(r"3\. 0834  1️⃣ \d+→✓\n", plain(told))
    assert "instead of" not in told.text.split("3. ")[1]
    board = await unfolded(stage, alice, board, "📤 Share")
    by_kind = {button.kind: button.value for row in board.keyboard for button in row}
    cards = await alice.types_inline(next(value for kind, value in by_kind.items() if "switch" in kind))
    assert (await alice.chooses(cards.results[0])).text == by_kind["copy"]
    assert by_kind["copy"].splitlines()[1:] == ["✌️ Two codes", "Solved in 3 guesses", "1·1 0·0", "0·1 ✓", "✓ –"]
    stats = await says(stage, alice, "/stats")
    assert "✌️ Two codes · 4 digits\n🎯 Games: 1 · solved: 1" in stats.text
    [kept] = [line for (line,) in stage.bot.rows(KEPT, alice.id) if ";x2 classic 0834 4567 | 0123 4567 0834;" in line]
    assert kept.startswith("1;several;")
    assert "📊 Review ·" not in (await says(stage, alice, "/review")).text


async def test_a_group_breaks_them_together(stage: Stage) -> None:
    group, alice, bob, _ = await friends(stage)
    await says(stage, alice, "/play@sandbox_bot x2", chat=group)
    stored.set_position(stage.bot, group.id, "x2 classic 0834 4567 |")
    await says(stage, alice, "/g 4567", chat=group)
    assert "0834" not in (await says(stage, bob, "/resign@sandbox_bot", chat=group)).text
    board = await says(stage, bob, "/g 0834", chat=group)
    assert "1. 4567  0🐂 1🐄 | ✓  Alice" in plain(board)
    assert "2. 0834  ✓ | –  Bob" in plain(board)
    assert "🎉 Solved, all of them: 0834, 4567." in board.text


async def test_it_is_tapped_and_a_press_of_another_step_counts_for_nothing(stage: Stage, alice: Person) -> None:
    board = await says(stage, alice, *(f"[{digit}]" for digit in "0123"))
    await asyncio.gather(*(alice.presses("✓", on=board) for _ in range(3)))
    await stage.quiet()
    assert stored.position(stage.bot, alice.id).split("|")[1].split() == ["0123"]
    game = stored.game_id(stage.bot, alice.id)
    for forged in ("ok:{}:0", "giveup:{}:0", "look:{}:1", "hint:{}:0", "again:{}:1", "retry:{}:1", "beat:{}:1"):
        await alice.forges(f"1:{forged.format(game)}", on=alice.messages()[-1])
    await stage.quiet()
    shown = "\n".join(message.text for message in by_bot(alice))
    assert [secret for secret in ("0834", "4567") if secret in shown] == []
    assert stored.position(stage.bot, alice.id) == "x2 classic 0834 4567 | 0123"


async def test_a_variants_card_begins_two_codes_as_words_do_and_the_list_names_them(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    board = await says(stage, alice, "/variants", "[5 digits]", "[✌️ Two codes]")
    assert [words for words in ("I’ve hidden 2 codes", "5 different digits") if words not in board.text] == []
    assert "✌️ Two codes · 5 digits · 1 guess" in (await says(stage, alice, "01234", "/play x4", "/games")).text
    for words, told in (("3 х4", "3 different digits"), ("x2 words", "English words"), ("x4 colours", "5 colours")):
        assert told in (await says(stage, alice, f"/play {words}")).text
        board = await says(stage, alice, *dict.fromkeys(secrets_of(stage, alice.id)))
        assert "🎉 Solved, all of them" in board.text


async def test_it_goes_on_after_the_bot_was_killed(own_stage: Stage) -> None:
    alice = await begun(own_stage)
    await says(own_stage, alice, "0123")
    await own_stage.bot.kill()
    await alice.send("4567")
    await own_stage.bot.start()
    await alice.sees("2. 4567")
    assert "3 guesses" in (await says(own_stage, alice, "0834")).text


async def test_it_goes_with_whoever_wants_to_be_forgotten(stage: Stage) -> None:
    alice, bob = await begun(stage), await stage.sandbox.person("Bob")
    await says(stage, alice, "0834", "4567", "/play x2", "0123", "/hint")
    group = await stage.sandbox.group("Friends", alice, bob)
    await says(stage, bob, "/play@sandbox_bot x4", "/hint@sandbox_bot", chat=group)
    await says(stage, alice, "/g 0123", "/resign@sandbox_bot", chat=group)
    await says(stage, alice, "/forgetme", "[🗑 Yes, delete it]")
    await alice.sees("everything about you is deleted")
    await stage.quiet()
    assert stage.bot.rows("SELECT count(*) FROM games WHERE kind = 'several' AND starter = ?", alice.id) == [(0,)]
    assert "2. 4567" in (await says(stage, bob, "/g 4567", chat=group)).text
    [(body,)] = stage.bot.rows("SELECT body FROM games WHERE kind = 'several' AND chat_id = ?", group.id)
    assert str(alice.id) not in body
