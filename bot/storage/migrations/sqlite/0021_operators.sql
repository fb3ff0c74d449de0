-- Older replicas beside it: yes. Back: DROP INDEX reports_by_whom; DROP INDEX audience; DROP TABLE broadcasts; DROP TABLE deeds; DROP TABLE feedback; DROP TABLE bans; DELETE FROM kept WHERE name = 'switched-off';
-- Whom the operators keep away.
CREATE TABLE bans (
    person_id INTEGER PRIMARY KEY,
    banned_at REAL NOT NULL,
    banned_by INTEGER NOT NULL
);
CREATE INDEX bans_by_age ON bans (banned_at);

-- What people tell the operators.
CREATE TABLE feedback (
    feedback_id INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id   INTEGER NOT NULL,
    name        TEXT NOT NULL,
    said        TEXT NOT NULL,
    said_at     REAL NOT NULL
);
CREATE INDEX feedback_by_person ON feedback (person_id);
CREATE INDEX feedback_by_age ON feedback (said_at);

-- What operators have done in the chat. `person_id`: to whom; 0: to nobody in particular.
CREATE TABLE deeds (
    deed_id   INTEGER PRIMARY KEY AUTOINCREMENT,
    done_at   REAL NOT NULL,
    admin_id  INTEGER NOT NULL,
    deed      TEXT NOT NULL,
    person_id INTEGER NOT NULL,
    detail    TEXT NOT NULL
);
CREATE INDEX deeds_by_age ON deeds (done_at);
CREATE INDEX deeds_by_person ON deeds (person_id, done_at);

-- What is sent to everybody. `body`: JSON, the text by language; `up_to`: the last chat that it was put into the outbox for.
CREATE TABLE broadcasts (
    broadcast_id TEXT PRIMARY KEY,
    admin_id     INTEGER NOT NULL,
    state        TEXT NOT NULL,
    body         TEXT NOT NULL,
    made_at      REAL NOT NULL,
    up_to        INTEGER NOT NULL,
    sent         INTEGER NOT NULL,
    total        INTEGER NOT NULL,
    pace         INTEGER NOT NULL,
    revision     INTEGER NOT NULL
);
CREATE INDEX broadcasts_by_age ON broadcasts (made_at);
CREATE INDEX audience ON chats (chat_id) WHERE chat_id > 0 AND reachable = 1;

CREATE INDEX reports_by_whom ON reports (about_id, reported_at);
