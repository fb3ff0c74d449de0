"""How much one person may have open at once, and how much of it a screen lists.

What else they begin is one at a time by its nature, such as a search in the lobby. What others challenge them to is
theirs only once they accept.
"""

MATCHES = 30
"""Games with others, and with the bot in turn, that somebody plays."""
BOARDS = 10
"""Games on boards that run in one chat. Each is read with every update there, so they must be few."""
BOARDS_OF_ONE = 3
"""Of those in a group, begun by one person: nobody takes the places of all."""
CHALLENGES = 20
"""Challenges of theirs that wait for an answer, by link, on cards and in groups."""
OFFERS = 30
"""Challenges that inline mode offers them to send; as one more is offered the oldest is no longer."""
LISTED = 8
"""Entries on a page of a list."""
MOST_SUSPECTS = 5
"""Ways in which contradictory replies may be wrong that are listed, the most plausible ones."""
