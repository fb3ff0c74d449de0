-- Older replicas beside it: yes. Back: ALTER TABLE people DROP COLUMN lobby_choice;
-- On which terms a person looks for a rival in the lobby; `choice` are those with friends from now on.
-- Null: what they chose before there were two, which holds for both.
ALTER TABLE people ADD COLUMN lobby_choice TEXT;
