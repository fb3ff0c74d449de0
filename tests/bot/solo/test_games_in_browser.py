"""Games alone in real Chromium, on a phone: every language, variants, help, reviews, and the bot that guesses."""

import pytest
from playwright.async_api import Browser, ViewportSize, expect

from bot.app.screens.board import DEFAULT_STYLE, example_of, feedback_in, legend, letters_of
from bot.app.screens.variants import variant_label
from solver.advice import advise
from solver.evil import hardest_reply, trail
from solver.feedback import Feedback, History, feedback_for
from solver.knowledge import FEW
from solver.variant import VARIANTS
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import key as reply_key
from tests.bot.player import wrong_guesses
from tests.bot.reader import AT_LENGTH, EVERY_LANGUAGE, Reader, bare, reading
from tests.bot.solo.hinted import left_by
from tests.bot.solo.test_in_browser import window_of
from tests.bot.solo.test_number_game import WORDS, game_of, number_of
from tests.sandbox.page.stage import PHONE
from tests.solver.games import CLASSIC, MINI, history

pytestmark = pytest.mark.asyncio(loop_scope="session")
SECRET = CLASSIC.parse("8305")
LIES = (Feedback(3, 0), Feedback(0, 3))
"""The first that is not the truth is told."""
LIED_IN = 3
NARROW: ViewportSize = {"width": 360, "height": 780}
IN_WORDS = {"en": "{0} bulls {1} cows", "uk": "{0} бика, {1} корови", "ru": "{0} быка и {1} коровы"}


def truth(guess: str) -> Feedback:
    return feedback_for(CLASSIC.parse(guess), SECRET)


async def asked(reader: Reader, number: int) -> str | None:
    """What the bot asks in that turn; None if no code fits the replies."""
    asks = bare(reader.texts.html("think.asks", number=number, guess="")).partition("\n")[0]
    board = reader.window.message(asks)
    doubts = reader.window.message(bare(reader.texts.counted("think.contradiction", 1)))
    await expect(board.or_(doubts)).to_be_visible()
    return None if await doubts.count() else await board.locator("code").last.inner_text()


async def taps(reader: Reader, reply: Feedback) -> None:
    """Answer on the grid."""
    await reader.window.button(reply_key(*reply)).click()


@pytest.mark.costly
@AT_LENGTH
async def test_a_lie_in_the_third_answer_is_put_right(browser: Browser, stage: Stage, language: str) -> None:
    async with reading(browser, stage, language) as reader:
        await reader.presses("menu.against", "menu.bot-guesses")
        await reader.sees("think.begin")
        await reader.looks_well()
        await reader.presses("button.aloud")
        await reader.counts("think.left", 5040, bits=reader.texts.decimal(2.7712))
        await reader.window.writes("9876")
        await reader.sees("think.asked-to", number=1, guess="9876")
        await reader.looks_well()
        await taps(reader, truth("9876"))
        second = await asked(reader, 2)
        assert second
        await reader.window.writes(IN_WORDS[language].format(*truth(second)))
        number, lied_to = LIED_IN, await asked(reader, LIED_IN)
        assert lied_to
        lie = next(reply for reply in LIES if reply != truth(lied_to))
        await taps(reader, lie)
        while (guess := await asked(reader, number := number + 1)) is not None:
            await taps(reader, truth(guess))
        await reader.looks_well()
        await reader.presses("button.fix-other")
        await reader.sees("think.pick")
        await reader.looks_well()
        await reader.window.button(f"{LIED_IN}. {lied_to} {lie.bulls}\u2060🐂\u00a0{lie.cows}\u2060🐄").click()
        await reader.looks_well()
        await taps(reader, truth(lied_to))
        while guess != CLASSIC.format(SECRET):
            guess = await asked(reader, number)
            assert guess
            await taps(reader, truth(guess))
            number += 1
        await reader.counts("think.solved", number - 1, secret=CLASSIC.format(SECRET))
        await reader.sees("think.put-right")
        await reader.looks_well()


