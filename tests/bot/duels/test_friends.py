"""Friends: who is one, what each sees of the other, a challenge in one press, and how nobody is harassed by it."""

from time import time

import pytest

from bot.game.daily import DAY
from bot.serving import FIRST
from sandbox.client import Message, Person
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import RACE, button_data, paired, screen
from tests.bot.duels.talkers import heard
from tests.bot.player import by_bot, talk
from tests.bot.player import friends as group_of_three

pytestmark = pytest.mark.asyncio(loop_scope="session")
TITLE = "👥 Friends"
LAST_TERMS = "race colours days friendly"


async def listed(person: Person) -> Message:
    return await person.sees(TITLE, after=await person.send("/friends"))


async def opened(person: Person, name: str) -> Message:
    await person.presses(name, on=await listed(person))
    return await person.sees(f"👥 {name}")


def knows(stage: Stage, one: Person, other: Person) -> None:
    """The one has opened a link of the other's; both have a name."""
    stage.bot.change("INSERT INTO daily_friends VALUES (?, ?)", one.id, other.id)
    for person in (one, other):
        stage.bot.change("INSERT INTO ledgers VALUES (?, ?, 1, NULL, '{}', 1)", person.id, person.name)


def play(stage: Stage, one: Person, other: Person, points: float = 3.0) -> None:
    for me, rival, mine in ((one, other, points), (other, one, 5 - points)):
        stage.bot.change("INSERT INTO rivalries VALUES (?, ?, ?, 5, 7.5, ?)", me.id, rival.id, mine, LAST_TERMS)
        stage.bot.change("INSERT OR REPLACE INTO people VALUES (?, ?, NULL, 5, 0, 0, 1, NULL)", me.id, me.name)


async def people(stage: Stage, *names: str) -> tuple[Person, ...]:
    found = [await stage.sandbox.person(name) for name in names or ("Ann", "Bob")]
    for person in found:
        await person.send("/help")
    await stage.quiet()
    return tuple(found)


async def two(stage: Stage) -> tuple[Person, Person]:
    ann, bob = await people(stage)
    play(stage, ann, bob)
    return ann, bob


def offers(*persons: Person) -> list[int]:
    return [len(by_bot(person, words="challenges you")) for person in persons]


async def challenges(stage: Stage, person: Person, name: str) -> str:
    """Press the first button of that friend's screen; what the person is told who may not."""
    answer = await stage.after(person.presses("Challenge", on=await opened(person, name)))
    return (answer.alert and answer.text) or ""


