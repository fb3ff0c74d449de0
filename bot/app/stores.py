"""What is stored, by what it is about: the parts of a transaction."""

from typing import Protocol

from bot.app.model.challenge import Challenges
from bot.app.model.contest import Contests
from bot.app.model.daily import DailyTries
from bot.app.model.daily_averages import DailyAverages
from bot.app.model.daily_cards import DailyCards
from bot.app.model.daily_posts import DailyPosts
from bot.app.model.games import Games
from bot.app.model.learning import Learners
from bot.app.model.ledger import Ledgers
from bot.app.model.long_job import LongJobs
from bot.app.model.masteries import MasteryStore
from bot.app.model.operators import Operators
from bot.app.model.points import Points
from bot.app.model.privacy import Privacy
from bot.app.model.prompts import Prompts
from bot.app.model.puzzling import Puzzles
from bot.app.model.record import Ratings
from bot.app.model.room import Rooms
from bot.app.model.seek import Lobby
from bot.app.model.talk import Talk
from bot.app.model.uptime import Uptime


class Stores(Protocol):
    """Each reads what stood there before, and writes with the transaction to which it belongs."""

    @property
    def games(self) -> Games:
        """The games."""

    @property
    def prompts(self) -> Prompts:
        """What people said before."""

    @property
    def challenges(self) -> Challenges:
        """The offers of matches."""

    @property
    def contests(self) -> Contests:
        """Secrets that friends break one after the other."""

    @property
    def masteries(self) -> MasteryStore:
        """Where somebody was a master of guessing a number."""

    @property
    def learners(self) -> Learners:
        """How far people have come in the lessons."""

    @property
    def puzzles(self) -> Puzzles:
        """What people have come to with puzzles."""

    @property
    def ledgers(self) -> Ledgers:
        """The sums of games alone."""

    @property
    def lobby(self) -> Lobby:
        """Who looks for a rival."""

    @property
    def ratings(self) -> Ratings:
        """How strong people are, and how their games ended."""

    @property
    def points(self) -> Points:
        """What parties in groups have brought."""

    @property
    def uptime(self) -> Uptime:
        """When we served."""

    @property
    def talk(self) -> Talk:
        """What people say to each other."""

    @property
    def long_jobs(self) -> LongJobs:
        """What waits to be thought about at length."""

    @property
    def rooms(self) -> Rooms:
        """Who hears it where many talk."""

    @property
    def privacy(self) -> Privacy:
        """What is stored of one person."""

    @property
    def operators(self) -> Operators:
        """What operators see and do."""

    @property
    def daily(self) -> DailyTries:
        """Who has tried the codes of days."""

    @property
    def daily_averages(self) -> DailyAverages:
        """The table of the codes of days."""

    @property
    def daily_cards(self) -> DailyCards:
        """The cards of days in groups."""

    @property
    def daily_posts(self) -> DailyPosts:
        """The groups into which they come by themselves."""
