"""The modes as the bot offers them: kinds of game, commands, buttons and texts.

A new mode is one entry here and its rules in `bot/game/modes.py`.
"""

from bot.app.model.mode_entry import (
    AlonePlay,
    Beginning,
    CardButton,
    GroupPlay,
    HotSeat,
    KeeperPlay,
    MatchPlay,
    PlayableMode,
)
from bot.app.verbs import OnMenu
from bot.game.modes import MODES, Mode
from solver.evil import hardest_reply

PLAIN = "solo"
"""The default mode of games with the bot."""
DUEL = "duel"
"""The default mode of matches."""
PLAYABLE = {
    mode.name: mode
    for mode in (
        PlayableMode(
            rules=MODES["solo"],
            command="play",
            card=CardButton("menu.solo", OnMenu.SOLO),
            alone=AlonePlay(
                begin=Beginning(
                    "board.begin",
                    "board.begin-word",
                    "board.begin-group",
                    "board.begin-group-word",
                    "board.begin-word-repeats",
                    "board.begin-group-word-repeats",
                ),
                solved="end.solved",
                resigned="end.resigned",
            ),
        ),
        PlayableMode(
            rules=MODES["think"],
            title="mode.think",
            command="think",
            card=CardButton("menu.think", OnMenu.THINK),
            keeper=KeeperPlay(
                title_in_group="think.in-group",
                begin=Beginning(
                    "think.begin",
                    "think.begin-word",
                    "think.begin-group",
                    private_word_repeats="think.begin-word-repeats",
                ),
                solved="think.solved",
                stopped="think.told",
                ended="think.ended",
                no_hints="think.no-hints",
            ),
        ),
        PlayableMode(
            rules=MODES["evil"],
            title="mode.evil",
            option="evil",
            card=CardButton("menu.evil", OnMenu.EVIL),
            alone=AlonePlay(
                intro="board.evil",
                begin=Beginning("board.ask", "board.ask-word", "board.ask-group", "board.ask-group-word"),
                solved="end.evil",
                resigned="end.evil-resigned",
                trail="end.trail",
                reply=hardest_reply,
                can_be_beaten=False,
            ),
        ),
        PlayableMode(
            rules=MODES["party"],
            title="mode.party",
            group=GroupPlay(
                begin=Beginning("many.begin", group="many.begin-group"),
                solved="end.solved-by",
                resigned="end.resigned",
                party_letter="p",
            ),
        ),
        PlayableMode(
            rules=MODES["circle"],
            title="mode.circle",
            group=GroupPlay(
                begin=Beginning("many.begin", group="many.begin-group"),
                solved="end.solved-by",
                resigned="end.resigned",
                hot_seat=HotSeat("button.hotseat-circle", most=4),
                party_letter="c",
            ),
        ),
        PlayableMode(
            rules=MODES["duel"],
            title="mode.duel",
            command="match",
            group=GroupPlay(
                begin=Beginning("many.begin-duel"),
                solved="many.won",
                resigned="many.won-by-resignation",
                drawn="many.drawn",
                hot_seat=HotSeat("button.hotseat-duel", most=2),
            ),
            match=MatchPlay(way="way.duel"),
        ),
        PlayableMode(rules=MODES["sudden"], title="mode.sudden", match=MatchPlay(way="way.sudden")),
        PlayableMode(rules=MODES["race"], title="mode.race", match=MatchPlay(way="way.race", offered_beside=DUEL)),
        PlayableMode(rules=MODES["volley"], title="mode.volley", match=MatchPlay(way="way.volley")),
    )
}
"""By name, in the order of menus."""


def playable(mode: Mode) -> PlayableMode:
    """The entry of the mode with these rules."""
    return PLAYABLE[mode.name]


def mode_of_command(command: str) -> PlayableMode:
    """The mode that a command begins. Raises KeyError for a command that begins none."""
    found = {mode.command: mode for mode in PLAYABLE.values() if mode.command}
    return found[command]


def chosen_instead(name: str, word: str) -> str | None:
    """The mode that an option word chooses instead of that mode; None if it chooses none.

    A word of another kind of game chooses nothing, nor does a second mode word.
    """
    before = PLAYABLE[name]
    if before.option:
        return None
    options = {mode.option: mode for mode in PLAYABLE.values() if mode.option and mode.kinds == before.kinds}
    return options[word].name if word in options else None


def alone_play(mode: Mode) -> AlonePlay:
    """The mode's entry for games alone. Raises ValueError if it has none."""
    if (play := playable(mode).alone) is None:
        raise ValueError(f"{mode.name} is not played alone")
    return play


def keeper_play(mode: Mode) -> KeeperPlay:
    """The mode's entry for games in which a person keeps the secret. Raises ValueError if it has none."""
    if (play := playable(mode).keeper) is None:
        raise ValueError(f"in {mode.name} no person keeps a secret from the bot")
    return play


def group_play(mode: Mode) -> GroupPlay:
    """The mode's entry for several players on one board. Raises ValueError if it has none."""
    if (play := playable(mode).group) is None:
        raise ValueError(f"{mode.name} is not played at one table")
    return play


def match_plays() -> dict[str, MatchPlay]:
    """The modes of matches, by name."""
    return {mode.name: mode.match for mode in PLAYABLE.values() if mode.match is not None}


def hot_seats() -> dict[str, HotSeat]:
    """The modes for one phone, by name."""
    plays = ((mode.name, mode.group) for mode in PLAYABLE.values())
    return {name: play.hot_seat for name, play in plays if play is not None and play.hot_seat is not None}


def party_modes() -> dict[str, PlayableMode]:
    """The modes of the party menu, by their letters in buttons."""
    return {mode.group.party_letter: mode for mode in PLAYABLE.values() if mode.group and mode.group.party_letter}


def on_cards() -> dict[str, CardButton]:
    """The modes that a variant's card offers, by name."""
    return {mode.name: mode.card for mode in PLAYABLE.values() if mode.card is not None}
