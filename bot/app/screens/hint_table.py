"""The information table of a guess as a picture: every reply, its probability, and what it would leave."""

import json

from bot.app.screen import Picture, Screen
from bot.app.screens.feedback import feedback_in, narrow_style
from bot.app.texts import Html, Texts
from solver.analysis import Information, Reply
from solver.variant import Variant

IN_WORDS = 12
"""The replies that are listed as text, the most probable first."""
COLUMNS = ("reply", "count", "share", "bits", "left", "expected", "unit")


def information_screen(found: Information, variant: Variant, style: str, texts: Texts) -> Screen:
    """The table as a picture, and the same as text."""
    likeliest = sorted((reply for reply in found.replies if reply.count), key=lambda reply: -reply.count)
    title = texts.html("replies.title", guess=variant.show(found.guess))
    lines = [_in_words(reply, style, texts) for reply in likeliest[:IN_WORDS]]
    if rarer := likeliest[IN_WORDS:]:
        lines.append(texts.counted("replies.rarer", len(rarer), codes=sum(reply.count for reply in rarer)))
    lines.append(texts.html("replies.average", bits=texts.decimal(found.bits)))
    return Screen(Html(f"{title}\n" + "\n".join(lines)), picture=Picture("table", _picture_data(found, variant, texts)))


def _in_words(reply: Reply, style: str, texts: Texts) -> Html:
    written = feedback_in(narrow_style(style), reply.feedback, texts)
    return texts.html("replies.reply", reply=written, count=reply.count, share=texts.decimal(100 * reply.share, "0.#"))


def _picture_data(found: Information, variant: Variant, texts: Texts) -> str:
    given = {
        "variant": variant.name,
        "language": texts.language,
        "title": texts.plain("replies.heading"),
        "guess": variant.format(found.guess),
        "rows": [[*reply.feedback, reply.count, reply.share, reply.left, reply.information] for reply in found.replies],
        "words": {column: texts.plain(f"column.{column}") for column in COLUMNS},
    }
    return json.dumps(given, ensure_ascii=False, separators=(",", ":"))
