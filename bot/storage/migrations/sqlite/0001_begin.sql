-- Older replicas beside it: no. Back: restore a backup of before
-- What the bot remembers. Times are seconds since 1970 in UTC.

CREATE TABLE seen_updates (
    bot_id    INTEGER NOT NULL,
    update_id INTEGER NOT NULL,
    seen_at   REAL NOT NULL,
    PRIMARY KEY (bot_id, update_id)
) WITHOUT ROWID;
CREATE INDEX seen_updates_by_age ON seen_updates (seen_at);

CREATE TABLE chats (
    chat_id   INTEGER PRIMARY KEY,
    language  TEXT,
    spoken    TEXT,
    style     TEXT NOT NULL,
    greeted   INTEGER NOT NULL,
    reachable INTEGER NOT NULL
);

CREATE TABLE tables (
    table_id  TEXT PRIMARY KEY,
    chat_id   INTEGER NOT NULL,
    is_over   INTEGER NOT NULL,
    opened_at REAL NOT NULL,
    body      TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX open_tables_by_chat ON tables (chat_id) WHERE is_over = 0;

CREATE TABLE drafts (
    table_id  TEXT NOT NULL,
    person_id INTEGER NOT NULL,
    symbols   TEXT NOT NULL,
    PRIMARY KEY (table_id, person_id)
) WITHOUT ROWID;

-- The message in which a screen is shown now.
CREATE TABLE slots (
    chat_id    INTEGER NOT NULL,
    slot       TEXT NOT NULL,
    message_id INTEGER NOT NULL,
    below      INTEGER NOT NULL,
    PRIMARY KEY (chat_id, slot)
) WITHOUT ROWID;

CREATE TABLE outbox (
    letter_id  INTEGER PRIMARY KEY AUTOINCREMENT,
    chat_id    INTEGER NOT NULL,
    thread_id  INTEGER,
    slot       TEXT,
    content    TEXT NOT NULL
);
CREATE INDEX outbox_by_chat ON outbox (chat_id, letter_id);

CREATE TABLE failed_updates (
    update_id INTEGER NOT NULL,
    failed_at REAL NOT NULL,
    content   TEXT NOT NULL,
    error     TEXT NOT NULL
);

CREATE TABLE failed_messages (
    chat_id   INTEGER NOT NULL,
    failed_at REAL NOT NULL,
    content   TEXT NOT NULL,
    error     TEXT NOT NULL
);
