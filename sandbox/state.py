"""The state of a running sandbox."""

from collections.abc import Callable
from dataclasses import dataclass

from sandbox.clock import Clock
from sandbox.delivery.updates import Updates
from sandbox.delivery.webhook import Webhook
from sandbox.events import Events
from sandbox.faults import Faults
from sandbox.journal import Journal
from sandbox.world.model import Bot
from sandbox.world.world import World


@dataclass(slots=True)
class State:
    """The world, with its updates, events, faults and journal."""

    clock: Clock
    events: Events
    updates: Updates
    world: World
    webhook: Webhook
    faults: Faults
    journal: Journal
    begin_anew: Callable[[float], None] | None = None
    """Starts the bot anew with a clock so many seconds further ahead; None: the sandbox has not started it."""


def new_state(bot: Bot) -> State:
    """An empty world."""
    clock, events, faults = Clock(), Events(), Faults()
    updates = Updates(clock)
    world = World(bot, clock, events, updates)
    return State(clock, events, updates, world, Webhook(updates, clock, faults), faults, Journal())
