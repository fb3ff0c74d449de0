"""What operators do in their chat, through the bot's real process: reports, bans, feedback, features, failures, log."""

import json

import pytest
import pytest_asyncio

from sandbox.client import Message, Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import RACE, Pair, paired, screen
from tests.bot.duels.talkers import heard, presses
from tests.bot.operators.conftest import Office
from tests.bot.player import talk
from tests.bot.solo.test_contests import with_contest

pytestmark = pytest.mark.asyncio(loop_scope="session")
AWAY, WARNED = "You’re banned from this bot", "⚠️ People have complained about what you wrote to them."
ANSWERED, UNKNOWN = "The people who run this bot answer:", "I don’t know that command"


def reported(office: Office, about: int, by: int, said: str = '["bad words"]', at: float = 1.0) -> None:
    columns = "stream, person_id, about_id, reported_at, said"
    office.stage.bot.change(f"INSERT INTO reports ({columns}) VALUES ('game', ?, ?, ?, ?)", by, about, at, said)


def reports(office: Office) -> list[tuple[int]]:
    return office.stage.bot.rows("SELECT about_id FROM reports ORDER BY 1")


def feedback(office: Office) -> list[int]:
    """The numbers of what waits to be read."""
    return [number for (number,) in office.stage.bot.rows("SELECT feedback_id FROM feedback")]


@pytest_asyncio.fixture(loop_scope="session")
async def bob(office: Office) -> Person:
    return await office.stage.sandbox.person("Bob")


# Reports, warnings and bans
async def test_to_others_the_command_is_unknown(office: Office, alice: Person, stage: Stage) -> None:
    unknown = await alice.sees(UNKNOWN, after=await alice.send("/admin"))
    assert (await alice.sees(UNKNOWN, after=await alice.send("/nonsense"))).text == unknown.text
    group = await office.stage.sandbox.group("Friends", office.boss)
    await office.stage.after(office.boss.send("/admin@sandbox_bot", chat=group))
    await office.boss.sees_no("Оператор", chat=group)
    await talk("/feedback hello → has no operators", await stage.sandbox.person("Bob"))


async def test_a_forged_press_by_somebody_else_does_nothing(office: Office, alice: Person) -> None:
    shown = await talk("/help all → /feedback", alice)
    reported(office, alice.id, 7)
    for data in (f"1:aban:{office.boss.id}-1-yes", f"1:adismiss:{alice.id}-1", "1:aswitch:off-games", "1:ahome"):
        await alice.forges(data, on=shown)
    await office.stage.quiet()
    bans = office.stage.bot.rows("SELECT * FROM bans")
    assert (office.deeds(), reports(office), bans) == ([], [(alice.id,)], [])


async def test_a_report_reaches_the_operator_and_a_warning_the_person(office: Office) -> None:
    pair = await paired(office.stage, RACE)
    await office.stage.after(pair.bob.send("you are silly..."))
    await presses(pair, pair.alice, "💬", "Report", "Report")
    await office.boss.sees("Чекає на тебе: ⚑ скарг на людей — 1")
    shown = await office.opens("⚑ Скарги")
    assert ("Bob" in shown.text, "you are silly" in shown.text) == (True, True)
    await office.presses("⚠️ Попередити")
    await pair.bob.sees(WARNED)
    assert (reports(office), office.deeds()) == ([], [("warn", pair.bob.id)])


async def test_reports_that_came_meanwhile_are_not_decided_unseen(office: Office) -> None:
    reported(office, 77, 1)
    shown = await office.opens("⚑ Скарги")
    reported(office, 77, 2, '["worse"]')
    assert "Тим часом" in ((await office.boss.presses("✓ Немає за що", on=shown)).text or "")
    assert reports(office) == [(77,), (77,)]
    await office.stage.quiet()  # the screen shows the later report too
    await office.presses("✓ Немає за що")
    assert (reports(office), office.deeds()) == ([], [("dismiss", 77)])
    for by in range(30):  # and the longest ones fit into a message
        reported(office, 77, by, json.dumps(["&" * 300] * 20), by)
    assert "Скарг: 30" in (await office.opens("⚑ Скарги")).text


