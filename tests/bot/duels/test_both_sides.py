"""Both sides of a match: the moment that decided it, what is seen of it, and the link that shows it to anybody."""

from dataclasses import replace
from itertools import pairwise

import pytest

from bot.app.kinds.match.both import Moment, both_screen, deciding_moment, guesses_ahead, without_names
from bot.app.kinds.match.model import Match, Played
from bot.app.model.game import SLOTS_OF_GAMES
from bot.app.texts import LANGUAGES, texts_in
from bot.game.model import Seat
from bot.game.notation import game_at
from sandbox.client import Message, Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import RACE, Pair, button_data, misses, paired, screen
from tests.bot.duels.played import FIRST_RESIGNS, ended
from tests.bot.solo.test_hint_rules import CAPTION

on_stage = pytest.mark.asyncio(loop_scope="session")
FIRST, SECOND = Seat(0), Seat(1)
START = 5040
UNBROKEN = "\N{NO-BREAK SPACE}"


# The moment that decided a match.


def test_the_more_codes_are_left_the_more_guesses_are_needed() -> None:
    needed = [guesses_ahead(left) for left in range(1, START + 1)]
    assert all(fewer < more for fewer, more in pairwise(needed))
    assert needed[:2] == [1, 1.5]
    assert needed[-1] == pytest.approx(5.1, abs=0.2), "perfect play takes 5.2 from the start"


LONG = "duel classic 0123 4567 first 0 | 0:4567 1:4568 0:4568 1:8901 0:4569 1:8902 0:0123 1:8903"
LAST_WORD = "duel classic 0123 4567 first 0 | 0:0189 1:0189 0:0123 1:4568"
DRAWN = "duel classic 0123 4567 first 0 | 0:0189 1:0189 0:0123 1:4567"
SUDDEN = "sudden classic 0123 4567 first 1 | 1:8901 0:8901 1:8902 0:8902 | resigned 0"
LEFT_TO_THE_OTHER = "volley classic 0123 first 0 | 0:4567 1:4568 0:4569 1:0123"
HIT = "volley classic 0123 first 0 | 0:4567 1:4568 0:0123"
BY_TIME = "race classic 0123 | 0:4567@5 1:4567@6 0:0123@9 1:0123@20"
TURNED = (START, 1440, 378, 2, 1), (START, 180, 24, 20, 6)


@pytest.mark.parametrize(
    ("position", "paths", "moment"),
    [
        (LONG, TURNED, Moment(6, FIRST)),
        (LONG, ((START, 180, 24, 2, 1), (START, 1440, 378, 24, 6)), Moment(1, FIRST)),
        (LAST_WORD, ((START, 9, 1), (START, 9, 3)), Moment(3, FIRST)),
        (DRAWN, ((START, 9, 1), (START, 300, 1)), None),
        (SUDDEN, ((START, 1440, 378),) * 2, Moment(0, SECOND)),
        (LEFT_TO_THE_OTHER, ((START, 360, 9, 1, 1),) * 2, Moment(3, SECOND)),
        (HIT, ((START, 360, 9, 1),) * 2, Moment(3, FIRST)),
        (BY_TIME, ((START, 360, 1),) * 2, Moment(3, FIRST)),
    ],
    ids=[
        "turned",
        "never turned",
        "by the last word",
        "drawn",
        "by none, but ahead when the other resigned",
        "left to the other",
        "hit by chance",
        "by time",
    ],
)
def test_a_match_was_decided_where_the_better_chance_fell_to_whoever_had_it_in_the_end(
    position: str, paths: tuple[tuple[int, ...], ...], moment: Moment | None
) -> None:
    assert deciding_moment(game_at(position), paths) == moment


# What is seen of both sides.


def reviewed(position: str, paths: tuple[tuple[int, ...], ...]) -> Match:
    return replace(ended(1, position), reviews=(Played(94.0, 2.5), Played(71.0, 0.2)), paths=paths)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_caption_says_all_and_the_picture_names_nobody(language: str) -> None:
    match, texts = reviewed(LONG, TURNED), texts_in(language)
    shown = both_screen(match, texts, ())
    for line in (
        "5040 → 1440 → 378 → 2 → 1 ✓".replace(" →", UNBROKEN + "→").replace(" ✓", UNBROKEN + "✓"),
        "5040 → 180 → 24 → 20 → 6".replace(" →", UNBROKEN + "→"),
        texts.html("both.moment", name="Bob", number=3, left="Ann —\N{NO-BREAK SPACE}2, Bob —\N{NO-BREAK SPACE}20"),
        texts.html("both.ahead", name="Ann"),
        texts.html("review.accuracy", accuracy=71),
        texts.html("fortune.lucky"),
        texts.html("both.usual"),
    ):
        assert line in shown.html.splitlines()
    assert shown.picture is not None
    assert not {"Ann", "Bob"} & {*shown.picture.given.replace('"', " ").replace(":", " ").split()}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("end", ["| resigned 0", "0:0189 1:8901 0:8901 1:9012"])
