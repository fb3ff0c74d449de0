-- Older replicas beside it: no. Back: restore a backup of before
-- Whatever is asked costs the same however much is stored: totals are counted on instead of counted anew, and lists are
-- read in the order of an index.

-- Ranks. In which band of ten points somebody is counted; null while their rating is not certain enough (above a
-- deviation of 110). And how many people a band has, in shards by person, so that replicas do not wait for one row.
ALTER TABLE ratings ADD COLUMN band INTEGER;
UPDATE ratings SET band = CAST(rating / 10 + 100000 AS INTEGER) - 100000 WHERE deviation <= 110;
CREATE TABLE bands (
    family TEXT NOT NULL,
    band   INTEGER NOT NULL,
    shard  INTEGER NOT NULL,
    people INTEGER NOT NULL,
    PRIMARY KEY (family, band, shard)
) WITHOUT ROWID;
INSERT INTO bands
SELECT family, band, person_id % 8, count(*) FROM ratings WHERE band IS NOT NULL GROUP BY 1, 2, 3;
DROP INDEX ratings_by_rating;
DROP INDEX ratings_by_week;
CREATE INDEX ratings_by_rating ON ratings (family, rating DESC, person_id) WHERE band IS NOT NULL;
CREATE INDEX ratings_by_week ON ratings (family, week, week_points DESC, week_games, person_id);

-- What somebody's results in a family come to. `guesses`: in the games in which they broke the code.
CREATE TABLE careers (
    person_id INTEGER NOT NULL,
    family    TEXT NOT NULL,
    games     INTEGER NOT NULL,
    solved    INTEGER NOT NULL,
    guesses   INTEGER NOT NULL,
    best      REAL,
    PRIMARY KEY (person_id, family)
) WITHOUT ROWID;
INSERT INTO careers
SELECT person_id, family, count(*), sum(has_solved), sum(has_solved * guesses),
    max(CASE WHEN is_rated = 1 THEN rating END)
FROM results GROUP BY person_id, family;

-- What somebody's results against a rival come to.
CREATE TABLE rivalries (
    person_id INTEGER NOT NULL,
    rival_id  INTEGER NOT NULL,
    points    REAL NOT NULL,
    games     INTEGER NOT NULL,
    latest    REAL NOT NULL,
    PRIMARY KEY (person_id, rival_id)
) WITHOUT ROWID;
INSERT INTO rivalries
SELECT person_id, rival_id, sum(score), count(*), max(ended_at) FROM results GROUP BY person_id, rival_id;
CREATE INDEX rivalries_by_games ON rivalries (person_id, games DESC, latest DESC, rival_id);

-- Who has played others before the eyes of a group, and when last. The group is told by its first id.
CREATE TABLE regulars (
    group_id  INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    latest    REAL NOT NULL,
    PRIMARY KEY (group_id, person_id)
) WITHOUT ROWID;
CREATE INDEX moved_groups_by_new ON moved_groups (new_id);
INSERT INTO regulars
SELECT coalesce(moved_groups.chat_id, group_id), person_id, max(ended_at)
FROM results LEFT JOIN moved_groups ON moved_groups.new_id = results.group_id
WHERE group_id IS NOT NULL GROUP BY 1, 2;
CREATE INDEX regulars_by_time ON regulars (group_id, latest DESC, person_id);

DROP INDEX results_by_person;
DROP INDEX results_by_time;
DROP INDEX results_by_group;
CREATE INDEX results_by_pair ON results (person_id, rival_id, ended_at) WHERE is_rated = 1;
CREATE INDEX results_by_family ON results (person_id, family, ended_at DESC, game_id DESC) WHERE is_rated = 1;

-- What parties in a group have brought to somebody, called as they were called last. The group is told by its first id.
UPDATE points SET group_id = (SELECT chat_id FROM moved_groups WHERE new_id = points.group_id)
WHERE group_id IN (SELECT new_id FROM moved_groups);
ALTER TABLE points RENAME TO points_of_games;
CREATE TABLE points (
    group_id  INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    name      TEXT NOT NULL,
    won       INTEGER NOT NULL,
    games     INTEGER NOT NULL,
    PRIMARY KEY (group_id, person_id)
) WITHOUT ROWID;
INSERT INTO points
SELECT group_id, person_id,
    (SELECT last.name FROM points_of_games AS last
        WHERE last.group_id = points_of_games.group_id AND last.person_id = points_of_games.person_id
        ORDER BY last.ended_at DESC LIMIT 1),
    sum(won), count(*)
FROM points_of_games GROUP BY group_id, person_id;
DROP TABLE points_of_games;
CREATE INDEX points_by_rank ON points (group_id, won DESC, games, person_id);

-- The latest row of a chat says how many there are, and the widest range of all of them.
ALTER TABLE masteries ADD COLUMN nth INTEGER NOT NULL DEFAULT 0;
ALTER TABLE masteries ADD COLUMN widest INTEGER NOT NULL DEFAULT 0;
UPDATE masteries SET nth = counted.nth, widest = counted.widest
FROM (SELECT game_id, row_number() OVER so_far AS nth, max(size) OVER so_far AS widest FROM masteries
    WINDOW so_far AS (PARTITION BY chat_id ORDER BY game_id)) AS counted
WHERE counted.game_id = masteries.game_id;
DROP INDEX masteries_by_chat;
CREATE INDEX masteries_by_chat ON masteries (chat_id, nth DESC, widest);

-- Those of a contest: the best, the latest, and those who still play.
CREATE INDEX entries_by_rank ON entries (token, has_solved DESC, guesses, seconds, person_id)
WHERE ended_at IS NOT NULL;
CREATE INDEX entries_by_end ON entries (token, ended_at DESC, person_id) WHERE ended_at IS NOT NULL;
CREATE INDEX entries_by_begin ON entries (token, began_at, person_id) WHERE ended_at IS NULL;

-- Those whose cards stand in a group, the oldest first.
DROP INDEX open_challenges_by_card;
CREATE INDEX open_challenges_by_card ON challenges (card_chat, made_at, token)
WHERE is_open = 1 AND card_chat IS NOT NULL;

-- The games that run in a chat, in order: read with every update there, so not among all that have ended.
DROP INDEX running_games_by_chat;
CREATE INDEX running_games_by_chat ON games (chat_id, opened_at, game_id) WHERE ended_at IS NULL;

CREATE INDEX slots_by_message ON slots (chat_id, message_id, slot);
CREATE INDEX leases_by_holder ON leases (holder, chat_id) WHERE holder <> '';
CREATE INDEX leases_let_go ON leases (full_at) WHERE holder = '';
DROP INDEX mutes_by_muted; -- whom a listener does not hear is looked up by the listener
DROP INDEX blocks_by_blocked;
CREATE INDEX remarks_by_age ON remarks (said_at);
CREATE INDEX outages_by_end ON outages (ended_at);

-- A newer item takes the place of the older ones of its slot.
CREATE TRIGGER newest_item AFTER INSERT ON outbox WHEN NEW.since IS NOT NULL
BEGIN
    DELETE FROM outbox WHERE chat_id = NEW.chat_id AND slot = NEW.slot AND letter_id < NEW.letter_id;
END;
