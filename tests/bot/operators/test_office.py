"""What operators do in their chat, through the bot's real process: reports, bans, feedback, features, failures, log,
and messages to everybody.
"""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio

from bot.app.buttons import Feature
from bot.app.messages import Chat
from bot.app.operators.model import Operators
from bot.app.work import Work
from sandbox.client import Message, Person, Sandbox
from sandbox.server import SandboxServer
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import RACE, Pair, button_data, paired, screen
from tests.bot.duels.talkers import heard, presses
from tests.bot.forked_bot import ForkedBot
from tests.bot.inside import inside
from tests.bot.player import by_bot, talk, wrong_guesses
from tests.bot.solo.test_contests import with_contest

pytestmark = pytest.mark.asyncio(loop_scope="session")
AWAY, WARNED = "You’re banned from this bot", "⚠️ People have complained about what you wrote to them."
ANSWERED, UNKNOWN = "The people who run this bot answer:", "I don’t know that command"


@dataclass(frozen=True)
class Office:
    """A stage, and the operator of its bot."""

    stage: Stage
    boss: Person

    async def asks(self, words: str = "") -> Message:
        """The operator types `/admin` with these words; the screen that comes."""
        await self.stage.after(self.boss.send(f"/admin {words}".strip()))
        return self.screen()

    async def opens(self, *buttons: str) -> Message:
        """The operator types `/admin` and presses buttons from there."""
        await self.asks()
        return await self.presses(*buttons)

    async def presses(self, *buttons: str) -> Message:
        """The operator presses buttons of the screen, one after the other; the screen after that."""
        for button in buttons:
            await self.stage.after(self.boss.presses(button, on=self.screen()))
        return self.screen()

    def screen(self) -> Message:
        slot = "SELECT message_id FROM slots WHERE chat_id = ? AND slot = 'admin'"
        [(shown,)] = self.stage.bot.rows(slot, self.boss.id)
        return next(message for message in self.boss.messages() if message.id == shown)

    def plays(self, person: Person) -> tuple[int, int]:
        """How many games and matches."""
        bot = self.stage.bot
        return stored.running_games(bot, person.id), stored.running_matches(bot, person.id)

    def deeds(self) -> list[tuple[str, int]]:
        """What the operator did, in its order, and to whom."""
        return self.stage.bot.rows("SELECT deed, person_id FROM deeds ORDER BY deed_id")

    def bans(self, person: Person) -> None:
        self.stage.bot.change("INSERT INTO bans VALUES (?, 1, 2)", person.id)


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def shared_office(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Office]:
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        boss = await sandbox.person("Olena", "uk", username="olena")
        folder = tmp_path_factory.mktemp("office")
        async with ForkedBot(server.url, server.token, folder, ADMIN_IDS=str(boss.id)) as bot:
            stage = Stage(server, sandbox, bot)
            await stage.after(boss.send("/menu"))  # nobody can be written to before they have written
            yield Office(stage, boss)


@pytest.fixture
def office(shared_office: Office) -> Office:
    """The same, where nothing waits, nobody is kept away, and nothing was done yet."""
    for table in ("reports", "feedback", "bans", "deeds", "broadcasts", "failed_updates", "failed_messages"):
        shared_office.stage.bot.change(f"DELETE FROM {table}")
    shared_office.stage.bot.change("DELETE FROM kept WHERE name = 'switched-off'")
    return shared_office


@pytest_asyncio.fixture(loop_scope="session")
async def alice(office: Office) -> Person:
    return await office.stage.sandbox.person("Alice")


@pytest_asyncio.fixture(loop_scope="session")
async def bob(office: Office) -> Person:
    return await office.stage.sandbox.person("Bob")


async def known(office: Office, *people: tuple[str, str]) -> list[Person]:
    """They have names and languages, and the bot knows them."""
    found = [await office.stage.sandbox.person(*each) for each in people]
    for person in found:
        await person.send("/menu")
    await office.stage.quiet()
    return found


def reported(office: Office, about: int, by: int, said: str = '["bad words"]', at: float = 1.0) -> None:
    columns = "stream, person_id, about_id, reported_at, said"
    office.stage.bot.change(f"INSERT INTO reports ({columns}) VALUES ('game', ?, ?, ?, ?)", by, about, at, said)


def reports(office: Office) -> list[tuple[int]]:
    return office.stage.bot.rows("SELECT about_id FROM reports ORDER BY 1")


