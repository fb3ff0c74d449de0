"""The loop between friends: from the end of a code that was set to another for whoever is there, or to a game."""

import pytest

from sandbox.client import Message, Person
from tests.bot.conftest import Stage
from tests.bot.player import by_bot, presses_at_once, says, talk
from tests.bot.player import data_of as data_of_button
from tests.bot.privacy.test_privacy_in_chat import data_of, forgets_themselves, rows_in

pytestmark = pytest.mark.asyncio(loop_scope="session")


def labels(message: Message) -> list[str]:
    return [button.text for row in message.keyboard for button in row]


async def broken(stage: Stage, *names: str, words: str = "7031 my old pin") -> tuple[Person, ...]:
    """Ann has set a code, and these have broken it, in that order; all of them."""
    ann = await stage.sandbox.person("Ann")
    link = data_of_button(await says(stage, ann, f"/set {words}"), "Copy link")
    friends = [await stage.sandbox.person(name) for name in names or ("Tom",)]
    for friend in friends:
        await stage.after(friend.opens(link))
        await says(stage, friend, words.split(maxsplit=1)[0])
    return ann, *friends


def end_of(person: Person) -> Message:
    """Where somebody sees last how the code has ended."""
    return next(message for message in reversed(by_bot(person)) if message.button("Set one for"))


async def test_both_ends_lead_on_to_the_other_first_and_the_author_to_the_latest(stage: Stage) -> None:
    ann, tom, bob = await broken(stage, "Tom", "Bob")
    for person, other in ((tom, "Ann"), (bob, "Ann"), (ann, "Bob")):
        assert labels(end_of(person))[:2] == [f"💌 Set one for {other}", f"⚔️ Play {other}"]
    assert {"🔄 Play again", "🚩 Report the clue"} <= {*labels(end_of(tom))}
    assert "🤺 Next: we both guess" not in labels(end_of(tom))


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
    await talk("nonsense that is none → 💌 A code for Ann\n0834 it is 0834 → The clue can’t contain", tom)
    assert stage.bot.rows("SELECT 1 FROM contests WHERE set_by = ?", tom.id) == []
    shown = await says(stage, tom, "0834 born in May")
    assert "0834" in shown.text
    assert "💬 born in May" in shown.text
    assert shown.button("Copy link") is not None
    assert not any("A code for Ann" in message.text for message in by_bot(tom))
    assert not any("0834" in message.text for message in tom.messages() if not message.by_bot)
    assert stage.bot.rows("SELECT 1 FROM prompts WHERE kind = 'code-for' AND person_id = ?", tom.id) == []
    await says(stage, tom, "5678")
    assert len(stage.bot.rows("SELECT 1 FROM contests WHERE set_by = ?", tom.id)) == 1, "one was asked for"


async def test_no_question_is_left_by_whoever_writes_three_lines_before_the_first_is_answered(stage: Stage) -> None:
    _, tom = await broken(stage)
    await says(stage, tom, "[Set one for Ann]")
    for line in ("nonsense that is none", "0834 it is 0834", "0834 born in May"):
        await tom.send(line)
    await stage.quiet()
    assert "💬 born in May" in by_bot(tom)[-1].text
    assert by_bot(tom, words="A code for Ann") == []


async def test_whoever_does_what_the_refusal_says_sends_it_to_the_other(stage: Stage) -> None:
    _, tom = await broken(stage)
    shown = await says(stage, tom, "[Set one for Ann]", "let it be 5270")
    advice = shown.text.split("\n")[0].partition(": ")[2]
    assert advice == "5270 let it be"
    assert "Ann has your code." in (await says(stage, tom, advice)).text


async def test_whoever_has_left_before_it_is_set_is_said_to_have_left(stage: Stage) -> None:
    ann, tom = await broken(stage)
    await says(stage, tom, "[Set one for Ann]")
    await forgets_themselves(ann, stage)
    assert "💌 A code for Someone who left" in (await says(stage, tom, "nonsense that is none")).text
    assert "Now send it to Someone who left." in (await says(stage, tom, "0834")).text


async def test_whoever_changes_their_mind_is_asked_no_more(stage: Stage) -> None:
    _, tom = await broken(stage)
    asked = await says(stage, tom, "[Set one for Ann]")
    data = data_of_button(asked, "Cancel")
    for _ in range(2):
        await stage.after(tom.forges(data, on=by_bot(tom)[-1]))
        assert not by_bot(tom, words="A code for Ann")
    await talk("0834 → No game in progress", tom)
    assert stage.bot.rows("SELECT 1 FROM contests WHERE set_by = ?", tom.id) == []


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
    await stage.after(tom.opens(data_of_button(by_bot(ann, words="Your code for friends")[-1], "Copy link")))
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