async def test_whoever_is_kept_away_loses_their_match_and_may_object(office: Office) -> None:
    pair = await paired(office.stage, RACE)
    reported(office, pair.bob.id, pair.alice.id)
    asked = await office.opens("⚑ Скарги", "🚫 Заблокувати")
    assert ("Заблокувати Bob" in asked.text, office.deeds()) == (True, [])
    await office.presses("🚫 Так, заблокувати")
    await pair.bob.sees(AWAY)
    await pair.alice.sees("✖️ Bob cancelled the game. It counts for nobody.")
    assert (office.deeds(), reports(office)) == ([("ban", pair.bob.id)], [])
    await pair.bob.sees(AWAY, after=await pair.bob.send("/play"))
    may = "/feedback I was kind → Thanks\n/privacy → What I store about you\n/forgetme → Delete everything about you?"
    await talk(may, pair.bob)
    assert (await pair.bob.types_inline("")).results == ()


async def test_in_groups_whoever_is_kept_away_is_not_heard(office: Office, alice: Person, bob: Person) -> None:
    group = await office.stage.sandbox.group("Friends", alice, bob)
    await office.stage.after(alice.send("/play@sandbox_bot", chat=group))
    office.bans(bob)
    board = await alice.sees("Guess", chat=group)
    await bob.send("/guess 9876", chat=group)
    assert "You’re banned" in ((await bob.presses("Hint", on=board)).text or "")
    await office.stage.quiet()
    await alice.sees_no(AWAY, chat=group)
    assert office.stage.bot.rows("SELECT 1 FROM games WHERE chat_id = ? AND body LIKE '%9876%'", group.id) == []


async def test_by_number_and_name_and_back_again(office: Office) -> None:
    alice = await office.stage.sandbox.person("Alice", username="alice_ops")
    await office.stage.after(alice.send("/menu"))
    await office.asks("ban @Alice_Ops")
    await office.presses("🚫 Так, заблокувати")
    await alice.sees(AWAY)
    await office.opens("🚫 Заблоковані · 1", "↩️")
    await alice.sees("You can play again")
    await office.asks(f"unban {alice.id}")
    assert office.deeds() == [("ban", alice.id), ("unban", alice.id)]
    assert str(alice.id) in (await office.asks(f"warn {alice.id} Please <b>stop</b>.")).text
    assert "Please <b>stop</b>." in (await alice.sees(WARNED)).text


@pytest.mark.parametrize("words", ["ban x", "ban 0", "ban 12345678901234567", "ban @nobody_here", "warn", "unban -5"])
async def test_nobody_is_meant_by_nonsense(office: Office, words: str) -> None:
    assert ("Кого?" in (await office.asks(words)).text, office.deeds()) == (True, [])


async def test_operators_are_never_kept_away_and_a_second_press_bans_once(office: Office, alice: Person) -> None:
    assert "Це оператор" in (await office.asks(f"ban {office.boss.id}")).text
    shown = await office.asks(f"ban {alice.id}")
    await office.boss.presses("🚫 Так", on=shown)
    await office.stage.after(office.boss.forges(f"1:aban:{alice.id}-0-yes", on=shown))
    assert office.deeds() == [("ban", alice.id)]


async def test_too_long_an_answer_is_not_cut_but_refused(office: Office, alice: Person) -> None:
    await office.stage.after(alice.send("/feedback More colours, please"))
    [number] = feedback(office)
    assert "2000" in (await office.asks(f"answer {number} {'so ' * 700}")).text
    assert "1000" in (await office.asks(f"warn {alice.id} {'no ' * 400}")).text
    assert (feedback(office), office.deeds()) == ([number], [])


