-- Older replicas beside it: no. Back: restore a backup of before
-- Games of guessing a number. `mastered`: how many numbers the range held, where a master has found the bot's; else 0.

CREATE TABLE numbers (
    number_id TEXT PRIMARY KEY,
    chat_id   BIGINT NOT NULL,
    is_over   INTEGER NOT NULL,
    mastered  BIGINT NOT NULL,
    opened_at DOUBLE PRECISION NOT NULL,
    body      TEXT NOT NULL,
    revision  INTEGER NOT NULL
);
CREATE INDEX numbers_by_chat ON numbers (chat_id, opened_at);
CREATE INDEX open_numbers_by_chat ON numbers (chat_id) WHERE is_over = 0;
