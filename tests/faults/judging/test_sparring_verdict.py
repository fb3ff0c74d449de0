"""The verdict on matches against the bot must find what is wrong: made-up runs with one thing wrong in each."""

from dataclasses import replace
from hashlib import sha256

import pytest

from bot.app.texts import LANGUAGES, texts_in
from faults.judging.evidence import Evidence, Refused, Stored
from faults.judging.match_numbers import HELD, PLAY_ON
from faults.judging.match_rows import MatchRows, StoredMatch
from faults.judging.verdict import ORDERED, verdict
from faults.judging.witness import Said
from faults.players.match_model import COMPUTER, Agreed, Asked, Ending, How, PlayedMatch, PlayedPair
from faults.players.match_screen import MINE, THEIRS
from tests.faults.judging.made_up import ANN, ENDED_AT, GUESSES, SALTS, SEED, buttons, screen, sent_text, turns
from tests.faults.judging.made_up_games import only

MATCH = "dd" * 8


ANNS, BOTS = GUESSES[8:10]
"""What Ann keeps, and what the bot does."""


TOLD_AT = ENDED_AT + 10


def first() -> int:
    """Whom the lot lets begin."""
    return (ANN, COMPUTER)[int(sha256(f"{SEED} {BOTS} {ANNS}".encode()).hexdigest(), 16) % 2]


def second() -> int:
    return COMPUTER if first() == ANN else ANN


def sparred(winner: int = ANN) -> StoredMatch:
    """Whoever wins does so in the second round. Ann has taken two hints."""
    right = {ANN: BOTS, COMPUTER: ANNS}
    last = [(by, right[by] if by == winner else GUESSES[2]) for by in (first(), second())]
    asked = ((first(), GUESSES[0]), (second(), GUESSES[1]), *last)
    return StoredMatch(
        MATCH, "duel", (ANN, COMPUTER), (BOTS, ANNS), asked, first(), over=True, salts=SALTS, seed=SEED,
        hints=2, number=HELD if winner == COMPUTER else "",
    )  # fmt: skip


def on() -> StoredMatch:
    """The same before the last round."""
    return replace(sparred(), turns=sparred().turns[:2], over=False)


def text(stored: StoredMatch, *, html: bool = False, winner: int = ANN) -> str:
    """What Ann sees of the match."""
    kept = [secret for secret in stored.secrets if not (stored.number and secret == BOTS)]
    end = [f"{'🏆' if winner == ANN else '🎭'} the end", *kept] if stored.over else ["👉"]
    boards = (f"{min(MINE)}\n", turns(stored, ANN, html=html)), (f"{min(THEIRS)}\n", turns(stored, COMPUTER, html=html))
    shown = [heading + "\n".join(lines) for heading, lines in boards]
    return "\n\n".join(["Head", *shown, "\n".join(end), "🔒 0123456789abcdef"])


def offers(stored: StoredMatch) -> tuple[str, ...]:
    """What Ann may press."""
    return buttons(stored), *([f"1:{PLAY_ON}:{stored.id}:4"] if stored.number == HELD else [])


def world(stored: StoredMatch | None = None, winner: int = ANN) -> Evidence:
    """Nothing is wrong here."""
    stored = stored or sparred(winner)
    match = PlayedMatch(stored.id, Agreed(rated=False), (ANN, COMPUTER))
    match.made = [Asked(*turn) for turn in stored.turns]
    match.secrets, match.hints = {ANN: ANNS}, 2
    if stored.over:
        match.ending, match.ending_since = Ending(How.SOLVED, ANN), ENDED_AT
    return Evidence(
        chats=(),
        stored=Stored(),
        boards={},
        pairs=(PlayedPair((ANN, COMPUTER), Agreed(rated=False), [match]),),
        matches=MatchRows((stored,)),
        screens={(ANN, MATCH): screen(text(stored, winner=winner), *offers(stored))},
        said=(sent_text(ANN, text(stored, html=True, winner=winner), stored),),
    )


def with_stored(**changes: object) -> Evidence:
    """The same, but for what is stored of it, as Ann sees it too."""
    stored = replace(sparred(), **changes)  # type: ignore[arg-type]
    shown = {(ANN, MATCH): screen(text(stored), buttons(stored))}
    return replace(world(), matches=MatchRows((stored,)), screens=shown)


def without_last(by: int) -> tuple[tuple[int, str], ...]:
    """All guesses but the last of one of the two."""
    kept = list(sparred().turns)
    kept.remove([turn for turn in kept if turn[0] == by][-1])
    return tuple(kept)


