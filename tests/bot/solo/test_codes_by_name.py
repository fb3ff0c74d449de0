"""The loop between friends: from the end of a code that was set to another for whoever is there, or to a game."""

import pytest

from sandbox.client import Message, Person
from tests.bot.conftest import Stage
from tests.bot.player import by_bot, data_of, says, talk

pytestmark = pytest.mark.asyncio(loop_scope="session")


def labels(message: Message) -> list[str]:
    return [button.text for row in message.keyboard for button in row]


async def broken(stage: Stage, *names: str, words: str = "7031 my old pin") -> tuple[Person, ...]:
    """Ann has set a code, and these have broken it, in that order; all of them."""
    ann = await stage.sandbox.person("Ann")
    link = data_of(await says(stage, ann, f"/set {words}"), "Copy link")
    friends = [await stage.sandbox.person(name) for name in names or ("Tom",)]
    for friend in friends:
        await stage.after(friend.opens(link))
        await says(stage, friend, words.split(maxsplit=1)[0])
    return ann, *friends


def end_of(person: Person) -> Message:
    """Where somebody sees last how the code has ended."""
    return by_bot(person, words="🏁")[-1]


async def test_both_ends_lead_on_to_the_other_first_and_the_author_to_the_latest(stage: Stage) -> None:
    ann, tom, bob = await broken(stage, "Tom", "Bob")
    for person, other in ((tom, "Ann"), (bob, "Ann"), (ann, "Bob")):
        assert labels(end_of(person))[:2] == [f"💌 Set one for {other}", f"⚔️ Play {other}"]
    assert {"🔄 Play again", "🚩 Report the clue"} <= {*labels(end_of(tom))}


async def test_the_other_is_challenged_in_one_press_by_both_ends_however_often_it_is_pressed(stage: Stage) -> None:
    ann, tom = await broken(stage)
    for one, other in ((tom, ann), (ann, tom)):
        for _ in range(2):
            await stage.after(one.presses(f"Play {other.name}", on=end_of(one)))
            await one.sees(f"⚔️ {other.name} has your challenge.")
        assert len(by_bot(other, words=f"⚔️ {one.name} challenges you!")) == 1


async def test_a_code_is_asked_for_and_what_is_typed_next_is_that_with_its_clue(stage: Stage) -> None:
    _, tom = await broken(stage)
    asked = await says(stage, tom, "[Set one for Ann]")
    assert asked.text.startswith("💌 A code for Ann")
    await talk("nonsense that is none → 💌 A code for Ann\n0834 it is 0834 → The clue may not hold", tom)
    assert stage.bot.rows("SELECT 1 FROM contests WHERE set_by = ?", tom.id) == []
    shown = await says(stage, tom, "0834 born in May")
    assert ("0834" in shown.text, "💬 born in May" in shown.text, shown.button("Copy link") is None) == (
        True,
        True,
        False,
    )
    assert not any("A code for Ann" in message.text for message in by_bot(tom))
    assert not any("0834" in message.text for message in tom.messages() if not message.by_bot)
    assert stage.bot.rows("SELECT 1 FROM prompts WHERE kind = 'code-for' AND person_id = ?", tom.id) == []
    await says(stage, tom, "5678")
    assert len(stage.bot.rows("SELECT 1 FROM contests WHERE set_by = ?", tom.id)) == 1, "one was asked for"


async def test_a_game_that_is_looked_at_since_takes_what_is_typed(stage: Stage) -> None:
    _, tom = await broken(stage)
    asked = await says(stage, tom, "[Set one for Ann]")
    await talk("/play → 🔒\n0123 → 1 guess so far", tom)
    assert stage.bot.rows("SELECT 1 FROM contests WHERE set_by = ?", tom.id) == []
    await stage.after(tom.send("0834", reply_to=asked))
    assert len(stage.bot.rows("SELECT 1 FROM contests WHERE set_by = ?", tom.id)) == 1


@pytest.mark.parametrize("who", ["Ann", "Tom"])
async def test_whoever_is_parted_from_the_other_end_is_led_nowhere(stage: Stage, who: str) -> None:
    ann, tom = await broken(stage)
    old = [(person, end_of(person)) for person in (tom, ann)]
    pair = (ann, tom) if who == "Ann" else (tom, ann)
    stage.bot.change("INSERT INTO blocks VALUES (?, ?)", *(person.id for person in pair))
    for one, shown in old:
        other = tom if one is ann else ann
        told = await stage.after(one.presses(f"Play {other.name}", on=shown))
        assert told.text == f"{other.name} isn’t taking challenges right now. You can still send a link: /duel"
    await stage.after(tom.opens(data_of(by_bot(ann, words="Your code for friends")[-1], "Copy link")))
    assert not any("Ann" in label for label in labels(by_bot(tom)[-1]))


async def test_a_forged_press_leads_to_nobody_but_the_other_end(stage: Stage) -> None:
    ann, tom, bob = await broken(stage, "Tom", "Bob")
    eve = await stage.sandbox.person("Eve")
    await says(stage, eve, "/help")
    token = stage.bot.rows("SELECT token FROM contests WHERE set_by = ?", ann.id)[0][0]
    whom = (ann.id, tom.id, bob.id, eve.id, 987654321, 0, -1)
    allowed = {(ann.id, tom.id), (ann.id, bob.id), (tom.id, ann.id), (bob.id, ann.id)}
    group = await stage.sandbox.group("Friends", ann, tom, bob)
    for verb in ("codefor", "codeplay"):
        for person in (tom, bob, eve, ann):
            for other in whom:
                if (person.id, other) not in allowed:
                    data = f"1:{verb}:{token}:{other}"
                    told = await stage.after(person.forges(data, on=by_bot(person)[-1]))
                    assert "out of date" in (told.text or ""), (person, data, told)
    shown = await says(stage, tom, "/play@sandbox_bot", chat=group)
    await stage.after(tom.forges(f"1:codefor:{token}:{ann.id}", on=shown))
    assert stage.bot.rows("SELECT 1 FROM prompts WHERE kind = 'code-for'") == []
    assert stage.bot.rows("SELECT 1 FROM challenges WHERE person_id IN (?, ?, ?)", ann.id, tom.id, bob.id) == []


async def test_others_are_in_the_list_of_friends(stage: Stage) -> None:
    ann, tom, _ = await broken(stage, "Tom", "Bob")
    await talk("/friends → 👥 Friends\n[Tom] → 👥 Tom\n[Set a code] → 💌 A code for Tom", ann)
    for other in (tom.id + 9, ann.id, 0):
        told = await stage.after(ann.forges(f"1:code:{other}", on=await talk("/friends → 👥 Friends", ann)))
        assert "out of date" in (told.text or "")
