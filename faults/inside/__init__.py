"""Code that runs in the bot's process: the bot, with secrets that can be searched for, and faults."""