@pytest.mark.parametrize("by", [ANN, COMPUTER])
def test_a_run_without_fault_is_passed_and_a_guess_that_was_lost_is_found(by: int) -> None:
    assert verdict(world(winner=by)).complaints == []
    assert verdict(world(on())).complaints == []
    assert verdict(with_stored(turns=without_last(by))).lost


def test_a_guess_of_the_bot_that_counted_twice_is_found() -> None:
    again = (*sparred().turns, (COMPUTER, GUESSES[5]))
    assert verdict(with_stored(turns=again)).doubled == (f"guess {GUESSES[5]} by 0 in duel {MATCH} of (71, 0)",)


def test_two_guesses_of_the_bot_where_it_had_one_are_found() -> None:
    evidence = world(on())
    stored = replace(on(), turns=(*on().turns, (second(), GUESSES[4])))
    evidence.pairs[0].matches[0].made.append(Asked(second(), GUESSES[4]))
    seen = {(ANN, MATCH): screen(text(stored), buttons(stored))}
    assert only("swapped", verdict(replace(evidence, matches=MatchRows((stored,)), screens=seen)))


def test_a_guess_that_the_bot_changed_is_found() -> None:
    evidence = world()
    changed = [Asked(COMPUTER, GUESSES[6]) if by == COMPUTER else Asked(by, word) for by, word in sparred().turns]
    evidence.pairs[0].matches[0].made = changed
    judged = verdict(evidence)
    assert judged.lost
    assert judged.doubled


def test_the_last_guess_of_the_bot_need_not_be_seen_where_the_end_was_refused() -> None:
    whole = world(winner=COMPUTER)
    stored = whole.matches.matches[0]
    match = whole.pairs[0].matches[0]
    match.made = [Asked(by, word) for by, word in stored.turns if word != ANNS]
    assert only("doubled", verdict(whole))
    letter = Refused(ANN, text(stored, html=True, winner=COMPUTER), buttons(stored), ORDERED)
    assert verdict(replace(whole, screens={}, stored=Stored(refused=(letter,)))).complaints == []


def test_a_hint_that_was_lost_or_counted_twice_and_an_end_that_is_not_seen_is_found() -> None:
    assert only("lost", verdict(with_stored(hints=1)))
    assert only("doubled", verdict(with_stored(hints=3)))
    for shown in (text(on()), text(sparred()).replace("🏆", "🎭"), text(sparred()).replace(ANNS, "")):
        evidence = replace(world(), screens={(ANN, MATCH): screen(shown, buttons(sparred()))})
        assert only("unseen", verdict(evidence))
    evidence = world()
    assert only("unfair", verdict(replace(evidence, matches=replace(evidence.matches, finished={ANN: 1}))))


def ended(what: str, when: float = ENDED_AT) -> Said:
    return sent_text(ANN, f"🎭 {what}", sparred(COMPUTER), when=when)


def test_the_word_of_the_bot_is_not_told_before_the_end() -> None:
    for what in (BOTS, *SALTS, SEED):
        early = ended(what, ENDED_AT - 1)
        evidence = world()
        assert only("leaked", verdict(replace(evidence, said=(*evidence.said, early))))
        assert verdict(replace(evidence, said=(*evidence.said, ended(what)))).complaints == []


def test_after_a_loss_the_word_of_the_bot_is_told_only_to_whoever_asks() -> None:
    for what in (BOTS, SALTS[0]):
        evidence = world(winner=COMPUTER)
        evidence = replace(evidence, said=(*evidence.said, ended(what, TOLD_AT)))
        assert only("leaked", verdict(evidence))
        evidence.pairs[0].matches[0].told_since = TOLD_AT
        assert verdict(evidence).complaints == []


def test_a_word_that_somebody_keeps_may_stand_where_their_own_guess_is_told() -> None:
    asked = tuple((by, ANNS if by == ANN else word) for by, word in on().turns)
    stored = replace(on(), turns=asked)
    for language in LANGUAGES:
        told_alone = texts_in(language).html("match.your-guess", guess=ANNS, answer="7🐂")
        assert verdict(also_told(stored, told_alone)).complaints == []
    assert only("leaked", verdict(also_told(stored, f"Its guess <code>{ANNS}</code>")))


def also_told(stored: StoredMatch, what: str) -> Evidence:
    evidence = world(stored)
    return replace(evidence, said=(*evidence.said, sent_text(ANN, what, stored)))
