"""Games alone in real Chromium, on a phone: every language, variants, help, reviews, and the bot that guesses."""

from collections.abc import Coroutine
from typing import Any

import pytest
from playwright.async_api import Browser, ViewportSize, expect

from bot.app.screens.board import DEFAULT_STYLE, example_of, feedback_in, legend, letters_of
from bot.app.texts import Html, Texts
from bot.app.variants.screens import variant_label
from solver.candidates import FEW
from solver.evaluate import hardest_reply, trail
from solver.feedback import Feedback, History, feedback_for
from solver.suggest import Advice, advise
from solver.variant import VARIANTS
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import key as reply_key
from tests.bot.player import wrong_guesses
from tests.bot.reader import AT_LENGTH, EVERY_LANGUAGE, Reader, bare, reading
from tests.bot.solo.test_in_browser import window_of
from tests.bot.solo.test_number_game import WORDS, game_of, number_of
from tests.sandbox.page.stage import PHONE
from tests.solver.games import CLASSIC, MINI, history

pytestmark = pytest.mark.asyncio(loop_scope="session")
SECRET, SEED = "8305", "1"
"""A code, and a seed by which the bot finds it in none of its first three guesses."""
LIE, LIED_IN = Feedback(3, 0), 3
NARROW: ViewportSize = {"width": 360, "height": 780}
IN_WORDS = {"en": "{0} bulls {1} cows", "uk": "{0} бика, {1} корови", "ru": "{0} быка и {1} коровы"}
COLOURS = VARIANTS["colours"]
EVIL = {"en": "evil", "uk": "лихий", "ru": "злой"}
NO_WORD = {"en": "qwxyz", "uk": "абвгд", "ru": "абвгд"}
START = {"en": "Start", "uk": "Почати", "ru": "Начать"}


async def well(reader: Reader, *steps: Coroutine[Any, Any, None]) -> None:
    """One after the other, and then all looks well."""
    for step in steps:
        await step
    await reader.looks_well()


def truth(guess: str) -> Feedback:
    return feedback_for(CLASSIC.parse(guess), CLASSIC.parse(SECRET))


async def asked(reader: Reader, number: int) -> str | None:
    """What the bot asks in that turn; None if no code fits the replies."""
    asks = bare(reader.texts.html("think.asks", number=number, guess="")).partition("\n")[0]
    board = reader.window.message(asks)
    doubts = reader.window.message(bare(reader.texts.counted("think.contradiction", 1)))
    await expect(board.or_(doubts)).to_be_visible()
    return None if await doubts.count() else await board.locator("code").last.inner_text()


@pytest.mark.costly
@AT_LENGTH
async def test_a_lie_in_the_third_answer_is_put_right(browser: Browser, stage: Stage, language: str) -> None:
    async with reading(browser, stage, language) as reader:
        await well(reader, reader.presses("menu.against", "menu.bot-guesses"), reader.sees("think.begin"))
        seeded = "UPDATE games SET body = json_set(body, '$.breaker.seed', ?) WHERE chat_id = ?"
        stage.bot.change(seeded, SEED, reader.person.id)
        await reader.presses("button.aloud")
        await reader.counts("think.left", 5040, bits=reader.texts.decimal(2.7712))
        await reader.window.writes("9876")
        await well(reader, reader.sees("think.asked-to", number=1, guess="9876"))
        await reader.window.button(reply_key(*truth("9876"))).click()
        second = await asked(reader, 2)
        assert second
        await reader.window.writes(IN_WORDS[language].format(*truth(second)))
        number, lied_to = LIED_IN, await asked(reader, LIED_IN)
        assert lied_to
        assert SECRET not in {second, lied_to}
        await reader.window.button(reply_key(*LIE)).click()
        while (guess := await asked(reader, number := number + 1)) is not None:
            await reader.window.button(reply_key(*truth(guess))).click()
        await reader.looks_well()
        await well(reader, reader.presses("button.fix-other"), reader.sees("think.pick"))
        lie = f"{LIED_IN}. {lied_to} {LIE.bulls}\u2060🐂\u00a0{LIE.cows}\u2060🐄"
        await well(reader, reader.window.button(lie).click())
        await reader.window.button(reply_key(*truth(lied_to))).click()
        while guess != SECRET:
            guess = await asked(reader, number)
            assert guess
            await reader.window.button(reply_key(*truth(guess))).click()
            number += 1
        await reader.counts("think.solved", number - 1, secret=SECRET)
        await well(reader, reader.sees("think.put-right"))


