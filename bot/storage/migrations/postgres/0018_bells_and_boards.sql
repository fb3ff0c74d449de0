-- Older replicas beside it: yes. Back: ALTER TABLE chats DROP COLUMN bell; ALTER TABLE slots DROP COLUMN shown_at;
-- What rings in the chat, and when, as JSON; null: everything does, always.
ALTER TABLE chats ADD COLUMN bell TEXT;

-- When the message was sent that shows the slot; 0: before that was known.
ALTER TABLE slots ADD COLUMN shown_at DOUBLE PRECISION NOT NULL DEFAULT 0;