@pytest.mark.parametrize("variant", ["three", "classic", "five", "six", "5x8r", "7x4r"])
async def test_no_reply_is_cut_off_on_a_narrow_phone(browser: Browser, stage: Stage, variant: str) -> None:
    olena = await stage.sandbox.person("Олена", "uk")
    await olena.send(f"/think {variant}")
    await olena.sees("Моя спроба 1")
    async with window_of(browser, stage, olena, olena.id, PHONE) as window:
        await window.page.set_viewport_size(NARROW)
        await window.sees("Моя спроба 1")
        assert await window.cut_labels() == []


async def asks(reader: Reader, number: int) -> None:
    """The bot asks whether it is more than that."""
    await reader.sees("number.asks", number=number, question=f">{number}")


@AT_LENGTH
async def test_a_number_is_guessed_by_tapping_and_typing(browser: Browser, stage: Stage, language: str) -> None:
    async with reading(browser, stage, language) as reader:
        window, chat = reader.window, reader.person.id
        await reader.presses("menu.against", "menu.codes", "menu.number")
        await reader.sees("number.title", low=1, high=100)
        await reader.counts("number.needed", 7)
        await reader.looks_well()
        await window.writes(">50")
        await reader.counts("number.questions", 1, needed=7)
        for key in (reader.texts.plain("button.keypad"), "7", "5"):
            await window.button(key).click()
        await window.sees("✍️ 75")
        await reader.looks_well()
        await window.button(reader.texts.plain("button.keypad-away")).click()
        while (game := game_of(stage, chat)).only is None:
            assert game.left is not None
            await window.writes(str(game.left.best_question))
            await stage.quiet()
        await reader.sees("number.only")
        await reader.looks_well()
        await window.button(f"🎯 {number_of(stage, chat)}").click()
        await reader.sees("number.master")
        await reader.sees("number.path", path="")
        await expect(window.message(bare(reader.texts.html("number.title", low=1, high=100)))).to_have_count(1)
        await reader.looks_well()


@pytest.mark.costly
@AT_LENGTH
async def test_the_bot_guesses_and_a_lie_is_put_right(browser: Browser, stage: Stage, language: str) -> None:
    yes, no = WORDS[language]
    async with reading(browser, stage, language) as reader:
        window = reader.window
        await window.writes("/number 1 8")
        await window.button(f"○ {reader.texts.plain('button.number-keep')}").click()
        await reader.sees("number.title-mine", low=1, high=8)
        await asks(reader, 4)
        await reader.presses("button.no")
        await asks(reader, 2)
        await window.writes(yes)
        await asks(reader, 3)
        await window.writes(f"{yes.title()}!")
        await reader.sees("number.asks-whether-it-is", number=4)
        await reader.looks_well()
        await reader.presses("button.no")
        await reader.sees("number.contradicted")
        await reader.looks_well()
        await window.writes("7")
        await reader.sees("number.wrong-for", number=7, turns=f">4\u00a0{no}")
        await reader.looks_well()
        await window.button(f"🔧 >4: {no} → {yes}").click()
        for question, answer in ((6, "yes"), (7, "no")):
            await asks(reader, question)
            await reader.presses(f"button.{answer}")
        await reader.sees("number.asks-whether-it-is", number=7)
        await reader.presses("button.yes")
        await reader.sees("number.bot-found", number=7)
        await reader.looks_well()


COLOURS = VARIANTS["colours"]
EVIL = {"en": "evil", "uk": "лихий", "ru": "злой"}
NO_WORD = {"en": "qwxyz", "uk": "абвгд", "ru": "абвгд"}


@pytest.mark.costly
@AT_LENGTH
async def test_colours_are_keyed_in_with_a_coach(browser: Browser, stage: Stage, language: str) -> None:
    async with reading(browser, stage, language) as reader:
        window, letters = reader.window, letters_of(COLOURS, reader.texts)
        await reader.presses("menu.against", "menu.codes")
        await reader.sees("variants.title")
        await reader.looks_well()
        await reader.presses("duel.signs")
        colours = window.button(variant_label(COLOURS, reader.texts))
        await expect(colours).to_be_visible()
        await reader.looks_well()
        await colours.click()
        await reader.sees("variants.typed", letters=legend(COLOURS, reader.texts))
        await reader.looks_well()
        await reader.presses("menu.coached")
        await window.sees("🎯")
        await reader.looks_well()
        await reader.taps("ROYGB", COLOURS, letters)
        await window.sees("1. 🔴🟠🟡🟢🔵", letters[:5], "🎓")
        await reader.looks_well()
        await window.writes(letters[5] * 5)
        await window.sees(f"2. {'🟣' * 5}", letters[5] * 5)
        await reader.looks_well()


