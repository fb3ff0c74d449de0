-- name: table(table_id)^
SELECT tables.table_id, tables.chat_id, tables.body, tables.revision
FROM (SELECT 1 AS always) AS once LEFT JOIN tables ON tables.table_id = :table_id;

-- name: save_table(table_id, chat_id, is_over, opened_at, body, revision)*!
-- Gives the id, or nothing where somebody else has saved the table since `revision`.
INSERT INTO tables (table_id, chat_id, is_over, opened_at, body, revision)
VALUES (:table_id, :chat_id, :is_over, :opened_at, :body, 1)
ON CONFLICT (table_id) DO UPDATE SET chat_id = excluded.chat_id, is_over = excluded.is_over, body = excluded.body,
    revision = tables.revision + 1
WHERE tables.revision = :revision
RETURNING table_id;

-- name: draft(table_id, person_id)^
SELECT (SELECT symbols FROM drafts WHERE table_id = :table_id AND person_id = :person_id) AS symbols;

-- name: keep_draft(table_id, person_id, symbols)*!
INSERT INTO drafts (table_id, person_id, symbols) VALUES (:table_id, :person_id, :symbols)
ON CONFLICT (table_id, person_id) DO UPDATE SET symbols = excluded.symbols;

-- name: drop_draft(table_id, person_id)*!
DELETE FROM drafts WHERE table_id = :table_id AND person_id = :person_id;

-- name: drop_drafts(table_id)*!
DELETE FROM drafts WHERE table_id = :table_id;