# A code that goes to the other by itself.


async def sends(stage: Stage, person: Person, other: Person, code: str = "0834 born in May") -> Message:
    """The person sets one for whoever is at the other end, and all that comes of it has come; what they see then."""
    await stage.after(person.presses(f"Set one for {other.name}", on=end_of(person)))
    shown = await says(stage, person, code)
    await told(stage)
    return shown


async def told(stage: Stage) -> None:
    await stage.bot.holds("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE kind = 'codes')")
    await stage.quiet()


def contests_of(stage: Stage, person: Person) -> int:
    return len(stage.bot.rows("SELECT 1 FROM contests WHERE set_by = ?", person.id))


def notices(person: Person) -> list[Message]:
    return by_bot(person, words="set you a code")


def waiting(stage: Stage, person: Person) -> int:
    return len(stage.bot.rows("SELECT 1 FROM contests WHERE waits_for = ?", person.id))


async def sounds(stage: Stage, person: Person) -> list[bool]:
    """Of each notice that the person was sent, whether it came with a sound."""
    calls = [call["parameters"] for call in await stage.sandbox.calls("sendMessage")]
    return [
        not call.get("disable_notification")
        for call in calls
        if call["chat_id"] == person.id and "set you a code" in call["text"]
    ]


async def test_it_is_brought_to_them_and_its_clue_is_read_once_it_is_opened(stage: Stage) -> None:
    ann, tom = await broken(stage)
    shown = await sends(stage, tom, ann)
    assert shown.text.startswith("✅ Ann has your code.")
    assert [message.text for message in notices(ann)] == ["💌 Tom set you a code: 4 different digits."]
    assert labels(notices(ann)[0]) == ["🎯 Try it", "🚩 Report", "⛔ Block", "🔕 Send me no codes"]
    assert await sounds(stage, ann) == [True]
    await stage.after(ann.presses("Try it", on=notices(ann)[0]))
    await told(stage)
    assert "💬 born in May" in by_bot(ann)[-1].text
    assert (notices(ann), waiting(stage, ann)) == ([], 0)
    await says(stage, ann, "0834")
    assert labels(end_of(ann))[0] == "💌 Set one for Tom"
    assert "🔔 Ann cracked it in 1 guess!" in end_of(tom).text
    assert labels(end_of(tom))[0] == "💌 Set one for Ann"


async def test_all_that_wait_are_one_message_which_rings_once_an_hour(stage: Stage) -> None:
    ann, tom, bob, cyd = await broken(stage, "Tom", "Bob", "Cyd")
    for friend in (tom, bob, cyd):
        await sends(stage, friend, ann)
    assert ([len(notices(ann)), waiting(stage, ann)], await sounds(stage, ann)) == ([1, 3], [True])
    shown = notices(ann)[0]
    assert shown.text == "📬 3 codes wait for you\n\n💌 Cyd set you a code: 4 different digits."
    assert labels(shown)[:3] == ["🎯 Try it", "‹", "›"]
    await talk("[›] → 💌 Bob set\n[›] → 💌 Tom set\n[›] → 💌 Cyd set\n[‹] → 💌 Tom set", ann)
    await stage.after(ann.presses("Try it", on=notices(ann)[0]))
    await told(stage)
    assert "2 codes wait" in notices(ann)[0].text
    assert "💬 born in May" in by_bot(ann)[-1].text
    assert await sounds(stage, ann) == [True], "opening is no news"
    stage.bot.change("UPDATE slots SET shown_at = shown_at - 3600 WHERE slot = 'codes' AND chat_id = ?", ann.id)
    stage.bot.change("UPDATE contests SET played_at = played_at - 86400 WHERE set_by = ?", bob.id)
    await sends(stage, bob, ann)
    assert ([len(notices(ann)), waiting(stage, ann)], await sounds(stage, ann)) == ([1, 3], [True, True])


