"""Several people on one page: who sees what, groups, and the tools around them."""

import pytest
from playwright.async_api import expect

from tests.sandbox.page.stage import PHONE, Stage

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


async def test_unread_marks_are_kept_for_every_person_and_chat(stage: Stage) -> None:
    alice, bob = await stage.talker("Alice"), await stage.talker("Bob")
    friends = await stage.group("Friends", alice, bob)
    window = await stage.window(alice, alice)
    await expect(window.person("Bob").locator(".badge")).to_have_count(0)
    await stage.bot.says(bob, "one")
    await stage.bot.says(bob, "two")
    await stage.bot.says(friends, "three")
    await expect(window.person("Bob").locator(".badge")).to_have_text("3")
    await expect(window.person("Alice").locator(".badge")).to_have_text("1")
    await window.person("Bob").click()
    await window.sees("one", "two")
    await expect(window.person("Bob").locator(".badge")).to_have_text("1")
    await expect(window.chat("Friends").locator(".badge")).to_have_text("1")
    await window.chat("Friends").click()
    await expect(window.person("Bob").locator(".badge")).to_have_count(0)
    await expect(window.person("Alice").locator(".badge")).to_have_text("1")


async def test_the_first_person_is_added_on_the_page(stage: Stage) -> None:
    window = await stage.window()
    await expect(window.page.get_by_text("Nobody is here yet").first).to_be_visible()
    await window.person("Add").click()
    await window.page.get_by_label("Name").fill("Олена")
    await window.page.get_by_label("Language").select_option("uk")
    await window.page.get_by_role("button", name="Add", exact=True).last.click()
    await expect(window.person("Олена")).to_have_attribute("aria-current", "true")
    await expect(window.button("Почати")).to_be_visible()


async def test_members_of_a_group_see_each_other_and_the_list_tells_the_latest(stage: Stage) -> None:
    alice, bob = await stage.person("Alice"), await stage.person("Bob")
    friends = await stage.group("Friends", alice, bob)
    one, other = await stage.window(alice, friends), await stage.window(bob, friends)
    await expect(one.note("Alice created the group")).to_be_visible()
    await one.writes("Who plays?")
    await expect(other.message("Who plays?")).to_contain_text("Alice")
    await other.writes("I do")
    await one.sees("I do")
    await expect(one.chat("Friends")).to_contain_text("Bob: I do")
    await expect(other.chat("Friends")).to_contain_text("You: I do")
    await expect(one.head).to_contain_text("2 members, bot")


async def test_switching_people_stays_in_a_shared_group(stage: Stage) -> None:
    alice, bob, carol = [await stage.person(name) for name in ("Alice", "Bob", "Carol")]
    friends = await stage.group("Friends", alice, bob)
    window = await stage.window(alice, friends)
    await window.person("Bob").click()
    await window.writes("Bob here")
    await window.sees("Bob here")
    assert f"#person={bob}&chat={friends}" in window.page.url
    await window.person("Carol").click()
    await expect(window.chat("Friends")).to_have_count(0)
    assert f"#person={carol}&chat={carol}" in window.page.url


async def test_a_group_is_made_changed_and_upgraded_on_the_page(stage: Stage) -> None:
    alice = await stage.person("Alice")
    await stage.person("Bob")
    window = await stage.window(alice, alice)
    await window.chooses(window.button("Menu"), "New group")
    await window.page.get_by_label("Title").fill("Club")
    await window.page.get_by_role("checkbox", name="Bob").uncheck()
    await window.button("Create").click()
    await expect(window.head).to_contain_text("1 member, bot")
    more = window.head.get_by_role("button", name="More")
    await window.chooses(more, "Members")
    await window.page.get_by_role("checkbox", name="Bob").check()
    await window.button("Close").click()
    await expect(window.head).to_contain_text("2 members, bot")
    await window.chooses(more, "Make it a supergroup")
    await expect(window.note("The group became a supergroup")).to_be_visible()
    assert "chat=-100" in window.page.url
    await expect(window.chat("Club")).to_have_count(1)
    await window.chooses(more, "Remove the bot")
    await expect(window.note("Alice removed Sandbox bot")).to_be_visible()
    await window.chooses(more, "Add the bot")
    await expect(window.note("Alice added Sandbox bot")).to_be_visible()
    await window.writes("Still here")
    await window.sees("Still here")


async def test_who_founded_a_group_names_its_administrators_on_the_page(stage: Stage) -> None:
    anna, oles = await stage.person("Анна", "uk"), await stage.person("Олесь", "uk")
    club = await stage.group("Клуб", anna, oles)
    window = await stage.window(anna, club, size=PHONE)
    more = window.head.get_by_role("button", name="Більше")
    await window.chooses(more, "Учасники")
    rows = window.page.locator(".member")
    await expect(rows.filter(has_text="Анна")).to_contain_text("засновник")
    await window.button("Зробити адміном: Олесь").click()
    await expect(rows.filter(has_text="Олесь")).to_contain_text("адмін")
    await expect(window.button("Зробити адміном: Анна")).to_have_count(0)
    await window.button("Забрати права: Олесь").click()
    await expect(window.button("Зробити адміном: Олесь")).to_be_visible()
    other = await stage.window(oles, club, size=PHONE)
    await other.chooses(other.head.get_by_role("button", name="Більше"), "Учасники")
    await expect(other.page.locator(".member").first).to_be_visible()
    await expect(other.page.locator(".member").get_by_role("button")).to_have_count(0)