@pytest.mark.parametrize("variant", ["three", "classic", "five", "six", "5x8r", "7x4r"])
async def test_no_reply_is_cut_off_on_a_narrow_phone(browser: Browser, stage: Stage, variant: str) -> None:
    olena = await stage.sandbox.person("Олена", "uk")
    await olena.send(f"/think {variant}")
    await olena.sees("Моя спроба 1")
    async with window_of(browser, stage, olena, olena.id, PHONE) as window:
        await window.page.set_viewport_size(NARROW)
        await window.sees("Моя спроба 1")
        assert await window.cut_labels() == []


@AT_LENGTH
async def test_a_number_is_guessed_by_tapping_and_typing(browser: Browser, stage: Stage, language: str) -> None:
    async with reading(browser, stage, language) as reader:
        window, chat, title = reader.window, reader.person.id, {"low": 1, "high": 100}
        await reader.presses("menu.against", "menu.codes", "menu.number")
        await well(reader, reader.sees("number.title", **title), reader.counts("number.needed", 7))
        await window.writes(">50")
        await reader.counts("number.questions", 1, needed=7)
        for key in (reader.texts.plain("button.keypad"), "7", "5"):
            await window.button(key).click()
        await well(reader, window.sees("✍️ 75"))
        await reader.presses("button.keypad-away")
        while (game := game_of(stage, chat)).only is None:
            assert game.left is not None
            await window.writes(str(game.left.best_question))
            await stage.quiet()
        await well(reader, reader.sees("number.only"))
        await window.button(f"🎯 {number_of(stage, chat)}").click()
        await well(reader, reader.sees("number.master"), reader.sees("number.path", path=""))
        await expect(window.message(bare(reader.texts.html("number.title", **title)))).to_have_count(1)


@pytest.mark.costly
@AT_LENGTH
async def test_the_bot_guesses_and_a_lie_is_put_right(browser: Browser, stage: Stage, language: str) -> None:
    yes, no = WORDS[language]
    async with reading(browser, stage, language) as reader:
        window = reader.window

        async def asks(number: int) -> None:
            await reader.sees("number.asks", number=number, question=f">{number}")

        await window.writes("/number 1 8")
        await window.button(f"○ {reader.texts.plain('button.number-keep')}").click()
        await reader.sees("number.title-mine", low=1, high=8)
        await asks(4)
        await reader.presses("button.no")
        for number, answer in ((2, yes), (3, f"{yes.title()}!")):
            await asks(number)
            await window.writes(answer)
        await well(reader, reader.sees("number.asks-whether-it-is", number=4))
        await well(reader, reader.presses("button.no"), reader.sees("number.contradicted"))
        wrong = {"number": 7, "turns": f">4\u00a0{no}"}
        await well(reader, window.writes("7"), reader.sees("number.wrong-for", **wrong))
        await window.button(f"🔧 >4: {no} → {yes}").click()
        for question, pressed in ((6, "yes"), (7, "no")):
            await asks(question)
            await reader.presses(f"button.{pressed}")
        await reader.sees("number.asks-whether-it-is", number=7)
        await well(reader, reader.presses("button.yes"), reader.sees("number.bot-found", number=7))


@pytest.mark.costly
@AT_LENGTH
async def test_colours_are_keyed_in_with_a_coach(browser: Browser, stage: Stage, language: str) -> None:
    async with reading(browser, stage, language) as reader:
        window, letters = reader.window, letters_of(COLOURS, reader.texts)
        await well(reader, reader.presses("menu.against", "menu.codes"), reader.sees("variants.title"))
        colours = window.button(variant_label(COLOURS, reader.texts))
        await well(reader, reader.presses("duel.signs"), expect(colours).to_be_visible())
        await well(reader, colours.click(), reader.sees("variants.typed", letters=legend(COLOURS, reader.texts)))
        await well(reader, reader.presses("menu.coached"), window.sees("🎯"))
        stored.set_position(stage.bot, reader.person.id, "solo colours OOOOO |")
        await reader.taps("ROYGB", COLOURS, letters)
        await well(reader, window.sees("1. 🔴🟠🟡🟢🔵", letters[:5], "🎓"))
        await well(reader, window.writes(letters[5] * 5), window.sees(f"2. {'🟣' * 5}", letters[5] * 5))


