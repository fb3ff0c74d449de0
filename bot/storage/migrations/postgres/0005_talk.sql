-- Older replicas beside it: no. Back: restore a backup of before
-- What people say to each other through the bot, in a match or in a room that they have joined; kept for a while.

CREATE TABLE remarks (
    remark_id TEXT PRIMARY KEY,
    stream    TEXT NOT NULL,
    person_id BIGINT NOT NULL,
    name      TEXT NOT NULL,
    said      TEXT NOT NULL,
    said_at   DOUBLE PRECISION NOT NULL
);
CREATE INDEX remarks_by_stream ON remarks (stream, said_at);

-- Who hears what is said in a room.
CREATE TABLE listeners (
    stream    TEXT NOT NULL,
    person_id BIGINT NOT NULL,
    PRIMARY KEY (stream, person_id)
);

-- Whom somebody does not want to hear there.
CREATE TABLE mutes (
    person_id BIGINT NOT NULL,
    muted_id  BIGINT NOT NULL,
    PRIMARY KEY (person_id, muted_id)
);

-- Who has complained of whom, with what that person had said, for the operator to read.
CREATE TABLE reports (
    stream      TEXT NOT NULL,
    person_id   BIGINT NOT NULL,
    about_id    BIGINT NOT NULL,
    reported_at DOUBLE PRECISION NOT NULL,
    said        TEXT NOT NULL,
    PRIMARY KEY (stream, person_id, about_id)
);
