"""The beginning of lines with a guess and its feedback, as the bot sends them."""

import re

from faults.players.phrases import phrases

OWN = "|".join(re.escape(words.partition("<code>")[0]) for words in phrases("match.your-guess").values())
TURN_LINE = re.compile(rf"(?:\d+\. |⏳ |👉 [^<]*: |{OWN})<code>[a-z]+</code>")
