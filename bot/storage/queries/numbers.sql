-- name: number(number_id)^
SELECT numbers.number_id, numbers.chat_id, numbers.body, numbers.revision
FROM (SELECT 1 AS always) AS once LEFT JOIN numbers ON numbers.number_id = :number_id;

-- name: latest_number(chat_id)^
SELECT numbers.number_id, numbers.chat_id, numbers.body, numbers.revision
FROM (SELECT 1 AS always) AS once LEFT JOIN numbers ON numbers.number_id = (
    SELECT number_id FROM numbers WHERE chat_id = :chat_id ORDER BY opened_at DESC, number_id LIMIT 1
);

-- name: save_number(number_id, chat_id, is_over, mastered, opened_at, body, revision)*!
-- Gives the id, or nothing where somebody else has saved the game since `revision`.
INSERT INTO numbers (number_id, chat_id, is_over, mastered, opened_at, body, revision)
VALUES (:number_id, :chat_id, :is_over, :mastered, :opened_at, :body, 1)
ON CONFLICT (number_id) DO UPDATE SET chat_id = excluded.chat_id, is_over = excluded.is_over,
    mastered = excluded.mastered, body = excluded.body, revision = numbers.revision + 1
WHERE numbers.revision = :revision
RETURNING number_id;

-- name: masteries(chat_id)^
SELECT count(*) AS games, coalesce(max(mastered), 0) AS widest FROM numbers WHERE chat_id = :chat_id AND mastered > 0;

-- name: rename_numbers(chat_id, new_id)*!
UPDATE numbers SET chat_id = :new_id, revision = revision + 1 WHERE chat_id = :chat_id;
