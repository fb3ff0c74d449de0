"""The information table of a guess as a picture: every reply, its probability, and what it would leave."""

import json

from bot.app.screen import Picture, Screen
from bot.app.texts import Html, Texts
from solver.analysis import Information
from solver.variant import Variant

COLUMNS = ("reply", "count", "share", "bits", "left", "expected", "unit")


def information_screen(found: Information, variant: Variant, texts: Texts) -> Screen:
    """The table as a picture, and below it what it comes to, in bits as well."""
    lines = [
        texts.html("replies.title", guess=variant.show(found.guess)),
        texts.counted("replies.parts", found.parts, average=texts.decimal(found.expected, "0.#")),
        texts.counted("hint.would-bring", found.worst, bits=texts.decimal(found.bits)),
        texts.html("hint.bit"),
    ]
    return Screen(Html("\n".join(lines)), picture=Picture("table", _picture_data(found, variant, texts)))


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
