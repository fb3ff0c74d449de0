-- Older replicas beside it: yes. Back: DROP INDEX over_seats_by_person; DROP INDEX group_games_by_starter; DROP INDEX results_by_person; DROP INDEX regulars_by_person; DROP INDEX points_by_person; DROP INDEX entries_by_person; DROP INDEX over_challenges_by_person; DROP INDEX remarks_by_person; DROP INDEX reports_by_person; DROP INDEX drafts_by_person; DROP INDEX people_by_last_rival; DROP INDEX seeks_by_last_rival; DROP INDEX failed_messages_by_chat; DROP TABLE forgotten;
-- Who has asked to be forgotten, and when: a backup that is put in place forgets them again.
CREATE TABLE forgotten (
    person_id    INTEGER PRIMARY KEY,
    forgotten_at REAL NOT NULL
);
CREATE INDEX forgotten_by_age ON forgotten (forgotten_at);

-- All that is somebody's is found by who they are.
CREATE INDEX over_seats_by_person ON seats (person_id, game_id) WHERE is_over = 1;
CREATE INDEX group_games_by_starter ON games (starter, opened_at) WHERE chat_id < 0;
CREATE INDEX results_by_person ON results (person_id, game_id);
CREATE INDEX regulars_by_person ON regulars (person_id, group_id);
CREATE INDEX points_by_person ON points (person_id, group_id);
CREATE INDEX entries_by_person ON entries (person_id, token);
CREATE INDEX over_challenges_by_person ON challenges (person_id, token) WHERE is_open = 0;
CREATE INDEX remarks_by_person ON remarks (person_id);
CREATE INDEX reports_by_person ON reports (person_id);
CREATE INDEX drafts_by_person ON drafts (person_id);
CREATE INDEX people_by_last_rival ON people (last_rival) WHERE last_rival <> 0;
CREATE INDEX seeks_by_last_rival ON seeks (last_rival) WHERE last_rival <> 0;
CREATE INDEX failed_messages_by_chat ON failed_messages (chat_id);
