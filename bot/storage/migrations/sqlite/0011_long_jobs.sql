-- Older replicas beside it: no. Back: restore a backup of before
-- What is thought about at length: for whom, where, and with what. Their turn comes by how many of theirs waited before
-- them, and only one of a person's is in hand. `holder`: the replica that is about it; empty: none.

CREATE TABLE long_jobs (
    job_id    INTEGER PRIMARY KEY AUTOINCREMENT,
    kind      TEXT NOT NULL,
    subject   TEXT NOT NULL,
    person_id INTEGER NOT NULL,
    chat_id   INTEGER NOT NULL,
    thread_id INTEGER,
    turn      INTEGER NOT NULL,
    content   TEXT NOT NULL,
    behind    INTEGER NOT NULL,
    holder    TEXT NOT NULL
);
CREATE INDEX long_jobs_by_turn ON long_jobs (behind, job_id);
CREATE INDEX long_jobs_by_person ON long_jobs (person_id);
CREATE INDEX long_jobs_by_chat ON long_jobs (chat_id);

INSERT INTO long_jobs (kind, subject, person_id, chat_id, thread_id, turn, content, behind, holder)
SELECT kind, table_id, 0, 0, NULL, turn, '', 0, '' FROM jobs WHERE kind = 'review' ORDER BY job_id;
DELETE FROM jobs WHERE kind = 'review';
