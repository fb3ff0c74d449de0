-- Older replicas beside it: no. Back: restore a backup of before
-- Games between people: the matches, who offers and who looks for one, and what comes of them.

CREATE TABLE matches (
    match_id  TEXT PRIMARY KEY,
    is_over   INTEGER NOT NULL,
    opened_at REAL NOT NULL,
    body      TEXT NOT NULL,
    revision  INTEGER NOT NULL
);

-- Who plays which match.
CREATE TABLE seats (
    match_id  TEXT NOT NULL,
    seat      INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    is_over   INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat)
);
CREATE INDEX open_seats_by_person ON seats (person_id) WHERE is_over = 0;

-- Which match a person looks at in their private chat.
ALTER TABLE chats ADD COLUMN front TEXT;

CREATE TABLE challenges (
    token      TEXT PRIMARY KEY,
    person_id  INTEGER NOT NULL,
    is_open    INTEGER NOT NULL,
    made_at    REAL NOT NULL,
    expires_at REAL NOT NULL,
    body       TEXT NOT NULL,
    revision   INTEGER NOT NULL
);
CREATE INDEX open_challenges_by_person ON challenges (person_id) WHERE is_open = 1;

-- Who looks for a rival in the lobby, one wish a person. `wish` says on which terms.
CREATE TABLE seeks (
    person_id  INTEGER PRIMARY KEY,
    name       TEXT NOT NULL,
    wish       TEXT NOT NULL,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    completion REAL NOT NULL,
    since      REAL NOT NULL,
    last_rival INTEGER NOT NULL,
    revision   INTEGER NOT NULL
);
CREATE INDEX seeks_by_wish ON seeks (wish, rating);

-- What is known of a person, whichever chat they are in. `choice`: the terms of their last challenge.
CREATE TABLE people (
    person_id  INTEGER PRIMARY KEY,
    name       TEXT NOT NULL,
    choice     TEXT,
    finished   INTEGER NOT NULL,
    walked_out INTEGER NOT NULL,
    last_rival INTEGER NOT NULL,
    revision   INTEGER NOT NULL
);

CREATE TABLE blocks (
    person_id  INTEGER NOT NULL,
    blocked_id INTEGER NOT NULL,
    PRIMARY KEY (person_id, blocked_id)
);

CREATE TABLE ratings (
    person_id  INTEGER NOT NULL,
    family     TEXT NOT NULL,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    games      INTEGER NOT NULL,
    wins       INTEGER NOT NULL,
    draws      INTEGER NOT NULL,
    losses     INTEGER NOT NULL,
    played_at  REAL NOT NULL,
    revision   INTEGER NOT NULL,
    PRIMARY KEY (person_id, family)
);
CREATE INDEX ratings_by_rating ON ratings (family, rating);

-- What each match between two ended in for each of them. `group_id`: the group that saw it, if any.
CREATE TABLE results (
    match_id   TEXT NOT NULL,
    person_id  INTEGER NOT NULL,
    rival_id   INTEGER NOT NULL,
    rival_name TEXT NOT NULL,
    family     TEXT NOT NULL,
    is_rated   INTEGER NOT NULL,
    score      REAL NOT NULL,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    guesses    INTEGER NOT NULL,
    has_solved INTEGER NOT NULL,
    group_id   INTEGER,
    ended_at   REAL NOT NULL,
    PRIMARY KEY (match_id, person_id)
);
CREATE INDEX results_by_person ON results (person_id, ended_at);
CREATE INDEX results_by_time ON results (family, ended_at);
CREATE INDEX results_by_group ON results (group_id, ended_at) WHERE group_id IS NOT NULL;

-- One row: when we were last known to be serving; and the times in which we were not, for they lengthen clocks.
CREATE TABLE uptime (seen_at REAL NOT NULL);
INSERT INTO uptime SELECT now FROM clock;
CREATE TABLE outages (
    began_at REAL PRIMARY KEY,
    ended_at REAL NOT NULL
);
