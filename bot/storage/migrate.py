"""Numbered .sql files, each run once, in order."""

from pathlib import Path

from bot.storage.connection import Connection

FOLDER = Path(__file__).parent / "migrations" / "sqlite"


class FromTheFuture(Exception):
    """The file was written by a version of the bot that knows more migrations than this one."""


def migrate(connection: Connection) -> None:
    """Bring the schema up to date: every migration that has not been run, each in a transaction of its own.

    Raises FromTheFuture.
    """
    connection.execute("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL)")
    done = {row[0] for row in connection.execute("SELECT number FROM migrations")}
    files = {int(file.name.partition("_")[0]): file for file in sorted(FOLDER.glob("*.sql"))}
    if done - set(files):
        raise FromTheFuture
    for number, file in files.items():
        if number not in done:
            record = f"INSERT INTO migrations VALUES ({number}, '{file.stem}');"  # noqa: S608  our own file's name
            connection.execute_script(f"BEGIN IMMEDIATE;\n{file.read_text('utf-8')}\n{record}\nCOMMIT;")