async def test_an_admin_may_write_in_the_name_of_the_group(stage: Stage) -> None:
    alice = await stage.person("Alice")
    friends = await stage.group("Friends", alice)
    window = await stage.window(alice, friends)
    await window.chooses(window.head.get_by_role("button", name="More"), "Write as anonymous admin")
    await expect(window.field).to_have_attribute("placeholder", "Message as the group")
    await window.writes("/rules")
    assert (await stage.bot.hears())["sender_chat"]["id"] == friends
    await expect(window.message("/rules")).to_contain_text("Friends")


async def test_privacy_mode_decides_what_the_bot_hears_in_groups(stage: Stage) -> None:
    alice = await stage.person("Alice")
    friends = await stage.group("Friends", alice)
    window = await stage.window(alice, friends)
    await window.writes("unheard")
    await window.sees("unheard")
    await window.chooses(window.button("Menu"), "Privacy mode")
    await expect(window.button("Only commands and replies")).to_have_attribute("aria-current", "true")
    await expect(window.button("Every message")).not_to_have_attribute("aria-current", "true")
    await window.button("Every message").click()
    await expect(window.page.get_by_role("dialog")).to_have_count(0)
    await window.writes("heard")
    assert (await stage.bot.hears())["text"] == "heard"
    for _ in range(2):
        await window.chooses(window.button("Menu"), "Privacy mode")
        await expect(window.button("Every message")).to_have_attribute("aria-current", "true")
        await expect(window.button("Only commands and replies")).not_to_have_attribute("aria-current", "true")
        await window.page.reload()


async def test_who_blocks_the_bot_can_begin_again(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    window = await stage.window(alice, alice)
    await window.chooses(window.head.get_by_role("button", name="More"), "Block the bot")
    assert (await stage.bot.hears("my_chat_member"))["new_chat_member"]["status"] == "kicked"
    await expect(window.field).to_have_count(0)
    await window.button("Restart").click()
    assert (await stage.bot.hears("my_chat_member"))["new_chat_member"]["status"] == "member"
    assert (await stage.bot.hears())["text"] == "/start"
    await expect(window.field).to_be_visible()


async def test_a_chat_with_the_bot_is_deleted_and_begun_anew(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    await stage.bot.says(alice, "Welcome")
    window = await stage.window(alice, alice)
    await window.chooses(window.head.get_by_role("button", name="More"), "Delete the chat")
    await expect(window.messages).to_have_count(0)
    await window.button("Start").click()
    assert (await stage.bot.hears())["text"] == "/start"


async def test_the_page_speaks_the_language_of_the_person(stage: Stage) -> None:
    names = {"en": "Alice", "uk": "Олена", "ru": "Анна", "de": "Heidi"}
    people = {language: await stage.talker(name, language) for language, name in names.items()}
    window = await stage.window(people["en"], people["en"])
    for language, words in {"uk": "Повідомлення", "ru": "Сообщение", "de": "Message"}.items():
        await window.person(names[language]).click()
        await expect(window.field).to_have_attribute("placeholder", words)


async def test_what_happens_in_a_group_is_told_in_the_language_of_who_reads(stage: Stage) -> None:
    alice, olena, anna = (
        await stage.person("Alice"),
        await stage.person("Олена", "uk"),
        await stage.person("Анна", "ru"),
    )
    friends = await stage.group("Friends", alice, olena, anna)
    await stage.post(f"/groups/{friends}/members", person=anna, present=False)
    window = await stage.window(alice, friends)
    await expect(window.note("Alice created the group")).to_be_visible()
    await expect(window.note("Анна left the group")).to_be_visible()
    await expect(window.chat("Friends")).to_contain_text("Анна left the group")
    await window.person("Олена").click()
    await expect(window.note("Alice створює групу")).to_be_visible()
    await expect(window.note("Анна виходить із групи")).to_be_visible()
    await expect(window.chat("Friends")).to_contain_text("Анна виходить із групи")


async def test_every_language_of_the_page_has_the_same_words(stage: Stage) -> None:
    window = await stage.window()
    english, *others = await window.page.evaluate(WORDS)
    assert "happened.upgraded" in english
    assert others == [english, english]


async def test_names_and_texts_are_never_taken_for_markup(stage: Stage) -> None:
    trap = '<img src=x onerror="window.caught=1"><script>window.caught=1</script>'
    mallory, alice = await stage.person(trap), await stage.person("Alice")
    friends = await stage.group(trap, mallory, alice)
    await stage.post(f"/people/{mallory}/send", chat=friends, text=trap)
    escaped = trap.replace("<", "&lt;")
    link = {"text": trap, "callback_data": "x"}
    await stage.bot.says(
        friends, f'{escaped} <a href="https://example.org">{escaped}</a> <code>{escaped}</code>', [link]
    )
    await stage.bot.call("setMyDescription", description=trap)
    window = await stage.window(alice, friends)
    await expect(window.message(trap)).to_have_count(2)
    await window.page.locator(".key").click()
    await stage.bot.answers(await stage.bot.hears("callback_query"), trap, show_alert=True)
    await expect(window.page.get_by_role("dialog")).to_contain_text(trap)
    await window.page.get_by_role("button", name="OK").click()
    await window.chat("Sandbox bot").filter(has_not_text="img").click()
    await expect(window.page.locator(".welcome-words")).to_have_text(trap)
    assert await window.page.locator("img, #app script").count() == 0
    assert await window.page.evaluate("window.caught") is None
