-- A newer item takes the place of the older ones of its slot.
CREATE TRIGGER newest_item AFTER INSERT ON outbox WHEN NEW.since IS NOT NULL
BEGIN
    DELETE FROM outbox WHERE chat_id = NEW.chat_id AND slot = NEW.slot AND letter_id < NEW.letter_id;
END;
