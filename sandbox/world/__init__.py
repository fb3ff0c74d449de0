"""The chats, people and messages, and their JSON."""
