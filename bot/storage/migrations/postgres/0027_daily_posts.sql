-- Older replicas beside it: yes. Back: DROP TABLE daily_posts; DELETE FROM jobs WHERE kind = 'daily-post';
-- A group into which the card of each day comes by itself. `day`: the last one whose card was there (0: none was);
-- `unplayed`: on so many cards in a row, before that one, nobody has pressed Play.
CREATE TABLE daily_posts (
    post      TEXT PRIMARY KEY,
    chat_id   BIGINT NOT NULL,
    thread_id BIGINT,
    day       INTEGER NOT NULL,
    unplayed  INTEGER NOT NULL
);
CREATE UNIQUE INDEX daily_posts_by_chat ON daily_posts (chat_id);
