"""The bot's processes, and what stands before them."""
