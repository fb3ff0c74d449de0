-- name: preferences(chat_id)^
SELECT chats.* FROM (SELECT 1 AS always) AS once LEFT JOIN chats ON chats.chat_id = :chat_id;

-- name: release_username(chat_id, username)*!
-- Whoever had the name before has it no more.
UPDATE chats SET username = NULL WHERE username = :username AND chat_id <> :chat_id;

-- name: person_with(username)^
SELECT (SELECT max(chat_id) FROM chats WHERE username = :username) AS person_id;

-- name: mark_unreachable(chat_id)*!
UPDATE chats SET reachable = 0 WHERE chat_id = :chat_id;

-- name: moved_to(chat_id)^
SELECT (SELECT new_id FROM moved_groups WHERE chat_id = :chat_id) AS new_id;

-- name: note_move(chat_id, new_id)*!
INSERT INTO moved_groups (chat_id, new_id) VALUES (:chat_id, :new_id) ON CONFLICT (chat_id) DO NOTHING;

-- name: rename_chat(chat_id, new_id)*!
-- What only private chats have stays behind: a bell, a username, what is still to be explained.
INSERT INTO chats (chat_id, language, spoken, style, greeted, reachable, focus)
SELECT :new_id, language, spoken, style, greeted, 1, focus FROM chats WHERE chat_id = :chat_id
ON CONFLICT (chat_id) DO UPDATE SET language = excluded.language, spoken = excluded.spoken, style = excluded.style,
    greeted = 1, reachable = 1, focus = excluded.focus;

-- name: rename_outbox(chat_id, new_id)*!
UPDATE outbox SET chat_id = :new_id WHERE chat_id = :chat_id;

-- name: rename_cards(chat_id)*!
-- A job for each card there, to look whether its match goes on.
INSERT INTO jobs (due_at, kind, subject, turn)
SELECT 0, 'card-moved', substr(slot, 6), 0 FROM slots
WHERE chat_id = :chat_id AND slot > 'card:' AND slot < 'card;' LIMIT 100;

-- name: forget_slots(chat_id)*!
-- Some of them: nobody looks for the others, since their chat is written to no more.
DELETE FROM slots WHERE chat_id = :chat_id AND slot IN (SELECT slot FROM slots WHERE chat_id = :chat_id LIMIT 200);

-- name: forget_retirements(chat_id)*!
DELETE FROM outbox WHERE chat_id = :chat_id AND slot IS NULL;
