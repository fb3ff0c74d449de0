"""Actions of people in Telegram."""
