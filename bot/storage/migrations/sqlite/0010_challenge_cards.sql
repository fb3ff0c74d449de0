-- Older replicas beside it: no. Back: restore a backup of before
-- Where a challenge's card stands, so that it is found when a group becomes another chat; NULL: in no group.

ALTER TABLE challenges ADD COLUMN card_chat INTEGER;
CREATE INDEX open_challenges_by_card ON challenges (card_chat) WHERE is_open = 1 AND card_chat IS NOT NULL;
