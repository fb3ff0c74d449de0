-- Older replicas beside it: yes. Back: DROP INDEX ratings_by_week; CREATE INDEX ratings_by_week ON ratings (family, week, week_points DESC, week_games, person_id);
-- The table of the week tells those first who have met rivals of certain rating.
DROP INDEX ratings_by_week;
CREATE INDEX ratings_by_week ON ratings (family, week, (band IS NULL), week_points DESC, week_games, person_id);
