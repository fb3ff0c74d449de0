"""What people who play each other meet beside the game: late guesses, refused draws, secrets seen, records."""

from dataclasses import replace

import pytest

from bot.app.duels.screens import Record, record_line
from bot.app.kinds.match.model import Played
from bot.app.kinds.match.screen_parts import end_lines
from bot.app.model.options import LEVELS
from bot.app.model.terms import LOBBY
from bot.app.ratings.model import Player
from bot.app.texts import LANGUAGES, texts_in
from bot.game.model import Seat
from bot.game.rating import START
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import FRIENDLY, NO_CLOCK, RACE, Pair, misses, paired, screen
from tests.bot.duels.played import FIRST_WINS, ended
from tests.bot.player import by_bot, talk

on_stage = pytest.mark.asyncio(loop_scope="session")


async def raced_beside_a_board(stage: Stage, *guesses: str) -> Pair:
    """Bob has a board of his own, on which he has guessed these, and races with Alice, who wins while he types."""
    pair = await paired(stage, RACE)
    await talk("/play → 🔒", pair.bob)
    for guess in guesses:
        await talk(f"{guess} → 1. {guess}", pair.bob)
    await pair.bob.send(misses(1, pair.secret())[0], reply_to=screen(pair.bob))
    await stage.quiet()
    await pair.play("Alice: (secret) → You won")
    return pair


@on_stage
@pytest.mark.parametrize("guesses", [(), ("9876",)])
async def test_a_guess_typed_into_a_race_that_has_just_ended_goes_into_no_other_game(
    stage: Stage, guesses: tuple[str, ...]
) -> None:
    pair = await raced_beside_a_board(stage, *guesses)
    await talk("5678 → 5678 came too late: this game is over.", pair.bob)
    assert not by_bot(pair.bob, words="5678\u00a0"), "it has been played nowhere"


@on_stage
@pytest.mark.parametrize("end", ["(secret) → You won", "/resign\nAlice: [Yes, resign]\nAlice: → You resigned"])
async def test_whoever_has_ended_a_race_goes_on_at_once_in_another_game(stage: Stage, end: str) -> None:
    pair = await paired(stage, RACE)
    await talk("/play → 🔒\n9876 → 1. 9876", pair.alice)
    for player, guess in zip((pair.alice, pair.bob), misses(2, pair.secret()), strict=True):
        await player.send(guess, reply_to=screen(player))
        await stage.quiet()
    await pair.play(f"Alice: {end}")
    await talk("5678 → 2. 5678 ∌ too late", pair.alice)


@on_stage
async def test_once_the_end_is_old_or_what_is_typed_is_no_code_nothing_is_late(stage: Stage) -> None:
    pair = await raced_beside_a_board(stage)
    stage.bot.change("UPDATE games SET ended_at = ended_at - 60 WHERE ended_at IS NOT NULL")
    await talk("5678 → 1. 5678", pair.bob)


@on_stage
async def test_after_a_refused_draw_the_button_stays_and_says_why_none_is_offered(stage: Stage) -> None:
    pair = await paired(stage, RACE, FRIENDLY)
    one, two = misses(2, pair.secret())
    await pair.play(f"""Alice: {one}
        Bob: {two}
        Alice: [Offer a draw]
        Bob: [✖️ No]
        Alice: [Offer a draw] ‼ once every 3 guesses""")


@on_stage
async def test_a_secret_that_the_rival_has_seen_is_not_kept_in_the_rematch(stage: Stage) -> None:
    pair = await paired(stage, FRIENDLY, NO_CLOCK)
    await pair.keep("2345", "6789")
    await pair.play("First: (secret)\nSecond: /resign\nSecond: [Yes, resign]")
    await pair.play("Alice: [Rematch]")
    await pair.stage.after(pair.bob.presses("Yes, again"))
    await talk("2345 → Your rival has seen this secret", pair.alice)
    await talk("6789 → Your rival has seen this secret", pair.bob)
    await pair.keep("6789", "2345")
    await pair.order()


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_many_games_somebody_finishes_is_told_from_five_on(language: str) -> None:
    texts = texts_in(language)
    for finished, left in ((0, 1), (3, 1), (4, 1), (0, 5)):
        line = record_line(Record("Ann", Player(1, finished=finished, walked_out=left), START), LOBBY, texts)
        share = texts.html("challenge.stays", share=round(100 * finished / (finished + left)))
        assert (share in line) == (finished + left >= 5), line


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", ["", *LEVELS])
def test_how_well_the_bot_has_played_is_its_level_and_not_told(language: str, level: str) -> None:
    match = replace(ended(1, FIRST_WINS), level=level, reviews=(Played(94.0, 0.5), Played(71.0, 1.5)))
    lines = "\n".join(end_lines(match, Seat(0), texts_in(language)))
    assert "94" in lines
    assert ("71" in lines) == (not level)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", ["", "club"])
@pytest.mark.parametrize(
    ("mine", "theirs", "said"),
    [(2.5, 0.5, "match.lucky"), (-3.0, -0.5, "match.unlucky"), (1.9, 1.0, ""), (0.0, 0.0, "")],
)
def test_whose_luck_was_better_is_a_word_and_nothing_where_it_was_even(
    language: str, level: str, mine: float, theirs: float, said: str
) -> None:
    match, texts = replace(ended(1, FIRST_WINS), level=level), texts_in(language)
    match = replace(match, reviews=(Played(90.0, mine), Played(90.0, theirs)))
    for seat, key in zip(match.game.seats, (said, OTHERWISE[said]), strict=True):
        told = [line for line in end_lines(match, seat, texts) if line[0] in "🍀🌧"]
        assert told == [texts.html(each) for each in (key,) if each]


OTHERWISE = {"match.lucky": "match.unlucky", "match.unlucky": "match.lucky", "": ""}
"""What the other reads where one reads that."""
