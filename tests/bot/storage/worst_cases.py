"""For every named query the values with which it costs most among the rows of `growing_rows`."""

from typing import Any

from tests.bot.storage.growing_rows import FAMILY, GROUP, LATE, OURS, PERSON, ROOM
from tests.bot.storage.worst_cases_beside_games import BESIDE_GAMES, OF_ONE_PERSON, OF_WHAT_IS_OLD

PLAYER = {"name": "Ann", "finished": 3, "walked_out": 0, "last_rival": 0}
BELONGS = {"kind": "number", "chat_id": GROUP, "thread_id": None, "starter": PERSON, "salt": "5a", "opened_at": 5.0}
SEEK = {"wish": "duel", "rating": 1500.0, "deviation": 100.0, "since": 1.0, "is_open": 1, "paired_from": 0.0}
RATING = {
    "family": FAMILY, "rating": 1500.0, "deviation": 60.0, "volatility": 0.06, "games": 3, "wins": 2, "draws": 0,
    "losses": 1, "played_at": 7.5, "week": 2881, "week_points": 1.5, "week_games": 3, "band": 150,
}  # fmt: skip
RESULT = {
    "rival_id": 2, "rival_name": "Bob", "family": FAMILY, "is_rated": 1, "score": 0.5, "rating": 1500.0,
    "deviation": 60.0, "guesses": 6, "has_solved": 1, "group_id": GROUP,
}  # fmt: skip
ITEM = {"thread_id": None, "content": '{"a": 1}', "urgency": 2, "at_bottom": 1, "most": 200}
ENTRY = {"has_solved": 1, "guesses": 5, "seconds": 61.5, "began_at": 7.5, "body": "{}"}
JOB = {"kind": "review", "subject": "new", "turn": 0}
MOVE = {"chat_id": GROUP, "new_id": -6}
SEAT = {"stream": ROOM, "person_id": PERSON}

