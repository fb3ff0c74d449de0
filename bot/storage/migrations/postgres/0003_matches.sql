-- Older replicas beside it: no. Back: restore a backup of before
-- Games between people: the matches, who offers and who looks for one, and what comes of them.

CREATE TABLE matches (
    match_id  TEXT PRIMARY KEY,
    is_over   INTEGER NOT NULL,
    opened_at DOUBLE PRECISION NOT NULL,
    body      TEXT NOT NULL,
    revision  BIGINT NOT NULL
);

-- Who plays which match.
CREATE TABLE seats (
    match_id  TEXT NOT NULL,
    seat      INTEGER NOT NULL,
    person_id BIGINT NOT NULL,
    is_over   INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat)
);
CREATE INDEX open_seats_by_person ON seats (person_id) WHERE is_over = 0;

-- Which match a person looks at in their private chat.
ALTER TABLE chats ADD COLUMN front TEXT;

CREATE TABLE challenges (
    token      TEXT PRIMARY KEY,
    person_id  BIGINT NOT NULL,
    is_open    INTEGER NOT NULL,
    made_at    DOUBLE PRECISION NOT NULL,
    expires_at DOUBLE PRECISION NOT NULL,
    body       TEXT NOT NULL,
    revision   BIGINT NOT NULL
);
CREATE INDEX open_challenges_by_person ON challenges (person_id) WHERE is_open = 1;

-- Who looks for a rival in the lobby, one wish a person. `wish` says on which terms.
CREATE TABLE seeks (
    person_id  BIGINT PRIMARY KEY,
    name       TEXT NOT NULL,
    wish       TEXT NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    completion DOUBLE PRECISION NOT NULL,
    since      DOUBLE PRECISION NOT NULL,
    last_rival BIGINT NOT NULL,
    revision   BIGINT NOT NULL
);
CREATE INDEX seeks_by_wish ON seeks (wish, rating);

-- What is known of a person, whichever chat they are in. `choice`: the terms of their last challenge.
CREATE TABLE people (
    person_id  BIGINT PRIMARY KEY,
    name       TEXT NOT NULL,
    choice     TEXT,
    finished   BIGINT NOT NULL,
    walked_out BIGINT NOT NULL,
    last_rival BIGINT NOT NULL,
    revision   BIGINT NOT NULL
);

CREATE TABLE blocks (
    person_id  BIGINT NOT NULL,
    blocked_id BIGINT NOT NULL,
    PRIMARY KEY (person_id, blocked_id)
);

CREATE TABLE ratings (
    person_id  BIGINT NOT NULL,
    family     TEXT NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games      BIGINT NOT NULL,
    wins       BIGINT NOT NULL,
    draws      BIGINT NOT NULL,
    losses     BIGINT NOT NULL,
    played_at  DOUBLE PRECISION NOT NULL,
    revision   BIGINT NOT NULL,
    PRIMARY KEY (person_id, family)
);
CREATE INDEX ratings_by_rating ON ratings (family, rating);

-- What each match between two ended in for each of them. `group_id`: the group that saw it, if any.
CREATE TABLE results (
    match_id   TEXT NOT NULL,
    person_id  BIGINT NOT NULL,
    rival_id   BIGINT NOT NULL,
    rival_name TEXT NOT NULL,
    family     TEXT NOT NULL,
    is_rated   INTEGER NOT NULL,
    score      DOUBLE PRECISION NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    guesses    INTEGER NOT NULL,
    has_solved INTEGER NOT NULL,
    group_id   BIGINT,
    ended_at   DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (match_id, person_id)
);
CREATE INDEX results_by_person ON results (person_id, ended_at);
CREATE INDEX results_by_time ON results (family, ended_at);
CREATE INDEX results_by_group ON results (group_id, ended_at) WHERE group_id IS NOT NULL;

-- One row: when we were last known to be serving; and the times in which we were not, for they lengthen clocks.
CREATE TABLE uptime (seen_at DOUBLE PRECISION NOT NULL);
INSERT INTO uptime SELECT now FROM clock;
CREATE TABLE outages (
    began_at DOUBLE PRECISION PRIMARY KEY,
    ended_at DOUBLE PRECISION NOT NULL
);
