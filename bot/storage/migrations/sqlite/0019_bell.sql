-- What rings in the chat, and when, as JSON; null: everything does, always.
ALTER TABLE chats ADD COLUMN bell TEXT;