# Feedback, failures, numbers and the log
async def test_feedback_is_read_and_answered(office: Office, alice: Person) -> None:
    await talk("/feedback More <words>, please → Thanks", alice)
    await office.boss.sees("✉️ повідомлень — 1")
    shown = await office.opens("✉️ Повідомлення · 1")
    assert ("More <words>, please" in shown.text, "Alice" in shown.text) == (True, True)
    [number] = feedback(office)
    assert "Alice" in (await office.asks(f"answer {number} They come & go")).text
    assert "They come & go" in (await alice.sees(ANSWERED)).text
    assert (feedback(office), office.deeds()) == ([], [("answer", alice.id)])
    assert "На яке" in (await office.asks(f"answer {number} again")).text


async def test_one_person_fills_no_inbox(office: Office, alice: Person) -> None:
    for number in range(3):
        await alice.sees("Thanks", after=await alice.send(f"/feedback {number}"))
    await talk(
        f"/feedback 4 → Three of your messages are still unread\n/feedback {'x' * 1501} → longer than 1500\n"
        "/feedback → What’s good, what’s wrong",
        alice,
    )
    assert len(feedback(office)) == 3
    await office.opens("✉️", "✓ Прочитано", "✓ Прочитано", "✓ Прочитано")
    assert ("Читати нічого" in office.screen().text, office.deeds()) == (True, [("read", alice.id)] * 3)


async def test_failures_are_tried_again_or_dropped(office: Office, alice: Person) -> None:
    await office.stage.after(alice.send("/menu"))
    content = '{"html": "at last", "rows": [], "place": "bottom", "inline": null}'
    job = {"kind": "Job", "job": {"kind": "expire", "subject": "gone", "turn": 0, "id": 5}}
    bot, columns = office.stage.bot, "letter_id, chat_id, failed_at, content, error"
    bot.change(f"INSERT INTO failed_messages ({columns}) VALUES (9, ?, 3, ?, 'Bad')", alice.id, content)
    bot.change("INSERT INTO failed_updates VALUES (0, 2, ?, 'Traceback\n KeyError: <x>')", json.dumps(job))
    bot.change("INSERT INTO failed_updates VALUES (7, 1, '{\"wished\": \"PLAY\"}', 'ValueError')")
    shown = await office.opens("⚠️ Збої · 3")
    assert "KeyError: <x>" in shown.text
    assert shown.buttons[:5] == ("🔁 m9", "✗ m9", "🔁 j5", "✗ j5", "✗ u7")
    await office.presses("🔁 m9", "✗ u7", "🔁 j5")
    await alice.sees("at last")
    assert "Збоїв немає" in office.screen().text
    assert [deed for deed, _ in office.deeds()] == ["retry", "drop", "retry"]


UNREADABLE = ("{broken", "[1]", '{"kind": "Job", "job": null}')
JOBS = ('{"job": {"id": 5}}', '{"kind": "Job", "job": {"id": 5, "kind": "x"}}')


@pytest.mark.parametrize("content", [*UNREADABLE, *JOBS])
async def test_a_failure_that_cannot_be_read_hides_no_other(office: Office, content: str) -> None:
    office.stage.bot.change("INSERT INTO failed_updates VALUES (7, 2, ?, '')", content)
    assert ("✗ j5" if content in JOBS else "✗ u7") in (await office.opens("⚠️ Збої · 1")).buttons


async def test_numbers_deeds_and_who_may_have_been_boosted_are_behind_buttons(office: Office) -> None:
    await office.opens("📊 Сьогодні")
    assert "Людей на зв’язку" in (await office.boss.sees("Ігор почато")).text
    await office.presses("🔄 Ще раз")
    await office.boss.sees("Ігор почато")
    await office.asks("ban 4242")
    await office.presses("🚫 Так")
    shown = await office.opens("📜 Журнал")
    assert ("блокування → 4242" in shown.text, str(office.boss.id) in shown.text) == (True, True)
    assert "немає нікого" in (await office.opens("🕸 Накрутка?")).text
    await office.presses("Назад")
    await office.boss.sees("Оператор")


