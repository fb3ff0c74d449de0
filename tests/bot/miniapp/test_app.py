"""The Mini App as a page asks it, over HTTP: the game is the same as in the chat, each press counts once."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio
from aiohttp import ClientSession

from sandbox.client import Person
from tests import stored
from tests.bot.conftest import Stage, staged
from tests.bot.miniapp.page import Opened, anywhere, new_key, opened
from tests.bot.player import by_bot, feedback, says, wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")


@dataclass(frozen=True)
class House:
    """A bot that serves the page, with whoever asks."""

    stage: Stage
    http: ClientSession

    async def opens(self, person: Person, game: str = "", **how: object) -> Opened:
        return await opened(self.http, self.stage.bot.address, person, game, **how)

    async def plays(self, name: str = "Ann", words: str = "/play", language: str = "en") -> tuple[Person, Opened, str]:
        """Somebody who has begun a game in the chat and opens the page of it; its secret."""
        person = await self.stage.sandbox.person(name, language)
        await says(self.stage, person, words)
        page = await self.opens(person, stored.game_id(self.stage.bot, person.id))
        return person, page, self.stage.secret_of(person.id)


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    async with staged(tmp_path_factory.mktemp("app"), **anywhere()) as stage, ClientSession() as http:
        yield House(stage, http)


async def test_a_guess_on_the_page_is_a_turn_on_the_board_of_the_chat(house: House) -> None:
    ann, page, secret = await house.plays()
    (guess,) = wrong_guesses(secret, 1)
    await page.guesses(guess)
    turn = page.board["turns"][0]
    assert page.turns == [guess]
    assert (turn["bulls"], turn["cows"]) == feedback(guess, secret)
    await ann.sees(guess)
    await house.stage.quiet()
    assert len(by_bot(ann)) == 1, "one tidy board"


async def test_what_is_typed_in_the_chat_stands_on_the_page_and_the_other_way_round(house: House) -> None:
    ann, page, secret = await house.plays()
    one, two, three = wrong_guesses(secret, 3)
    await says(house.stage, ann, one)
    await page.looks()
    assert page.turns == [one]
    await page.guesses(two)
    await says(house.stage, ann, three)
    assert (await page.looks())["board"]["turns"][2]["signs"] == [*three]


async def test_the_same_key_is_one_turn_and_is_answered_with_the_same_view(house: House) -> None:
    _, page, secret = await house.plays()
    one, _ = wrong_guesses(secret, 2)
    key, data = new_key(), page.guess(one)
    answers = await asyncio.gather(*(page.asks("deed", key=key, game=page.game, data=data) for _ in range(5)))
    assert {status for status, _ in answers} == {200}
    assert {answer["view"]["version"] for _, answer in answers} == {answers[0][1]["view"]["version"]}
    assert len((await page.looks())["board"]["turns"]) == 1


async def test_a_guess_on_a_board_that_has_moved_on_is_not_made(house: House) -> None:
    ann, page, secret = await house.plays()
    one, two = wrong_guesses(secret, 2)
    late = page.guess(two)
    await says(house.stage, ann, one)
    await page.does(late)
    assert page.turns == [one]
    assert page.answered["toast"] == "The game has moved on; look at the board."


async def test_todays_code_is_shown_before_it_is_begun_and_begun_by_its_first_guess(house: House) -> None:
    ann = await house.stage.sandbox.person("Ann")
    await says(house.stage, ann, "/start")
    page = await house.opens(ann)
    assert "Code of the day #" in page.board["title"]
    assert page.board["stakes"] == ["⭐⭐⭐"] * 5 + ["⭐⭐"] * 2 + ["⭐"] * 2
    assert page.board["guess"] == ""
    assert house.stage.bot.rows("SELECT 1 FROM daily_tries WHERE person_id = ?", ann.id) == []
    await page.does(page.view["begin"])
    await page.guesses("0123")
    assert page.turns == ["0123"]
    assert len(house.stage.bot.rows("SELECT 1 FROM daily_tries WHERE person_id = ?", ann.id)) == 1


async def test_it_says_the_end_and_what_may_be_pressed_then(house: House) -> None:
    _, page, secret = await house.plays()
    await page.guesses(secret)
    assert page.board["over"]
    assert page.board["won"]
    assert "Solved!" in page.board["below"]
    await page.does(page.data_of("Play again"))
    assert page.turns == []
    assert page.view["game"] != page.game


async def test_a_word_that_nobody_knows_is_refused_in_words(house: House) -> None:
    _, page, _ = await house.plays(words="/play words")
    await page.guesses("xqzjk"[: page.board["length"]])
    assert page.turns == []
    assert "I don’t know the word" in page.answered["toast"]
    assert page.answered["alert"]


async def test_letters_stand_as_on_a_keyboard(house: House) -> None:
    for language, first in (("en", "qwerty"), ("uk", "йцукен"), ("ru", "йцукен")):
        _, page, _ = await house.plays(words="/play words", language=language)
        signs = [key["sign"].lower() for key in page.board["keys"]]
        assert "".join(signs).startswith(first)
        assert len(signs) == len({*signs})


async def test_stars_count_hints_as_the_board_does(house: House) -> None:
    ann = await house.stage.sandbox.person("Ann")
    await says(house.stage, ann, "/daily")
    page = await house.opens(ann)
    await page.guesses("0123")
    await page.does(page.data_of("Hint"))
    assert page.board["stakes"] == ["⭐⭐⭐"] * 4 + ["⭐⭐"] * 2 + ["⭐"] * 2
    assert "⭐⭐⭐ within 3 more guesses" in page.board["below"]


async def test_what_is_thought_about_leads_to_the_chat_where_it_comes(house: House) -> None:
    ann, page, secret = await house.plays()
    (one,) = wrong_guesses(secret, 1)
    await page.guesses(one)
    await page.guesses(secret)
    await page.does(page.data_of("Review"))
    assert page.answered["leads"] == "chat"
    await ann.sees("📊 Review · 4 digits")


async def test_a_duel_that_waits_is_shown_before_todays_code(house: House) -> None:
    ann = await house.stage.sandbox.person("Ann")
    await says(house.stage, ann, "/match club classic", "9876")
    page = await house.opens(ann)
    assert page.view["board"] is None
    assert page.view["game"] == stored.matches(house.stage.bot, ann.id)[0]


async def test_notes_opened_in_the_chat_are_in_the_way_of_nothing(house: House) -> None:
    ann, page, _ = await house.plays()
    await ann.presses("Notes")
    await house.stage.quiet()
    await page.looks()
    labels = [each["text"] for row in page.view["screen"]["rows"] for each in row]
    assert [label for label in labels if "Hint" in label or "Resign" in label] == labels


async def test_few_buttons_stand_side_by_side_and_one_alone_is_the_first(house: House) -> None:
    _, page, secret = await house.plays()
    rows = page.view["screen"]["rows"]
    assert [[each["text"] for each in row] for row in rows] == [["💡 Hint", "🏳️ Resign"]]
    await page.guesses(secret)
    styled = [each["text"] for row in page.view["screen"]["rows"] for each in row if "style" in each]
    assert styled == ["🔄 Play again"]
