-- name: pending(chat_id)
SELECT outbox.letter_id, outbox.thread_id, outbox.slot, outbox.content, slots.message_id
FROM outbox LEFT JOIN slots ON slots.chat_id = outbox.chat_id AND slots.slot = outbox.slot
WHERE outbox.chat_id = :chat_id ORDER BY outbox.letter_id;

-- name: put_letter(chat_id, thread_id, slot, content)*!
INSERT INTO outbox (chat_id, thread_id, slot, content) VALUES (:chat_id, :thread_id, :slot, :content);

-- name: drop_letter(letter_id)*!
DELETE FROM outbox WHERE letter_id = :letter_id;

-- name: drop_letters_to(chat_id)*!
DELETE FROM outbox WHERE chat_id = :chat_id;

-- name: shown(chat_id, slot)^
SELECT
    (SELECT message_id FROM slots WHERE chat_id = :chat_id AND slot = :slot) AS message_id,
    (SELECT below FROM slots WHERE chat_id = :chat_id AND slot = :slot) AS below,
    EXISTS (SELECT 1 FROM outbox WHERE chat_id = :chat_id AND slot = :slot) AS pending;

-- name: slot_at(chat_id, message_id)^
SELECT (SELECT min(slot) FROM slots WHERE chat_id = :chat_id AND message_id = :message_id) AS slot;

-- name: occupy_slot(chat_id, slot, message_id)*!
INSERT INTO slots (chat_id, slot, message_id, below) VALUES (:chat_id, :slot, :message_id, 0)
ON CONFLICT (chat_id, slot) DO UPDATE SET message_id = excluded.message_id, below = 0;

-- name: count_below(chat_id, slot)*!
UPDATE slots SET below = below + 1 WHERE chat_id = :chat_id AND slot = :slot;

-- name: keep_failed_message(letter_id, chat_id, failed_at, content, error)*!
INSERT INTO failed_messages (letter_id, chat_id, failed_at, content, error)
SELECT CAST(:letter_id AS BIGINT), CAST(:chat_id AS BIGINT), CAST(:failed_at AS DOUBLE PRECISION),
    CAST(:content AS TEXT), CAST(:error AS TEXT)
WHERE NOT EXISTS (SELECT 1 FROM failed_messages WHERE letter_id = :letter_id);
