-- A newer item takes the place of the older ones of its slot, but for what another replica is about to drop or to replace.
CREATE FUNCTION drop_older_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM outbox WHERE letter_id IN (
        SELECT letter_id FROM outbox WHERE chat_id = NEW.chat_id AND slot = NEW.slot AND letter_id < NEW.letter_id
        FOR UPDATE SKIP LOCKED);
    RETURN NULL;
END $$;
CREATE TRIGGER newest_item AFTER INSERT ON outbox FOR EACH ROW WHEN (NEW.since IS NOT NULL)
EXECUTE FUNCTION drop_older_items();
