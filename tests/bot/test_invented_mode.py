"""A mode that a test invents: its two entries and its words are all that it takes."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.app.kinds.group import menus
from bot.app.messages import Chat
from bot.app.model.modes import PLAYABLE, AlonePlay, Beginning, CardButton, GroupPlay, HotSeat, MatchPlay, PlayableMode
from bot.app.model.options import GameOptions, UnknownOption
from bot.app.screen import Answer
from bot.app.screens.board import example_of, feedback_in
from bot.app.texts import LANGUAGES, texts_in
from bot.game.model import MODES, FeedbackFrom, Mode
from solver.evil import trail
from solver.feedback import Feedback, History
from solver.position import position_after
from solver.replies import split
from solver.variant import VARIANTS, Code, Variant
from tests.bot.catalogues import messages
from tests.bot.inside import Inside, inside
from tests.bot.inventing import added, board, labels, presses
from tests.bot.keys import keys_of

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
DASH = PlayableMode(
    rules=Mode("dash", seats=2),
    title="mode.dash",
    match=MatchPlay(way="way.dash", unrated_because="toast.dash-is-friendly"),
)
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
}


@pytest.fixture
def invented(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """The modes, and their words in every language."""
    for mode in INVENTED:
        monkeypatch.setitem(MODES, mode.name, mode.rules)
        monkeypatch.setitem(PLAYABLE, mode.name, mode)
    with added(WORDS, tmp_path):
        yield


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def bot(invented: None, language: str) -> AsyncIterator[Inside]:
    del invented
    async with inside(None, Chat(1001), language) as found:
        yield found


def test_a_mode_without_its_words_is_found() -> None:
    named = {key for mode in INVENTED for key in keys_of(mode)}
    assert named - messages("en").keys() == WORDS.keys()


async def test_it_is_chosen_by_its_word_and_announced_by_its_own_words(bot: Inside, language: str) -> None:
    texts = texts_in(language)
    await bot.says("/play kind mini")
    shown = await board(bot)
    assert WORDS["mode.kind"] in shown
    assert shown.splitlines()[2:] == [
        texts.html("kind.intro"),
        texts.html("kind.begin", example=MINI.show(example_of(MINI))),
    ]
    assert not any(texts.html(key, secret="", path="", example="") in shown for key in EVILS)
    await bot.says("/play kind words-uk-4")
    assert texts.html("kind.begin-word", example="").partition("<code>")[0] in await board(bot)
    with pytest.raises(UnknownOption):
        GameOptions("think").but("kind")
    with pytest.raises(UnknownOption):
        GameOptions().but("evil kind")


async def test_it_is_played_by_its_own_rule_to_its_own_end(bot: Inside, language: str) -> None:
    texts = texts_in(language)
    await bot.says("/play kind mini")
    history: History = ()
    game = await bot.board_game()
    assert game is not None
    while await bot.board_game() is not None:
        guess = trail(MINI, history).example
        history = (*history, (guess, easiest_reply(MINI, history, guess)))
        await bot.says(MINI.format(guess))
        assert feedback_in("emoji", history[-1][1], texts) in bot.screens[f"game:{game.id}"][1].html
    assert len(history) > 1
    shown = bot.screens[f"game:{game.id}"][1]
    secret = MINI.show(history[-1][0])
    assert texts.html("kind.solved", secret=secret) in shown.html
    assert f"{language} 🌼 So quickly: {len(list(MINI.secrets()))} → " in shown.html
    assert texts.html("end.perfect", count="").strip() not in shown.html
    await presses(bot, texts.plain("after.eshare"))
    shown = bot.screens[f"game:{game.id}"][1]
    assert texts.plain("button.beat") not in [button.text for row in shown.rows for button in row]
    copied = [button.copies for row in shown.rows for button in row if button.copies]
    assert WORDS["mode.kind"] in str(copied[0])
    await presses(bot, texts.plain("after.eback"))
    await presses(bot, texts.plain("button.again"))
    assert WORDS["mode.kind"] in await board(bot)


async def test_it_is_given_up_in_its_own_words(bot: Inside, language: str) -> None:
    await bot.says("/play kind mini")
    game = await bot.board_game()
    assert game is not None
    await bot.says(MINI.format(example_of(MINI)))
    for _ in range(2):
        await bot.says("/resign")
    assert texts_in(language).html("kind.resigned") in bot.screens[f"game:{game.id}"][1].html


async def test_a_variants_card_begins_it_and_the_list_names_it(bot: Inside, language: str) -> None:
    texts = texts_in(language)
    await bot.says("/variants")
    await presses(bot, texts.plain("variant.mini"))
    offered = labels(bot)
    assert offered.index(texts.plain("menu.kind")) == offered.index(texts.plain("menu.evil")) + 1
    await presses(bot, texts.plain("menu.kind"))
    assert (await bot.board_game()) is not None
    await bot.says(MINI.format(example_of(MINI)))
    await bot.says("/play kind five")
    await bot.says("/games")
    assert bot.screens["menu"][1].html.count(f"{WORDS['mode.kind']} · ") == 2
    await bot.presses("1:begin:kind-mini", "menu")
    await bot.presses("1:begin:nothing-mini", "menu")


async def test_a_mode_for_two_is_offered_explained_and_rated_only_if_it_can_be(bot: Inside, language: str) -> None:
    texts = texts_in(language)
    await bot.says("/duel")
    await presses(bot, texts.plain("mode.duel"))
    assert f"{texts.html('mode.dash')}\n{texts.html('way.dash')}" in bot.screens["menu"][1].html
    await presses(bot, texts.plain("mode.dash"))
    menu = bot.screens["menu"][1].html
    assert " · ".join((texts.html("mode.dash"), texts.html("variant.classic"), texts.html("clock.days"))) in menu
    assert texts.html("way.dash") in menu
    assert texts.html("terms.friendly") in menu
    await presses(bot, f"🕊 {texts.plain('terms.friendly')}")
    assert bot.heard == [Answer(texts.plain("toast.dash-is-friendly"), alert=True)]
    await presses(bot, texts.plain("button.invite"))
    assert any(texts.html("mode.dash") in screen.html for _, screen in bot.screens.values() if "c1" not in screen.html)


async def test_a_mode_at_one_table_is_offered_and_played_in_its_own_words(bot: Inside, language: str) -> None:
    texts = texts_in(language)
    await bot.says("/duel")
    await presses(bot, texts.plain("button.hotseat"))
    await presses(bot, texts.plain("button.ring"))
    await presses(bot, "👥 6")
    assert (await board(bot)).startswith(f"{texts.html('mode.ring')} · ")
    assert texts.html("ring.begin") in await board(bot)
    await bot.says("/hint")
    assert texts.html("ring.no-hints") in await board(bot)
    game = await bot.board_game()
    assert game is not None
    assert len(game.game.seats) == 6
    secret = game.game.variant.format(game.game.secret or ())
    await bot.says(secret)
    assert texts.html("ring.solved", secret=secret, name="Ann") in bot.screens[f"game:{game.id}"][1].html


def test_a_party_offers_it(invented: None, language: str) -> None:
    del invented
    texts = texts_in(language)
    screen = menus.menu(0, (), texts)
    assert [(button.text, button.data) for button in screen.rows[0]][-1] == (texts.plain("mode.ring"), "1:party:r0")
