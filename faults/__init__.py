"""People play with the bot while things break, and it is judged from outside: see README.md."""