def feedback(office: Office) -> list[int]:
    """The numbers of what waits to be read."""
    return [number for (number,) in office.stage.bot.rows("SELECT feedback_id FROM feedback")]


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
    assert "Bob" in shown.text
    assert "you are silly" in shown.text
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
    assert "Заблокувати Bob" in asked.text
    assert office.deeds() == []
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
    board, before = await alice.sees("Guess", chat=group), stored.body(office.stage.bot, group.id)
    await bob.send("/guess 9876", chat=group)
    assert "You’re banned" in ((await bob.presses("Hint", on=board)).text or "")
    await office.stage.quiet()
    await alice.sees_no(AWAY, chat=group)
    assert stored.body(office.stage.bot, group.id) == before


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


async def test_nobody_is_meant_by_nonsense_nor_an_operator_and_a_second_press_bans_once(
    office: Office, alice: Person
) -> None:
    for words in ("ban x", "ban 0", "ban 12345678901234567", "ban @nobody_here", "warn", "unban -5"):
        assert "Кого?" in (await office.asks(words)).text, words
    assert "Це оператор" in (await office.asks(f"ban {office.boss.id}")).text
    assert office.deeds() == []
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
    assert "More <words>, please" in shown.text
    assert "Alice" in shown.text
    [number] = feedback(office)
    assert "Alice" in (await office.asks(f"answer {number} They come & go")).text
    assert "They come & go" in (await alice.sees(ANSWERED)).text
    assert (feedback(office), office.deeds()) == ([], [("answer", alice.id)])
    assert "На яке" in (await office.asks(f"answer {number} again")).text


async def test_one_person_fills_no_inbox(office: Office, alice: Person) -> None:
    for number in range(3):
        await alice.sees("Thanks", after=await alice.send(f"/feedback {number}"))
    refused = f"/feedback 4 → Three of your messages are still unread\n/feedback {'x' * 1501} → longer than 1500"
    await talk(f"{refused}\n/feedback → What’s good, what’s wrong", alice)
    assert len(feedback(office)) == 3
    await office.opens("✉️", "✓ Прочитано", "✓ Прочитано", "✓ Прочитано")
    assert "Читати нічого" in office.screen().text
    assert office.deeds() == [("read", alice.id)] * 3


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
    assert "блокування → 4242" in shown.text
    assert str(office.boss.id) in shown.text
    assert "немає нікого" in (await office.opens("🕸 Накрутка?")).text
    await office.presses("Назад")
    await office.boss.sees("Оператор")


async def test_words_may_begin_on_a_line_of_their_own(office: Office, alice: Person) -> None:
    await talk("/feedback hello → Thanks", alice)
    await office.asks(f"answer {feedback(office)[0]}\nHello,\nAlice")
    assert "Hello,\nAlice" in (await alice.sees(ANSWERED)).text
    await office.asks(f"warn\n{alice.id}\nBe kind")
    assert "Be kind" in (await alice.sees(WARNED)).text


# What is switched off
OFF = "turned off for now"


def switched_off(office: Office, *features: str) -> None:
    office.stage.bot.change("DELETE FROM kept WHERE name = 'switched-off'")
    office.stage.bot.change("INSERT INTO kept (name, value) VALUES ('switched-off', ?)", ",".join(sorted(features)))


async def test_what_is_switched_off_is_refused_and_running_games_go_on(office: Office, alice: Person) -> None:
    await office.stage.after(alice.send("/play"))
    await office.opens("🎚 Можливості", "✓ Нові ігри", "✓ Підказки")
    [guess] = wrong_guesses(office.stage.secret_of(alice.id), 1)
    board = await alice.sees(f"1. {guess}", after=await alice.send(guess))
    assert OFF in ((await alice.presses("Hint", on=board)).text or "")
    for text in ("?0123", "/hint 0123"):
        await alice.sees(OFF, after=await alice.send(text))
    await talk("/play → New games: turned off", alice)
    assert "Вимкнено: Нові ігри і Підказки" in (await office.asks()).text
    await office.presses("🎚 Можливості", "✗ Нові ігри", "✗ Підказки")
    await alice.sees("I have a secret", after=await alice.send("/play"))
    assert [deed for deed, _ in office.deeds()] == ["switch-off", "switch-off", "switch-on", "switch-on"]


