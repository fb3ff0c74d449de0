"""Forgetting a person: what they have come to with others, who keep their side of it."""

from bot.storage.stored_ratings import SHARDS
from bot.storage.taking import MOST, Taking


async def leave_seats(taking: Taking, _after: str) -> str | None:
    """Somebody who has left sits in some of their seats."""
    rows = await taking.mine("seats")
    for row in rows:
        taking.write("leave_seat", game_id=row["game_id"], seat=row["seat"])
    return "" if rows else None


async def leave_results(taking: Taking, _after: str) -> str | None:
    """Drop some of their results; those of their rivals were against somebody who has left."""
    rows = await taking.rows("results_between", person_id=taking.person, most=MOST)
    for row in rows:
        key = {"game_id": row["game_id"], "person_id": taking.person}
        name = (await taking.gone(row["rival_id"])).name
        taking.write("leave_result", **key, rival_id=row["rival_id"], name=name)
        taking.write("drop_result", **key)
    return "" if rows else None


async def leave_rivalries(taking: Taking, _after: str) -> str | None:
    """Drop some of their rivalries; what a rival has played with all who have left is counted together."""
    rows = await taking.rows("rivals_of", person_id=taking.person, most=MOST)
    for row in rows:
        mine = {"person_id": taking.person, "rival_id": row["rival_id"]}
        taking.write("leave_rivalry", **mine)
        taking.write("drop_rivalry", **mine)
        taking.write("drop_rivalry", person_id=row["rival_id"], rival_id=taking.person)
    return "" if rows else None


async def leave_ratings(taking: Taking, _after: str) -> str | None:
    """Drop their ratings, and count them out of the places."""
    rows = await taking.rows("rated_in", person_id=taking.person, most=MOST)
    for row in rows:
        taking.write("drop_rating", person_id=taking.person, family=row["family"])
        if row["band"] is not None:
            counter = {"family": row["family"], "band": row["band"], "shard": taking.person % SHARDS}
            taking.write("count_rated", **counter, change=-1)
    return "" if rows else None


async def leave_rivals(taking: Taking, _after: str) -> str | None:
    """Some of those who have met them last have met nobody."""
    if not (await taking.row("has_met", person_id=taking.person))["has_rows"]:
        return None
    taking.write("forget_rival", person_id=taking.person, most=MOST)
    taking.write("forget_rival_sought", person_id=taking.person, most=MOST)
    return ""


async def leave_reports(taking: Taking, _after: str) -> str | None:
    """What they have reported stays, without them."""
    if not await taking.mine("reports", 1):
        return None
    taking.write("leave_reports", person_id=taking.person)
    taking.write("drop_reports", person_id=taking.person)
    return ""


async def drop_failures(taking: Taking, _after: str) -> str | None:
    """Drop what broke when they wrote or pressed: ids stand there as numbers, or in the subjects of jobs."""
    number = {"number_within": f"%: {taking.person},%", "number_last": f"%: {taking.person}}}%"}
    taking.write("drop_failures", **number, text_within=f'%"{taking.person}%')
    return None
