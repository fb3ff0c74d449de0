"""Many private chats with one bot, and how long each waits."""

import time
from collections.abc import Callable
from typing import Any

from benchmarks.game import Mover, Press, Say
from benchmarks.telegram import BotApi, Message
from benchmarks.wire import Parameters

FIRST_ID = 100_001
FOR_A_CHAT = frozenset({"chat_id", "callback_query_id"})
"""Parameters of calls that concern a chat; other calls, such as setMyCommands, come at every start."""


class Chat:
    """One person's chat with the bot. Sends the next update only when the last one was fully answered."""

    def __init__(self, person: int, mover: Mover, api: BotApi, answered: Callable[["Chat", float], None]) -> None:
        self._person = person
        self._mover = mover
        self._api = api
        self._answered = answered
        self._board: Message | None = None
        self._presses = 0
        self._since = 0.0
        self._awaits_board = False
        self._awaits_deletion: int | None = None
        self._awaits_press: str | None = None

    @property
    def busy(self) -> bool:
        return self._awaits_board or self._awaits_deletion is not None or self._awaits_press is not None

    def act(self) -> None:
        """Send the next update."""
        move = self._mover.next_move(self._board)
        match move:
            case Say(text, replaces):
                self._awaits_board = True
                self._awaits_deletion = self._board.id if replaces and self._board else None
                self._api.offer("message", self._message(text))
            case Press(data):
                self._presses += 1
                self._awaits_press = f"{self._person}-{self._presses}"
                self._api.offer("callback_query", self._press(data))
        self._since = time.perf_counter()

    def sees(self, message: Message) -> None:
        """Take the newest message as the board."""
        if self._board is None or message.id > self._board.id:
            self._awaits_board = False
        if self._board is None or message.id >= self._board.id:
            self._board = message
        self._settle()

    def loses(self, message: int) -> None:
        if self._awaits_deletion == message:
            self._awaits_deletion = None
            self._settle()

    def hears(self, query: str) -> None:
        if self._awaits_press == query:
            self._awaits_press = None
            self._settle()

    def _settle(self) -> None:
        if self._since and not self.busy:
            took, self._since = time.perf_counter() - self._since, 0.0
            self._answered(self, took)

    def _message(self, text: str) -> dict[str, Any]:
        message = {
            "message_id": self._api.new_message_id(),
            "from": self._sender(),
            "chat": {"id": self._person, "first_name": "Player", "type": "private"},
            "date": int(time.time()),
            "text": text,
        }
        if text.startswith("/"):
            message["entities"] = [{"type": "bot_command", "offset": 0, "length": len(text)}]
        return message

    def _press(self, data: str) -> dict[str, Any]:
        assert self._board is not None
        return {
            "id": self._awaits_press,
            "from": self._sender(),
            "message": self._board.as_telegram_shows_it(),
            "chat_instance": str(self._person),
            "data": data,
        }

    def _sender(self) -> dict[str, Any]:
        return {"id": self._person, "is_bot": False, "first_name": "Player", "language_code": "en"}


class Chats:
    """All the chats of one bot. `answered` is called with a chat that was fully answered, and the seconds it took."""

    def __init__(self, movers: list[Mover]) -> None:
        self.api = BotApi(self._heard)
        self.answered: Callable[[Chat, float], None] | None = None
        self.count = 0
        self.calls = 0
        """The bot's calls for these chats."""
        self._by_id = {
            person: Chat(person, mover, self.api, self._tell) for person, mover in enumerate(movers, FIRST_ID)
        }

    @property
    def all(self) -> list[Chat]:
        return list(self._by_id.values())

    def _tell(self, chat: Chat, took: float) -> None:
        self.count += 1
        if self.answered:
            self.answered(chat, took)

    def _heard(self, method: str, parameters: Parameters, message: Message | None) -> None:
        self.calls += not parameters.keys().isdisjoint(FOR_A_CHAT)
        if method == "answerCallbackQuery":
            query = str(parameters["callback_query_id"])
            self._by_id[int(query.partition("-")[0])].hears(query)
        elif method == "deleteMessage":
            self._by_id[int(parameters["chat_id"])].loses(int(parameters["message_id"]))
        elif message:
            self._by_id[message.chat].sees(message)
