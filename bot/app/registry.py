"""The kinds of games that the bot plays, and the sections, which are no games. A new one of each is one entry."""

from bot.app.chats.handlers import CHATS
from bot.app.contests.by_name import CODES_BY_NAME
from bot.app.contests.handlers import CONTESTS
from bot.app.daily.handlers import DAY
from bot.app.duels.arranging import DUELS
from bot.app.friends.handlers import FRIENDS
from bot.app.games.at_hand import GAMES
from bot.app.home.handlers import HOME
from bot.app.kind import Kinds, Sections
from bot.app.kinds.alone.kind import ALONE
from bot.app.kinds.group.kind import GROUP
from bot.app.kinds.keeper.kind import KEEPER
from bot.app.kinds.match.kind import MATCH
from bot.app.kinds.number.kind import NUMBER
from bot.app.kinds.several.kind import SEVERAL
from bot.app.lessons.handlers import LESSONS
from bot.app.lobby.handlers import LOBBY
from bot.app.operators.handlers import OPERATORS
from bot.app.preferences.handlers import PREFERENCES
from bot.app.privacy.handlers import PRIVACY
from bot.app.puzzles.handlers import PUZZLE
from bot.app.ratings.handlers import RATINGS
from bot.app.review.handlers import REVIEW
from bot.app.stats.handlers import STATS
from bot.app.talk.handlers import TALK
from bot.app.together.handlers import TOGETHER
from bot.app.variants.handlers import WAYS_TO_PLAY
from bot.app.watching.handlers import WATCHING

KINDS = Kinds((ALONE, SEVERAL, KEEPER, GROUP, NUMBER, MATCH))
SECTIONS = Sections(
    (
        LESSONS,
        REVIEW,
        PUZZLE,
        TOGETHER,
        CODES_BY_NAME,
        TALK,
        GAMES,
        DAY,
        CONTESTS,
        DUELS,
        LOBBY,
        WATCHING,
        FRIENDS,
        RATINGS,
        STATS,
        WAYS_TO_PLAY,
        PREFERENCES,
        PRIVACY,
        OPERATORS,
        HOME,
        CHATS,
    )
)
"""In the order in which they are asked whether a typed text, or a link, is theirs: games take every text."""