@EVERY_LANGUAGE
@pytest.mark.costly
async def test_words_are_typed_without_help(browser: Browser, stage: Stage, language: str) -> None:
    async with reading(browser, stage, language) as reader:
        window, variant = reader.window, VARIANTS[f"words-{language}-5"]
        await reader.presses("menu.against", "menu.codes", "duel.words")
        await well(reader, expect(reader.button(f"variant.{variant.name}")).to_be_visible())
        await reader.presses(f"variant.{variant.name}", "menu.blind")
        await reader.sees("board.begin-word", example=variant.format(example_of(variant)))
        await well(reader, expect(reader.button("button.hint")).to_have_count(0))
        await window.writes(NO_WORD[language])
        await reader.sees("note.unknown-word", word=NO_WORD[language])
        secret = stage.secret_of(reader.person.id)
        guess = next(word for word in map(variant.format, variant.secrets()) if word != secret)
        await window.writes(guess.upper())
        await window.sees(f"1. {guess}")
        await well(reader, window.writes("/hint"), reader.sees("coach.blind"))
        await well(reader, window.writes(secret), reader.sees("end.solved", secret=secret))


@pytest.mark.costly
@AT_LENGTH
async def test_the_evil_bot_is_forced_to_give_in(browser: Browser, stage: Stage, language: str) -> None:
    async with reading(browser, stage, language) as reader:
        window, history = reader.window, History()
        await well(reader, window.writes(f"/play {EVIL[language]} mini"), reader.sees("board.evil"))
        while not history or history[-1][1].bulls < MINI.length:
            guess = advise(MINI, history).guess
            history = (*history, (guess, hardest_reply(MINI, history, guess)))
            secret = MINI.format(guess)
            await well(reader, window.writes(secret), window.sees(f"{len(history)}. {secret}"))
        path = " → ".join(map(str, trail(MINI, history).left))
        await reader.sees("end.evil", secret=secret)
        await reader.sees("end.trail", path=path, example=secret)
        title = reader.texts.html("variant.mini")
        await well(reader, reader.presses("button.review"), reader.sees("review.title", variant=title))
        await reader.button("button.again").last.click()
        await reader.sees("board.evil")
        await reader.taps("4321", MINI)
        await window.sees("1. 4321")
        await reader.presses("button.resign", "button.yes-resign")
        await well(reader, reader.sees("end.evil-resigned"))


@pytest.mark.costly
async def test_a_friend_does_better(browser: Browser, stage: Stage) -> None:
    olena, taras = await stage.sandbox.person("Олена", "uk"), await stage.sandbox.person("Тарас", "uk")
    pair = await olena.meets(taras)
    async with (
        window_of(browser, stage, olena, olena.id, PHONE) as hers,
        window_of(browser, stage, taras, pair.id, PHONE) as theirs,
        window_of(browser, stage, taras, taras.id, PHONE, dark=True) as his,
    ):
        await olena.send("/play")
        await hers.sees("Секрет загадано")
        secret = stage.secret_of(olena.id)
        for guess in (*wrong_guesses(secret, 2), secret):
            await hers.writes(guess)
            await hers.sees(f". {guess}")
        await hers.button("📤 Поділитися").click()
        await hers.button("🎯 Чи зможе друг краще?").click()
        await hers.sees("Чи зможуть друзі краще?")
        cards = await olena.switches("Надіслати друзям", pair)
        await olena.chooses(cards.card("Чи зможе друг краще?"), pair)
        await theirs.sees("🏆 Олена: розгадано за 3 спроби. А ти зможеш краще?")
        tries = (await taras.sees("А ти зможеш краще?", chat=pair)).button("Спробувати")
        assert tries
        await taras.opens(tries)
        await his.sees("4 різні цифри", "🐂 цифра на своєму місці")
        await his.writes(secret)
        await his.sees("1. Тарас · 1 спроба", "2. Олена · 3 спроби")
        await hers.sees("🔔 Тарас: розгадано за 1 спробу!", "1. Тарас · 1 спроба")


def advised(advice: Advice, texts: Texts) -> dict[str, str]:
    """What the line about a good guess says of it."""
    left = texts.whole(max(1, round(advice.expected)))
    return {"guess": CLASSIC.format(advice.guess), "left": left, "count": texts.whole(advice.candidates)}


