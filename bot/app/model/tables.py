"""The tables: why they grow, how long rows are kept, whom they name; and the queries that follow from that alone.

docs/keeping.md is the same for people; tests compare it, and both databases, with this.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

FOR_EVER = "for ever"
BY_HAND = "by hand"
"""Its query `mine_…` stands in `bot/storage/queries`."""
UNLOCKED = "/*+ FOR UPDATE SKIP LOCKED */"
"""On PostgreSQL rows that another transaction holds are left for the next time."""


@dataclass(frozen=True, slots=True)
class Age:
    """Rows of that age go: so many days after `since`, which is the time in the column `by`.

    At most `most` go at a time; the query gives the columns `gives` of them. Without `by` it is written by hand.
    """

    days: int
    since: str
    by: str = ""
    most: int = 100
    gives: str = ""
    query: str = ""
    """Its name; empty: `forget_` with that of the table."""

    def __str__(self) -> str:
        """For how long rows are kept, in words."""
        return f"{self.days} days after {self.since}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What a table holds, and what becomes of it."""

    grows: str
    """By what a row is added."""
    why: str
    """Why rows are kept so long."""
    until: str = ""
    """Until when, besides `ages`. With neither they are kept for ever."""
    ages: tuple[Age, ...] = ()
    key: str = ""
    """The columns by which a row is told from others, where a query below needs them."""
    shown: str = ""
    """The columns that a person is shown of their rows, or BY_HAND; empty: they have none, or may not know."""
    order: str = ""
    """The latest first, as a rule."""
    taken: tuple[str, ...] = ()
    """The columns that name a person, in rows that go or lose the name when they are forgotten."""
    stays: Mapping[str, str] = field(default_factory=dict)
    """The columns that may name a person and stay, each with the reason."""
    texts: str = ""
    """Why a person may still be named in its texts."""
    goes: bool = False
    """Whether rows are theirs who are forgotten, and go with them, whatever else is kept."""
    goes_by_hand: bool = False
    """Whether the query by which they go, `drop_…_of`, is written by hand: a row is two people's."""
    owner: str = ""
    """The column that says whose a row is; empty: the first of `taken`, or `person_id`."""
    moves: str | None = None
    """Its rows go along when a group gets a new id, unless a row `there` is in the way; None: they stay, or are moved
    by hand."""
    saves: str = ""
    """The query that saves a row; where it is `guarded` not if another has saved it since it was read at `revision`."""
    guarded: bool = True
    once: str = ""
    """The columns that its first save writes, and no other."""
    saved: str = ""
    """The columns that each writes."""

    @property
    def how_long(self) -> str:
        """How long a row is kept, in words."""
        return "; ".join([*map(str, self.ages), *filter(None, [self.until])]) or FOR_EVER

    def queries(self, name: str) -> Iterator[str]:
        """The queries of the table of that name that nobody writes by hand."""
        owner = self.owner or (self.taken[0] if self.taken else "person_id")
        ordered = f"ORDER BY {self.order} " if self.order else ""
        if self.shown not in {"", BY_HAND}:
            yield (
                f"-- name: mine_{name}(person_id, most)\n"
                f"SELECT {self.shown} FROM {name} WHERE {owner} = :person_id {ordered}LIMIT :most;"
            )
        if self.goes and not self.goes_by_hand:
            key = self.key.split(", ")
            rest = ", ".join(column for column in key if column != owner) or owner
            theirs = f"{owner} = :person_id AND " if owner in key else ""
            yield (
                f"-- name: drop_{name}_of(person_id, most)*!\nDELETE FROM {name} WHERE {theirs}"
                f"({rest}) IN (SELECT {rest} FROM {name} WHERE {owner} = :person_id {ordered}LIMIT :most);"
            )
        for age in self.ages:
            if age.by:
                yield (
                    f"-- name: {query_of(age, name)}(before)\nDELETE FROM {name} WHERE ({self.key}) IN ("
                    f"SELECT {self.key} FROM {name} WHERE {age.by} < :before ORDER BY {age.by} LIMIT {age.most} "
                    f"{UNLOCKED}) RETURNING {age.gives or self.key};"
                )
        if self.saves:
            yield self._saving(name)
        if self.moves is not None:
            there = f"SELECT 1 FROM {name} AS there WHERE there.chat_id = :new_id AND {self.moves}"
            yield (
                f"-- name: rename_{name}(chat_id, new_id)*!\nUPDATE {name} SET chat_id = :new_id "
                f"WHERE chat_id = :chat_id{f' AND NOT EXISTS ({there})' if self.moves else ''};"
            )

    def _saving(self, name: str) -> str:
        columns = ", ".join(filter(None, (self.key, self.once, self.saved)))
        values = ", ".join(f":{column}" for column in columns.split(", "))
        anew = ", ".join(f"{column} = excluded.{column}" for column in self.saved.split(", "))
        if not self.guarded:
            return (
                f"-- name: {self.saves}({columns})*!\nINSERT INTO {name} ({columns}) VALUES ({values}) "
                f"ON CONFLICT ({self.key}) DO UPDATE SET {anew};"
            )
        return (
            f"-- name: {self.saves}({columns}, revision)*!\n"
            f"INSERT INTO {name} ({columns}, revision) VALUES ({values}, 1) "
            f"ON CONFLICT ({self.key}) DO UPDATE SET {anew}, revision = {name}.revision + 1 "
            f"WHERE {name}.revision = :revision /*+ RETURNING {self.key} */;"
        )


