"""What an operator's commands do to a database, beside the bot that may serve from it."""
