"""What people do in Telegram."""
