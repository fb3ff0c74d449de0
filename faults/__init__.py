"""The fault suite: simulated people play while faults are injected, and the bot is judged from outside.

See README.md.
"""