@pytest.mark.costly
@AT_LENGTH
async def test_every_hint_is_tapped_up_to_the_picture(browser: Browser, stage: Stage, language: str) -> None:
    async with reading(browser, stage, language) as reader:
        window = reader.window
        await reader.presses("menu.play")
        await window.sees("🎯")
        secret = CLASSIC.parse(stage.secret_of(reader.person.id))
        guess = (secret[1], secret[0], *[symbol for symbol in range(10) if symbol not in secret][:2])
        asked = CLASSIC.format(guess)
        await window.writes(asked)
        await reader.counts("board.guesses", 1)
        advice = advise(CLASSIC, ((guess, feedback_for(guess, secret)),))
        await reader.presses("button.hint")
        await well(reader, reader.counts("board.hint-count", advice.candidates))
        for step, key in (("ask.places", "hint.places"), ("ask.cases", "hint.cases")):
            await well(reader, reader.presses(step), reader.sees(key))
        await reader.presses("ask.guess")
        await reader.sees("board.hint-guess", **advised(advice, reader.texts))
        await reader.presses("ask.why")
        await reader.sees("hint.why")
        await well(reader, reader.sees("hint.taken", count=5, example="0123"))
        picture = reader.sees_picture("replies.title", guess=CLASSIC.format(advice.guess))
        await well(reader, reader.presses("ask.table"), picture)
        await window.writes(f"?{asked}")
        reply = feedback_in(DEFAULT_STYLE, feedback_for(guess, secret), reader.texts)
        await reader.sees("hint.on-the-board", guess=asked, reply=reply)
        other = f"{asked[1:]}{asked[0]}"
        await well(reader, window.writes(f"?{other}"), window.sees(f"🔎 {other} "))
        await reader.presses("button.hint-back", "button.notes")
        of = {mark: f"notes.{mark}" for mark in ("in", "maybe", "out")}
        for key, noted in (
            ("7", {"out": "7"}),
            ("3", {"out": "3, 7"}),
            ("7❌", {"maybe": "7", "out": "3"}),
            ("7❓", {"in": "7", "out": "3"}),
        ):
            await window.button(key).click()
            known = Html("; ".join(reader.texts.html(of[mark], symbols=symbols) for mark, symbols in noted.items()))
            await reader.sees("notes.known", known=known)
        await well(reader, reader.sees("notes.how"))
        await reader.presses("button.notes-clear")
        await expect(window.message("📝")).to_have_count(0)
        await reader.presses("button.hint-back")
        await well(reader, window.writes(CLASSIC.format(secret)), reader.counts("end.hints", 7))


@EVERY_LANGUAGE
@pytest.mark.costly
async def test_the_few_that_fit_are_listed(browser: Browser, stage: Stage, language: str) -> None:
    async with reading(browser, stage, language) as reader:
        await reader.window.writes("/play mini coached")
        await reader.window.sees("🎯")
        hidden, left = MINI.parse(stage.secret_of(reader.person.id)), list[str]()
        for guess in MINI.codes():
            reply = feedback_for(guess, hidden)
            left = [MINI.format(code) for code in MINI.codes() if feedback_for(guess, code) == reply]
            if 1 < len(left) <= FEW:
                await reader.window.writes(MINI.format(guess))
                break
        await well(reader, reader.window.sees("🎓"))
        await well(reader, reader.presses("button.hint", "ask.list"), reader.sees("hint.list", codes=" ".join(left)))


@pytest.mark.costly
@AT_LENGTH
async def test_a_game_is_reviewed_and_a_position_sent_on(browser: Browser, stage: Stage, language: str) -> None:
    friend = await stage.sandbox.person("Taras", language)
    async with reading(browser, stage, language) as reader:
        window, title = reader.window, reader.texts.html("variant.classic")
        stored.let_have_played(stage.bot, reader.person.id)
        await reader.presses("menu.play")
        await window.sees("🎯")
        stored.set_position(stage.bot, reader.person.id, f"solo classic {SECRET} |")
        for guess in (*wrong_guesses(SECRET, 2), SECRET):
            await window.writes(guess)
            await window.sees(f". {guess}")
        await reader.presses("button.review")
        await well(reader, reader.sees_picture("review.title", variant=title), window.sees(f"→ {SECRET}, "))
        await reader.presses("button.all-guesses")
        await well(reader, reader.sees("review.all", variant=title), window.sees(f"3. {SECRET}"))
        await window.writes("/review 9876 0B2C 5432 1B1C")
        two = expect(window.message(bare(reader.texts.html("review.title", variant=title)))).to_have_count(2)
        await well(reader, two)
        await reader.button("button.position").last.click()
        link = await window.copied()
    pair = await reader.person.meets(friend)
    await reader.person.send(link, chat=pair)
    async with window_of(browser, stage, friend, pair.id, PHONE) as window:
        await window.message(link).get_by_role("link").click()
        await window.button(START[language]).click()
        friends = Reader(friend, window, reader.texts)
        advice = advise(CLASSIC, history("9876=0B2C 5432=1B1C"))
        await well(friends, friends.counts("position.left", advice.candidates))
        await friends.presses("menu.advice")
        await friends.sees("board.hint-guess", **advised(advice, friends.texts))
        await well(friends, friends.sees("hint.why"))
        await well(friends, friends.presses("menu.review"), friends.sees_picture("review.title", variant=title))
