"""Queries that look at many rows. On SQLite they run in a thread, so that the event loop does not wait for them."""

SCANS = frozenset(
    {
        "best_of_all",
        "best_of_group",
        "best_of_rivals",
        "best_of_week",
        "best_entries",
        "careers",
        "listed_seeks",
        "rating_history",
        "rivalries",
        "rivals",
        "scores",
        "stronger",
        "unheard",
    }
)
