"""How a guess with its feedback begins, as the bot sends it: on a board, or as the news above it."""

import re

TURN_LINE = re.compile(r"(?:\d+\. |⏳ |👉 [^<]*: )<code>[a-z]+</code>")
