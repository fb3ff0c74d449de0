"""Which columns name a person, and what becomes of them: a test compares this with the schema of both databases."""

SHOWN = (
    *("chats", "people", "last_options", "prompts", "games", "seats", "drafts", "slots", "outbox", "played"),
    *("played_by", "results", "points", "careers", "rivalries", "regulars", "masteries", "ratings", "blocks", "mutes"),
    *("listeners", "challenges", "contests", "entries", "seeks", "remarks", "reports", "long_jobs", "stripped"),
    *("leases", "ledgers", "failed_messages", "forgotten", "bans", "feedback", "deeds", "learners", "daily_tries"),
    *("daily_players", "daily_friends", "daily_reminders", "daily_guests", "puzzlers"),
)
"""The tables of which a person is shown their rows, by the queries `mine_…`."""
SIMPLY_DROPPED = (
    *("slots", "drafts", "points", "regulars", "careers", "masteries", "blocks", "mutes", "listeners", "seeks"),
    *("learners", "ledgers", "puzzlers", "remarks", "feedback", "long_jobs", "last_options", "prompts", "stripped"),
    *("outbox", "failed_messages", "daily_tries", "daily_players", "daily_friends", "daily_reminders", "daily_guests"),
    *("people", "chats"),
)
"""Those whose rows are one person's alone, in the order in which they go; by the queries `drop_…_of`."""
TAKEN_AWAY = {
    "chats": ("chat_id",),
    "people": ("person_id", "last_rival"),
    "last_options": ("chat_id",),
    "prompts": ("person_id",),
    "games": ("chat_id", "starter"),
    "seats": ("person_id",),
    "drafts": ("person_id",),
    "slots": ("chat_id",),
    "outbox": ("chat_id",),
    "played_by": ("person_id",),
    "results": ("person_id", "rival_id", "rival_name"),
    "points": ("person_id",),
    "careers": ("person_id",),
    "rivalries": ("person_id", "rival_id"),
    "regulars": ("person_id",),
    "masteries": ("chat_id",),
    "learners": ("person_id",),
    "puzzlers": ("person_id",),
    "ledgers": ("person_id",),
    "ratings": ("person_id",),
    "blocks": ("person_id",),
    "mutes": ("person_id",),
    "listeners": ("person_id",),
    "challenges": ("person_id",),
    "entries": ("person_id",),
    "seeks": ("person_id", "last_rival"),
    "remarks": ("person_id",),
    "reports": ("person_id",),
    "long_jobs": ("person_id", "chat_id"),
    "stripped": ("chat_id",),
    "failed_messages": ("chat_id",),
    "feedback": ("person_id",),
    "daily_tries": ("person_id",),
    "daily_players": ("person_id",),
    "daily_friends": ("person_id", "friend_id"),
    "daily_reminders": ("person_id",),
    "daily_guests": ("person_id",),
}
"""By table the columns that name a person, in rows that go or lose the name when they are forgotten."""
KEPT = {
    ("blocks", "blocked_id"): "Others wish not to meet them; else whoever was blocked could come back as a stranger.",
    ("mutes", "muted_id"): "The same: others wish not to hear them.",
    ("reports", "about_id"): "What was reported stays until an operator has decided, 365 days at most.",
    ("bans", "person_id"): "Else whoever is kept away could come back by asking to be forgotten.",
    ("bans", "banned_by"): "An operator.",
    ("deeds", "person_id"): "What operators have done to whom: 400 days.",
    ("deeds", "admin_id"): "An operator.",
    ("broadcasts", "admin_id"): "An operator.",
    ("forgotten", "person_id"): "So a backup that is put in place can forget them again: 400 days.",
    ("leases", "chat_id"): "Which replica sends there: it goes by itself, three days after the last message.",
    ("rooms", "told_up_to"): "How far the last remark was brought: the next one overwrites it.",
    ("challenges", "card_chat"): "A group.",
    ("daily_cards", "chat_id"): "A group.",
    ("daily_posts", "chat_id"): "A group.",
    ("moved_groups", "chat_id"): "A group.",
    ("seen_updates", "bot_id"): "The bot.",
}
"""Columns that may name a person and stay, each with the reason."""
KEPT_TEXTS = {
    "jobs": "What is due about them: a search or its message within a day. It finds nothing any more, and is gone.",
    "outbox": "Messages to others that are on their way: sent within moments.",
    "failed_messages": "Messages to others that Telegram refused; for the operator, for 90 days.",
    "reports": "What they said, where others reported it.",
    "remarks": "What others said of them; three days.",
    "feedback": "What others told the operators of them; until it is read, 365 days at most.",
    "deeds": "What an operator wrote about them; 400 days.",
    "broadcasts": "An operator's words to everybody.",
    "prompts": "Names that others typed for a game on one phone; 30 days.",
}
"""Tables in whose texts a person may still be named, each with the reason."""
