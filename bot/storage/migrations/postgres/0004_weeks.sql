-- Older replicas beside it: no. Back: restore a backup of before
-- What somebody has won in the week of their last rated game: who was best this week is read off, not counted.

ALTER TABLE ratings ADD COLUMN week INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN week_points DOUBLE PRECISION NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN week_games INTEGER NOT NULL DEFAULT 0;
CREATE INDEX ratings_by_week ON ratings (family, week, week_points);
