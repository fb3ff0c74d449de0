"""Verbs of the buttons of the lobby and of its room."""

from enum import Enum


class OnLobby(Enum):
    """Buttons of the lobby."""

    LIST = "lobby"
    FIND = "find"
    POST = "post"
    TAKE = "taking"
    JOIN = "join"
    STOP = "stop"
    MEANWHILE = "meanwhile"


class OnRoom(Enum):
    """Buttons of the lobby's room."""

    SHOW = "room"
    JOIN = "roomin"
    LEAVE = "roomout"
    PEOPLE = "roomwho"
    MUTE = "roommute"
    REPORT = "roomreport"