async def test_words_may_begin_on_a_line_of_their_own(office: Office, alice: Person) -> None:
    await talk("/feedback hello → Thanks", alice)
    await office.asks(f"answer {feedback(office)[0]}\nHello,\nAlice")
    assert "Hello,\nAlice" in (await alice.sees(ANSWERED)).text
    await office.asks(f"warn\n{alice.id}\nBe kind")
    assert "Be kind" in (await alice.sees(WARNED)).text


# What is switched off is off on every way to it: commands, links, typed texts, and what follows a game
OFF = "turned off for now"


def switched_off(office: Office, *features: str) -> None:
    office.stage.bot.change("DELETE FROM kept WHERE name = 'switched-off'")
    office.stage.bot.change("INSERT INTO kept (name, value) VALUES ('switched-off', ?)", ",".join(sorted(features)))


def games_on(office: Office, person: Person) -> int:
    return stored.running_games(office.stage.bot, person.id)


def matches_on(office: Office, person: Person) -> int:
    return stored.running_matches(office.stage.bot, person.id)


async def test_what_is_switched_off_is_refused_and_running_games_go_on(office: Office, alice: Person) -> None:
    await office.stage.after(alice.send("/play"))
    await office.opens("🎚 Можливості", "✓ Нові ігри", "✓ Підказки")
    board = await alice.sees("🐂", after=await alice.send("0123"))
    assert OFF in ((await alice.presses("Hint", on=board)).text or "")
    for text in ("?0123", "/hint 0123"):
        await alice.sees(OFF, after=await alice.send(text))
    await talk("/play → New games: turned off", alice)
    assert "Вимкнено: Нові ігри і Підказки" in (await office.asks()).text
    await office.presses("🎚 Можливості", "✗ Нові ігри", "✗ Підказки")
    await alice.sees("I have a secret", after=await alice.send("/play"))
    assert [deed for deed, _ in office.deeds()] == ["switch-off", "switch-off", "switch-on", "switch-on"]


async def test_a_switch_pressed_twice_is_switched_once_and_one_of_another_version_passed_over(office: Office) -> None:
    shown = await office.opens("🎚 Можливості")
    for _ in range(2):
        await office.boss.forges("1:aswitch:off-talk", on=shown)
    await office.stage.after(office.boss.forges("1:aswitch:off-nothing", on=shown))
    assert office.deeds() == [("switch-off", 0)]
    switched_off(office, "dancing", "talk")
    assert "dancing" not in (await office.asks()).text
    await office.presses("🎚 Можливості", "✗")
    assert office.deeds() == [("switch-off", 0), ("switch-on", 0)]


async def test_inline_cards_can_be_switched_off_and_talk_then_reaches_nobody(office: Office) -> None:
    pair = await paired(office.stage, RACE)
    assert (await pair.alice.types_inline("")).results != ()
    await office.opens("🎚 Можливості", "✓ Картки в чатах", "✓ Розмови")
    assert (await pair.alice.types_inline("race")).results == ()
    await office.stage.after(pair.bob.send("are you there..."))
    assert heard(pair.alice) == []
    assert "⏸ Chat is turned off for now, so nobody has read this." in screen(pair.bob).text


async def test_no_link_begins_a_game(office: Office, alice: Person) -> None:
    _, link = await with_contest(office.stage)
    switched_off(office, "games")
    await alice.opens(link)
    await alice.sees(OFF)
    assert games_on(office, alice) == 0


