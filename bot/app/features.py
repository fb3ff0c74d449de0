"""What is refused: by a feature that operators have switched off, and to whoever is kept away."""

from bot.app.buttons import BACK, Feature, GamePress, OnMenu
from bot.app.intents import Ask, Change, Command, Intent, Nothing, Tap, verb_of
from bot.app.operators.model import Access

OF_ONESELF = frozenset(
    {
        *(Command.PRIVACY, Command.MYDATA, Command.FORGETME, Command.FEEDBACK, Command.LANGUAGE),
        *(OnMenu.PRIVACY, OnMenu.FORGET, OnMenu.LANGUAGE_ALONE),
    }
)
"""What whoever is kept away may do: know and take away what is kept of them, and object."""


def is_shut_out(intent: Intent, access: Access, *, in_group: bool = False) -> bool:
    """Whether this comes from somebody who is kept away, and is none of what they may do, which is in private."""
    if not access.is_banned or isinstance(intent, Change | Nothing):
        return False
    return in_group or verb_of(intent) not in OF_ONESELF


def feature_off(intent: Intent, access: Access) -> str:
    """The name of a feature that is off and that this belongs to; empty: of none."""
    if isinstance(intent, Ask):
        return Feature.INLINE if Feature.INLINE in access.off else ""
    if isinstance(intent, Tap) and isinstance(intent.press, GamePress) and intent.press.argument == BACK:
        return ""  # whoever has it open may leave it
    verb = verb_of(intent)
    return next((name for name in sorted(access.off) if verb is not None and name in verb.marks), "")
