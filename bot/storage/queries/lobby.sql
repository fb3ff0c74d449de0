-- name: begin_seek(person_id, name, wish, rating, deviation, finished, walked_out, since, last_rival, is_open, paired_from, shown)*!
INSERT INTO seeks (person_id, name, wish, rating, deviation, finished, walked_out, since, last_rival, is_open,
    paired_from, shown)
VALUES (:person_id, :name, :wish, :rating, :deviation, :finished, :walked_out, :since, :last_rival, :is_open,
    :paired_from, :shown)
ON CONFLICT (person_id) DO UPDATE SET name = excluded.name, wish = excluded.wish, rating = excluded.rating,
    deviation = excluded.deviation, finished = excluded.finished, walked_out = excluded.walked_out,
    since = excluded.since, last_rival = excluded.last_rival, is_open = excluded.is_open,
    paired_from = excluded.paired_from, shown = excluded.shown;

-- name: drop_seek(person_id, since)*!
-- Gives the person, or nothing where somebody else was faster.
DELETE FROM seeks WHERE person_id = :person_id AND since = :since /*+ RETURNING person_id */;

-- name: seek(person_id)^
SELECT seeks.person_id, name, wish, rating, deviation, finished, walked_out, since, last_rival, is_open, paired_from,
    shown
FROM (SELECT 1 AS always) AS once LEFT JOIN seeks ON seeks.person_id = :person_id;

-- name: rivals(person_id, wish, rating, full, since_abort)
-- The closest in rating on either side, but for those who are parted from the person, and those who play as much as
-- they may (`full`). A dozen of each are read in the order of the index before anything else is asked, so that however many wait, nothing tempts to sort them.
SELECT person_id, name, wish, rating, deviation, finished, walked_out, since, last_rival, is_open, paired_from, shown,
    EXISTS (SELECT 1 FROM aborts WHERE person_id = :person_id AND rival_id = closest.person_id
            AND aborted_at > :since_abort)
        OR EXISTS (SELECT 1 FROM aborts WHERE person_id = closest.person_id AND rival_id = :person_id
            AND aborted_at > :since_abort)
        OR EXISTS (SELECT 1 FROM seats AS mine JOIN seats AS theirs ON theirs.game_id = mine.game_id
            WHERE mine.person_id = :person_id AND mine.is_over = 0 AND theirs.person_id = closest.person_id) AS has_met
FROM (
    SELECT * FROM (SELECT * FROM seeks WHERE (wish, rating) >= (:wish, :rating) AND (wish, rating) < (:wish, 1e9)
        ORDER BY wish, rating, since LIMIT 12) AS stronger
    UNION ALL
    SELECT * FROM (SELECT * FROM seeks WHERE (wish, rating) < (:wish, :rating) AND (wish, rating) > (:wish, -1e9)
        ORDER BY wish DESC, rating DESC, since DESC LIMIT 12) AS weaker) AS closest
WHERE person_id <> :person_id
    AND NOT EXISTS (SELECT 1 FROM blocks WHERE person_id = :person_id AND blocked_id = closest.person_id)
    AND NOT EXISTS (SELECT 1 FROM blocks WHERE person_id = closest.person_id AND blocked_id = :person_id)
    AND NOT EXISTS (SELECT 1 FROM bans WHERE person_id IN (:person_id, closest.person_id))
    AND NOT EXISTS (SELECT 1 FROM chats WHERE chat_id = closest.person_id AND reachable = 0)
    AND (SELECT count(*) FROM seats WHERE person_id = closest.person_id AND is_over = 0) < :full;

-- name: listed_seeks(person_id, most, full)
-- Those who have waited longest, of either sort, but for those who are parted from the person, or who play as much as
-- they may.
SELECT person_id, name, wish, rating, deviation, finished, walked_out, since, last_rival, is_open, paired_from, shown
FROM (
    SELECT * FROM (SELECT * FROM seeks WHERE is_open = 1 ORDER BY since LIMIT :most) AS challenges
    UNION ALL
    SELECT * FROM (SELECT * FROM seeks WHERE is_open = 0 ORDER BY since LIMIT :most) AS searches) AS longest
WHERE person_id <> :person_id
    AND NOT EXISTS (SELECT 1 FROM blocks WHERE person_id = :person_id AND blocked_id = longest.person_id)
    AND NOT EXISTS (SELECT 1 FROM blocks WHERE person_id = longest.person_id AND blocked_id = :person_id)
    AND NOT EXISTS (SELECT 1 FROM bans WHERE person_id IN (:person_id, longest.person_id))
    AND NOT EXISTS (SELECT 1 FROM chats WHERE chat_id = longest.person_id AND reachable = 0)
    AND (SELECT count(*) FROM seats WHERE person_id = longest.person_id AND is_over = 0) < :full
ORDER BY since, person_id;

-- name: note_abort(person_id, rival_id, aborted_at)*!
INSERT INTO aborts (person_id, rival_id, aborted_at) VALUES (:person_id, :rival_id, :aborted_at)
ON CONFLICT (person_id, rival_id, aborted_at) DO NOTHING;

-- name: aborts_since(person_id, since)^
-- A dozen at most are counted: more cost nothing more.
SELECT count(*) AS aborts, max(aborted_at) AS latest FROM (
    SELECT aborted_at FROM aborts WHERE person_id = :person_id AND aborted_at > :since
    ORDER BY aborted_at DESC LIMIT 12) AS lately;

-- name: waiting_count(most)^
SELECT count(*) AS waiting FROM (SELECT 1 AS one FROM seeks LIMIT :most) AS counted;
