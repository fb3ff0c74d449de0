"""The verdict on words of the bot's that are broken after a match must find what is wrong: one thing in each run."""

from dataclasses import replace

from faults.judging.database import StoredGame, fingerprint
from faults.judging.evidence import Evidence, Stored
from faults.judging.match_numbers import PLAYED_FOR
from faults.judging.match_rows import MatchRows
from faults.judging.verdict import verdict
from faults.judging.witness import Said
from faults.players.match_model import COMPUTER
from faults.players.model import End, Made, PlayedChat, PlayedGame
from faults.players.sight import Board
from faults.players.words import feedback
from sandbox.html import parse
from tests.faults.judging.made_up import ANN, ENDED_AT, GUESSES, SALTS, message, screen, sent_text
from tests.faults.judging.made_up_games import lock, only, runs
from tests.faults.judging.test_sparring_verdict import BOTS, MATCH, offers, sparred, text
from tests.faults.judging.test_sparring_verdict import world as of_matches

MARK = fingerprint(BOTS, SALTS[0])


BROKEN_AT = ENDED_AT + 10


LOST = replace(sparred(COMPUTER), number=PLAYED_FOR)


ASKED = (*LOST.guesses_of(ANN), GUESSES[6], BOTS)
"""In the match, and then in the game that went on."""


def game(guesses: tuple[str, ...] = ASKED) -> StoredGame:
    return StoredGame(ANN, MARK, BOTS, SALTS[0], guesses, over=True, names=("Ann",) * len(guesses))


def board(stored: StoredGame) -> Board:
    lines = []
    for number, guess in enumerate(stored.guesses, 1):
        bulls, cows = feedback(guess, stored.secret)
        lines.append(f"{number}. {guess}\u00a0\u00a0{bulls}\u2060🐂\u00a0{cows}\u2060🐄")
    end = [f"🎉 Solved: {stored.secret}"] if stored.over else []
    shown, entities = parse("\n".join([*lines, *end, lock(stored.fingerprint)]))
    return Board(replace(message(ANN, shown, "1:again:x:3"), entities=tuple(entities)))


def world(*games: StoredGame) -> Evidence:
    """Nothing is wrong here: Ann has lost to the bot, and has broken its word afterwards."""
    evidence = of_matches(winner=COMPUTER)
    evidence.pairs[0].matches[0].goes_on = True
    made = [Made(guess, ANN, None) for guess in ASKED]
    gone_on = PlayedGame(MARK, ANN, made, end=End.SOLVED, ending_since=BROKEN_AT)
    chat = PlayedChat(ANN, (ANN,))
    chat.games.append(gone_on)
    games = games or (game(),)
    return replace(
        evidence,
        chats=(chat,),
        stored=Stored(games=games),
        boards={stored.fingerprint: board(stored) for stored in games},
        matches=MatchRows((LOST,)),
        screens={(ANN, MATCH): screen(text(LOST, winner=COMPUTER), *offers(LOST))},
    )


def shown(what: str, when: float) -> Evidence:
    """Ann's board says this at some time."""
    evidence = world()
    return replace(evidence, said=(*evidence.said, Said(ANN, f"{what}\n{lock(MARK)}", "null", when, sent=True)))


KEPT = sparred(COMPUTER)
UNKNOWN = {(ANN, MATCH): screen(text(KEPT, winner=COMPUTER), *offers(KEPT))}
STILL = {(ANN, MATCH): screen(text(LOST, winner=COMPUTER), *offers(KEPT))}
NO_MORE = {(ANN, MATCH): screen(text(KEPT, winner=COMPUTER), *offers(LOST))}
TOLD = sent_text(ANN, f"🎭 {BOTS}", LOST)


@runs(
    {
        "nothing": ("", world()),
        "a game that goes on twice": ("doubled", world(game(), game())),
        **{f"lost guess {at}": ("lost", world(game((*ASKED[:at], *ASKED[at + 1 :])))) for at in range(len(ASKED) - 1)},
        "guesses of the match behind": ("swapped", world(game((*ASKED[1:-1], ASKED[0], ASKED[-1])))),
        "an end that offers what is done": ("unseen", replace(world(), screens=STILL)),
        "or not what may be done": ("unseen", replace(of_matches(winner=COMPUTER), screens=NO_MORE)),
        "a match that does not know": ("lost", replace(world(), matches=MatchRows((KEPT,)), screens=UNKNOWN)),
        "a match that tells": ("leaked", replace(world(), said=(*world().said, TOLD))),
    }
)
def test_what_is_wrong_is_found_and_nothing_else(kind: str, evidence: Evidence) -> None:
    assert only(kind, verdict(evidence))


def test_a_game_that_goes_on_and_was_lost_or_that_nobody_wished_for_is_found() -> None:
    assert verdict(replace(world(), stored=Stored())).lost
    evidence = world()
    evidence.pairs[0].matches[0].goes_on = False
    assert only("doubled", verdict(evidence))


def test_the_word_is_not_told_before_it_is_broken() -> None:
    for what in (f"🎉 Solved: {BOTS}", f"printf '{BOTS} {SALTS[0]}'"):
        assert only("leaked", verdict(shown(what, BROKEN_AT - 1)))
        assert verdict(shown(what, BROKEN_AT)).complaints == []