async def test_after_a_match_another_is_one_press_away_on_its_terms(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    ann, bob = pair.both
    await pair.play("Alice: 0123\nBob: 0123\nBob: /resign\nBob: [Yes]")
    assert "Bob · 1 : 0" in (await listed(ann)).text
    shown = await opened(bob, "Alice")
    assert "🤝 0 : 1. Your points first" in shown.text
    assert "🏁 Race · 4 digits · 90 s a guess · rated" in shown.text
    await talk("[⚔️ Challenge again] → ⚔️ Alice has your challenge.", bob, on=shown)
    await stage.after(ann.presses("Accept", on=await ann.sees("⚔️ Bob challenges you!")))
    assert [screen(person).buttons[-1] for person in pair.both] == ["✖️ Cancel"] * 2


async def test_a_line_for_each_with_todays_code_once_both_have_played_on_pages(stage: Stage) -> None:
    ann, bob = await people(stage)
    assert "Nobody yet." in (await listed(ann)).text
    play(stage, ann, bob)
    today = f"{int(time() // DAY) + 1} - value"
    day = f"INSERT INTO daily_tries SELECT {today}, ?, ?, ?, 1, ?, ?, 1, 0, NULL, 1, 0 FROM kept WHERE name = '{FIRST}'"
    stage.bot.change(day, bob.id, "Bob", "b" * 16, 9.0, 5)
    assert "\nBob · 3 : 2\n" in f"{(await listed(ann)).text}\n"
    stage.bot.change(day, ann.id, "Ann", "a" * 16, None, 2)
    assert "today" not in (await listed(ann)).text
    stage.bot.change("UPDATE daily_tries SET ended_at = 9, guesses = 6 WHERE person_id = ?", ann.id)
    assert "Bob · 3 : 2 · today: ⭐⭐⭐ 5 / you ⭐⭐ 6" in (await listed(ann)).text
    assert "Ann · 2 : 3 · today: ⭐⭐ 6 / you ⭐⭐⭐ 5" in (await listed(bob)).text
    assert "🗓 today: ⭐⭐⭐ 5 / you ⭐⭐ 6" in (await opened(ann, "Bob")).text
    for number in range(1, 10):
        stage.bot.change("INSERT INTO rivalries VALUES (?, ?, 1, 1, ?, NULL)", ann.id, number, number)
        stage.bot.change("INSERT OR REPLACE INTO people VALUES (?, ?, NULL, 5, 0, 0, 1, NULL)", number, f"P{number}")
    shown = await listed(ann)
    assert "P9 · 1 : 0" in shown.text
    assert "P1 · 1 : 0" not in shown.text
    await talk("[›] → P1 · 1 : 0", ann, on=shown)


async def test_a_code_for_friends_makes_two_of_them(stage: Stage) -> None:
    ann, bob = await people(stage)
    await ann.send("/set 0834")
    await stage.after(bob.opens(button_data(await ann.sees("Your code for friends"), "Copy link")))
    assert stage.bot.rows("SELECT friend_id FROM daily_friends WHERE person_id = ?", bob.id) == [(ann.id,)]
    assert offers(ann) == [0]


async def test_a_friend_is_asked_once_a_day_unless_they_accept_and_not_once_they_left(stage: Stage) -> None:
    ann, bob = await two(stage)
    for _ in range(2):
        assert await challenges(stage, ann, "Bob") == ""
        await ann.sees("⚔️ Bob has your challenge.")
    assert offers(bob) == [1], "the one that waits is shown to whoever made it, and rings nowhere"
    await stage.after(bob.presses("No, thanks", on=await bob.sees("⚔️ Ann challenges you!")))
    assert "already challenged" in await challenges(stage, ann, "Bob")
    accepted = """UPDATE challenges SET body = replace(body, '"state":"declined"', '"state":"accepted"')"""
    stage.bot.change(f"{accepted} WHERE person_id = ?", ann.id)
    assert await challenges(stage, ann, "Bob") == ""
    await ann.presses("Withdraw", on=await ann.sees("⚔️ Bob has your challenge."))
    await bob.sees("This challenge was withdrawn.")
    assert "already challenged" in await challenges(stage, ann, "Bob")
    stage.bot.change("UPDATE challenges SET made_at = made_at - 86400 WHERE person_id = ?", ann.id)
    assert await challenges(stage, ann, "Bob") == ""
    await ann.presses("Withdraw", on=by_bot(ann, words="⚔️ Bob has your challenge.")[-1])
    stage.bot.change("UPDATE challenges SET made_at = made_at - 86400 WHERE person_id = ?", ann.id)
    await stage.after(bob.blocks())
    assert "Bob isn’t taking challenges right now." in await challenges(stage, ann, "Bob")


async def test_whoever_wishes_is_challenged_by_those_whom_they_know_alone(stage: Stage) -> None:
    ann, bob = await people(stage)
    knows(stage, bob, ann)
    await ann.presses("Challenges: anybody", on=await listed(ann))
    assert stage.bot.rows("SELECT friends_only FROM chats WHERE chat_id = ?", ann.id) == [(1,)]
    assert "Ann isn’t taking challenges right now." in await challenges(stage, bob, "Ann")
    await challenges(stage, ann, "Bob")
    assert offers(ann, bob) == [0, 1], "Bob has chosen Ann by opening a link"
    await ann.presses("Challenges: friends", on=await listed(ann))
    assert await challenges(stage, bob, "Ann") == ""
    assert offers(ann) == [1]


@pytest.mark.parametrize("knows_them", [False, True])
async def test_a_challenge_by_name_is_for_all_where_they_do_not_take_it(stage: Stage, *, knows_them: bool) -> None:
    group, alice, _, carol = await group_of_three(stage)
    await stage.after(carol.send("/help"))
    stage.bot.change("UPDATE chats SET friends_only = 1 WHERE chat_id = ?", carol.id)
    if knows_them:
        knows(stage, carol, alice)
    said = await carol.send("hello", chat=group)
    await alice.send("/duel@sandbox_bot", chat=group, reply_to=said)
    shown = await alice.sees("Carol" if knows_them else "Who wants to play Alice?", chat=group)
    assert ("Carol isn’t taking challenges by name, so this one is for everybody." in shown.text) is not knows_them


async def test_a_forged_press_says_the_same_of_everybody_who_is_no_friend(stage: Stage) -> None:
    mallory, ann, bob, eve = await people(stage, "Mallory", "Ann", "Bob", "Eve")
    for person in (bob, eve):
        play(stage, mallory, person)
    stage.bot.change("UPDATE chats SET seen_at = 4e9 WHERE chat_id IN (?, ?, ?)", ann.id, bob.id, eve.id)
    stage.bot.change("INSERT INTO blocks VALUES (?, ?), (?, ?)", bob.id, mallory.id, mallory.id, eve.id)
    whom = (ann.id, bob.id, eve.id, mallory.id, 987654321, 0)
    forged = [f"1:friends:{letter}{person}" for person in whom for letter in "fbyx"]
    forged += [f"1:challenge:{person}" for person in whom] + ["1:challenge", "1:friends:f", "1:friends:nonsense"]
    told = set()
    for data in forged:
        shown = await listed(mallory)
        told.add((await stage.after(mallory.forges(data, on=shown))).text)
        assert mallory.messages()[-1].text == shown.text
    assert len(told) == 1, told
    assert offers(ann, bob, eve) == [0, 0, 0]
    assert stage.bot.rows("SELECT 1 FROM blocks WHERE person_id = ? AND blocked_id <> ?", mallory.id, eve.id) == []


async def test_in_a_group_nothing_is_told(stage: Stage) -> None:
    group, alice, bob, _ = await group_of_three(stage)
    play(stage, alice, bob)
    shown = await talk("/friends@sandbox_bot → Ask me in private", alice, chat=group)
    for data in ("1:friends", f"1:friends:f{bob.id}", "1:friends:limit", f"1:challenge:{bob.id}"):
        assert "Bob" not in ((await alice.forges(data, on=shown)).text or "")
    assert offers(bob) == [0]
    assert "Bob" not in alice.messages(group)[-1].text


async def test_only_those_whom_somebody_knows_see_them_here_and_only_if_they_wish(stage: Stage) -> None:
    ann, bob, cyd = await people(stage, "Ann", "Bob", "Cyd")
    play(stage, ann, bob)
    knows(stage, cyd, ann)
    assert "🟢 Ann" not in (await listed(bob)).text
    await ann.presses("Online: hidden", on=await listed(ann))
    assert "🟢 Ann · 2 : 3" in (await listed(bob)).text
    assert "🟢 Here now" in (await opened(bob, "Ann")).text
    assert "🟢 Ann" not in (await listed(cyd)).text, "Cyd came by a link, uninvited"
    stage.bot.change("UPDATE chats SET seen_at = seen_at - 301 WHERE chat_id = ?", ann.id)
    assert "🟢 Ann" not in (await listed(bob)).text
    shown = await listed(ann)
    assert "🟢 Ann" in (await listed(bob)).text
    await ann.presses("Online: friends see", on=shown)
    assert "🟢 Ann" not in (await listed(bob)).text
    assert stage.bot.rows("SELECT seen_at FROM chats WHERE chat_id IN (?, ?)", ann.id, bob.id) == [(None,), (None,)]


async def test_who_is_blocked_there_is_gone_from_both_lists_and_not_heard_in_a_game(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    play(stage, pair.alice, pair.bob)
    asked = await talk("[Block] → Block Bob?", pair.alice, on=await opened(pair.alice, "Bob"))
    assert "won’t meet Bob again" in ((await pair.alice.presses("Block", on=asked)).text or "")
    for person in pair.both:
        assert "Nobody yet." in (await listed(person)).text
    await pair.guess(pair.bob, "hello")
    assert heard(pair.alice) == []
    settings = await pair.alice.sees("anguage", after=await pair.alice.send("/settings"))
    await pair.alice.presses("Blocked people", on=settings)
    await stage.after(pair.alice.presses("Bob", on=await pair.alice.sees("People you’ve blocked")))
    assert "Bob · 3 : 2" in (await listed(pair.alice)).text
