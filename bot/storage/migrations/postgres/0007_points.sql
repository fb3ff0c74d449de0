-- Older replicas beside it: no. Back: restore a backup of before
-- What each party in a group brought to everybody who guessed in it.

CREATE TABLE points (
    table_id  TEXT NOT NULL,
    person_id BIGINT NOT NULL,
    group_id  BIGINT NOT NULL,
    name      TEXT NOT NULL,
    won       INTEGER NOT NULL,
    ended_at  DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, person_id)
);
CREATE INDEX points_by_group ON points (group_id, person_id, ended_at);
