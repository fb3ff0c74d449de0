"""Several people on one page: who sees what, groups, and the tools around them."""

import pytest
from playwright.async_api import expect

from tests.sandbox.page.stage import CURRENT, PHONE, Stage

pytestmark = pytest.mark.asyncio(loop_scope="session")


# Plural forms differ between languages; a word with placeholders has the same ones everywhere.
WORDS = """async () => {
  const words = async (language) => (await import(`/page/words/${language}.js`)).default;
  const slots = (text) => [...text.matchAll(/\\{\\w\\}/g)].join("");
  const named = ([key, text]) => {
    if (typeof text === "string") return `${key}${slots(text)}`;
    if ("other" in text) return `${key}${slots(text.other)}`;
    return Object.entries(text).map(([part, said]) => `${key}.${part}${slots(said)}`);
  };
  const keysOf = async (language) => Object.entries(await words(language)).flatMap(named).sort();
  return Promise.all(["en", "uk", "ru"].map(keysOf));
}"""


async def test_unread_marks_are_kept_for_every_person_and_chat_and_names_keep_their_direction(stage: Stage) -> None:
    alice, david = await stage.talker("Alice"), await stage.talker("דוד לוי")
    friends = await stage.group("Friends", alice, david)
    window = await stage.window(alice, alice)
    hers, his = [window.person(name).locator(".badge") for name in ("Alice", "דוד לוי")]
    await window.shows({his: 0})
    await stage.bot.says(david, "one")
    await stage.bot.says(david, "two")
    await stage.bot.says(friends, "three")
    await window.shows({his: ["3"], hers: ["1"]})
    await window.becomes("דוד לוי")
    await window.sees("one", "two")
    await window.shows({his: ["1"], window.chat("Friends").locator(".badge"): ["1"]})
    await window.chat("Friends").click()
    await window.shows({his: 0, hers: ["1"]})
    await stage.post(f"/people/{david}/send", chat=friends, text="שלום, Alice!")
    await window.becomes("Alice", shows={window.chat("Friends"): "דוד לוי: שלום, Alice!"})
    for part in (".author", ".text"):
        await expect(window.message("שלום").locator(part)).to_have_css("direction", "rtl")


async def test_the_first_person_is_added_on_the_page(stage: Stage) -> None:
    window = await stage.window()
    await window.shows({window.page.get_by_text("Nobody is here yet").first: True})
    await window.person("Add").click()
    await window.page.get_by_label("Name").fill("Олена")
    await window.page.get_by_label("Language").select_option("uk")
    await window.button("Add").last.click()
    await window.shows({window.person("Олена"): CURRENT, window.button("Почати"): True})


async def test_members_of_a_group_see_each_other_the_list_tells_the_latest_and_switching_people_stays_there(
    stage: Stage,
) -> None:
    alice, bob, carol = [await stage.person(name) for name in ("Alice", "Bob", "Carol")]
    friends = await stage.group("Friends", alice, bob)
    one, other = await stage.window(alice, friends), await stage.window(bob, friends)
    await one.shows({one.note("Alice created the group"): True})
    await one.writes("Who plays?")
    await other.shows({other.message("Who plays?"): "Alice"})
    await one.becomes("Bob")
    await one.writes("I do")
    await other.sees("I do")
    await other.shows({other.chat("Friends"): "You: I do", other.head: "2 members, bot"})
    assert f"#person={bob}&chat={friends}" in one.page.url
    await other.becomes("Alice", shows={other.chat("Friends"): "Bob: I do"})
    await one.becomes("Carol", shows={one.chat("Friends"): 0})
    assert f"#person={carol}&chat={carol}" in one.page.url


async def test_a_group_is_made_changed_and_upgraded_on_the_page(stage: Stage) -> None:
    alice = await stage.person("Alice")
    await stage.person("Bob")
    window = await stage.window(alice, alice)
    bob = window.page.get_by_role("checkbox", name="Bob")
    await window.opens("Menu", "New group")
    await window.page.get_by_label("Title").fill("Club")
    await bob.uncheck()
    await window.opens("Create", shows={window.head: "1 member, bot"})
    await window.chooses("Members")
    await bob.check()
    await window.opens("Close", shows={window.head: "2 members, bot"})
    await window.chooses("Make it a supergroup")
    await window.shows({window.note("The group became a supergroup"): True, window.chat("Club"): 1})
    assert "chat=-100" in window.page.url
    for item, note in (("Remove the bot", "Alice removed Sandbox bot"), ("Add the bot", "Alice added Sandbox bot")):
        await window.chooses(item, shows={window.note(note): True})
    await window.writes("Still here")
    await window.sees("Still here")


