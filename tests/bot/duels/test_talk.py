"""Those who play can talk: passed on by the bot's real process, never a code, and never to whoever does not want it."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.bot.conftest import Stage, staged
from tests.bot.duels.pairs import RACE, Pair, paired, screen
from tests.bot.duels.talkers import heard, presses, reaction_to, says

pytestmark = pytest.mark.asyncio(loop_scope="session")
WORDS = ("🐂 Digits", "🇬🇧")


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def hall(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    """A stage whose lobby is nobody else's."""
    async with staged(tmp_path_factory.mktemp("talk")) as own:
        yield own


@pytest_asyncio.fixture(loop_scope="session")
async def strangers(hall: Stage) -> Pair:
    """Alice and Bob, who have met in the lobby."""
    people = [await hall.sandbox.person(name) for name in ("Alice", "Bob")]
    for person in people:
        asked = await person.send("/duel")
        await person.presses("🔎", on=await person.sees("A game for two", after=asked))
        await hall.quiet()
    return Pair(hall, *people)


async def test_friends_just_write(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    before = screen(pair.alice).id
    await says(pair, pair.alice, "Хай щастить, Bob! <3")
    await says(pair, pair.bob, "thanks 😀")
    assert heard(pair.bob) == ["💬 Alice: Хай щастить, Bob! <3"]
    assert heard(pair.alice) == ["💬 Bob: thanks 😀"]
    assert screen(pair.alice).id == before
    assert pair.position().endswith("|")


async def test_every_talk_message_stays_in_the_chat_in_its_order(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    for text in ("one", "two", "three"):
        await pair.alice.send(text + "...")
    await stage.quiet()
    assert heard(pair.bob) == ["💬 Alice: one...", "💬 Alice: two...", "💬 Alice: three..."]


@pytest.mark.parametrize("text", ["012", "01234", "01a3", "0 1 2", "ok, 0123", "абвг", "O123", "🔢 0123?"])
async def test_what_may_be_a_code_is_never_passed_on(stage: Stage, text: str) -> None:
    pair = await paired(stage, RACE)
    said = await says(pair, pair.alice, text)
    assert heard(pair.bob) == []
    assert "🆚" in said.text
    await says(pair, pair.alice, f"/say {text}")
    assert heard(pair.bob) == []
    assert "looks like a code" in screen(pair.alice).text


async def test_a_secret_that_was_mistyped_is_not_passed_on_but_hidden(stage: Stage) -> None:
    pair = await paired(stage)
    sent = await pair.alice.send("0123 4")
    await stage.quiet()
    assert heard(pair.bob) == []
    assert sent.id not in {message.id for message in pair.alice.messages()}


@pytest.mark.parametrize("text", ["look: https://example.org", "I am @somebody", "example.com is good"])
async def test_no_links_are_passed_on(stage: Stage, text: str) -> None:
    pair = await paired(stage, RACE)
    said = await says(pair, pair.alice, text)
    assert heard(pair.bob) == []
    assert "Not passed on: it has a link" in said.text


async def test_nothing_that_is_passed_on_can_be_tapped(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    await says(pair, pair.alice, "try /resign or #this, and/or a:b <b>bold</b>")
    (answer,) = (message for message in pair.bob.messages() if message.text.startswith("💬"))
    assert answer.entities == ()
    assert answer.text.replace("\u2060", "").endswith("try /resign or #this, and/or a:b <b>bold</b>")


async def test_whoever_says_too_much_is_not_passed_on(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    for _ in range(7):
        await says(pair, pair.alice, "hello!")
    assert len(heard(pair.bob)) == 5
    assert "Not so fast" in screen(pair.alice).text
    await says(pair, pair.bob, "hello yourself")
    assert len(heard(pair.alice)) == 1


async def test_where_words_are_codes_talk_is_marked(stage: Stage) -> None:
    pair = await paired(stage, RACE, ("4 digits", "Words", "English words of 4 letters"))
    assert "To say something to your rival: /say hello" in (await says(pair, pair.alice, "good luck")).text
    assert heard(pair.bob) == []
    await says(pair, pair.alice, "/say good luck")
    assert heard(pair.bob) == ["💬 Alice: good luck"]
    await says(pair, pair.alice, "/say luck")
    assert len(heard(pair.bob)) == 1
    assert "/say hello" in (await says(pair, pair.alice, "/say")).text


async def test_who_plays_with_nobody_hears_so(stage: Stage) -> None:
    alone = await stage.sandbox.person("Alone")
    await alone.send("/say hello")
    await alone.sees("nobody to say it to")


async def test_strangers_send_reactions_until_both_switch_talk_on(strangers: Pair) -> None:
    alice, bob = strangers.both
    assert "💬 Not passed on: you’ve just met. Text reaches" in (await says(strangers, alice, "hello there")).text
    assert heard(bob) == []
    assert await presses(strangers, alice, "💬", "👏") == "👏 → Bob"
    assert heard(bob) == ["💬 Alice: 👏"]
    await presses(strangers, alice, "💬 Turn chat on")
    assert "💬 Alice wants to chat." in screen(bob).text
    said = await alice.send("hello there")
    await strangers.stage.quiet()
    assert len(heard(bob)) == 1
    assert reaction_to(alice, said) is None
    await presses(strangers, bob, "💬 Chat too")
    assert "wants to chat" not in screen(bob).text
    assert "Just write" in screen(bob).text
    assert "💬 Bob turned chat on too: just write." in screen(alice).text
    assert "will hear that you want to chat. Until then, quick reactions only." not in screen(alice).text
    said = await alice.send("hello there")
    await strangers.stage.quiet()
    assert heard(bob)[-1] == "💬 Alice: hello there"
    assert reaction_to(alice, said) == "🕊", "whoever wrote sees that it was passed on"
    await presses(strangers, bob, "💬", "💬 Turn chat off")
    assert "👏" not in " ".join(screen(bob).buttons), "the buttons of the game are back"
    assert screen(bob).text.count("wants to chat") == 1
    await says(strangers, alice, "are you there?")
    assert heard(bob)[-1] == "💬 Alice: hello there"


async def test_whoever_is_muted_is_not_heard_and_knows_it(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    await presses(pair, pair.bob, "💬", "Mute")
    assert "isn’t listening right now; this wasn’t passed on." in (await says(pair, pair.alice, "hello")).text
    assert "isn’t listening right now; this wasn’t passed on." in await presses(pair, pair.alice, "💬", "👍")
    assert heard(pair.bob) == []
    await presses(pair, pair.bob, "Unmute", "Back")
    await presses(pair, pair.alice, "👍")
    assert heard(pair.bob) == ["💬 Alice: 👍"]


async def test_what_is_edited_later_is_not_passed_on_again(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    said = await pair.alice.send("hello!")
    await stage.quiet()
    await pair.alice.edits(said, "something else")
    await stage.quiet()
    assert heard(pair.bob) == ["💬 Alice: hello!"]


async def test_after_the_game_a_reaction_can_still_be_sent(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    await pair.guess(pair.alice, pair.secret())
    assert await presses(pair, pair.bob, "💬", "🤝") == "🤝 → Alice"
    assert heard(pair.alice) == ["💬 Bob: 🤝"]
    await presses(pair, pair.bob, "Back")
    assert "Rematch" in " ".join(screen(pair.bob).buttons)


async def test_where_a_move_arrives_the_buttons_for_talk_give_way(stage: Stage) -> None:
    pair = await paired(stage, ("⚔️ Duel", "🎾 Race in turn"))
    mover, other = await pair.order()
    await presses(pair, other, "💬")
    await pair.guess(mover, "0123" if pair.secret() != "0123" else "4567")
    assert "👏" not in screen(other).buttons
