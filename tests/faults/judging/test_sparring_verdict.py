"""The verdict on matches against the bot, and on words that are broken afterwards: one thing is wrong in each run."""

from dataclasses import replace
from hashlib import sha256
from typing import Any

from bot.app.texts import LANGUAGES, texts_in
from faults.judging.database import MatchRows, StoredGame, StoredMatch, fingerprint
from faults.judging.evidence import Evidence, Refused, Said, Stored
from faults.judging.match import HELD, PLAY_ON, PLAYED_FOR
from faults.judging.verdict import ORDERED, verdict
from faults.players.accounts import (
    COMPUTER,
    Agreed,
    Asked,
    End,
    Ending,
    How,
    Made,
    PlayedChat,
    PlayedGame,
    PlayedMatch,
    PlayedPair,
)
from faults.players.sight import MINE, THEIRS, Board
from faults.players.words import feedback
from sandbox.html import parse
from tests.faults.judging import made_up as made
from tests.faults.judging.made_up import ANN, ENDED_AT, GUESSES, SALTS, SEED, buttons, sent_text

MATCH = "dd" * 8
ANNS, BOTS = GUESSES[8:10]
"""What Ann keeps, and what the bot does."""
TOLD_AT, BROKEN_AT = ENDED_AT + 10, ENDED_AT + 10
BY_LOT = (ANN, COMPUTER)[int(sha256(f"{SEED} {BOTS} {ANNS}".encode()).hexdigest(), 16) % 2]
FIRST, SECOND = BY_LOT, COMPUTER if BY_LOT == ANN else ANN


def sparred(winner: int = ANN) -> StoredMatch:
    """Whoever wins does so in the second round. Ann has taken two hints."""
    right = {ANN: BOTS, COMPUTER: ANNS}
    last = [(by, right[by] if by == winner else GUESSES[2]) for by in (FIRST, SECOND)]
    asked = ((FIRST, GUESSES[0]), (SECOND, GUESSES[1]), *last)
    number = HELD if winner == COMPUTER else ""
    proof: Any = {"salts": SALTS, "seed": SEED, "hints": 2, "number": number}
    return StoredMatch(MATCH, "duel", (ANN, COMPUTER), (BOTS, ANNS), asked, FIRST, over=True, **proof)


WON, KEPT = sparred(), sparred(COMPUTER)
ON = replace(WON, turns=WON.turns[:2], over=False)
"""The same before the last round."""


def text(stored: StoredMatch, *, html: bool = False, winner: int = ANN) -> str:
    kept = [secret for secret in stored.secrets if not (stored.number and secret == BOTS)]
    end = [f"{'🏆' if winner == ANN else '🎭'} the end", *kept] if stored.over else ["👉"]
    boards = [(MINE, ANN), (THEIRS, COMPUTER)]
    shown = ["\n".join([min(heading), *made.turns(stored, who, html=html)]) for heading, who in boards]
    return "\n\n".join(["Head", *shown, "\n".join(end), "🔒 0123456789abcdef"])


def offers(stored: StoredMatch) -> tuple[str, ...]:
    return buttons(stored), *([f"1:{PLAY_ON}:{stored.id}:4"] if stored.number == HELD else [])


def seen(shown: str, *data: str) -> Any:
    return {(ANN, MATCH): made.screen(shown, *data)}


def world(stored: StoredMatch | None = None, winner: int = ANN, **changes: Any) -> Evidence:
    stored = stored or sparred(winner)
    match = PlayedMatch(stored.id, Agreed(rated=False), (ANN, COMPUTER))
    match.made = [Asked(*turn) for turn in stored.turns]
    match.secrets, match.hints = {ANN: ANNS}, 2
    if stored.over:
        match.ending, match.ending_since = Ending(How.SOLVED, ANN), ENDED_AT
    whole = Evidence(
        chats=(),
        stored=Stored(),
        boards={},
        pairs=(PlayedPair((ANN, COMPUTER), Agreed(rated=False), [match]),),
        matches=MatchRows((stored,)),
        screens=seen(text(stored, winner=winner), *offers(stored)),
        said=(sent_text(ANN, text(stored, html=True, winner=winner), stored),),
    )
    return replace(whole, **changes)


def with_stored(stored: StoredMatch = WON, evidence: Evidence | None = None, **changes: Any) -> Evidence:
    stored = replace(stored, **changes)
    screens = seen(text(stored), buttons(stored))
    return replace(evidence or world(), matches=MatchRows((stored,)), screens=screens)


