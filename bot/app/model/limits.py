"""Limits of what one person may have open at once, and of lists on screens.

Searches in the lobby are limited to one by other code. Challenges by others count only once they are accepted.
"""

MATCHES = 30
"""Running matches of a person, with people and with the bot."""
BOARDS = 10
"""Running games on boards in one chat. Each is read with every update there, so they must be few."""
BOARDS_OF_ONE = 3
"""Of those in a group, begun by one person, so that nobody fills the whole limit."""
CHALLENGES = 20
"""A person's open challenges, by link, on cards and in groups."""
OFFERS = 30
"""Unsent challenges of inline mode; a further one replaces the oldest."""
LOOKED_AT = 20
"""So many reports, bans, messages and failures an operator sees; the others come up once these are done."""
LISTED = 8
"""Entries on a page of a list."""
MOST_SUSPECTS = 5
"""Suspects of contradictory replies that are listed, the most plausible ones."""
REPORTS_ABOUT_ONE = 50
"""Reports about one person that are kept, and decided together."""
