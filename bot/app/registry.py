"""The kinds of games that the bot plays. A new kind is one entry."""

from bot.app.kind import Kinds
from bot.app.kinds.alone.kind import ALONE
from bot.app.kinds.group.kind import GROUP
from bot.app.kinds.keeper.kind import KEEPER
from bot.app.kinds.match.kind import MATCH
from bot.app.kinds.number.kind import NUMBER
from bot.app.kinds.several.kind import SEVERAL

KINDS = Kinds((ALONE, SEVERAL, KEEPER, GROUP, NUMBER, MATCH))