async def test_the_same_two_once_a_day_unless_it_is_opened_else_there_is_a_link(stage: Stage) -> None:
    ann, tom = await broken(stage)
    await sends(stage, tom, ann)
    assert "Now send it to Ann." in (shown := await sends(stage, tom, ann, "5678")).text
    assert shown.button("Copy link") is not None
    assert waiting(stage, ann) == 1
    await stage.after(ann.presses("Try it", on=notices(ann)[0]))
    assert "Ann has your code." in (await sends(stage, tom, ann, "9876")).text
    stage.bot.change("UPDATE contests SET played_at = played_at - 86400 WHERE set_by = ?", tom.id)
    assert "Ann has your code." in (await sends(stage, tom, ann, "4567")).text
    assert waiting(stage, ann) == 2


BARRED = {
    "blocked by them": "INSERT INTO blocks VALUES ({ann}, {tom})",
    "blocks them": "INSERT INTO blocks VALUES ({tom}, {ann})",
    "kept away": "INSERT INTO bans VALUES ({ann}, 1, 9)",
    "friends alone": "UPDATE chats SET friends_only = 1 WHERE chat_id = {ann}",
    "no codes": "UPDATE chats SET no_codes = 1 WHERE chat_id = {ann}",
    "away": "UPDATE chats SET reachable = 0 WHERE chat_id = {ann}",
    "never started": "UPDATE chats SET greeted = 0 WHERE chat_id = {ann}",
}


@pytest.mark.parametrize("why", BARRED)
async def test_whoever_may_not_be_reached_hears_nothing_and_the_other_sends_it_by_a_link(
    stage: Stage, why: str
) -> None:
    ann, tom = await broken(stage)
    asked = await says(stage, tom, "[Set one for Ann]")
    assert asked.text.startswith("💌 A code for Ann")
    stage.bot.change(BARRED[why].format(ann=ann.id, tom=tom.id))
    before = len(by_bot(ann))
    shown = await says(stage, tom, "0834")
    await told(stage)
    assert "Now send it to Ann." in shown.text
    assert shown.button("Copy link") is not None
    assert (waiting(stage, ann), len(by_bot(ann))) == (0, before)


async def test_under_the_notice_one_complains_blocks_or_wishes_for_no_more(stage: Stage) -> None:
    ann, tom, bob = await broken(stage, "Tom", "Bob")
    await sends(stage, tom, ann, "0834 something rude")
    await sends(stage, bob, ann, "4567")
    await talk("[Report] ‼ What Bob wrote\n[›] → Tom set\n[Report] ‼ What Tom wrote", ann)
    reported = "SELECT about_id, said FROM reports WHERE person_id = ? ORDER BY reported_at"
    assert stage.bot.rows(reported, ann.id) == [(bob.id, '["Bob"]'), (tom.id, '["something rude"]')]
    await talk("[Block] → Block Tom?\n[Back] → Tom set\n[Block] → Block Tom?", ann)
    stale = notices(ann)
    await talk("[Block] ‼ You won’t meet Tom again\n→ 💌 Bob set", ann)
    await stage.quiet()
    assert ([message.text for message in notices(ann)], stale) == (
        ["💌 Bob set you a code: 4 different digits."],
        [],
    )
    assert stage.bot.rows("SELECT blocked_id FROM blocks WHERE person_id = ?", ann.id) == [(tom.id,)]
    told = await stage.after(ann.presses("Send me no codes", on=notices(ann)[0]))
    assert "To change that: /friends" in told.text
    assert labels(notices(ann)[0]) == ["🎯 Try it", "🚩 Report", "⛔ Block"]
    await stage.after(ann.presses("Try it", on=notices(ann)[0]))
    await says(stage, ann, "4567")
    assert "Now send it to Ann." in (await sends(stage, bob, ann, "5678")).text
    await talk("/friends → 👥 Friends\n[Codes from friends: no] → 👥 Friends", ann)
    await stage.quiet()
    assert "Ann has your code." in (await sends(stage, bob, ann, "6789")).text


async def test_a_notice_is_pressed_by_nobody_else_and_once(stage: Stage) -> None:
    ann, tom = await broken(stage)
    await sends(stage, tom, ann)
    token = stage.bot.rows("SELECT token FROM contests WHERE waits_for = ?", ann.id)[0][0]
    for verb in ("codeturn", "codeblock", "codenone", "beatreport"):
        for person in (tom, await stage.sandbox.person("Eve")):
            await says(stage, person, "/help")
            await stage.after(person.forges(f"1:{verb}:{token}:sure", on=by_bot(person)[-1]))
    for table in ("blocks", "reports"):
        assert stage.bot.rows(f"SELECT 1 FROM {table} WHERE person_id IN (?, ?)", tom.id, ann.id) == []
    assert stage.bot.rows("SELECT 1 FROM chats WHERE no_codes = 1 AND chat_id = ?", tom.id) == []
    await presses_at_once(ann, "Try it", on=notices(ann)[0])
    await told(stage)
    assert (len(by_bot(ann, words="💬 born in May")), waiting(stage, ann)) == (1, 0)
    assert stage.bot.rows("SELECT count(*) FROM entries WHERE token = ?", token) == [(1,)]


