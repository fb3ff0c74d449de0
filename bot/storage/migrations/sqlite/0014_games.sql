-- Older replicas beside it: no. Back: restore a backup of before
-- All games are rows of one table, whichever kind they are of; what was kept among the drafts gets tables of its own.
-- Stop every replica of an older version first: they know the old tables only.

CREATE TABLE games (
    game_id   TEXT PRIMARY KEY,
    kind      TEXT NOT NULL,
    chat_id   INTEGER, -- null where each seat has a screen of its own
    thread_id INTEGER,
    starter   INTEGER NOT NULL,
    salt      TEXT NOT NULL,
    opened_at REAL NOT NULL,
    ended_at  REAL, -- null while it runs
    body      TEXT NOT NULL,
    revision  INTEGER NOT NULL
) WITHOUT ROWID;

INSERT INTO games
SELECT table_id,
    CASE WHEN json_extract(body, '$.company') IS NOT NULL THEN 'group'
        WHEN json_extract(body, '$.breaker') IS NOT NULL THEN 'keeper' ELSE 'alone' END,
    chat_id, json_extract(body, '$.thread'), json_extract(body, '$.starter'), json_extract(body, '$.salt'), opened_at,
    CASE WHEN is_over = 1 THEN coalesce(json_extract(body, '$.ended_at'), opened_at) END, body, revision
FROM tables;
INSERT INTO games
SELECT number_id, 'number', chat_id, json_extract(body, '$.thread'), json_extract(body, '$.starter'),
    json_extract(body, '$.salt'), opened_at,
    CASE WHEN is_over = 1 THEN coalesce(json_extract(body, '$.ended_at'), opened_at) END, body, revision
FROM numbers;
INSERT INTO games
SELECT match_id, 'match', NULL, NULL, json_extract(body, '$.sitters[0].person'), json_extract(body, '$.seed'), opened_at,
    CASE WHEN is_over = 1 THEN coalesce(json_extract(body, '$.ended_at'), opened_at) END, body, revision
FROM matches;
CREATE INDEX running_games_by_chat ON games (chat_id) WHERE ended_at IS NULL;
CREATE INDEX games_by_chat ON games (chat_id, kind, opened_at);

-- Ranges of numbers in which somebody was a master: how many numbers each held.
CREATE TABLE masteries (
    game_id TEXT PRIMARY KEY,
    chat_id INTEGER NOT NULL,
    size    INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO masteries SELECT number_id, chat_id, mastered FROM numbers WHERE mastered > 0;
CREATE INDEX masteries_by_chat ON masteries (chat_id);

-- With which options a mode was played last in a chat.
CREATE TABLE last_options (
    chat_id INTEGER NOT NULL,
    mode    TEXT NOT NULL,
    options TEXT NOT NULL,
    PRIMARY KEY (chat_id, mode)
) WITHOUT ROWID;
INSERT INTO last_options SELECT person_id, substr(table_id, 6), symbols FROM drafts WHERE table_id LIKE 'last-%';

-- What a person has been asked, or looks at, besides games: what was said so far.
CREATE TABLE prompts (
    person_id INTEGER NOT NULL,
    kind      TEXT NOT NULL,
    content   TEXT NOT NULL,
    PRIMARY KEY (person_id, kind)
) WITHOUT ROWID;
INSERT INTO prompts SELECT person_id, table_id, symbols FROM drafts
WHERE table_id IN ('hotseat', 'hotseat-names', 'which', 'which-hidden', 'position');

-- Cards of inline mode, by Telegram's name for them: to which offer each belongs.
CREATE TABLE bound_cards (
    card  TEXT PRIMARY KEY,
    token TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO bound_cards SELECT substr(table_id, 6), symbols FROM drafts WHERE table_id LIKE 'card:%';

DELETE FROM drafts WHERE table_id LIKE 'last-%' OR table_id LIKE 'card:%'
    OR table_id IN ('hotseat', 'hotseat-names', 'which', 'which-hidden', 'position');
ALTER TABLE drafts RENAME COLUMN table_id TO game_id;
ALTER TABLE seats RENAME COLUMN match_id TO game_id;
ALTER TABLE jobs RENAME COLUMN table_id TO subject;
ALTER TABLE contests RENAME COLUMN table_id TO game_id;
ALTER TABLE entries RENAME COLUMN table_id TO game_id;
ALTER TABLE points RENAME COLUMN table_id TO game_id;
ALTER TABLE results RENAME COLUMN match_id TO game_id;
ALTER TABLE chats RENAME COLUMN front TO focus;

-- The screens of games, where they stand and on their way.
UPDATE slots SET slot = 'game:' || substr(slot, instr(slot, ':') + 1)
WHERE slot LIKE 'table:%' OR slot LIKE 'number:%' OR slot LIKE 'match:%';
UPDATE outbox SET slot = 'game:' || substr(slot, instr(slot, ':') + 1)
WHERE slot LIKE 'table:%' OR slot LIKE 'number:%' OR slot LIKE 'match:%';

DROP TABLE tables;
DROP TABLE numbers;
DROP TABLE matches;