@EVERY_LANGUAGE
@pytest.mark.costly
async def test_words_are_typed_without_help(browser: Browser, stage: Stage, language: str) -> None:
    async with reading(browser, stage, language) as reader:
        window, variant = reader.window, VARIANTS[f"words-{language}-5"]
        await reader.presses("menu.against", "menu.codes", "duel.words")
        await expect(reader.button(f"variant.{variant.name}")).to_be_visible()
        await reader.looks_well()
        await reader.presses(f"variant.{variant.name}", "menu.blind")
        await reader.sees("board.begin-word", example=variant.format(example_of(variant)))
        await expect(reader.button("button.hint")).to_have_count(0)
        await reader.looks_well()
        await window.writes(NO_WORD[language])
        await reader.sees("note.unknown-word", word=NO_WORD[language])
        secret = stage.secret_of(reader.person.id)
        words = (variant.format(code) for code in variant.secrets())
        guess = next(word for word in words if word != secret)
        await window.writes(guess.upper())
        await window.sees(f"1. {guess}")
        await window.writes("/hint")
        await reader.sees("coach.blind")
        await reader.looks_well()
        await window.writes(secret)
        await reader.sees("end.solved", secret=secret)
        await reader.looks_well()


@pytest.mark.costly
@AT_LENGTH
async def test_the_evil_bot_is_forced_to_give_in(browser: Browser, stage: Stage, language: str) -> None:
    async with reading(browser, stage, language) as reader:
        window = reader.window
        await window.writes(f"/play {EVIL[language]} mini")
        await reader.sees("board.evil")
        await reader.looks_well()
        history: History = ()
        while not history or history[-1][1].bulls < MINI.length:
            guess = advise(MINI, history).guess
            history = (*history, (guess, hardest_reply(MINI, history, guess)))
            await window.writes(MINI.format(guess))
            await window.sees(f"{len(history)}. {MINI.format(guess)}")
            await reader.looks_well()
        found = trail(MINI, history)
        secret, path = MINI.format(guess), " → ".join(map(str, found.left))
        await reader.sees("end.evil", secret=secret)
        await reader.sees("end.trail", path=path, example=secret)
        await reader.presses("button.review")
        await reader.sees("review.title", variant=reader.texts.html("variant.mini"))
        await reader.looks_well()
        await reader.button("button.again").last.click()
        await reader.sees("board.evil")
        await reader.taps("4321", MINI)
        await window.sees("1. 4321")
        await reader.presses("button.resign", "button.yes-resign")
        await reader.sees("end.evil-resigned")
        await reader.looks_well()


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
        await his.sees("4 цифри, усі різні", "🐂 цифра на своєму місці")
        await his.writes(secret)
        await his.sees("1. Тарас · 1 спроба", "2. Олена · 3 спроби")
        await hers.sees("🔔 Тарас: розгадано за 1 спробу!", "1. Тарас · 1 спроба")


