-- Older replicas beside it: yes. Back: DROP TABLE watchers; DROP TABLE crowds; ALTER TABLE chats DROP COLUMN watchable;
-- Whether others may watch the matches of whose private chat it is.
ALTER TABLE chats ADD COLUMN watchable BIGINT NOT NULL DEFAULT 0;
-- A match that runs and may be watched: how strong those are who play it, and how often which sign was given.
CREATE TABLE crowds (
    game_id  TEXT PRIMARY KEY,
    strength DOUBLE PRECISION NOT NULL,
    sign_0   BIGINT NOT NULL DEFAULT 0,
    sign_1   BIGINT NOT NULL DEFAULT 0,
    sign_2   BIGINT NOT NULL DEFAULT 0,
    sign_3   BIGINT NOT NULL DEFAULT 0,
    sign_4   BIGINT NOT NULL DEFAULT 0,
    sign_5   BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX crowds_by_strength ON crowds (strength, game_id);
-- Who watches it, or has given it a sign.
CREATE TABLE watchers (
    game_id   TEXT NOT NULL,
    person_id BIGINT NOT NULL,
    is_live   BIGINT NOT NULL,
    sign      TEXT NOT NULL,
    PRIMARY KEY (game_id, person_id)
);
CREATE INDEX watchers_live ON watchers (game_id, is_live DESC, person_id);
CREATE INDEX watchers_of ON watchers (person_id, is_live);
