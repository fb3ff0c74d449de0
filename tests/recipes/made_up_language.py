"""The two files of a language that nobody speaks, of which one sentence is written."""

CODE, NAME = "qq", "Muu"
TEXTS = """
msgid "home.hello"
msgstr "Muu, {name}! Gra boj?"
"""
READ = """
name = "Muu"
unfinished = true

[reply]
bulls = ["grba"]
cows = ["mrka", "mrke"]

[answer]
yes = ["jop"]
no = ["njop"]

[range]
from = ["iz"]
to = ["ad"]

[list]
and = ["ke"]

[shape]
x = ["ks"]

[game]
mini = ["boj"]
evil = ["zlo"]
blind = ["slip"]
idle = ["gra"]

[letters]
mastermind = "ΑΒΓΔΕΖ"
"""
