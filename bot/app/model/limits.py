"""How much one person may have open at once, and how much of it a screen lists.

What else they begin is one at a time by its nature: one search in the lobby, and in each chat one game with the bot, at
one table or about a number. What others challenge them to is theirs only once they accept.
"""

MATCHES = 30
"""Games with others, and with the bot in turn, that somebody plays."""
CHALLENGES = 20
"""Challenges of theirs that wait for an answer, by link, on cards and in groups."""
OFFERS = 30
"""Challenges that inline mode offers them to send; as one more is offered the oldest is no longer."""
LISTED = 8
"""Entries on a page of a list."""
MOST_SUSPECTS = 5
"""Ways in which contradictory replies may be wrong that are listed, the most plausible ones."""