def query_of(age: Age, table: str) -> str:
    """The name of the query by which rows of that age go."""
    return age.query or f"forget_{table}"


TABLES = {
    "chats": Table(
        grows="each chat",
        why="Language and style; what rings; whether it can be reached; what is still to be explained; the "
        "username of whose private chat it is, for `/profile @name`.",
        key="chat_id",
        shown="language, spoken, style, greeted, reachable, unexplained, bell, username, focus",
        goes=True,
        taken=("chat_id",),
        saves="prefer",
        guarded=False,
        saved="language, spoken, style, greeted, reachable, unexplained, bell, username",
    ),
    "people": Table(
        grows="each person who plays with others",
        why="Name, record, last choice.",
        key="person_id",
        shown="name, choice, finished, walked_out",
        goes=True,
        taken=("person_id", "last_rival"),
        saves="save_player",
        saved="name, choice, finished, walked_out, last_rival",
    ),
    "last_options": Table(
        grows="each mode in each chat",
        why="`/play` begins what was played last.",
        key="chat_id, mode",
        shown="mode, options",
        order="mode",
        goes=True,
        taken=("chat_id",),
        moves="there.mode = last_options.mode",
        saves="keep_last_options",
        guarded=False,
        saved="options",
    ),
    "prompts": Table(
        grows="each question of the bot's",
        why="Nobody answers later.",
        until="until it is answered",
        ages=(Age(30, "it was asked", "kept_at"),),
        key="person_id, kind",
        shown="kind, content, kept_at",
        order="kind",
        goes=True,
        taken=("person_id",),
        texts="Names that others typed for a game on one phone; 30 days.",
        saves="keep_prompt",
        guarded=False,
        saved="content, kept_at",
    ),
    "games": Table(
        grows="each game that begins",
        why="So long the buttons under a board work: review, proof, once more, rematch, beat my game. A match "
        "without a clock may rest for months; one that nobody has touched for half a year is abandoned.",
        ages=(
            Age(30, "its end"),
            Age(180, "the last move of a game that still runs", query="forget_abandoned"),
        ),
        shown=BY_HAND,
        taken=("chat_id", "starter"),
        key="game_id",
        saves="save_game",
        once="kind, opened_at",
        saved="chat_id, thread_id, starter, salt, ended_at, saved_at, body",
    ),
    "seats": Table(
        grows="two for each match",
        why="They say who plays it.",
        until="as long as the game",
        shown=BY_HAND,
        taken=("person_id",),
    ),
    "drafts": Table(
        grows="each code that is being tapped",
        why="It is for one guess.",
        until="until it is sent; as long as the game runs",
        key="game_id, person_id",
        shown="game_id, symbols",
        goes=True,
        taken=("person_id",),
        saves="keep_draft",
        guarded=False,
        saved="symbols",
    ),
    "slots": Table(
        grows="each screen in each chat",
        why="It says which message shows a screen. Menus are one for each chat.",
        until="as long as the game, challenge or contest",
        key="chat_id, slot",
        shown="slot, message_id, shown_at",
        goes=True,
        taken=("chat_id",),
    ),
    "outbox": Table(
        grows="each screen on its way",
        why="It is not sent yet.",
        until="until it is sent or refused",
        key="letter_id",
        shown="slot, content",
        goes=True,
        taken=("chat_id",),
        texts="Messages to others that are on their way: sent within moments.",
    ),
    "played": Table(
        grows="each game that ends and in which something was done, up to 300 a day of a person",
        why="Statistics, replays, and what a person may ask for.",
        shown=BY_HAND,
    ),
    "played_by": Table(
        grows="each person of such a game, up to 300 a day",
        why="A person's games in order.",
        shown="number, day",
        order="number DESC",
        taken=("person_id",),
    ),
    "results": Table(
        grows="two for each match that counts or was played out",
        why="`/profile` and `/top` are read from it.",
        shown="game_id, rival_name, family, is_rated, score, rating, deviation, guesses, has_solved, group_id, "
        "ended_at",
        taken=("person_id", "rival_id", "rival_name"),
    ),
    "points": Table(
        grows="each person in each group in which they have played a party",
        why="The scores of the group.",
        key="group_id, person_id",
        shown="group_id, name, won, games",
        goes=True,
        taken=("person_id",),
    ),
    "careers": Table(
        grows="each person in each family of variants",
        why="`/profile` shows them.",
        key="person_id, family",
        shown="family, games, solved, guesses, best",
        goes=True,
        taken=("person_id",),
    ),
    "rivalries": Table(
        grows="each two people who play a match",
        why="`/profile` and `/top` show them.",
        shown=BY_HAND,
        taken=("person_id", "rival_id"),
    ),
    "regulars": Table(
        grows="each person in each group in which they play a match",
        why="`/top` there ranks them.",
        key="group_id, person_id",
        shown="group_id, latest",
        goes=True,
        taken=("person_id",),
    ),
    "masteries": Table(
        grows="each number guessed as a master",
        why="`/profile` counts them.",
        key="game_id",
        shown="game_id, size, nth",
        order="nth DESC",
        goes=True,
        taken=("chat_id",),
    ),
    "ratings": Table(
        grows="each person in each family of variants",
        why="The rating.",
        shown="family, rating, deviation, volatility, games, wins, draws, losses, played_at, week, week_points, "
        "week_games",
        taken=("person_id",),
        key="person_id, family",
        saves="save_rating",
        saved="rating, deviation, volatility, games, wins, draws, losses, played_at, week, week_points, "
        "week_games, band",
    ),
    "blocks": Table(
        grows="each person whom somebody blocks",
        why="They wished it.",
        until="until they unblock",
        key="person_id, blocked_id",
        shown=BY_HAND,
        goes=True,
        taken=("person_id",),
        stays={"blocked_id": "Others wish not to meet them; else whoever was blocked could come back as a stranger."},
    ),
    "mutes": Table(
        grows="each person whom somebody mutes",
        why="They wished it.",
        until="until they unmute",
        key="person_id, muted_id",
        shown=BY_HAND,
        goes=True,
        taken=("person_id",),
        stays={"muted_id": "The same: others wish not to hear them."},
    ),
    "listeners": Table(
        grows="each person who joins the room",
        why="They wished it.",
        until="until they leave or cannot be reached",
        key="stream, person_id",
        shown="stream",
        goes=True,
        taken=("person_id",),
    ),
    "challenges": Table(
        grows="each challenge, and three offers for each day on which a person types the bot's name in a chat",
        why="Whoever presses late is told why. Its match needs it no more.",
        ages=(Age(7, "it can be accepted no more", "expires_at", most=50, gives="token, body"),),
        key="token",
        shown=BY_HAND,
        taken=("person_id",),
        stays={"card_chat": "A group."},
        saves="save_challenge",
        once="person_id, made_at, expires_at",
        saved="card_chat, is_open, body",
    ),
    "contests": Table(
        grows="each game that is offered to friends",
        why="So long its link and card lead to it.",
        ages=(Age(90, "the end of the game that it is about", "played_at", most=50),),
        key="token",
        shown=BY_HAND,
        saves="save_contest",
        once="game_id, played_at",
        saved="body",
    ),
    "entries": Table(
        grows="each friend who takes part",
        why="Nobody begins before the game that it is about has ended, so the contest has gone first.",
        ages=(Age(90, "its game began", "began_at", most=50),),
        key="token, person_id",
        shown="token, game_id, has_solved, guesses, seconds, began_at, ended_at, body",
        taken=("person_id",),
    ),
    "seeks": Table(
        grows="each search for a rival",
        why="One for each person.",
        until="until a rival is found, or an hour or a day",
        key="person_id",
        shown="name, wish, rating, deviation, since, is_open",
        goes=True,
        taken=("person_id", "last_rival"),
    ),
    "remarks": Table(
        grows="each remark in a match or a room",
        why="Reports quote the last ones; talk is nobody's archive.",
        ages=(Age(3, "it was made", "said_at", most=500, query="forget_talk"),),
        key="remark_id",
        shown="stream, name, said, said_at",
        goes=True,
        taken=("person_id",),
        texts="What others said of them; three days.",
    ),
    "reports": Table(
        grows="each report about a person",
        why="The operator reads them and decides.",
        until="until it is decided",
        ages=(Age(365, "it was made", "reported_at"),),
        key="stream, person_id, about_id",
        shown="reported_at, said",
        # Those that they made; who has reported them is nobody's to know.
        taken=("person_id",),
        stays={"about_id": "What was reported stays until an operator has decided, 365 days at most."},
        texts="What they said, where others reported it.",
    ),
    "long_jobs": Table(
        grows="each review that is asked for",
        why="It is not done yet.",
        until="until it is done",
        key="job_id",
        shown="kind, turn, content",
        goes=True,
        taken=("person_id", "chat_id"),
        moves="",
    ),
    "stripped": Table(
        grows="each old message that is pressed",
        why="Its buttons are taken off once.",
        ages=(Age(3, "its buttons were taken off", "stripped_at", most=500),),
        key="chat_id, message_id",
        shown="message_id, stripped_at",
        goes=True,
        taken=("chat_id",),
    ),
    "leases": Table(
        grows="each chat to which something is sent",
        why="Which replica sends there.",
        ages=(Age(3, "its allowance of messages was whole again"),),
        shown="full_at",
        owner="chat_id",
        stays={"chat_id": "Which replica sends there: it goes by itself, three days after the last message."},
    ),
    "ledgers": Table(
        grows="each person who ends a game alone",
        why="`/stats` and `/top` by accuracy are read from it.",
        key="person_id",
        shown="name, body",
        goes=True,
        taken=("person_id",),
        saves="save_ledger",
        saved="name, done, accuracy, body",
    ),
    "failed_messages": Table(
        grows="each message that Telegram refuses for good",
        why="The operator reads them; they are as they were to be sent.",
        ages=(Age(90, "it failed"),),
        key="chat_id, letter_id",
        shown="failed_at, content",
        goes=True,
        taken=("chat_id",),
        texts="Messages to others that Telegram refused; for the operator, for 90 days.",
    ),
    "forgotten": Table(
        grows="each person who asks to be forgotten",
        why="Their number and the time, and nothing else: a backup that is put in place forgets them again, and for a "
        "day no limit begins anew.",
        ages=(Age(400, "they were forgotten", "forgotten_at"),),
        key="person_id",
        shown="forgotten_at",
        stays={"person_id": "So a backup that is put in place can forget them again: 400 days."},
    ),
    "bans": Table(
        grows="each person whom the operator keeps away",
        why="Else they would be back at once.",
        until="until they may come back",
        shown="banned_at",
        stays={
            "person_id": "Else whoever is kept away could come back by asking to be forgotten.",
            "banned_by": "An operator.",
        },
    ),
    "feedback": Table(
        grows="each thing that somebody tells the operator",
        why="The operator reads it, and may answer.",
        until="until it is read",
        ages=(Age(365, "it was said", "said_at"),),
        key="feedback_id",
        shown="name, said, said_at",
        goes=True,
        taken=("person_id",),
        texts="What others told the operators of them; until it is read, 365 days at most.",
    ),
    "deeds": Table(
        grows="each thing that an operator does in the chat",
        why="So that it is known who was warned or kept away, when and by whom.",
        ages=(Age(400, "it was done", "done_at"),),
        key="deed_id",
        shown="done_at, deed",
        order="done_at DESC",
        # What operators have done to them; by which of them is nobody's to know.
        stays={"person_id": "What operators have done to whom: 400 days.", "admin_id": "An operator."},
        texts="What an operator wrote about them; 400 days.",
    ),
    "learners": Table(
        grows="each person who takes lessons",
        why="How far they have come; what waits to be asked again.",
        key="person_id",
        shown="body",
        goes=True,
        taken=("person_id",),
        saves="save_learner",
        saved="body",
    ),
    "daily_tries": Table(
        grows="each person on each day on which they begin the code of the day",
        why="One try a day; the calendar, the streak, what friends have come to.",
        ages=(Age(400, "it was begun", "begun_at", most=500),),
        key="day, person_id",
        shown="day, name, begun_at, ended_at, guesses, solved, hints, lost, counts",
        order="day DESC",
        goes=True,
        taken=("person_id",),
    ),
    "daily_averages": Table(
        grows="each person and each day on which they stand in the table of the codes of days: twelve ahead at most",
        why="`/top` reads it.",
        ages=(Age(3, "that day", "shown_on", most=500),),
        key="person_id, shown_on",
        shown="shown_on, average, days",
        order="shown_on",
        goes=True,
        taken=("person_id",),
    ),
    "daily_players": Table(
        grows="each person who begins the code of a day",
        why="The streak, and the token of their link.",
        key="person_id",
        shown="token, streak_day, streak, calm, best",
        goes=True,
        taken=("person_id",),
        saves="save_daily_player",
        guarded=False,
        once="token",
        saved="streak_day, streak, calm, best",
    ),
    "daily_friends": Table(
        grows="each link to the code of the day that somebody opens",
        why="Who sees whose result; fifty at most.",
        key="person_id, friend_id",
        shown=BY_HAND,
        goes=True,
        goes_by_hand=True,
        taken=("person_id", "friend_id"),
    ),
    "daily_reminders": Table(
        grows="each person who wants to be reminded of the code of the day",
        why="They wished it: in which zone their clock runs, and when.",
        until="until they want it no more or cannot be reached",
        key="person_id",
        shown="zone, minute",
        goes=True,
        taken=("person_id",),
        saves="save_reminder",
        guarded=False,
        saved="zone, minute, version",
    ),
    "daily_guests": Table(
        grows="each person who presses *Play* on such a card",
        why="The card names them.",
        ages=(Age(30, "they pressed", "joined_at", most=500),),
        key="card, person_id",
        shown="day, name, joined_at",
        order="day DESC",
        goes=True,
        taken=("person_id",),
    ),
    "puzzlers": Table(
        grows="each person who tries puzzles",
        why="Rating, what was tried, what is open.",
        key="person_id",
        shown="body",
        goes=True,
        taken=("person_id",),
        saves="save_puzzler",
        saved="body",
    ),
    "bands": Table(
        grows="eight rows for each ten points that somebody has in a family",
        why="Places in `/top`.",
    ),
    "puzzles": Table(
        grows="each puzzle that somebody has tried",
        why="Its rating.",
        key="number",
        saves="save_puzzle",
        saved="rating, deviation, volatility",
    ),
    "moved_groups": Table(
        grows="each group that becomes a supergroup",
        why="What comes late from the old id belongs to the new one.",
        stays={"chat_id": "A group."},
    ),
    "rooms": Table(
        grows="one row for each room",
        why="How far what was said has been brought.",
        stays={"told_up_to": "How far the last remark was brought: the next one overwrites it."},
        key="stream",
        saves="save_room",
        saved="told_up_to, told_at, is_behind",
    ),
    "bound_cards": Table(
        grows="each card of inline mode that is sent",
        why="Nobody may put another challenge on a card; longer than a game on it rests.",
        ages=(Age(365, "it was sent", "bound_at"),),
        key="card",
    ),
    "broadcasts": Table(
        grows="each message of the operator's to everybody",
        why="How far it has come, and what was written.",
        ages=(Age(400, "it was written", "made_at"),),
        key="broadcast_id",
        stays={"admin_id": "An operator."},
        texts="An operator's words to everybody.",
        saves="save_broadcast",
        once="admin_id, body, made_at",
        saved="state, up_to, sent, total, pace",
    ),
    "daily_counts": Table(
        grows="a few hundred rows for each day",
        why="How all have done on that day; nobody is named.",
    ),
    "daily_cards": Table(
        grows="each card of a day in a group",
        why="It is edited as people finish.",
        ages=(Age(30, "it was put there", "put_at", most=200, gives="day"),),
        key="card",
        stays={"chat_id": "A group."},
        moves="there.day = daily_cards.day",
    ),
    "daily_posts": Table(
        grows="each group into which the card of each day comes by itself",
        why="Its administrators wished it: in which topic.",
        until="until they want it no more, or nobody plays, or the bot cannot write there",
        stays={"chat_id": "A group."},
        moves="there.chat_id = :new_id",
    ),
    "daily_pardons": Table(
        grows="each day on which the bot was away for more than two hours",
        why="Nobody has missed it.",
    ),
    "failed_updates": Table(
        grows="each update or job that fails by a bug",
        why="The operator reads them.",
        ages=(Age(90, "it failed"),),
    ),
    "seen_updates": Table(
        grows="each update",
        why="None is carried out twice; Telegram sends one again for a day.",
        ages=(Age(3, "it came", "seen_at", most=500, query="forget_updates"),),
        key="bot_id, update_id",
        stays={"bot_id": "The bot."},
    ),
    "jobs": Table(
        grows="each clock, challenge and search",
        why="It is not due yet.",
        until="until it is done",
        texts="What is due about them: a search or its message within a day. It finds nothing any more, and is gone.",
    ),
    "replicas": Table(
        grows="each start of the bot",
        why="Who lives.",
        ages=(Age(3, "its last sign of life"),),
    ),
    "outages": Table(
        grows="each time in which nobody served",
        why="They lengthen clocks, which run for a day at most.",
        ages=(Age(3, "its end", "ended_at", most=500),),
        key="began_at",
    ),
    "uptime": Table(
        grows="one row",
        why="When the bot served last.",
    ),
    "budget": Table(
        grows="one row",
        why="What may be sent to all chats together.",
    ),
    "kept": Table(
        grows="a few rows",
        why="What the bot made up once, such as the webhook's secret.",
    ),
    "migrations": Table(
        grows="each migration",
        why="It is run once.",
    ),
}
"""In this order a person is shown what is theirs. A new table is one entry here and one in docs/keeping.md."""
SHOWN = tuple(name for name, table in TABLES.items() if table.shown)
"""The tables of which a person is shown their rows, by the queries `mine_…`."""
LAST = ("people", "chats")
"""They tell a person's names and languages, and go last."""
DROPPED = (*(name for name, table in TABLES.items() if table.goes and name not in LAST), *LAST)
"""Those whose rows are one person's alone, in the order in which they go; by the queries `drop_…_of`."""
MOVES_ALONG = tuple(name for name, table in TABLES.items() if table.moves is not None)
"""Those whose rows go along with a group, by the queries `rename_…`."""


def generated() -> str:
    """All queries that follow from the tables."""
    return "\n\n".join(query for name, table in TABLES.items() for query in table.queries(name))