def without_last(by: int) -> tuple[tuple[int, str], ...]:
    return tuple(turn for at, turn in enumerate(WON.turns) if at < 2 or turn[0] != by)


TOO_MANY = (*ON.turns, (SECOND, GUESSES[4]))
AS_STORED = made.played_so(world(ON), made=[Asked(*turn) for turn in TOO_MANY])
CHANGED = [Asked(by, GUESSES[6] if by == COMPUTER else word) for by, word in WON.turns]
END = Refused(ANN, text(KEPT, html=True, winner=COMPUTER), buttons(KEPT), ORDERED)


LAST_UNSEEN = [Asked(by, word) for by, word in KEPT.turns if word != ANNS]
UNSEEN_END = made.played_so(world(winner=COMPUTER), made=LAST_UNSEEN)
"""The bot's last guess, with which it won, has not been seen."""
ASKED_FOR = made.played_so(world(winner=COMPUTER), told_since=TOLD_AT)
"""Ann, who lost, has asked for the bot's word."""


def told(what: str, when: float, evidence: Evidence) -> Evidence:
    return made.also_said(sent_text(ANN, f"🎭 {what}", KEPT, when=when), evidence=evidence)


TWINS = world(replace(ON, secrets=(ANNS, ANNS), over=True, end=f"resigned {ANN}", number=HELD), COMPUTER)
"""Ann has resigned, and by chance the bot keeps the word that she keeps."""
TWINS.pairs[0].matches[0].ending = Ending(How.RESIGNED, ANN)
OWN = replace(ON, turns=tuple((by, ANNS if by == ANN else word) for by, word in ON.turns))


def on_own(what: str) -> Evidence:
    """Ann has guessed what she herself keeps, and is told that."""
    return made.also_said(sent_text(ANN, what, OWN), evidence=world(OWN))


def told_alone(language: str) -> str:
    return texts_in(language).html("match.your-guess", guess=ANNS, answer="7🐂")


test_what_is_wrong_is_found_and_nothing_else = made.runs(
    {
        "nothing": ("", world()),
        "a match that the bot won": ("", world(winner=COMPUTER)),
        "a match that is on": ("", world(ON)),
        "a lost guess of Ann's": ("lost…", with_stored(turns=without_last(ANN))),
        "a lost guess of the bot's": ("lost…", with_stored(turns=without_last(COMPUTER))),
        "two guesses of the bot where it had one": ("swapped", with_stored(ON, AS_STORED, turns=TOO_MANY)),
        "a guess that it changed": ("lost…", made.played_so(world(), made=CHANGED)),
        "a guess that it changed and made": ("doubled…", made.played_so(world(), made=CHANGED)),
        "a last guess of the bot's that nobody saw": ("doubled", UNSEEN_END),
        "one whose end was refused": ("", made.refusing(replace(UNSEEN_END, screens={}), END)),
        "a lost hint": ("lost", with_stored(hints=1)),
        "a hint that counted twice": ("doubled", with_stored(hints=3)),
        "an end that is not seen": ("unseen", world(screens=seen(text(ON), buttons(WON)))),
        "another end": ("unseen", world(screens=seen(text(WON).replace("🏆", "🎭"), buttons(WON)))),
        "an end without her word": ("unseen", world(screens=seen(text(WON).replace(ANNS, ""), buttons(WON)))),
        "a match that counts": ("unfair", made.with_rows(world(), finished={ANN: 1})),
        **{f"{what} before the end": ("leaked", told(what, ENDED_AT - 1, world())) for what in (BOTS, *SALTS, SEED)},
        **{f"{what} at the end": ("", told(what, ENDED_AT, world())) for what in (BOTS, *SALTS, SEED)},
        **{
            f"{what} after a loss": ("leaked", told(what, TOLD_AT, world(winner=COMPUTER))) for what in (BOTS, SALTS[0])
        },
        "her own word, which the bot keeps as well": ("", told(ANNS, TOLD_AT, TWINS)),
        **{f"{what} that was asked for": ("", told(what, TOLD_AT, ASKED_FOR)) for what in (BOTS, SALTS[0])},
        **{f"her own guess, told her in {each}": ("", on_own(told_alone(each))) for each in LANGUAGES},
        "her word as a guess of the bot's": ("leaked", on_own(f"Its guess <code>{ANNS}</code>")),
    }
)


