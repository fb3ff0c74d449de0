"""How a guess with its feedback begins, as the bot sends it."""

import re

TURN_LINE = re.compile(r"\d+\. <code>[a-z]+</code>")
