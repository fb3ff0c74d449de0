"""The secrets of a duel: kept, unseen until the end, and what their fingerprints said."""

import re
from hashlib import sha256

import pytest

from tests.bot.conftest import Stage
from tests.bot.duels.pairs import paired, screen, texts_sent_to
from tests.bot.seals import lots_in, seals_in

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_typed_secret_vanishes_and_is_on_no_screen_until_the_end(stage: Stage) -> None:
    pair = await paired(stage)
    sent = await pair.alice.send("9705")
    await pair.alice.sees("🤫 Your secret is set. Waiting for")
    await stage.quiet()
    assert sent.id not in {message.id for message in pair.alice.messages()}
    await pair.bob.send("8642")
    await pair.stage.quiet()
    first, second = await pair.order()
    await pair.guess(first, "0123")
    for person in pair.both:
        for text in await texts_sent_to(stage, person):
            assert not re.search(r"\b(9705|8642)\b", text)  # a clock or a fingerprint may have these digits amid others
    assert (await pair.alice.presses("My secret")).text == "🤫 Your secret: 9705"
    assert (await pair.bob.presses("My secret")).text == "🤫 Your secret: 8642"
    await pair.guess(second, "0123")
    assert "9705" not in screen(pair.bob).text


@pytest.mark.parametrize(
    ("written", "note"),
    [
        ("012", "That’s 3 digits; I need 4."),
        ("0122", "2 appears more than once. They must all differ."),
        ("abcd", "“a” doesn’t fit here. I need 4 digits"),
    ],
)
async def test_a_mistyped_secret_vanishes_too_and_is_kindly_refused(stage: Stage, written: str, note: str) -> None:
    pair = await paired(stage)
    sent = await pair.alice.send(written)
    answer = await pair.alice.sees(note)
    assert f"\n⚠️ {note}" in answer.text
    assert answer.button("7") is not None
    await stage.quiet()
    assert sent.id not in {message.id for message in pair.alice.messages()}
    assert pair.position() == "duel classic - - first 0 |"


async def test_a_secret_is_tapped_or_drawn(stage: Stage) -> None:
    pair = await paired(stage)
    for digit in "7301":
        await pair.alice.presses(digit)
    await pair.alice.sees("✍️ 7 3 0 1")
    assert (await pair.alice.presses("✓")).text == "🤫 Got it"
    drawn = await pair.bob.presses("🎲 Pick one for me")
    assert drawn.alert
    secret = re.fullmatch(r"🤫 Your secret: (\d{4})", drawn.text or "")
    assert secret is not None
    assert pair.position().split()[2:4] == [secret[1], "7301"]


async def test_a_secret_that_is_kept_cannot_be_changed(stage: Stage) -> None:
    pair = await paired(stage)
    await pair.alice.send("0123")
    await pair.alice.sees("Waiting for Bob")
    await pair.alice.send("4567")
    await pair.alice.sees("Both secrets first")
    assert pair.position() == "duel classic - 0123 first 0 |"


async def test_secrets_and_lot_were_what_their_fingerprints_said(stage: Stage) -> None:
    pair = await paired(stage)
    (lot,) = lots_in(screen(pair.alice))
    first, second = await pair.keep("0123", "4567")
    theirs, own = seals_in(screen(first))
    assert seals_in(screen(second)) == (own, theirs)
    for person in (first, second):
        await pair.guess(person, "8901")
    await second.send("/resign")
    await second.presses("🏳️ Yes, resign")
    await first.presses("Review", on=await first.sees(f"{second.name} resigned"))
    await first.presses("Proof")
    await stage.quiet()
    proof = screen(first).text
    checks = re.findall(r"printf '(\d{4}) ([0-9a-f]{32})' \| sha256sum", proof)
    digests = [sha256(f"{secret} {salt}".encode()).hexdigest() for secret, salt in checks]
    assert {secret for secret, _ in checks} == {"0123", "4567"}
    assert set(digests) == {theirs, own}
    assert all(digest in proof for digest in digests)
    seed = re.search(r"Coin toss (\S+)", proof)
    mixed = re.search(r"printf '([0-9a-f]{32} \d{4} \d{4})' \| sha256sum", proof)
    assert seed is not None
    assert mixed is not None
    assert sha256(seed[1].encode()).hexdigest() == lot
    assert sorted(mixed[1].split()) == sorted([seed[1], "0123", "4567"])
    even = int(sha256(mixed[1].encode()).hexdigest(), 16) % 2 == 0
    assert first is (pair.alice if even else pair.bob)