async def test_who_founded_a_group_names_its_administrators_on_the_page(stage: Stage) -> None:
    anna, oles = await stage.person("Анна", "uk"), await stage.person("Олесь", "uk")
    club = await stage.group("Клуб", anna, oles)
    window = await stage.window(anna, club, size=PHONE)
    await window.chooses("Учасники")
    rows = window.page.locator(".member")
    await window.shows({rows.filter(has_text="Анна"): "засновник"})
    await window.opens("Зробити адміном: Олесь")
    await window.shows({rows.filter(has_text="Олесь"): "адмін", window.button("Зробити адміном: Анна"): 0})
    await window.opens("Забрати права: Олесь", shows={window.button("Зробити адміном: Олесь"): True})
    other = await stage.window(oles, club, size=PHONE)
    await other.chooses("Учасники")
    rows = other.page.locator(".member")
    await other.shows({rows.first: True, rows.get_by_role("button"): 0})


async def test_privacy_mode_decides_what_the_bot_hears_and_an_admin_may_write_as_the_group(stage: Stage) -> None:
    _, friends, window = await stage.among()
    commands, every = window.button("Only commands and replies"), window.button("Every message")
    await window.writes("unheard")
    await window.sees("unheard")
    await window.opens("Menu", "Privacy mode", shows={commands: CURRENT})
    await expect(every).not_to_have_attribute("aria-current", "true")
    async with window.page.expect_response("**/control/privacy"):
        await every.click()
    await window.writes("heard")
    assert (await stage.bot.hears())["text"] == "heard"
    await window.sees("heard")
    for _ in range(2):
        await window.opens("Menu", "Privacy mode", shows={every: CURRENT})
        await expect(commands).not_to_have_attribute("aria-current", "true")
        await window.page.reload()
    await window.chooses("Write as anonymous admin", shows={window.field: {"placeholder": "Message as the group"}})
    await window.writes("/rules")
    assert (await stage.bot.hears())["sender_chat"]["id"] == friends
    await window.shows({window.message("/rules"): "Friends"})


async def test_who_blocks_the_bot_or_deletes_the_chat_with_it_can_begin_again(stage: Stage) -> None:
    _, window = await stage.chat("Welcome")
    await window.chooses("Block the bot")
    assert (await stage.bot.hears("my_chat_member"))["new_chat_member"]["status"] == "kicked"
    await window.shows({window.field: 0})
    await window.opens("Restart")
    assert (await stage.bot.hears("my_chat_member"))["new_chat_member"]["status"] == "member"
    assert (await stage.bot.hears())["text"] == "/start"
    await window.shows({window.field: True})
    await window.chooses("Delete the chat", shows={window.messages: 0})
    await window.opens("Start")
    assert (await stage.bot.hears())["text"] == "/start"


async def test_the_page_and_what_happens_in_a_group_speak_the_language_of_who_reads(stage: Stage) -> None:
    names = {"en": "Alice", "uk": "Олена", "ru": "Анна", "de": "Heidi"}
    people = {language: await stage.talker(name, language) for language, name in names.items()}
    friends = await stage.group("Friends", *people.values())
    await stage.post(f"/groups/{friends}/members", person=people["ru"], present=False)
    window = await stage.window(people["en"], friends)
    left = {window.note("Alice created the group"): True, window.note("Анна left the group"): True}
    await window.shows(left | {window.chat("Friends"): "Анна left the group"})
    await window.becomes("Олена")
    left = {window.note("Alice створює групу"): True, window.note("Анна виходить із групи"): True}
    await window.shows(left | {window.chat("Friends"): "Анна виходить із групи"})
    for language, words in {"uk": "Повідомлення", "ru": "Сообщение", "de": "Message"}.items():
        await window.becomes(names[language], shows={window.field: {"placeholder": words}})
    english, *others = await window.page.evaluate(WORDS)
    assert "happened.upgraded" in english
    assert others == [english, english]


async def test_names_and_texts_are_never_taken_for_markup(stage: Stage) -> None:
    trap = '<img src=x onerror="window.caught=1"><script>window.caught=1</script>'
    mallory, alice = await stage.person(trap), await stage.person("Alice")
    friends = await stage.group(trap, mallory, alice)
    await stage.post(f"/people/{mallory}/send", chat=friends, text=trap)
    escaped = trap.replace("<", "&lt;")
    said = f'{escaped} <a href="https://example.org">{escaped}</a> <code>{escaped}</code>'
    await stage.bot.says(friends, said, [{"text": trap, "callback_data": "x"}])
    await stage.bot.call("setMyDescription", description=trap)
    window = await stage.window(alice, friends)
    await window.shows({window.message(trap): 2})
    await window.page.locator(".key").click()
    await stage.bot.answers(await stage.bot.hears("callback_query"), trap, show_alert=True)
    await window.shows({window.dialog: trap})
    await window.is_asked("OK")
    await window.chat("Sandbox bot").filter(has_not_text="img").click()
    await window.shows({window.page.locator(".welcome-words"): [trap]})
    assert await window.page.locator("img, #app script").count() == 0
    assert await window.page.evaluate("window.caught") is None
