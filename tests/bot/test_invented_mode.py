"""A mode, a style, a clock and a family that a test invents: entries and words are all that each takes."""

import io
import shutil
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po

from bot.app import texts as all_texts
from bot.app.language import LOCALES
from bot.app.messages import Chat
from bot.app.model.game import BoardGame
from bot.app.model.modes import PLAYABLE, AlonePlay, Beginning, CardButton, GroupPlay, HotSeat, MatchPlay, PlayableMode
from bot.app.model.options import FAMILIES, Family, GameOptions, UnknownOption, family_of
from bot.app.model.terms import CLOCKS, Terms
from bot.app.screen import Answer
from bot.app.screens.board import STYLES, Style, example_of, feedback_in
from bot.app.texts import LANGUAGES, Texts, texts_in
from bot.app.together import screens as menus
from bot.app.work import GRACE
from bot.game.model import MODES, FeedbackFrom, Mode, Termination
from bot.storage.store import DatabaseStore
from solver.candidates import position_after, split
from solver.evaluate import trail
from solver.feedback import Feedback, History
from solver.variant import VARIANTS, Code, Variant
from tests.bot.catalogues import keys_of, messages
from tests.bot.duels.evenings import ANN, BOB, Evening, ended
from tests.bot.inside import Inside, inside
from tests.bot.test_home import labels

MINI = VARIANTS["mini"]
EVILS = ("mode.evil", "board.evil", "end.evil", "end.evil-resigned", "end.trail")


def easiest_reply(variant: Variant, history: History, guess: Code) -> Feedback:
    """The reply that leaves fewest codes, but not only one as long as there is another."""
    parts = split(position_after(variant, history), guess)
    return min(parts, key=lambda part: (len(part[1]) == 1, len(part[1]), part[0]))[0]


KIND = PlayableMode(
    rules=Mode("kind", feedback_from=FeedbackFrom.ADVERSARY),
    title="mode.kind",
    option="kind",
    card=CardButton("menu.kind"),
    alone=AlonePlay(
        intro="kind.intro",
        begin=Beginning("kind.begin", "kind.begin-word", "kind.begin-group", "kind.begin-group-word"),
        solved="kind.solved",
        solved_by="kind.solved-by",
        resigned="kind.resigned",
        trail="kind.trail",
        reply=easiest_reply,
        can_be_beaten=False,
    ),
)
DASHING = MatchPlay(way="way.dash", unrated_because="toast.dash-is-friendly")
DASH = PlayableMode(rules=Mode("dash", seats=2), title="mode.dash", match=DASHING)
RING = PlayableMode(
    rules=Mode("ring", most=6, in_turn=True),
    title="mode.ring",
    group=GroupPlay(
        begin=Beginning("ring.begin"),
        solved="ring.solved",
        resigned="ring.resigned",
        no_hints="ring.no-hints",
        hot_seat=HotSeat("button.ring", most=6),
        party_letter="r",
    ),
)
INVENTED = (KIND, DASH, RING)
WORDS = {
    "mode.kind": "🌼 Kind",
    "menu.kind": "🌼 Be kind",
    "kind.intro": "Of all replies I give the one that leaves fewest.",
    "kind.begin": "Well, begin: <code>{example}</code>",
    "kind.begin-word": "Well, begin with a word: <code>{example}</code>",
    "kind.begin-group": "Well, begin together: <code>{example}</code>",
    "kind.begin-group-word": "Well, begin together with a word: <code>{example}</code>",
    "kind.solved": "🌼 You have found <code>{secret}</code>.",
    "kind.solved-by": "🌼 {name} has found <code>{secret}</code>.",
    "kind.resigned": "🌼 You had it nearly.",
    "kind.trail": "🌼 So quickly: {path}; such as <code>{example}</code>.",
    "mode.dash": "🐇 Dash",
    "way.dash": "Both see all guesses, and nobody waits.",
    "toast.dash-is-friendly": "A dash is always friendly.",
    "mode.ring": "💍 Ring",
    "ring.begin": "Guess one after the other.",
    "ring.solved": "💍 <code>{secret}</code>, says {name}.",
    "ring.resigned": "💍 Nobody found <code>{secret}</code>.",
    "ring.no-hints": "No hints in a ring.",
    "button.ring": "💍 Up to six",
    "style.no-disc": "–",
    "clock.bullet": "10 s a guess",
    "duel.long": "📏 Long",
    "choice.long": "Six places at least.",
}


def in_discs(feedback: Feedback, texts: Texts) -> str:
    return "●" * feedback.bulls + "○" * feedback.cows + texts.plain("style.no-disc") * (feedback == Feedback(0, 0))


DISCS = Style(name="discs", write=in_discs, longest_code=4, keys_in_row=4)
BULLET = replace(CLOCKS["live"], name="bullet", label="clock.bullet", seconds=10, reminder=4, rematch_lasts=30)


def is_long(variant: Variant) -> bool:
    return variant.length > 5 and not variant.words


LONG = Family(name="long", label="duel.long", rule="choice.long", party_letter="l", has=is_long)


