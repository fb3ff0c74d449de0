"""Updates on their way to the bot."""
