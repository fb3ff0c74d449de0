"""What was said before, besides moves."""

from bot.app.rows import Rows


class Prompts(Rows):
    """What a person or a chat said before, besides moves: answers to questions of ours, options of the last games."""

    async def read(self, kind: str, person: int) -> str:
        """The content stored under that kind for the person; empty: nothing."""
        row = await self.row("prompt", person_id=person, kind=kind)
        return row["content"] or ""

    def keep(self, kind: str, person: int, content: str) -> None:
        """Store the content; empty deletes it."""
        if content:
            self.write("keep_prompt", person_id=person, kind=kind, content=content, kept_at=self.wall())
        else:
            self.write("drop_prompt", person_id=person, kind=kind)

    async def last_options(self, chat: int, mode: str) -> str:
        """The options with which the mode was played last in the chat; empty: it never was."""
        row = await self.row("last_options", chat_id=chat, mode=mode)
        return row["options"] or ""

    def keep_last_options(self, chat: int, mode: str, options: str) -> None:
        """Store the options of the game that begins."""
        self.write("keep_last_options", chat_id=chat, mode=mode, options=options)
