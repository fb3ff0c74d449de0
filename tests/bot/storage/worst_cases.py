"""For every named query the values with which it costs most among the rows of `growing_rows`."""

from functools import cache
from typing import Any

from bot.storage.store import queries_for
from tests.bot.storage.growing_rows import FAMILY, GROUP, LATE, OURS, PERSON, ROOM

USUAL: dict[str, Any] = {
    "aborted_at": 1.0, "about_id": 2, "accuracy": 90.0, "admin_id": PERSON, "after": 0, "at_bottom": 1, "band": 150,
    "banned_at": 9.0, "banned_by": PERSON, "before": LATE, "began_at": 7.5, "begun_at": 9.0, "bell": None, "best": 3,
    "blocked_id": 2, "body": "{}", "bot_id": 123456, "bound_at": 9.0, "broadcast_id": "cast1", "burst": 1.0, "calm": 6,
    "card": "card1", "card_chat": GROUP, "change": 1, "chat_id": GROUP, "choice": None, "content": "{}", "counts": 1,
    "day": 7, "debt": 1.5, "deed": "warn", "detail": "", "deviation": 110.0, "done": None, "done_at": 9.0, "draws": 0,
    "due_at": 5.0, "ended_at": 70.0, "error": "why", "expires_at": 9.0, "failed_at": 60.0, "family": FAMILY,
    "feedback_id": 1, "fewest": 3, "finished": 3, "finishers": 1, "focus": "running1", "forgotten_at": 9.0,
    "friend_id": -7, "friends_only": 1, "full": 30, "game_id": "over1", "games": 3, "given_up": 10, "greeted": 1,
    "group_id": GROUP, "guesses": 5, "has_solved": 1, "hinted": 0, "hints": 0, "holder": OURS, "is_behind": 0,
    "is_open": 0, "is_over": 1, "is_rated": 1, "is_summed": 1, "job_id": 1, "joined_at": 9.0, "kept_at": 9.0,
    "kind": "hotseat", "kinds": ",review,", "language": "uk", "last_key": "over10", "last_rival": 0,
    "last_terms": "duel classic days friendly", "least": 0, "letter_id": 9, "line": "x", "lobby_choice": None,
    "longest": 15.0, "looked": 8, "losses": 1, "lost": 40, "made_at": 1.0, "message_id": 70, "midnight": 7.0,
    "minute": 540, "mode": "mode1", "most": 100, "muted_id": PERSON, "name": "Ann", "names_them": "%1%", "needed": 20,
    "new_id": -6, "now": LATE, "number": 1, "number_last": "%: 1}%", "number_within": "%: 1,%", "opened_at": 5.0,
    "options": "new", "other_id": 3, "pace": 10, "paired_from": 0.0, "past": "", "person_id": PERSON, "place": 9,
    "played_at": 9.0, "post": "post1", "put_at": 9.0, "rating": 1500.0, "reachable": 1, "remark_id": "new",
    "reported_at": 7.5, "revision": 1, "rival_id": 2, "rival_name": "Bob", "said": "[]", "said_at": 9.0, "salt": "5a",
    "saved_at": 9.0, "score": 0.5, "seat": 0, "seconds": 1.0, "seen_at": 7.5, "sent": 1, "set_by": 7, "shard": 1,
    "shown_at": 9.0, "shown_on": 7.0, "since": 0, "since_abort": 0.0, "size": 100, "skip": 299, "slot": "game:over2",
    "solved": 1, "span": 30, "speaker": PERSON, "spoken": "uk", "starter": PERSON, "state": "done", "streak": 3,
    "streak_day": 7, "stream": ROOM, "stripped_at": 70.0, "style": "emoji", "subject": "new", "symbols": "012",
    "text_within": '%"1 %', "thread_id": None, "token": "contest1", "told_at": 60.0, "told_up_to": 7, "top": 1510.0,
    "total": 1, "turn": 0, "unexplained": 2, "unplayed": 1, "up_to": 1, "update_id": 1, "urgency": 3,
    "username": "name1", "value": "talk", "value_before": "", "version": 2, "volatility": 0.06, "walked_out": 0,
    "week": 2881, "week_games": 3, "week_points": 1.5, "wins": 2, "wish": "duel", "won": 3, "zone": "Europe/Kyiv",
}  # fmt: skip
"""What a query is given for its parameters where nothing below says otherwise."""
MOST = {
    5: "daily_of_friends latest_games rivalries",
    10: "audience best_averages best_entries best_of_all best_of_group best_of_rivals best_of_week latest_entries "
    "most_accurate playing_entries scores",
    20: "banned daily_cards_of deeds deeds_about failed feedback open_challenges_in pending played_by reported",
    30: "daily_guests friends running_of",
    40: "daily_tries_since said unheard unheard_by",
    50: "daily_players_after drop_reports_about listed_seeks opened_links played_after report reports_about "
    "waiting_count",
    200: "blocked known_rivals next_challenges next_contests next_games points_by_rival put_item",
    500: "stronger waiting_chats",
}
"""How many rows they are to find."""
SPECIAL: dict[str, dict[str, Any]] = {
    "challenge": {"token": "mine1"},
    "save_challenge": {"token": "mine1"},
    "bind_card": {"card": "new", "token": "mine1"},
    "mark_unreachable": {"chat_id": GROUP},
    **{name: {"game_id": "running1"} for name in ("draft", "keep_draft", "drop_draft", "drop_drafts")},
    "put_entry": {"game_id": "entry1"},
    **{name: {"slot": "game:over1"} for name in ("drop_slot", "drop_card")},
    "latest_game": {"kind": "number"},
    "save_game": {"game_id": "running1", "kind": "number"},
    "seat": {"game_id": "open1"},
    "latest_games": {"chat_id": PERSON, "kind": "alone"},
    "master": {"game_id": "new", "chat_id": PERSON},
    "masteries": {"chat_id": PERSON},
    **{name: {"game_id": "played1"} for name in ("number_of", "keep_played", "keep_player")},
    "played_after": {"after": 5},
    "played_by": {"up_to": 10**9},
    "begin_daily": {"person_id": -7, "game_id": "new"},
    **{name: {"token": "t1"} for name in ("save_daily_player", "daily_player_of")},
    "pardon": {"day": -7},
    "pardons": {"most": 400},
    "daily_card": {"day": 101},
    "daily_cards_between": {"first": 101, "last": 107},
    "put_daily_card": {"card": "new", "chat_id": -7},
    "rename_daily_cards": {"new_id": -7},
    "daily_guest": {"person_id": 1001},
    "add_daily_guest": {"person_id": -7},
    "daily_post_of": {"chat_id": -1001},
    "begin_daily_post": {"post": "new", "chat_id": -7},
    "note_daily_post": {"day": 8},
    "rename_daily_posts": {"chat_id": -1001, "new_id": -7},
    "foresee_daily": {"first": 1100, "last": 1111},
    "daily_players_after": {"person_id": 0},
    **{name: {"number": 7} for name in ("puzzle", "save_puzzle")},
    "switch_off": {"name": "switched-off"},
    "ban": {"person_id": -7},
    "waits_for_many": {"chat_id": PERSON},
    "drop_failed_update": {"failed_at": 1.0},
    "drop_failed_message": {"letter_id": 1_000_001},
    "put_job": {"kind": "review"},
    "postpone_job": {"seconds": 60.0},
    "put_long_job": {"person_id": 0, "chat_id": 0, "content": "", "most": 3, "kind": "review"},
    "keep": {"name": "new"},
    "kept": {"name": "name1"},
    "beat": {"name": OURS},
    "claim_waiting": {"up_to": 500},
    "release": {"chat_id": -6},
    "forget_replicas": {"before": 0.0},
    "begin_seek": {"since": 1.0, "is_open": 1},
    "drop_seek": {"since": 1.0},
    "rivals": {"rating": 1401.0},
    "listed_seeks": {"is_open": 1},
    "note_abort": {"rival_id": 7},
    "forgotten_lately": {"rival_id": PERSON},
    **{name: {"past": "over1"} for name in ("games_with", "challenges_with")},
    "contests_with": {"past": "contest1", "last_key": "contest10"},
    "rewrite_game": {"starter": -1},
    "rewrite_challenge": {"token": "over1", "person_id": -1},
    "leave_result": {"rival_id": PERSON, "person_id": 2},
    "leave_rivalry": {"rival_id": PERSON, "person_id": 3},
    **{name: {"rival_id": 3} for name in ("drop_rivalry", "rivalry")},
    "put_item": {"urgency": 2},
    "drop_item": {"letter_id": 2_000_001},
    "drop_screens": {"letter_id": 2_000_002},
    "may_strip": {"most": 3},
    "drop_stripped": {"most": 63},
    "slot_at": {"message_id": 50},
    **{name: {"message_id": 7} for name in ("adopt_message", "occupy_slot")},
    "save_rating": {"deviation": 60.0},
    "put_result": {"game_id": "new"},
    **{name: {"since": LATE} for name in ("rated_games_between", "outages")},
    "careers": {"most": 4},
    "stronger": {"band": 0},  # all bands are above, and all in that of the rating
    "say": {"said_at": LATE},
    "unheard": {"up_to": 100},
    "unmute": {"muted_id": 2},
    "block": {"blocked_id": PERSON},
    "remember_update": {"update_id": 2**40},
}
MOST_OF = {name: {"most": most} for most, names in MOST.items() for name in names.split()}


@cache
def queries() -> Any:
    return queries_for("sqlite3")


def names() -> list[str]:
    """Every named query."""
    return sorted(name for name in queries().available_queries if not name.endswith("_cursor"))


def parameters_of(name: str) -> set[str]:
    """The parameters of the query."""
    return set(getattr(queries(), name).parameters or ())


def worst(name: str) -> dict[str, Any]:
    """The values with which the query costs most, as far as they are known."""
    known = USUAL | MOST_OF.get(name, {}) | SPECIAL.get(name, {})
    return {parameter: known[parameter] for parameter in parameters_of(name) & known.keys()}


WORST = {name: worst(name) for name in names()}
