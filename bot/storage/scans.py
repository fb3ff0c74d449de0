"""Queries that look at many rows. On SQLite they run in a thread, so that the event loop does not wait for them."""

SCANS = frozenset(
    {
        "best_of_group",
        "best_of_rivals",
        "challenges_with",
        "contests_with",
        "games_with",
        "mine_games",
        "mine_played",
        "next_games",
        "stored",
        "stronger",
        "unheard",
    }
)
