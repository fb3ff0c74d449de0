-- Older replicas beside it: no. Back: restore a backup of before
-- What several replicas need to share the work, and things that are due later.

-- Counts how often the table was saved: whoever saves second on what has changed begins again.
ALTER TABLE tables ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;

-- The database's own time, in seconds since 1970.
CREATE VIEW clock AS SELECT (julianday('now') - 2440587.5) * 86400.0 AS now;

-- The processes that serve from this database, and when each last said so. After three seconds of silence it counts as gone.
CREATE TABLE replicas (
    name    TEXT PRIMARY KEY,
    seen_at REAL NOT NULL
) WITHOUT ROWID;
CREATE VIEW living AS
SELECT replicas.name FROM replicas CROSS JOIN clock WHERE replicas.seen_at BETWEEN clock.now - 3 AND clock.now + 3;

-- Which replica sends to a chat since when, as long as it lives, and when the chat's allowance of messages is whole again.
CREATE TABLE leases (
    chat_id    INTEGER PRIMARY KEY,
    holder     TEXT NOT NULL,
    claimed_at REAL NOT NULL,
    full_at    REAL NOT NULL
);

-- One row: until when messages to all chats together have been granted.
CREATE TABLE budget (free_at REAL NOT NULL);
INSERT INTO budget VALUES (0);

CREATE TABLE jobs (
    job_id   INTEGER PRIMARY KEY AUTOINCREMENT,
    due_at   REAL NOT NULL,
    kind     TEXT NOT NULL,
    table_id TEXT NOT NULL,
    turn     INTEGER NOT NULL
);
CREATE INDEX jobs_by_time ON jobs (due_at);

-- What the bot made up once and goes by ever since.
CREATE TABLE kept (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

-- Which letter it was: none is kept twice.
ALTER TABLE failed_messages ADD COLUMN letter_id INTEGER;
CREATE INDEX failed_messages_by_letter ON failed_messages (letter_id);