async def test_none_is_set_for_anybody_while_what_people_do_together_is_switched_off(own_stage: Stage) -> None:
    ann, tom = await broken(own_stage)
    await own_stage.after(tom.presses("Set one for Ann", on=end_of(tom)))
    own_stage.bot.change("INSERT INTO kept (name, value) VALUES ('switched-off', 'people')")
    assert "turned off for now" in (await says(own_stage, tom, "0834")).text
    assert (contests_of(own_stage, tom), waiting(own_stage, ann)) == (0, 0)


async def test_by_the_link_it_is_opened_as_well(stage: Stage) -> None:
    ann, tom = await broken(stage)
    shown = await sends(stage, tom, ann)
    await stage.after(ann.opens(data_of_button(shown, "Copy link")))
    await told(stage)
    assert (waiting(stage, ann), notices(ann)) == (0, [])


async def test_what_is_kept_of_it_both_are_shown_and_neither_leaves_behind(stage: Stage) -> None:
    ann, tom = await broken(stage)
    await sends(stage, tom, ann)
    await sends(stage, ann, tom, "5678 secretly")

    await stage.after(tom.presses("Set one for Ann", on=end_of(tom)))
    data = await data_of(tom, stage)
    assert "code-for" in str(rows_in(data, "prompts"))
    assert str(ann.id) not in str(data)
    found = str(rows_in(data, "contests"))
    assert "'waits_for': 'Ann'" in found
    assert "'set_by': 'Ann'" in found
    assert "5678" not in found
    assert "secretly" not in found
    await forgets_themselves(tom, stage)
    await stage.bot.holds("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE kind IN ('forget', 'codes'))")
    await stage.quiet()
    assert (
        stage.bot.rows("SELECT 1 FROM contests WHERE set_by = ? OR waits_for IN (?, ?)", tom.id, tom.id, ann.id) == []
    )
    assert notices(ann) == []


async def test_of_two_codes_that_may_be_meant_the_one_is_chosen_and_no_other_word_of_it_is_told(stage: Stage) -> None:
    ann, tom = await broken(stage)
    await stage.after(tom.presses("Set one for Ann", on=end_of(tom)))
    shown = await says(stage, tom, "123 456")
    assert (labels(shown), waiting(stage, ann)) == (["123456", "123"], 0)
    await presses_at_once(tom, "123456", on=shown)
    await told(stage)
    assert [message.text for message in notices(ann)] == ["💌 Tom set you a code: 6 different digits."]
    assert contests_of(stage, tom) == 1
    await stage.after(tom.presses("Set one for Ann", on=end_of(tom)))
    await stage.after(tom.forges("1:code:r0", on=by_bot(tom)[-1]))
    assert contests_of(stage, tom) == 1


async def test_a_thousand_accounts_are_one_message_and_one_sound(stage: Stage) -> None:
    ann, tom, bob = await broken(stage, "Tom", "Bob")
    await sends(stage, tom, ann)
    theirs = "SELECT printf('%022d', i), printf('%016x', i), json_set(body, '$.person', 9000000 + i), 1, played_at - i"
    counted = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)"
    stage.bot.change(
        "INSERT INTO contests (token, game_id, body, revision, played_at, set_by, waits_for) "
        f"{counted} {theirs}, 9000000 + i, waits_for FROM contests, n WHERE waits_for = ?",
        ann.id,
    )
    stage.bot.change(f"INSERT INTO jobs (due_at, kind, subject, turn) {counted} SELECT 1, 'codes', ?, 1 FROM n", ann.id)
    await sends(stage, bob, ann)
    assert [message.text for message in notices(ann)] == [
        "📬 20+ codes wait for you\n\n💌 Bob set you a code: 4 different digits."
    ]
    assert await sounds(stage, ann) == [True]
    await talk("[‹] → 💌 Tom set", ann)
    await stage.after(ann.presses("Try it", on=notices(ann)[0]))
    await told(stage)
    assert (len(notices(ann)), waiting(stage, ann)) == (1, 1001)
