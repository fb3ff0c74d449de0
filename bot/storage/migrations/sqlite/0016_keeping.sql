-- Older replicas beside it: no. Back: restore a backup of before
-- What is kept for how long (docs/keeping.md): what is kept for ever of a game, and by what old rows are found.

-- Games that are over, one line each, in the order in which they first ended.
CREATE TABLE played (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id TEXT NOT NULL,
    line    TEXT NOT NULL
);
CREATE UNIQUE INDEX played_by_game ON played (game_id);

-- Who played them.
CREATE TABLE played_by (
    person_id INTEGER NOT NULL,
    number    INTEGER NOT NULL,
    PRIMARY KEY (person_id, number)
) WITHOUT ROWID;

-- When the game was last saved; null: not since that is noted. Games that run now count as saved now.
ALTER TABLE games ADD COLUMN saved_at REAL;
UPDATE games SET saved_at = (SELECT now FROM clock) WHERE ended_at IS NULL;
CREATE INDEX games_by_end ON games (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX games_by_beginning ON games (opened_at);
CREATE INDEX slots_by_name ON slots (slot);

CREATE INDEX challenges_by_end ON challenges (expires_at);

-- When the game ended that it is about.
ALTER TABLE contests ADD COLUMN played_at REAL;
UPDATE contests SET played_at = coalesce(json_extract(body, '$.ended_at'), (SELECT now FROM clock));
CREATE INDEX contests_by_age ON contests (played_at);
CREATE INDEX entries_by_age ON entries (began_at);

ALTER TABLE bound_cards ADD COLUMN bound_at REAL;
UPDATE bound_cards SET bound_at = (SELECT now FROM clock);
CREATE INDEX bound_cards_by_age ON bound_cards (bound_at);

ALTER TABLE prompts ADD COLUMN kept_at REAL;
UPDATE prompts SET kept_at = (SELECT now FROM clock);
CREATE INDEX prompts_by_age ON prompts (kept_at);

CREATE INDEX reports_by_age ON reports (reported_at);
CREATE INDEX failed_updates_by_age ON failed_updates (failed_at);
CREATE INDEX failed_messages_by_age ON failed_messages (failed_at);
