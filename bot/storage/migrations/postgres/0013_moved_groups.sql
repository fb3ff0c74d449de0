-- Older replicas beside it: no. Back: restore a backup of before
-- Which supergroup a group has become: what comes late from the group belongs there.

CREATE TABLE moved_groups (
    chat_id BIGINT PRIMARY KEY,
    new_id  BIGINT NOT NULL
);
