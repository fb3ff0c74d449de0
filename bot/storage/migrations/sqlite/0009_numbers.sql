-- Older replicas beside it: no. Back: restore a backup of before
-- Games of guessing a number. `mastered`: how many numbers the range held, where a master has found the bot's; else 0.

CREATE TABLE numbers (
    number_id TEXT PRIMARY KEY,
    chat_id   INTEGER NOT NULL,
    is_over   INTEGER NOT NULL,
    mastered  INTEGER NOT NULL,
    opened_at REAL NOT NULL,
    body      TEXT NOT NULL,
    revision  INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX numbers_by_chat ON numbers (chat_id, opened_at);
CREATE INDEX open_numbers_by_chat ON numbers (chat_id) WHERE is_over = 0;
