"""What runs in the bot's process: the bot as it is, but for what must be looked for or broken."""
