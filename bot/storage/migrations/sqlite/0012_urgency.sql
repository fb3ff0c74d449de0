-- Older replicas beside it: no. Back: restore a backup of before
-- Which letter leaves first, how much may wait for one chat, and what is brought to many a little at a time.

-- How soon it should leave (1: an answer, 2: news, 3: for many, 4: tidying up); the first letter for the same slot in
-- whose place it stands; the last one before it that wished to be the newest message (0: this one itself does).
ALTER TABLE outbox ADD COLUMN urgency INTEGER NOT NULL DEFAULT 2;
ALTER TABLE outbox ADD COLUMN since INTEGER;
ALTER TABLE outbox ADD COLUMN bottom INTEGER;
DROP INDEX outbox_by_chat;
CREATE INDEX outbox_in_turn ON outbox
    (chat_id, (CASE WHEN urgency < 3 THEN 0 ELSE urgency END), (COALESCE(since, letter_id)));
CREATE INDEX outbox_by_slot ON outbox (chat_id, slot, letter_id);

-- Which letter made the slot's message.
ALTER TABLE slots ADD COLUMN letter_id INTEGER NOT NULL DEFAULT 0;

-- Messages whose buttons have been taken off, or are about to be, lest that be tried for every press.
CREATE TABLE stripped (
    chat_id     INTEGER NOT NULL,
    message_id  INTEGER NOT NULL,
    stripped_at REAL NOT NULL,
    PRIMARY KEY (chat_id, message_id)
) WITHOUT ROWID;
CREATE INDEX stripped_by_age ON stripped (stripped_at);

-- Until when messages to many have been granted, besides those to all chats together.
ALTER TABLE budget ADD COLUMN many_free_at REAL NOT NULL DEFAULT 0;

-- How far what was said in a room has been brought to its listeners: up to that person and since when; NULL: to all.
-- `is_behind`: more has been said since that began.
CREATE TABLE rooms (
    stream     TEXT PRIMARY KEY,
    told_up_to INTEGER,
    told_at    REAL NOT NULL,
    is_behind  INTEGER NOT NULL,
    revision   INTEGER NOT NULL
) WITHOUT ROWID;

-- Who does not want to hear some of those who speak is looked up by these.
CREATE INDEX mutes_by_muted ON mutes (muted_id, person_id);
CREATE INDEX blocks_by_blocked ON blocks (blocked_id, person_id);

-- Whoever cannot be reached has left every room.
CREATE INDEX listeners_by_person ON listeners (person_id);
DELETE FROM listeners WHERE person_id IN (SELECT chat_id FROM chats WHERE reachable = 0);
