-- name: draft(game_id, person_id)^
SELECT (SELECT symbols FROM drafts WHERE game_id = :game_id AND person_id = :person_id) AS symbols;

-- name: drop_draft(game_id, person_id)*!
DELETE FROM drafts WHERE game_id = :game_id AND person_id = :person_id;

-- name: drop_drafts(game_id)*!
DELETE FROM drafts WHERE game_id = :game_id;

-- name: last_options(chat_id, mode)^
SELECT (SELECT options FROM last_options WHERE chat_id = :chat_id AND mode = :mode) AS options;

-- name: prompt(person_id, kind)^
SELECT (SELECT content FROM prompts WHERE person_id = :person_id AND kind = :kind) AS content;

-- name: drop_prompt(person_id, kind)*!
DELETE FROM prompts WHERE person_id = :person_id AND kind = :kind;
