"""What operators see in their private chats."""
