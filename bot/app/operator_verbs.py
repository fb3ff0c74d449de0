"""Verbs of the operators' buttons; what they do is in `BUTTONS` of `bot/app/handlers/operators/panel.py`."""

from enum import Enum


class OnAdmin(Enum):
    """Buttons of the operators' screens."""

    HOME = "ahome"
    NUMBERS = "anumbers"
    REPORTS = "areports"
    WARN = "awarn"
    BAN = "aban"
    DISMISS = "adismiss"
    BANS = "abans"
    UNBAN = "aunban"
    FEEDBACK = "afeedback"
    READ = "aread"
    FEATURES = "afeatures"
    SWITCH = "aswitch"
    FAILED = "afailed"
    RETRY = "aretry"
    DROP = "adrop"
    CAST = "acast"
    PACE = "apace"
    SEND = "asend"
    STOP = "astop"
    DEEDS = "adeeds"