def test_a_guess_of_the_bot_that_counted_twice_is_found() -> None:
    judged = verdict(with_stored(turns=(*WON.turns, (COMPUTER, GUESSES[5]))))
    assert judged.doubled == (f"guess {GUESSES[5]} by 0 in duel {MATCH} of (71, 0)",)


MARK = fingerprint(BOTS, SALTS[0])
LOST = replace(KEPT, number=PLAYED_FOR)
ASKED = (*LOST.guesses_of(ANN), GUESSES[6], BOTS)
"""In the match, and then in the game that went on."""


def game(guesses: tuple[str, ...] = ASKED) -> StoredGame:
    return StoredGame(ANN, MARK, BOTS, SALTS[0], guesses, over=True, names=("Ann",) * len(guesses))


def board(stored: StoredGame) -> Board:
    lines = []
    for number, guess in enumerate(stored.guesses, 1):
        bulls, cows = feedback(guess, stored.secret)
        lines.append(f"{number}. {guess}\u00a0\u00a0{bulls}\u2060🐂\u00a0{cows}\u2060🐄")
    shown, entities = parse("\n".join([*lines, f"🎉 Solved: {stored.secret}", made.lock(stored.fingerprint)]))
    return Board(replace(made.message(ANN, shown, "1:again:x:3"), entities=tuple(entities)))


def broken_on(*games: StoredGame, goes_on: bool = True, **changes: Any) -> Evidence:
    """Nothing is wrong here: Ann has lost to the bot, and has broken its word afterwards."""
    evidence = made.played_so(world(winner=COMPUTER), goes_on=goes_on)
    gone_on = PlayedGame(MARK, ANN, [Made(guess, ANN, None) for guess in ASKED], end=End.SOLVED, ending_since=BROKEN_AT)
    chat = PlayedChat(ANN, (ANN,))
    chat.games.append(gone_on)
    games = games or (game(),)
    whole = replace(
        evidence,
        chats=(chat,),
        stored=Stored(games=games),
        boards={(stored.chat, stored.fingerprint): board(stored) for stored in games},
        matches=MatchRows((LOST,)),
        screens=seen(text(LOST, winner=COMPUTER), *offers(LOST)),
    )
    return replace(whole, **changes)


def shown(what: str, when: float) -> Evidence:
    """Ann's board says this at some time."""
    return made.also_said(Said(ANN, f"{what}\n{made.lock(MARK)}", "null", when, sent=True), evidence=broken_on())


UNKNOWN = seen(text(KEPT, winner=COMPUTER), *offers(KEPT))
STILL = seen(text(LOST, winner=COMPUTER), *offers(KEPT))
NO_MORE = seen(text(KEPT, winner=COMPUTER), *offers(LOST))
GONE_ON, HELD_STILL = (Refused(ANN, END.text, str(offers(stored)), ORDERED) for stored in (LOST, KEPT))
TOLD = sent_text(ANN, f"🎭 {BOTS}", LOST)
BROKEN = {"the word": f"🎉 Solved: {BOTS}", "the proof": f"printf '{BOTS} {SALTS[0]}'"}


test_what_is_wrong_with_a_word_that_is_broken_afterwards_is_found = made.runs(
    {
        "nothing": ("", broken_on()),
        "a lost game": ("lost…", broken_on(stored=Stored())),
        "a game that nobody wished for": ("doubled", broken_on(goes_on=False)),
        "a game that goes on twice": ("doubled", broken_on(game(), game())),
        **{
            f"lost guess {at}": ("lost", broken_on(game((*ASKED[:at], *ASKED[at + 1 :]))))
            for at in range(len(ASKED) - 1)
        },
        "guesses of the match behind": ("swapped", broken_on(game((*ASKED[1:-1], ASKED[0], ASKED[-1])))),
        "an end that offers what is done": ("unseen", broken_on(screens=STILL)),
        "one whose last edit was refused": ("", made.refusing(broken_on(screens=STILL), GONE_ON)),
        "one of which an edit before was refused": ("unseen", made.refusing(broken_on(screens=STILL), HELD_STILL)),
        "or not what may be done": ("unseen", world(winner=COMPUTER, screens=NO_MORE)),
        "a match that does not know": ("lost", broken_on(matches=MatchRows((KEPT,)), screens=UNKNOWN)),
        "a match that tells": ("leaked", made.also_said(TOLD, evidence=broken_on())),
        **{f"{name} before it is broken": ("leaked", shown(what, BROKEN_AT - 1)) for name, what in BROKEN.items()},
        **{f"{name} then": ("", shown(what, BROKEN_AT)) for name, what in BROKEN.items()},
    }
)