async def test_newcomers_find_home_alone_and_typed_names_begin_none(office: Office, alice: Person, bob: Person) -> None:
    await talk("/duel\n[On one phone]\n[The bot’s secret] → Who’s playing?", bob)
    switched_off(office, "games")
    await talk(f"Ann, Bob → {OFF}", bob)
    await office.stage.after(alice.send("/start"))
    home = alice.messages()[-1]
    assert (
        games_on(office, bob),
        games_on(office, alice),
        OFF in home.text,
        home.by_bot,
    ) == (0, 0, False, True)


async def rematch_asked(office: Office, by: str) -> tuple[Pair, Message]:
    """Bob has resigned, and one of the two asks for a rematch; and the question that the other one sees."""
    pair = await paired(office.stage, RACE)
    await pair.bob.send("/resign")
    await office.stage.after(pair.bob.presses("Yes"))
    asking = pair.bob if by == "Bob" else pair.alice
    before = screen(asked := pair.rival_of(asking))
    await asking.presses("Rematch", on=screen(asking))
    return pair, await asked.sees("wants a rematch!", after=before)


async def test_a_rematch_that_is_asked_for_cannot_be_agreed_to(office: Office) -> None:
    pair, question = await rematch_asked(office, by="Alice")
    for feature in ("people", "games"):
        switched_off(office, feature)
        assert OFF in ((await pair.bob.presses("🔄 Yes, again", on=question)).text or "")
    assert OFF in await presses(pair, pair.bob, "Rematch")
    assert matches_on(office, pair.bob) == 0


async def test_a_rematch_with_the_bot_needs_no_people(office: Office, alice: Person) -> None:
    await office.stage.after(alice.send("/match learner"))
    await alice.send("/resign")
    await office.stage.after(alice.presses("Yes"))
    switched_off(office, "people")
    answer = await office.stage.after(alice.presses("Rematch", on=screen(alice)))
    assert (OFF in (answer.text or ""), matches_on(office, alice)) == (False, 1)


# Whoever is kept away meets nobody, whatever was agreed on before, and does nothing in groups
async def challenge_of(person: Person) -> str:
    shown = await talk("/duel\n[Invite a friend] → is waiting for a friend", person)
    link = shown.button("Copy link")
    assert link is not None
    return link.value


async def test_a_rematch_they_have_asked_for_does_not_begin(office: Office) -> None:
    pair, question = await rematch_asked(office, by="Bob")
    office.bans(pair.bob)
    answer = await office.stage.after(pair.alice.presses("🔄 Yes, again", on=question))
    assert ("would rather not" in (answer.text or ""), matches_on(office, pair.bob)) == (
        True,
        0,
    )


async def test_what_they_have_accepted_never_begins(office: Office, alice: Person, bob: Person) -> None:
    link = await challenge_of(alice)
    await office.stage.after(alice.blocks())
    await bob.opens(link)
    await office.stage.after(bob.presses("Accept"))
    office.bans(bob)
    await alice.unblocks()
    await alice.send("/start")
    await office.stage.after(alice.opens(link))
    assert matches_on(office, bob) == 0
    link = await challenge_of(alice)  # nor does anybody take up their challenge
    office.bans(alice)
    carol = await office.stage.sandbox.person("Carol")
    await office.stage.after(carol.opens(link))
    assert "Accept" not in "".join(carol.messages()[-1].buttons)


async def test_in_groups_they_change_nothing(office: Office, alice: Person, bob: Person) -> None:
    group = await office.stage.sandbox.group("Friends", alice, bob)
    languages = await talk("/language@sandbox_bot → Choose your language", alice, chat=group)
    office.bans(bob)
    for command in ("/language", "/privacy", "/feedback hello", "/mydata", "/forgetme"):
        await bob.send(f"{command}@sandbox_bot", chat=group)
    await office.stage.quiet()
    assert feedback(office) == []
    assert [m for m in alice.messages(group) if m.by_bot and m.id > languages.id] == []
    assert "You’re banned" in ((await bob.presses("Українська", on=languages)).text or "")
