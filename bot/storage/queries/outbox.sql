-- name: pending(chat_id, most)
-- What waits for the chat, what leaves next first. Gives besides each item the message that shows its slot now, since
-- when, and whether one in whose place it stands wished to be the newest message and has not become it.
SELECT outbox.letter_id, outbox.thread_id, outbox.slot, outbox.content, outbox.urgency, slots.message_id,
    COALESCE(slots.shown_at, 0.0) AS shown_at,
    CASE WHEN outbox.bottom > COALESCE(slots.letter_id, 0) THEN 1 ELSE 0 END AS to_bottom
FROM outbox LEFT JOIN slots ON slots.chat_id = outbox.chat_id AND slots.slot = outbox.slot
WHERE outbox.chat_id = :chat_id
ORDER BY (CASE WHEN urgency < 3 THEN 0 ELSE urgency END), (COALESCE(since, outbox.letter_id)), outbox.letter_id
LIMIT :most;

-- name: put_item(chat_id, thread_id, slot, content, urgency, at_bottom, most)*!
-- One more item, in the place of those that wait for the same slot and no less urgent than they are. Not put: what
-- waits already and fills no slot; what would be more than so many for one chat. A trigger drops those whose place it takes.
INSERT INTO outbox (chat_id, thread_id, slot, content, urgency, since, bottom)
SELECT CAST(:chat_id AS BIGINT), CAST(:thread_id AS BIGINT), CAST(:slot AS TEXT), CAST(:content AS TEXT),
    CASE WHEN older.urgency < :urgency THEN older.urgency ELSE :urgency END,
    older.since, CASE WHEN :at_bottom = 1 THEN 0 ELSE older.bottom END
FROM (
    SELECT min(COALESCE(since, letter_id)) AS since, min(urgency) AS urgency,
        max(CASE WHEN bottom = 0 THEN letter_id ELSE bottom END) AS bottom
    FROM outbox WHERE chat_id = :chat_id AND slot = :slot AND slot <> '') AS older
WHERE (older.since IS NOT NULL
        OR (SELECT count(*) FROM (SELECT 1 FROM outbox WHERE chat_id = :chat_id LIMIT :most) AS waiting) < :most)
    AND NOT (CAST(:slot AS TEXT) IS NULL
        AND EXISTS (SELECT 1 FROM outbox WHERE chat_id = :chat_id AND slot IS NULL AND content = :content));

-- name: drop_item(letter_id)*!
DELETE FROM outbox WHERE letter_id = :letter_id;

-- name: drop_screens(chat_id, slot, letter_id)*!
-- The item and all older ones for its slot.
DELETE FROM outbox WHERE chat_id = :chat_id AND slot = :slot AND letter_id <= :letter_id;

-- name: drop_items_to(chat_id)*!
DELETE FROM outbox WHERE chat_id = :chat_id;

-- name: may_strip(chat_id, message_id, most)^
-- Whether the message's buttons have not been taken off yet, and no more than so many such items wait for the chat.
-- Not those of a game's newest board, nor where another screen waits to take the message's place.
SELECT NOT EXISTS (SELECT 1 FROM stripped WHERE chat_id = :chat_id AND message_id = :message_id)
    AND NOT EXISTS (SELECT 1 FROM slots WHERE chat_id = :chat_id AND message_id = :message_id
        AND (slot LIKE 'game:%' OR EXISTS (
            SELECT 1 FROM outbox WHERE outbox.chat_id = slots.chat_id AND outbox.slot = slots.slot)))
    AND (SELECT count(*) FROM (
        SELECT 1 FROM outbox WHERE chat_id = :chat_id AND slot IS NULL AND urgency = 4 LIMIT :most) AS waiting) < :most
    AS may;

-- name: note_stripped(chat_id, message_id, stripped_at)*!
INSERT INTO stripped (chat_id, message_id, stripped_at) VALUES (:chat_id, :message_id, :stripped_at)
ON CONFLICT (chat_id, message_id) DO NOTHING;

-- name: drop_stripped(chat_id, most)*!
-- All but the latest of those in the chat.
DELETE FROM stripped WHERE chat_id = :chat_id AND message_id NOT IN (
    SELECT message_id FROM stripped WHERE chat_id = :chat_id ORDER BY stripped_at DESC, message_id DESC LIMIT :most);

-- name: shown(chat_id, slot)^
SELECT
    (SELECT message_id FROM slots WHERE chat_id = :chat_id AND slot = :slot) AS message_id,
    (SELECT shown_at FROM slots WHERE chat_id = :chat_id AND slot = :slot) AS shown_at,
    EXISTS (SELECT 1 FROM outbox WHERE chat_id = :chat_id AND slot = :slot) AS pending;

-- name: slot_at(chat_id, message_id)^
SELECT (SELECT min(slot) FROM slots WHERE chat_id = :chat_id AND message_id = :message_id) AS slot;

-- name: adopt_message(chat_id, slot, message_id, shown_at)*!
-- The message shows the slot, as whoever pressed on it has found out first. What made it is among the items that still
-- wait for the slot, or is done: none of them has to become the newest message once more.
INSERT INTO slots (chat_id, slot, message_id, below, letter_id, shown_at)
SELECT CAST(:chat_id AS BIGINT), CAST(:slot AS TEXT), CAST(:message_id AS BIGINT), 0, COALESCE(max(letter_id), 0),
    CAST(:shown_at AS DOUBLE PRECISION)
FROM outbox WHERE chat_id = :chat_id AND slot = :slot
ON CONFLICT (chat_id, slot) DO UPDATE SET message_id = excluded.message_id, below = 0, letter_id = excluded.letter_id,
    shown_at = excluded.shown_at;

-- name: occupy_slot(chat_id, slot, message_id, letter_id, shown_at)*!
-- `letter_id`: the item that made the message.
INSERT INTO slots (chat_id, slot, message_id, below, letter_id, shown_at)
VALUES (:chat_id, :slot, :message_id, 0, :letter_id, :shown_at)
ON CONFLICT (chat_id, slot) DO UPDATE SET message_id = excluded.message_id, letter_id = excluded.letter_id,
    below = CASE WHEN slots.message_id = excluded.message_id THEN slots.below ELSE 0 END, shown_at = excluded.shown_at;

-- name: keep_failed_message(letter_id, chat_id, failed_at, content, error)*!
INSERT INTO failed_messages (letter_id, chat_id, failed_at, content, error)
SELECT CAST(:letter_id AS BIGINT), CAST(:chat_id AS BIGINT), CAST(:failed_at AS DOUBLE PRECISION),
    CAST(:content AS TEXT), CAST(:error AS TEXT)
WHERE NOT EXISTS (SELECT 1 FROM failed_messages WHERE letter_id = :letter_id);
