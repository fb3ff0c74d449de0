"""The content of the sandbox: one bot, its people, their chats, and messages."""

from sandbox.clock import Clock
from sandbox.refusal import Unwelcome
from sandbox.world.model import Bot, Chat, File, GuestQuery, InlineAnswer, InlineQuery, Json, Message, Person, Press

_NOT_FOUND = 404


class Scene:
    """Look-ups in the content. What changes it is in `sandbox.world.world`."""

    def __init__(self, bot: Bot, clock: Clock) -> None:
        self.bot = bot
        self.clock = clock
        self.privacy = True
        self.inline = True  # whether BotFather switched inline mode on
        self.inline_feedback = False  # and the news of which result was chosen
        self.guests = True  # whether it may be named in chats in which it is no member
        self.people: dict[int, Person] = {}
        self.chats: dict[int, Chat] = {}
        self.files: dict[str, File] = {}
        self.files_by_path: dict[str, File] = {}
        self.presses: dict[str, Press] = {}
        self.inline_queries: dict[str, InlineQuery] = {}
        self.inline_cache: dict[tuple[str, str, int | None], InlineAnswer] = {}  # by text, offset, and whose it is
        self.guest_queries: dict[str, GuestQuery] = {}
        self.inline_messages: dict[str, tuple[int, int]] = {}
        self.commands: dict[tuple[str, str], list[Json]] = {}
        self.menu_buttons: dict[int | None, Json] = {}  # by private chat; None: of all others
        self.main_app: str | None = (
            None  # what BotFather was told; "": there is none; None: the menu button leads there
        )
        self.descriptions: dict[str, str] = {}
        self.short_descriptions: dict[str, str] = {}

    def person(self, number: int) -> Person:
        """The person with this id. Raises Unwelcome."""
        if number not in self.people:
            raise Unwelcome(f"there is no person {number}", _NOT_FOUND)
        return self.people[number]

    def chat(self, number: int) -> Chat:
        """The chat with this id. Raises Unwelcome."""
        if number not in self.chats:
            raise Unwelcome(f"there is no chat {number}", _NOT_FOUND)
        return self.chats[number]

    def menu_button(self, chat: int | None) -> Json:
        """The button beside the field of a private chat (None: of one without its own)."""
        usual = self.menu_buttons.get(None, {"type": "default"})
        return self.menu_buttons.get(chat, usual)

    def inline_id(self, chat: int, message: int) -> str | None:
        """The inline_message_id of a message that was sent via the bot, even of a deleted one."""
        place = chat, message
        return next((name for name, where in self.inline_messages.items() if where == place), None)

    def inline_message(self, name: str) -> Message | None:
        """The message with this inline_message_id, if it is not deleted."""
        chat, message = self.inline_messages.get(name, (0, 0))
        return self.chats[chat].messages.get(message) if chat in self.chats else None
