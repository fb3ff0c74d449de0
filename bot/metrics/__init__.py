"""What the bot counts and times, for `GET /metrics`. A new metric is an entry in `instruments.py`."""
