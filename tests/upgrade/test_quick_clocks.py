"""What an older replica makes of a match with a clock that it does not know, and of a choice of such a clock."""

import json
from pathlib import Path
from typing import Any

import pytest

from faults.processes.balancer import Balancer
from faults.processes.postgres import Cluster
from faults.processes.process import ROOT, free_port
from sandbox.client import Person, Sandbox
from sandbox.server import SandboxServer
from tests.bot.player import talk
from tests.bot.storage.databases import rows_at
from tests.upgrade.test_upgrade import OLD, Replica, unpacked

SEEKS = """/duel → A game for two
[Terms] → Tap a setting
[Terms in the lobby] → 90 s a guess · rated
[⏱ 90 s a guess] → How much time to think?
[30 s a guess] → 30 s a guess · rated
[Find a rival]"""
"""How somebody looks in the lobby for a rival who wants to play fast."""


async def begin(clock: str, host: Person, guest: Person) -> None:
    """A race on that clock, in which both have guessed once."""
    await talk(
        f"/duel race {clock} unrated → A game with a friend\n[Invite a friend] → ✉️ Your challenge is waiting", host
    )
    link = next(message for message in reversed(host.messages()) if message.button("Copy link"))
    opened = await guest.opens(link.button("Copy link").value)  # type: ignore[union-attr]
    await guest.presses("✅", on=await guest.sees(host.name, after=opened))
    for player in (host, guest):
        await talk("→ 🆚\n4567 → 1. 4567", player)


async def body(url: str, person: Person) -> dict[str, Any]:
    """What is stored of the match that the person began."""
    rows = await rows_at(url, "SELECT body FROM games WHERE kind = 'match'")
    bodies = [json.loads(row[0]) for row in rows]
    return next(each for each in bodies if person.id in {sitter["person"] for sitter in each["sitters"]})


@pytest.mark.costly
@pytest.mark.needs("history")
async def test_an_older_replica_plays_quick_matches_on_by_90_seconds_and_reads_who_wants_one(
    postgres: Cluster, tmp_path: Path
) -> None:
    url, ports = await postgres.new_database(), (free_port(), free_port())
    older_at, newer_at = (f"http://127.0.0.1:{port}" for port in ports)
    async with SandboxServer() as server, Sandbox(server.url) as sandbox, Balancer(older_at) as balancer:
        settings = {"DATABASE_URL": url, "WEBHOOK_URL": f"{balancer.address}/telegram", "webhook": True}
        source = unpacked(OLD, tmp_path / "unpacked")
        older = Replica(source, server, tmp_path / "older", port=ports[0], **settings)
        newer = Replica(ROOT, server, tmp_path / "newer", port=ports[1], **settings)
        async with older, newer:
            balancer.addresses = (newer_at,)
            pairs = {
                clock: (await sandbox.person(f"Ann {clock}"), await sandbox.person(f"Bob {clock}"))
                for clock in ("blitz", "budget")
            }
            for clock, pair in pairs.items():
                await begin(clock, *pair)
                stored = await body(url, pair[0])
                assert (stored["clock"], stored["pace"]) == ("live", clock)
            seeker = await sandbox.person("Cid")
            await talk(SEEKS, seeker)
            balancer.addresses = (older_at,)
            for host, _ in pairs.values():
                await talk("4568 → 2. 4568\n/duel → 90 s a guess", host)
                stored = await body(url, host)
                assert (stored["clock"], "pace" in stored, "left" in stored) == ("live", False, False)
            await talk("/lobby → Cid", pairs["blitz"][1])
            balancer.addresses = (newer_at,)
            for host, guest in pairs.values():
                await talk("4568 → 2. 4568", guest)
                await talk("→ 90 s a guess", host)
                assert (await body(url, host))["clock"] == "live"
            await talk("/lobby → Cid", pairs["budget"][1])
            assert await rows_at(url, "SELECT * FROM failed_updates") == []
