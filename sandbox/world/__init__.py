"""The chats, their people and messages, and how all that is told."""
