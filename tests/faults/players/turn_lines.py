"""How a guess with its feedback begins, as the bot sends it: on a board, as the news above it, or one's own there."""

import re

from bot.app.texts import LANGUAGES, texts_in

OWN = "|".join(
    re.escape(texts_in(name).html("match.your-guess", guess="|", answer="").partition("<code>")[0])
    for name in LANGUAGES
)
TURN_LINE = re.compile(rf"(?:\d+\. |⏳ |👉 [^<]*: |{OWN})<code>[a-z]+</code>")
