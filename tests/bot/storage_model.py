"""A plain account of what a store is told: dictionaries and a list, no database."""

from dataclasses import dataclass, field, replace

from bot.app.messages import Chat
from bot.app.outbox import Letter, RetireLetter, ScreenLetter
from bot.app.ports import Place, Preferences, Shown
from bot.app.screens.screen import Screen
from bot.app.table import Table
from bot.game.model import Phase


@dataclass
class Account:
    """What the store should hold. Letters carry the numbers that the store gives them: 1, 2, 3 …"""

    updates: set[int] = field(default_factory=set)
    chats: dict[int, Preferences] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    drafts: dict[tuple[str, int], str] = field(default_factory=dict)
    slots: dict[tuple[int, str], tuple[int, int]] = field(default_factory=dict)
    letters: list[Letter] = field(default_factory=list)
    failed_messages: int = 0
    numbered: int = 0

    def save(self, table: Table) -> None:
        self.tables[table.id] = table
        if table.game.phase is Phase.OVER:
            self.drafts = {key: draft for key, draft in self.drafts.items() if key[0] != table.id}

    def keep_draft(self, table: str, person: int, draft: str) -> None:
        self.drafts[table, person] = draft

    def show(self, chat: Chat, slot: str, screen: Screen, place: Place) -> None:
        self.numbered += 1
        self.letters.append(ScreenLetter(self.numbered, chat, slot, screen, place, None))

    def retire(self, chat: Chat, message: int, *, wholly: bool) -> None:
        self.numbered += 1
        self.letters.append(RetireLetter(self.numbered, chat, message, wholly))

    def count_below(self, chat: int, slot: str) -> None:
        if (chat, slot) in self.slots:
            message, below = self.slots[chat, slot]
            self.slots[chat, slot] = message, below + 1

    def delivered(self, letters: list[Letter], message: int | None, retire: int | None) -> None:
        self._drop(letters)
        first = letters[0]
        if message is not None and isinstance(first, ScreenLetter):
            self.slots[first.chat.id, first.slot] = message, 0
        if retire is not None:
            self.retire(first.chat, retire, wholly=True)

    def refused(self, letters: list[Letter]) -> None:
        self._drop(letters)
        self.failed_messages += len(letters)

    def _drop(self, letters: list[Letter]) -> None:
        done = {letter.id for letter in letters}
        self.letters = [letter for letter in self.letters if letter.id not in done]

    def forget_messages(self, chat: int) -> None:
        self.letters = [letter for letter in self.letters if letter.chat.id != chat]

    def unreachable(self, chat: int) -> None:
        self.forget_messages(chat)
        if chat in self.chats:
            self.chats[chat] = replace(self.chats[chat], reachable=False)

    def open_table(self, chat: int) -> Table | None:
        there = [table for table in self.tables.values() if table.chat.id == chat and table.game.phase is Phase.PLAYING]
        return max(there, key=lambda table: table.opened_at, default=None)

    def shown(self, chat: int, slot: str) -> Shown:
        message, below = self.slots.get((chat, slot), (None, 0))
        waits = any(isinstance(letter, ScreenLetter) and letter.slot == slot for letter in self.pending(chat))
        return Shown(message, below, pending=waits)

    def pending(self, chat: int) -> list[Letter]:
        return [self._as_of_now(letter) for letter in self.letters if letter.chat.id == chat]

    def _as_of_now(self, letter: Letter) -> Letter:
        if isinstance(letter, RetireLetter):
            return letter
        message, _ = self.slots.get((letter.chat.id, letter.slot), (None, 0))
        return replace(letter, current=message)