async def test_whoever_has_hints_open_leaves_them_once_they_are_switched_off() -> None:
    async with inside((4, 2, 7, 1), Chat(1001)) as bot:

        async def switch_off(work: Work) -> None:
            await work.of(Operators).switch(Feature.HINTS, on=False)

        await bot.says("/play")
        for _ in range(2):
            await bot.presses(*next(button for button in bot.buttons if "hint" in button[0]))
        await bot.store.run(switch_off)
        back, slot = next(button for button in bot.buttons if button[0].endswith(":back"))
        await bot.presses(back, slot)
        assert not any(data.endswith(":back") for data, _ in bot.buttons), "the board has its keys again"
        hint, slot = next(button for button in bot.buttons if "hint" in button[0])
        (answer,) = await bot.presses(hint, slot)
        assert OFF in str(answer)


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


async def test_newcomers_find_home_and_no_link_or_typed_name_begins_a_game(office: Office, bob: Person) -> None:
    _, link = await with_contest(office.stage)
    await talk("/duel\n[On one phone]\n[The bot’s secret] → Who’s playing?", bob)
    switched_off(office, "games")
    await talk(f"Ann, Bob → {OFF}", bob)
    eve, zoe = [await office.stage.sandbox.person(name) for name in ("Eve", "Zoe")]
    await eve.opens(link)
    await eve.sees(OFF)
    await office.stage.after(zoe.send("/start"))
    home = zoe.messages()[-1]
    assert home.by_bot
    assert OFF not in home.text
    assert [office.plays(person) for person in (bob, eve, zoe)] == [(0, 0)] * 3


async def rematch_asked(office: Office, by: str) -> tuple[Pair, Message]:
    """Bob has resigned, and one of the two asks for a rematch; and the question that the other one sees."""
    pair = await paired(office.stage, RACE)
    await pair.bob.send("/resign")
    await office.stage.after(pair.bob.presses("Yes"))
    asking = pair.bob if by == "Bob" else pair.alice
    before = screen(asked := pair.rival_of(asking))
    await asking.presses("Rematch", on=screen(asking))
    return pair, await asked.sees("wants a rematch!", after=before)


async def test_a_rematch_that_is_asked_for_cannot_be_agreed_to_but_the_bot_needs_no_people(office: Office) -> None:
    pair, question = await rematch_asked(office, by="Alice")
    for feature in ("people", "games"):
        switched_off(office, feature)
        assert OFF in ((await pair.bob.presses("🔄 Yes, again", on=question)).text or "")
    assert OFF in await presses(pair, pair.bob, "Rematch")
    assert office.plays(pair.bob) == (0, 0)
    eve = await office.stage.sandbox.person("Eve")
    switched_off(office, "people")
    await office.stage.after(eve.send("/match learner"))
    await eve.send("/resign")
    await office.stage.after(eve.presses("Yes"))
    answer = await office.stage.after(eve.presses("Rematch", on=screen(eve)))
    assert OFF not in (answer.text or "")
    assert office.plays(eve) == (0, 1)


# Whoever is kept away
async def challenge_of(person: Person) -> str:
    asked = await person.send("/duel")
    await person.presses("Invite a friend", on=await person.sees("A game for two", after=asked))
    return button_data(await person.sees("is waiting for a friend", after=asked), "Copy link")


async def test_a_rematch_they_have_asked_for_does_not_begin(office: Office) -> None:
    pair, question = await rematch_asked(office, by="Bob")
    office.bans(pair.bob)
    answer = await office.stage.after(pair.alice.presses("🔄 Yes, again", on=question))
    assert "would rather not" in (answer.text or "")
    assert office.plays(pair.bob) == (0, 0)


async def test_what_they_have_accepted_never_begins(office: Office, alice: Person, bob: Person) -> None:
    link = await challenge_of(alice)
    await office.stage.after(alice.blocks())
    await bob.opens(link)
    await office.stage.after(bob.presses("Accept"))
    office.bans(bob)
    await alice.unblocks()
    await alice.send("/start")
    await office.stage.after(alice.opens(link))
    assert office.plays(bob) == (0, 0)
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
    assert by_bot(alice, group)[-1] == languages
    assert "You’re banned" in ((await bob.presses("Українська", on=languages)).text or "")


# Messages to everybody
WORDS = "Tonight at nine: a <new> mode\n[uk] Сьогодні о дев’ятій: <новий> режим"


def got(words: str, *people: Person) -> list[int]:
    """How often each of them got it."""
    return [len(by_bot(person, words=words)) for person in people]


