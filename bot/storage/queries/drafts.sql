-- name: draft(game_id, person_id)^
SELECT (SELECT symbols FROM drafts WHERE game_id = :game_id AND person_id = :person_id) AS symbols;

-- name: keep_draft(game_id, person_id, symbols)*!
INSERT INTO drafts (game_id, person_id, symbols) VALUES (:game_id, :person_id, :symbols)
ON CONFLICT (game_id, person_id) DO UPDATE SET symbols = excluded.symbols;

-- name: drop_draft(game_id, person_id)*!
DELETE FROM drafts WHERE game_id = :game_id AND person_id = :person_id;

-- name: drop_drafts(game_id)*!
DELETE FROM drafts WHERE game_id = :game_id;

-- name: last_options(chat_id, mode)^
SELECT (SELECT options FROM last_options WHERE chat_id = :chat_id AND mode = :mode) AS options;

-- name: keep_last_options(chat_id, mode, options)*!
INSERT INTO last_options (chat_id, mode, options) VALUES (:chat_id, :mode, :options)
ON CONFLICT (chat_id, mode) DO UPDATE SET options = excluded.options;

-- name: prompt(person_id, kind)^
SELECT (SELECT content FROM prompts WHERE person_id = :person_id AND kind = :kind) AS content;

-- name: keep_prompt(person_id, kind, content, kept_at)*!
INSERT INTO prompts (person_id, kind, content, kept_at) VALUES (:person_id, :kind, :content, :kept_at)
ON CONFLICT (person_id, kind) DO UPDATE SET content = excluded.content, kept_at = excluded.kept_at;

-- name: drop_prompt(person_id, kind)*!
DELETE FROM prompts WHERE person_id = :person_id AND kind = :kind;