START = {"en": "Start", "uk": "Почати", "ru": "Начать"}


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
        await reader.counts("board.hint-count", advice.candidates)
        await reader.looks_well()
        for step, key in (("ask.places", "hint.places"), ("ask.cases", "hint.cases")):
            await reader.presses(step)
            await reader.sees(key)
            await reader.looks_well()
        await reader.presses("ask.guess")
        await reader.sees("board.hint-guess", guess=CLASSIC.format(advice.guess), **left_by(advice, reader.texts))
        await reader.presses("ask.why")
        await reader.sees("hint.why")
        await reader.sees("hint.taken", count=5, example="0123")
        await reader.looks_well()
        await reader.presses("ask.table")
        await reader.sees_picture("replies.title", guess=CLASSIC.format(advice.guess))
        await reader.looks_well()
        await window.writes(f"?{asked}")
        reply = feedback_in(DEFAULT_STYLE, feedback_for(guess, secret), reader.texts)
        await reader.sees("hint.on-the-board", guess=asked, reply=reply)
        await window.writes(f"?{asked[1:]}{asked[0]}")
        await window.sees(f"🔎 {asked[1:]}{asked[0]} ")
        await reader.looks_well()
        await reader.presses("button.hint-back")
        await reader.presses("button.notes")
        for key, line in (("7", "📝 ❌ 7"), ("3", "📝 ❌ 3 7"), ("7❌", "📝 ❓ 7 ❌ 3"), ("7❓", "📝 ✅ 7 ❌ 3")):
            await reader.window.button(key).click()
            await reader.window.sees(line)
        await reader.sees("notes.how")
        await reader.looks_well()
        await reader.presses("button.notes-clear")
        await expect(reader.window.message("📝")).to_have_count(0)
        await reader.presses("button.hint-back")
        await window.writes(CLASSIC.format(secret))
        await reader.counts("end.hints", 7)
        await reader.looks_well()


@EVERY_LANGUAGE
@pytest.mark.costly
async def test_the_few_that_fit_are_listed(browser: Browser, stage: Stage, language: str) -> None:
    async with reading(browser, stage, language) as reader:
        await reader.window.writes("/play mini coached")
        await reader.window.sees("🎯")
        secret = stage.secret_of(reader.person.id)
        hidden, left = MINI.parse(secret), list[str]()
        for guess in MINI.codes():
            reply = feedback_for(guess, hidden)
            left = [MINI.format(code) for code in MINI.codes() if feedback_for(guess, code) == reply]
            if 1 < len(left) <= FEW:
                await reader.window.writes(MINI.format(guess))
                break
        await reader.window.sees("🎓")
        await reader.looks_well()
        await reader.presses("button.hint", "ask.list")
        await reader.sees("hint.list", codes=" ".join(left))
        await reader.looks_well()


@pytest.mark.costly
@AT_LENGTH
async def test_a_game_is_reviewed_and_a_position_sent_on(browser: Browser, stage: Stage, language: str) -> None:
    friend = await stage.sandbox.person("Taras", language)
    async with reading(browser, stage, language) as reader:
        window, title = reader.window, reader.texts.html("variant.classic")
        stored.let_have_played(stage.bot, reader.person.id)
        await reader.presses("menu.play")
        await window.sees("🎯")
        secret = stage.secret_of(reader.person.id)
        for guess in (*wrong_guesses(secret, 2), secret):
            await window.writes(guess)
            await window.sees(f". {guess}")
        await reader.presses("button.review")
        await reader.sees_picture("review.title", variant=title)
        await window.sees(f"→ {secret}, ")
        await reader.looks_well()
        await reader.presses("button.all-guesses")
        await reader.sees("review.all", variant=title)
        await window.sees(f"3. {secret}")
        await reader.looks_well()
        await window.writes("/review 9876 0B2C 5432 1B1C")
        await expect(window.message(bare(reader.texts.html("review.title", variant=title)))).to_have_count(2)
        await reader.looks_well()
        await reader.button("button.position").last.click()
        link = await window.copied()
    pair = await reader.person.meets(friend)
    await reader.person.send(link, chat=pair)
    async with window_of(browser, stage, friend, pair.id, PHONE) as window:
        await window.message(link).get_by_role("link").click()
        await window.button(START[language]).click()
        friends = Reader(friend, window, reader.texts)
        advice = advise(CLASSIC, history("9876=0B2C 5432=1B1C"))
        await friends.counts("position.left", advice.candidates)
        await friends.looks_well()
        await friends.presses("menu.advice")
        await friends.sees("board.hint-guess", guess=CLASSIC.format(advice.guess), **left_by(advice, friends.texts))
        await friends.sees("hint.why")
        await friends.looks_well()
        await friends.presses("menu.review")
        await friends.sees_picture("review.title", variant=title)
        await friends.looks_well()
