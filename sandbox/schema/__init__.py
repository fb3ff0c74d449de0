"""What the bot may send: every method of the Bot API, its parameters, and their kinds."""
