"""What the picture of somebody's games shows; its caption is the page itself."""

import json

from bot.app.model.ledger import COLUMNS, Tally
from bot.app.screen import Picture
from bot.app.texts import Texts


def stats_picture(title: str, tally: Tally, texts: Texts) -> Picture:
    """The picture of games of which there is at least one."""
    figures = [[str(tally.games), texts.plain("stats.card-games")]]
    if tally.mean is not None:
        figures.append([texts.decimal(tally.mean, "0.00"), texts.plain("stats.card-mean")])
    if tally.mean_beyond is not None:
        figures.append([texts.decimal(tally.mean_beyond, "+0.00;−0.00"), texts.plain("stats.card-perfect")])
    if tally.mean_accuracy is not None and tally.mean_luck is not None:
        figures.append([texts.decimal(tally.mean_accuracy / 100, "0.0%"), texts.plain("stats.card-accuracy")])
        figures.append([texts.decimal(tally.mean_luck, "+0.0;−0.0"), texts.plain("stats.card-luck")])
    figures.append([str(tally.longest), texts.plain("stats.card-streak")])
    used = [at for at, count in enumerate(tally.columns) if count]
    shown = range(used[0], used[-1] + 1) if used else ()
    bars = [[f"{at + 1}{'+' * (at + 1 == COLUMNS)}", tally.columns[at]] for at in shown]
    given = {"title": title, "figures": figures, "bars": bars}
    return Picture("stats", json.dumps(given, ensure_ascii=False))
