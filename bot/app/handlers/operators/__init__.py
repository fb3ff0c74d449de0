"""The operators' screens in their private chats. To everybody else their command is unknown."""
