"""People: what they do, what they see, and what they know to be true."""
