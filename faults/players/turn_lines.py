"""How a guess with its feedback begins, as the bot sends it: on a board, as the news above it, or one's own there."""

import re

from faults.players.phrases import phrases

OWN = "|".join(re.escape(words.partition("<code>")[0]) for words in phrases("match.your-guess").values())
TURN_LINE = re.compile(rf"(?:\d+\. |⏳ |👉 [^<]*: |{OWN})<code>[a-z]+</code>")
