-- name: table(table_id)^
SELECT table_id, chat_id, body FROM tables WHERE table_id = :table_id;

-- name: save_table(table_id, chat_id, is_over, opened_at, body)*!
INSERT INTO tables (table_id, chat_id, is_over, opened_at, body)
VALUES (:table_id, :chat_id, :is_over, :opened_at, :body)
ON CONFLICT (table_id) DO UPDATE SET chat_id = excluded.chat_id, is_over = excluded.is_over, body = excluded.body;

-- name: draft(table_id, person_id)^
SELECT symbols FROM drafts WHERE table_id = :table_id AND person_id = :person_id;

-- name: keep_draft(table_id, person_id, symbols)*!
INSERT INTO drafts (table_id, person_id, symbols) VALUES (:table_id, :person_id, :symbols)
ON CONFLICT (table_id, person_id) DO UPDATE SET symbols = excluded.symbols;

-- name: drop_draft(table_id, person_id)*!
DELETE FROM drafts WHERE table_id = :table_id AND person_id = :person_id;

-- name: drop_drafts(table_id)*!
DELETE FROM drafts WHERE table_id = :table_id;