def test_the_caption_of_the_longest_match_fits_below_a_picture(language: str, end: str) -> None:
    paths = tuple(
        (30_240, *(30_000 - guess for guess in range(59)), 9, 9)[: 60 + 2 * ("|" not in end)] for _ in range(2)
    )
    guesses = " ".join(f"{seat}:4567" for _ in range(59) for seat in (0, 1))
    match = reviewed(f"duel classic 0123 8901 first 0 | {guesses} {end}", paths)
    for seat in match.game.seats:
        match = match.with_sitter(seat, replace(match.sitters[seat], name="W" * 64))
    html = both_screen(match, texts_in(language), ()).html
    assert len(html.encode("utf-16-le")) // 2 <= CAPTION


AHEAD = "From then on Ann was ahead."


@pytest.mark.parametrize(
    ("position", "paths", "told"),
    [
        (
            LONG,
            TURNED,
            ["🔑 After Bob’s guess 3, codes left: Ann —\N{NO-BREAK SPACE}2, Bob —\N{NO-BREAK SPACE}20.", AHEAD],
        ),
        (
            LAST_WORD,
            ((START, 9, 1), (START, 9, 3)),
            ["🔑 After Ann’s guess 2, codes left: Ann —\N{NO-BREAK SPACE}✓, Bob —\N{NO-BREAK SPACE}9.", AHEAD],
        ),
        (
            LEFT_TO_THE_OTHER,
            ((START, 360, 9, 1, 1),) * 2,
            ["🔑 After Ann’s guess 3, codes left: 1.", "From then on Bob was ahead."],
        ),
        (HIT, ((START, 360, 9, 1),) * 2, ["🔑 Only the last guess decided it: Ann, guess 3."]),
        (SUDDEN, ((START, 1440, 378),) * 2, ["🔑 When the game ended, Bob was ahead."]),
        (DRAWN, ((START, 9, 1), (START, 300, 1)), ["🤝 In the end neither was ahead."]),
    ],
    ids=["turned", "a code broken by then", "one code left to both", "by the last guess", "resigned", "drawn"],
)
def test_it_is_told_how_both_stood_when_it_was_decided(
    position: str, paths: tuple[tuple[int, ...], ...], told: list[str]
) -> None:
    html = both_screen(reviewed(position, paths), texts_in("en"), ()).html
    assert html.rpartition("\n\n")[2].splitlines() == told


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_both_learn_from_each_guess_there_is_one_path(language: str) -> None:
    shown = both_screen(reviewed(HIT, ((START, 360, 9, 1),) * 2), texts_in(language), ())
    assert shown.html.count(str(START)) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_names_nothing_tells_who_has_played(language: str) -> None:
    texts = texts_in(language)
    shown = both_screen(without_names(reviewed(FIRST_RESIGNS, ((START, 360), (START,))), texts), texts, ())
    assert not any(name in shown.html for name in ("Ann", "Bob"))


# The link.

LEFT_EACH = "Codes left, from the start:"
DEAD = "This link is incomplete or no longer works."


async def raced(stage: Stage) -> tuple[Pair, Message]:
    """Alice has won, and both sides stand in her chat."""
    pair = await paired(stage, RACE)
    one, two = misses(2, pair.secret())
    await pair.play(f"Alice: {one}\nBob: {two}\nAlice: (secret)")
    await pair.alice.sees("🎯 Accuracy")
    await pair.play("Alice: ∌ [Both sides]\nAlice: [Review] → [⚖️ Both sides]\nAlice: [Both sides]")
    return pair, await pair.alice.sees(LEFT_EACH)


async def published(stage: Stage) -> tuple[Pair, str]:
    """The same, and the link that she has made."""
    pair, shown = await raced(stage)
    await pair.alice.presses("Share", on=shown)
    offered = await pair.alice.sees("Anybody who opens this link")
    return pair, button_data(offered, "Copy link")


async def forgotten(person: Person) -> None:
    asked = await person.sees("Delete everything", after=await person.send("/forgetme"))
    await person.presses("Yes, delete it", on=asked)
    await person.sees("everything about you is deleted")