WORST: dict[str, dict[str, Any]] = {
    **OF_WHAT_IS_OLD,
    # challenges
    "challenge": {"token": "mine1"},
    "open_challenges": {"person_id": PERSON},
    "answered_challenges": {"person_id": PERSON, "since": 0.0, "most": 100},
    "open_challenges_in": {"chat_id": GROUP, "most": 20},
    "save_challenge": {
        "token": "mine1", "person_id": PERSON, "card_chat": GROUP, "is_open": 0, "made_at": 1.0, "expires_at": 9.0,
        "body": "{}", "revision": 1,
    },
    "bound_card": {"card": "card1"},
    "bind_card": {"card": "new", "token": "mine1", "bound_at": 9.0},
    # chats
    "preferences": {"chat_id": GROUP},
    "prefer": {
        "chat_id": GROUP, "language": "uk", "spoken": "uk", "style": "emoji", "greeted": 1, "reachable": 1,
        "unexplained": 2, "bell": None, "username": "name1", "friends_only": 1, "seen_at": 7.5,
    },
    "release_username": {"chat_id": GROUP, "username": "name1"},
    "person_with": {"username": "name1"},
    "mark_unreachable": {"chat_id": GROUP},
    "moved_to": {"chat_id": GROUP},
    "note_move": MOVE,
    "rename_chat": MOVE,
    "rename_outbox": MOVE,
    "rename_cards": {"chat_id": GROUP},
    "forget_slots": {"chat_id": GROUP},
    "forget_retirements": {"chat_id": GROUP},
    # contests
    "contest": {"token": "contest1"},
    "contest_about": {"game_id": "over1"},
    "save_contest": {
        "token": "contest1", "game_id": "over1", "body": "{}", "revision": 1, "played_at": 9.0, "set_by": 7,
    },
    "set_since": {"person_id": 1, "since": 0.0},
    "put_entry": {"token": "contest1", "person_id": 1, "game_id": "entry1", "ended_at": 70.0, **ENTRY},
    "entry": {"token": "contest1", "person_id": PERSON},
    "best_entries": {"token": "contest1", "most": 10},
    "playing_entries": {"token": "contest1", "most": 10},
    "latest_entries": {"token": "contest1", "most": 10},
    # drafts
    "draft": {"game_id": "running1", "person_id": PERSON},
    "keep_draft": {"game_id": "running1", "person_id": PERSON, "symbols": "012"},
    "drop_draft": {"game_id": "running1", "person_id": PERSON},
    "drop_drafts": {"game_id": "running1"},
    "last_options": {"chat_id": GROUP, "mode": "mode1"},
    "keep_last_options": {"chat_id": GROUP, "mode": "mode1", "options": "new"},
    "rename_last_options": MOVE,
    "prompt": {"person_id": PERSON, "kind": "hotseat"},
    "keep_prompt": {"person_id": PERSON, "kind": "hotseat", "content": "Ann", "kept_at": 9.0},
    "drop_prompt": {"person_id": PERSON, "kind": "hotseat"},
    # keeping
    "drop_seats": {"game_id": "over1"},
    "drop_slot": {"slot": "game:over1"},
    "drop_card": {"slot": "game:over1", "game_id": "over1"},
    # games
    "game": {"game_id": "over1"},
    "running_in": {"chat_id": GROUP},
    "running_of": {"person_id": PERSON, "most": 30},
    "running_count": {"person_id": PERSON},
    "latest_game": {"chat_id": GROUP, "kind": "number"},
    "save_game": {"game_id": "running1", "ended_at": 9.0, "saved_at": 9.0, "body": "{}", "revision": 1, **BELONGS},
    "rename_games": MOVE,
    "seat": {"game_id": "open1", "seat": 0, "person_id": PERSON, "is_over": 1},
    "glance": {"chat_id": GROUP},
    "focus_on": {"chat_id": GROUP, "focus": "running1"},
    "latest_games": {"chat_id": PERSON, "kind": "alone", "most": 5},
    "master": {"game_id": "new", "chat_id": PERSON, "size": 100},
    "masteries": {"chat_id": PERSON},
    **BESIDE_GAMES,
    # jobs
    "put_job": {"due_at": 5.0, **JOB},
    "due_job": {"now": LATE},
    "postpone_job": {"job_id": 1, "seconds": 60.0},
    "drop_job": {"job_id": 1},
    # kept
    "keep": {"name": "new", "value": "5a"},
    "kept": {"name": "name1"},
    # leases
    "beat": {"name": OURS},
    "claim": {"chat_id": GROUP, "holder": OURS},
    "waiting_chats": {"after": 0, "most": 500},
    "claim_waiting": {"holder": OURS, "after": 0, "up_to": 500},
    "held": {"holder": OURS},
    "ours_waiting": {"holder": OURS},
    "lock_lease": {"chat_id": GROUP, "holder": OURS},
    "release": {"chat_id": -6, "holder": OURS, "debt": 1.5},
    "leave": {"holder": OURS},
    "forget_replicas": {"before": 0.0},
    "grant": {"seconds": 1.0, "burst": 1.0},
    "grant_for_many": {"seconds": 1.0, "burst": 1.0},
    # lobby
    "begin_seek": {"person_id": PERSON, **PLAYER, **SEEK},
    "drop_seek": {"person_id": PERSON, "since": 1.0},
    "seek": {"person_id": PERSON},
    "rivals": {"person_id": PERSON, "wish": "duel", "rating": 1401.0, "full": 30, "since_abort": 0.0},
    "note_abort": {"person_id": PERSON, "rival_id": 7, "aborted_at": 1.0},
    "aborts_since": {"person_id": PERSON, "since": 0.0},
    "listed_seeks": {"person_id": PERSON, "is_open": 1, "most": 50, "full": 30},
    "waiting_count": {"most": 50},
    # long jobs
    "put_long_job": {"person_id": 0, "chat_id": 0, "thread_id": None, "content": "", "least": 0, "most": 3, **JOB},
    "long_jobs_of": {"person_id": PERSON},
    "has_long_jobs": {},
    "take_long_job": {"holder": OURS, "kinds": ",review,"},
    "long_job": {"job_id": 1},
    "drop_long_job": {"job_id": 1},
    "rename_long_jobs": MOVE,
    **OF_ONE_PERSON,
    # outbox
    "pending": {"chat_id": GROUP, "most": 20},
    "put_item": {"chat_id": GROUP, "slot": "game:over2", **ITEM},
    "drop_item": {"letter_id": 2_000_001},
    "drop_screens": {"chat_id": GROUP, "slot": "game:over2", "letter_id": 2_000_002},
    "drop_items_to": {"chat_id": GROUP},
    "may_strip": {"chat_id": GROUP, "message_id": 70, "most": 3},
    "note_stripped": {"chat_id": GROUP, "message_id": 70, "stripped_at": 70.0},
    "drop_stripped": {"chat_id": GROUP, "most": 63},
    "shown": {"chat_id": GROUP, "slot": "game:over2"},
    "slot_at": {"chat_id": GROUP, "message_id": 50},
    "adopt_message": {"chat_id": GROUP, "slot": "game:over2", "message_id": 7, "shown_at": 9.0},
    "occupy_slot": {"chat_id": GROUP, "slot": "game:over2", "message_id": 7, "letter_id": 9, "shown_at": 9.0},
    "keep_failed_message": {"letter_id": 9, "chat_id": GROUP, "failed_at": 60.0, "content": "{}", "error": "why"},
    # points
    "count_points": {"group_id": GROUP, "person_id": PERSON, "name": "Ann", "won": 3},
    "score": {"group_id": GROUP, "person_id": PERSON},
    "scores": {"group_id": GROUP, "most": 10},
    # played
    "keep_played": {"game_id": "played1", "line": "x", "person_id": PERSON, "day": 9, "skip": 299, "is_summed": 1},
    "keep_player": {"game_id": "played1", "person_id": PERSON, "day": 9, "skip": 299, "is_summed": 1},
    "played_by": {"person_id": PERSON, "up_to": 10**9, "most": 20},
    # ratings
    "player": {"person_id": PERSON},
    "save_player": {"person_id": PERSON, "choice": None, "lobby_choice": None, "revision": 1, **PLAYER},
    "standing": {"person_id": PERSON, "family": FAMILY},
    "save_rating": {"person_id": PERSON, "revision": 1, **RATING},
    "count_rated": {"family": FAMILY, "band": 150, "shard": 1, "change": 1},
    "put_result": {"game_id": "new", "person_id": PERSON, "ended_at": 70.0, **RESULT},
    "count_in_career": {"person_id": PERSON, "family": FAMILY, "solved": 1, "guesses": 6, "best": 1500.0},
    "count_rivalry": {
        "person_id": PERSON, "rival_id": 2, "score": 0.5, "ended_at": 70.0, "last_terms": "duel classic days friendly",
    },
    "note_regular": {"group_id": GROUP, "person_id": PERSON, "ended_at": 70.0},
    "rated_games_between": {"person_id": PERSON, "rival_id": 2, "since": LATE},
    "known_rivals": {"person_id": PERSON, "family": FAMILY, "rival_id": 2, "deviation": 110.0, "most": 200},
    "points_by_rival": {"person_id": PERSON, "family": FAMILY, "most": 200},
    "rating_history": {"person_id": PERSON, "family": FAMILY, "most": 100},
    "careers": {"person_id": PERSON, "most": 4},
    "rivalries": {"person_id": PERSON, "most": 5},
    "rivalry": {"person_id": PERSON, "rival_id": 3},
    "friends": {"person_id": PERSON, "day": 7, "most": 30},
    "knows": {"person_id": PERSON, "other_id": 3},
    "best_of_week": {"family": FAMILY, "week": 2881, "most": 10},
    "best_of_all": {"family": FAMILY, "most": 10},
    # all bands are above, and all in that of the rating
    "stronger": {"family": FAMILY, "band": 0, "rating": 1500.0, "top": 1510.0, "most": 500},
    "best_of_group": {"group_id": GROUP, "family": FAMILY, "deviation": 110.0, "most": 10},
    "best_of_rivals": {"person_id": PERSON, "family": FAMILY, "deviation": 110.0, "most": 10},
    # stock
    "stored": {},
    # talk
    "say": {"remark_id": "new", "name": "Ann", "said": "hi", "said_at": LATE, **SEAT},
    "said": {"stream": ROOM, "most": 40},
    "listen": SEAT,
    "stop_listening": SEAT,
    "listens": SEAT,
    "leave_rooms": {"person_id": PERSON},
    "hearers": {"stream": ROOM, "after": 0, "most": 100},
    "unheard": {"stream": ROOM, "after": 0, "up_to": 100, "speaker": PERSON, "most": 40},
    "unheard_by": {"most": 40, **SEAT},
    "room": {"stream": ROOM},
    "save_room": {"stream": ROOM, "told_up_to": 7, "told_at": 60.0, "is_behind": 0, "revision": 1},
    "mute": {"person_id": PERSON, "muted_id": PERSON},
    "unmute": {"person_id": PERSON, "muted_id": 2},
    "block": {"person_id": PERSON, "blocked_id": PERSON},
    "unblock": {"person_id": PERSON, "blocked_id": 2},
    "blocked": {"person_id": PERSON, "most": 200},
    "parted": {"person_id": PERSON, "blocked_id": 2},
    "report": {"stream": ROOM, "person_id": PERSON, "about_id": 2, "reported_at": 7.5, "said": "[]", "most": 50},
    # updates
    "scene": {"bot_id": 123456, "update_id": 1, "chat_id": GROUP, "person_id": PERSON},
    "remember_update": {"bot_id": 123456, "update_id": 2**40, "seen_at": 100.0},
    "keep_failed_update": {"update_id": 1, "failed_at": 60.0, "content": "{}", "error": "why"},
    # uptime
    "note_outage": {"now": LATE, "longest": 15.0},
    "note_serving": {"now": LATE},
    "outages": {"since": LATE, "now": LATE, "longest": 15.0},
}  # fmt: skip
