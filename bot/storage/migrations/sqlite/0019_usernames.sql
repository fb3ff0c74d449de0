-- Older replicas beside it: yes. Back: DROP INDEX chats_by_username; ALTER TABLE chats DROP COLUMN username;
-- The username of whose private chat it is, in small letters, to look up who is meant by @name; null: none is known.
ALTER TABLE chats ADD COLUMN username TEXT;
CREATE INDEX chats_by_username ON chats (username) WHERE username IS NOT NULL;