def state(office: Office) -> tuple[str, int]:
    [(state, sent)] = office.stage.bot.rows("SELECT state, sent FROM broadcasts")
    return state, sent


async def finished(office: Office) -> None:
    await office.stage.after(office.stage.bot.holds("SELECT 1 FROM broadcasts WHERE state = 'done'"))


async def test_everybody_gets_it_once_in_their_language(office: Office) -> None:
    people = (("Alice", "en"), ("Богдан", "uk"), ("Carol", "de"), ("Dan", "en"))
    alice, bohdan, gone, away = everybody = await known(office, *people)
    office.bans(away)
    await office.stage.after(gone.blocks())
    assert "приватних чатів" in (await office.asks(f"broadcast {WORDS}")).text
    assert got("Tonight at nine: a <new> mode", office.boss) == got("о дев’ятій: <новий>", office.boss) == [1]
    assert (state(office), got("Tonight", alice)) == (("draft", 0), [0])
    await office.presses("📣 Надіслати")
    await finished(office)
    assert (got("Tonight", *everybody), got("о дев’ятій", alice, bohdan)) == ([1, 0, 0, 0], [0, 1])
    assert office.deeds() == [("send", 0)]
    await office.boss.sees("Надіслано")


async def test_it_goes_on_after_a_kill_and_nobody_gets_it_twice(office: Office) -> None:
    people = await known(office, *((f"P{number}", "en") for number in range(25)))
    await office.asks("broadcast Once only")
    await office.presses("📣 Надіслати")
    await office.stage.bot.holds("SELECT 1 FROM broadcasts WHERE sent >= 10")
    await office.stage.bot.kill()
    await office.stage.bot.start()
    await finished(office)
    assert min(times := got("Once only", *people)) == 1
    # What was being sent at the moment of the kill may come again: Telegram does not tell whether it had it.
    assert sum(times) <= len(people) + 10


@pytest.mark.costly
async def test_it_is_stopped_and_gone_on_with(office: Office) -> None:
    people = await known(office, *((f"Q{number}", "en") for number in range(8)))
    await office.asks("broadcast In small steps")
    await office.presses("1", "📣 Надіслати")
    await office.stage.bot.holds("SELECT 1 FROM broadcasts WHERE sent >= 1")
    await office.presses("⏹ Зупинити")
    assert state(office)[0] == "stopped"
    assert "Зупинено" in office.screen().text
    await office.presses("▶️ Далі", "10")
    await finished(office)
    assert got("In small steps", *people) == [1] * len(people)
    assert [deed for deed, _ in office.deeds()] == ["send", "stop", "send"]


async def test_what_cannot_be_sent_is_refused_and_a_second_one_waits_for_the_first(office: Office) -> None:
    refused = {"": "покаже", "[de] Hallo": "Мови [de] я не знаю", "x" * 3501: "довше за 3500", "[uk] ": "покаже"}
    for words, why in refused.items():
        assert why in (await office.asks(f"broadcast {words}")).text
    assert office.stage.bot.rows("SELECT * FROM broadcasts") == []
    first = "'0123456789abcdef', 1, 'running', '{\"en\": \"x\"}', 9e9, 0, 5, 9, 1, 1"
    office.stage.bot.change(f"INSERT INTO broadcasts VALUES ({first})")
    assert "Надсилаю: 5 з 9" in (await office.asks("broadcast Another")).text
    assert state(office) == ("running", 5)


@pytest.mark.costly
async def test_a_draft_is_counted_whatever_else_the_operator_waits_for(office: Office) -> None:
    put = "INSERT INTO long_jobs (kind, subject, person_id, chat_id, turn, content, behind, holder) "
    office.stage.bot.change(f"{put} VALUES ('unknown', '', ?, 0, 0, '', 0, '')", office.boss.id)
    try:
        for counted, words in enumerate(("\nBegins on a line of its own", " Another"), 1):
            await office.boss.send(f"/admin broadcast{words}")
            found = f"SELECT 1 WHERE (SELECT count(*) FROM broadcasts WHERE total > 0) = {counted}"
            await office.stage.bot.holds(found)
    finally:
        office.stage.bot.change("DELETE FROM long_jobs WHERE kind = 'unknown'")
    await office.stage.quiet()
    await office.presses("📣 Надіслати")
    await finished(office)
    assert got("Another", office.boss) == [2]  # the draft, and the message