async def sees_by(link: str, person: Person, words: str = LEFT_EACH) -> str:
    return (await person.sees(words, after=await person.opens(link))).text


@on_stage
async def test_each_of_the_two_sees_both_sides_once_they_have_looked_at_the_review(stage: Stage) -> None:
    pair, shown = await raced(stage)
    assert "A · Alice" in shown.text
    assert "B · Bob" in shown.text
    assert "🔑" in shown.text
    assert len(stored.match_body(stage.bot, stored.matches(stage.bot, pair.alice.id)[0])["paths"]) == len(pair.both)


@on_stage
async def test_whoever_opens_the_link_sees_letters_until_both_let_others_watch(stage: Stage) -> None:
    pair, link = await published(stage)
    carol = await stage.sandbox.person("Carol")
    for watched in (pair.alice, pair.bob):
        text = await sees_by(link, carol)
        assert not any(person.name in text for person in pair.both)
        stage.bot.change("UPDATE chats SET watchable = 1 WHERE chat_id = ?", watched.id)
    text = await sees_by(link, carol)
    assert all(person.name in text for person in pair.both)
    stage.bot.change("UPDATE chats SET watchable = 0")
    text = await sees_by(link, pair.bob)
    assert all(person.name in text for person in pair.both), "the two know each other"


@on_stage
async def test_a_link_that_nobody_has_made_leads_nowhere_and_making_it_twice_makes_one(stage: Stage) -> None:
    pair, shown = await raced(stage)
    (match,) = stored.matches(stage.bot, pair.alice.id)
    carol = await stage.sandbox.person("Carol")
    await carol.sees(DEAD, after=await carol.send(f"/start v{match}"))
    for _ in range(2):
        await pair.alice.presses("Share", on=shown)
    await stage.quiet()
    await carol.sees(LEFT_EACH, after=await carol.send(f"/start v{match}"))
    await carol.sees(DEAD, after=await carol.send(f"/start v{match[:-1]}"))


@on_stage
async def test_all_that_is_shown_of_both_sides_goes_with_the_match(stage: Stage) -> None:
    _, link = await stage.after(published(stage))
    slots = [slot for (slot,) in stage.bot.rows("SELECT slot FROM slots WHERE slot LIKE ?", f"%:{link[-16:]}")]
    assert {slot.partition(":")[0] for slot in slots} == {"game", "review", "both", "both-link"}
    assert {slot.partition(":")[0] for slot in slots} <= {*SLOTS_OF_GAMES}


@on_stage
@pytest.mark.parametrize("how", ["forgotten", "blocked", "blocks", "gone"])
async def test_the_link_is_dead_alike_after_forgetme_for_whoever_is_parted_and_with_the_match(
    stage: Stage, how: str
) -> None:
    pair, link = await published(stage)
    carol = await stage.sandbox.person("Carol")
    await sees_by(link, carol)
    match how:
        case "forgotten":
            await forgotten(pair.bob)
        case "gone":
            stage.bot.change("DELETE FROM games WHERE game_id = ?", link[-16:])
        case _:
            one, other = (carol, pair.bob) if how == "blocks" else (pair.bob, carol)
            stage.bot.change("INSERT INTO blocks VALUES (?, ?)", one.id, other.id)
    await sees_by(link, carol, DEAD)


@on_stage
async def test_once_the_rival_is_forgotten_there_is_no_link_to_share(stage: Stage) -> None:
    pair, shown = await raced(stage)
    await stage.after(forgotten(pair.bob))
    assert "out of date" in ((await pair.alice.presses("Share", on=shown)).text or "")
    await pair.play("Alice: [Both sides]")
    again = await pair.alice.sees(LEFT_EACH, after=shown)
    assert "Share" not in str(again)


@on_stage
async def test_whoever_opens_the_link_begins_a_game_from_there(stage: Stage) -> None:
    _, link = await published(stage)
    carol = await stage.sandbox.person("Carol")
    shown = await carol.sees(LEFT_EACH, after=await carol.opens(link))
    await carol.presses("▶️ Play", on=shown)
    await carol.sees("I have a secret")


@on_stage
async def test_a_match_that_an_older_version_has_reviewed_is_not_shown_from_both_sides(stage: Stage) -> None:
    pair, link = await published(stage)
    both = button_data(screen(pair.alice), "Both sides")
    stage.bot.change("UPDATE games SET body = replace(body, '\"paths\"', '\"none\"') WHERE game_id = ?", link[-16:])
    assert "out of date" in ((await pair.forge(pair.alice, both)).text or "")
    await sees_by(link, await stage.sandbox.person("Carol"), DEAD)