@contextmanager
def added(words: Mapping[str, str], folder: Path) -> Iterator[None]:
    """Each key has that text, behind the name of the language, in every language until this ends."""
    locales = folder / "locales"
    shutil.copytree(LOCALES, locales)
    for language in all_texts.LANGUAGES:
        file = locales / language / all_texts.FILE
        catalogue = read_po(io.BytesIO(file.read_bytes()), locale=language)
        for key, text in words.items():
            catalogue.add(key, f"{language} {text}")
        with file.open("wb") as written:
            write_po(written, catalogue)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(all_texts, "LOCALES", locales)
        _forget()
        yield
    _forget()


def _forget() -> None:
    all_texts.texts_in.cache_clear()
    all_texts._catalogue.cache_clear()


@pytest.fixture
def invented(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    for mode in INVENTED:
        monkeypatch.setitem(MODES, mode.name, mode.rules)
        monkeypatch.setitem(PLAYABLE, mode.name, mode)
    monkeypatch.setitem(STYLES, "discs", DISCS)
    monkeypatch.setitem(CLOCKS, "bullet", BULLET)
    monkeypatch.setitem(FAMILIES, "long", LONG)
    with added(WORDS, tmp_path):
        yield


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def texts(invented: None, language: str) -> Texts:  # noqa: ARG001
    return texts_in(language)


@pytest.fixture
async def bot(invented: None, language: str) -> AsyncIterator[Inside]:  # noqa: ARG001
    async with inside(None, Chat(1001), language) as found:
        yield found


async def latest(bot: Inside) -> BoardGame:
    game = await bot.board_game()
    assert game is not None
    return game


def html(bot: Inside, game: BoardGame | None = None) -> str:
    return bot.screens[f"game:{game.id}" if game else "menu"][1].html


async def board(bot: Inside) -> str:
    return html(bot, await latest(bot))


async def presses(bot: Inside, *wished: str) -> None:
    """Press the buttons with these labels, each on the screen that came last of those on which it stands."""
    for label in wished:
        shown = ((slot, row) for slot, (_, screen) in reversed(bot.screens.items()) for row in screen.rows)
        buttons = ((button, slot) for slot, row in shown for button in row)
        await bot.presses(*next((each.data, slot) for each, slot in buttons if each.text == label and each.data))


def test_an_entry_without_its_words_is_found() -> None:
    named = {key for entry in (*INVENTED, BULLET, LONG) for key in keys_of(entry)}
    assert named - messages("en").keys() == WORDS.keys() - {"style.no-disc"}


async def test_it_is_chosen_announced_and_given_up_by_its_own_words(bot: Inside, texts: Texts) -> None:
    await bot.says("/play kind mini")
    game, shown = await latest(bot), await board(bot)
    assert WORDS["mode.kind"] in shown
    begin = texts.html("kind.begin", example=MINI.show(example_of(MINI)))
    assert shown.splitlines()[2:] == [texts.html("kind.intro"), begin]
    assert not any(texts.html(key, secret="", path="", example="") in shown for key in EVILS)
    for text in (MINI.format(example_of(MINI)), "/resign", "/resign"):
        await bot.says(text)
    assert texts.html("kind.resigned") in html(bot, game)
    await bot.says("/play kind words-uk-4")
    assert texts.html("kind.begin-word", example="").partition("<code>")[0] in await board(bot)
    for options, words in ((GameOptions("think"), "kind"), (GameOptions(), "evil kind")):
        with pytest.raises(UnknownOption):
            options.but(words)


async def test_it_is_played_by_its_own_rule_to_its_own_end(bot: Inside, texts: Texts) -> None:
    history: History = ()
    await bot.says("/play kind mini")
    game = await latest(bot)
    while await bot.board_game() is not None:
        guess = trail(MINI, history).example
        history = (*history, (guess, easiest_reply(MINI, history, guess)))
        await bot.says(MINI.format(guess))
        assert feedback_in("emoji", history[-1][1], texts) in html(bot, game)
    assert len(history) > 1
    assert texts.html("kind.solved", secret=MINI.show(history[-1][0])) in html(bot, game)
    assert f"{texts.language} 🌼 So quickly: {len(list(MINI.secrets()))} → " in html(bot, game)
    assert texts.html("end.perfect", count="").strip() not in html(bot, game)
    await presses(bot, texts.plain("after.eshare"))
    assert texts.plain("button.beat") not in labels(bot, f"game:{game.id}")
    rows = bot.screens[f"game:{game.id}"][1].rows
    assert WORDS["mode.kind"] in str(next(button.copies for row in rows for button in row if button.copies))
    await presses(bot, texts.plain("after.eback"), texts.plain("button.again"))
    assert WORDS["mode.kind"] in await board(bot)


async def test_a_variants_card_begins_it_and_the_list_names_it(bot: Inside, texts: Texts) -> None:
    await bot.says("/variants")
    await presses(bot, texts.plain("variant.mini"))
    offered = labels(bot)
    assert offered.index(texts.plain("menu.kind")) == offered.index(texts.plain("menu.evil")) + 1
    await presses(bot, texts.plain("menu.kind"))
    for text in (MINI.format(example_of(MINI)), "/play kind five", "/games"):
        await bot.says(text)
    assert html(bot).count(f"{WORDS['mode.kind']} · ") == 2
    for forged in ("kind-mini", "nothing-mini"):
        await bot.presses(f"1:begin:{forged}", "menu")


async def test_a_mode_for_two_is_offered_explained_and_rated_only_if_it_can_be(bot: Inside, texts: Texts) -> None:
    await bot.says("/duel")
    await presses(bot, texts.plain("button.terms"), texts.plain("mode.duel"))
    assert f"{texts.html('mode.dash')}\n{texts.html('way.dash')}" in html(bot)
    await presses(bot, texts.plain("mode.dash"))
    assert " · ".join((texts.html("mode.dash"), texts.html("variant.classic"), texts.html("clock.days"))) in html(bot)
    assert all(texts.html(key) in html(bot) for key in ("way.dash", "terms.friendly"))
    await presses(bot, f"🕊 {texts.plain('terms.friendly')}")
    assert bot.heard == [Answer(texts.plain("toast.dash-is-friendly"), alert=True)]
    await presses(bot, texts.plain("button.invite"))
    assert any(texts.html("mode.dash") in screen.html for _, screen in bot.screens.values() if "c1" not in screen.html)


async def test_a_mode_at_one_table_is_offered_and_played_in_its_own_words(bot: Inside, texts: Texts) -> None:
    await bot.says("/duel")
    await presses(bot, texts.plain("button.hotseat"), texts.plain("button.ring"), "👥 6")
    assert (await board(bot)).startswith(f"{texts.html('mode.ring')} · ")
    assert texts.html("ring.begin") in await board(bot)
    await bot.says("/hint")
    assert texts.html("ring.no-hints") in await board(bot)
    game = await latest(bot)
    assert len(game.game.seats) == 6
    secret = game.game.variant.format(game.game.secret or ())
    await bot.says(secret)
    assert texts.html("ring.solved", secret=secret, name="Ann") in html(bot, game)


def test_a_party_offers_it(texts: Texts) -> None:
    last = menus.menu(0, (), texts).rows[0][-1]
    assert (last.text, last.data) == (texts.plain("mode.ring"), "1:party:r0")


async def test_a_style_is_offered_chosen_written_and_gives_way_where_it_does_not_fit(bot: Inside, texts: Texts) -> None:
    await bot.says("/settings")
    await presses(bot, "●○○")
    assert "✓ ●○○" in labels(bot)
    for text in ("/play mini", "1243"):
        await bot.says(text)
    assert in_discs((await latest(bot)).game.turns[0].feedback, texts) in await board(bot)
    for text in ("/resign", "/think classic"):
        await bot.says(text)
    slot = f"game:{(await latest(bot)).id}"
    assert [f"{texts.language} –"] == [label for label in labels(bot, slot) if "–" in label]
    assert all(len(row) <= DISCS.keys_in_row for row in bot.screens[slot][1].rows)
    await bot.says("/think five")
    letters = f"5{texts.plain('style.bulls-letter')}\u20600{texts.plain('style.cows-letter')}"
    assert letters in labels(bot, f"game:{(await latest(bot)).id}")


async def test_a_clock_is_offered_chosen_and_said(bot: Inside, texts: Texts) -> None:
    await bot.says("/duel")
    await presses(bot, texts.plain("button.terms"), f"⏱ {texts.plain('clock.days')}", texts.plain("clock.bullet"))
    assert texts.html("clock.bullet") in html(bot)
    assert f"⏱ {texts.plain('clock.bullet')}" in labels(bot)
    await presses(bot, texts.plain("button.invite"))
    assert any(texts.html("clock.bullet") in screen.html for slot, (_, screen) in bot.screens.items() if slot != "menu")


async def test_a_clock_runs_and_ends_the_game(
    store: DatabaseStore, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CLOCKS, "bullet", BULLET)
    monkeypatch.setattr("bot.app.jobs.LOOK", 0.01)
    evening = Evening(store, place)
    match = await evening.under_way(clock="bullet")
    assert match.sitters[ANN].deadline == evening.now + 10
    assert match.terms.on_a_card == Terms("volley", "classic", "days")
    await evening.passes(10 + GRACE)
    assert await ended(evening, match) == (Termination.TIMED_OUT, BOB)


async def test_a_family_is_a_page_wherever_a_variant_is_chosen(bot: Inside, texts: Texts) -> None:
    long, six = texts.plain("duel.long"), texts.plain("variant.six")
    await bot.says("/variants")
    assert six not in labels(bot)
    await presses(bot, long)
    assert {f"✓ {long}", six} <= set(labels(bot))
    await bot.says("/duel")
    await presses(bot, texts.plain("button.terms"), f"🎯 {texts.plain('variant.classic')}", long)
    assert html(bot).endswith(texts.html("choice.long"))
    await presses(bot, six)
    assert texts.html("variant.six") in html(bot)
    number = list(VARIANTS).index("six")
    assert family_of(VARIANTS["six"]) is menus.pages()["l"]
    assert menus.menu(number, (), texts).rows[1][0].data == f"1:party:l{number}"
