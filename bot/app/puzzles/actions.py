"""Which puzzle somebody is given, and what their answer does to the ratings."""

from dataclasses import replace

from bot.app.actions.fair_play import opened
from bot.app.advice import TooLongGame, position_in
from bot.app.kind import Request
from bot.app.puzzles.model import CATALOGUE, FIRST, CataloguePuzzle, OpenPuzzle, Puzzler, Puzzles, TriedPuzzle
from bot.app.stats.model import Ledgers
from bot.app.work import Work
from bot.game.daily import DAY
from bot.game.puzzles import KINDS, Dice, Puzzle, made, made_of
from bot.game.rating import LOSS, WIN, after_game, after_pause
from solver.feedback import InconsistentHistory


async def puzzle_of(about: OpenPuzzle, request: Request) -> Puzzle | None:
    """The puzzle itself; None: there is none. Raises NeedsThought, and Refused where a link told its turns.

    A link may be followed before its turns are those of a game, so that is asked anew each time.
    """
    recall = request.world.recall
    if (listed := about.listed) is not None:
        return recall(made, listed.kind, listed.variant, listed.seed)
    try:
        told = position_in(about.payload, is_kept=bool(about.played_at)) if about.kind in KINDS else None
        return None if told is None else recall(made_of, (about.kind,), *await opened(told, request))
    except (TooLongGame, InconsistentHistory):
        return None


REACH = 150.0
"""Of a kind those are drawn from that are so near to one's own rating by their size …"""
NEAR = 60
"""… the nearest so many of them …"""
DRAWN = 5
"""… as the nearest by its rating of so many."""
FAR = 400.0
"""A kind that has none within REACH gives its nearest ones, up to here."""
USUAL = "classic"
"""The variant that everybody is given; the others are for whoever has finished a game of them."""


async def draw(puzzler: Puzzler, work: Work) -> CataloguePuzzle:
    """A puzzle near the person's rating that they have not tried; once they have tried all, any near it.

    Whoever has tried none begins with an easy one. Else each of the kinds that come near, and were not given too often
    of late, is as likely. The draw follows from the person as they are stored: work that begins again, once the puzzle
    has been made, must come to the same one.
    """
    dice = Dice(f"{puzzler.person} {puzzler.revision}")
    if not puzzler.tried and (first := CATALOGUE.numbered(dice.one(FIRST))) is not None:
        return first
    ledger = await work.of(Ledgers).of(puzzler.person)
    variants = {USUAL, *(key.split()[1] for key, tally in ledger.tallies.items() if key and tally.games)}
    tried = {number for number, bit in enumerate(reversed(f"{puzzler.tried:b}")) if bit == "1"}
    near = _kinds_near(puzzler, variants, tried) or _kinds_near(puzzler, variants, set())
    drawn = dice.some(dice.one(near), DRAWN)
    ratings = await work.of(Puzzles).rated(drawn)
    far = [abs(rated.rating.value - puzzler.rating.value) for rated in ratings]
    return drawn[far.index(min(far))]


def _kinds_near(puzzler: Puzzler, variants: set[str], tried: set[int]) -> list[list[CataloguePuzzle]]:
    """Of each kind that may be given now its puzzles near the person's rating, without those that were tried."""
    rating = puzzler.rating.value

    def far(listed: CataloguePuzzle) -> float:
        return abs(listed.first_rating.value - rating)

    found = [near for kind in KINDS if (near := CATALOGUE.near(kind, rating, variants, tried, NEAR))]
    found = [near for near in found if near[0].kind not in puzzler.weary] or found
    found.sort(key=lambda near: far(near[0]))
    mixed = [near for near in found if far(near[0]) < FAR] or found[:1]
    return [[each for each in near if far(each) < REACH] or near[:DRAWN] for near in mixed]


FIRST_MISS = 20.0
"""What a wrong first answer costs at most: nothing is known of them yet, so it would cost hundreds."""


async def count(puzzler: Puzzler, listed: CataloguePuzzle, work: Work, now: float, *, is_right: bool) -> Puzzler:
    """The person after a rated answer; the puzzle's rating, which changes as well, is kept."""
    [puzzle] = await work.of(Puzzles).rated([listed])
    days = 0.0 if puzzler.rated_at is None else (now - puzzler.rated_at) / DAY
    mine, theirs = after_pause(puzzler.rating, days), puzzle.rating
    score = WIN if is_right else LOSS
    after = after_game(mine, theirs, score)
    if not puzzler.rated:
        after = replace(after, value=max(after.value, mine.value - FIRST_MISS))
    changed = TriedPuzzle(puzzle.number, after_game(theirs, mine, WIN - score), puzzle.revision)
    work.of(Puzzles).keep_rating(changed)
    return replace(
        puzzler,
        rating=after,
        rated_at=now,
        rated=puzzler.rated + 1,
        right=puzzler.right + is_right,
    )
