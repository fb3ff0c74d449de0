"""Hints and notes where a chat plays with the bot: each is chosen, told on the board, and counted."""

import re
from dataclasses import replace

from bot.app.advice.hints import Told, asked_of, following, taken, told, turned_to, wondering
from bot.app.handlers.desk import Desk
from bot.app.handlers.solo.guesses import ALL
from bot.app.model.notes import notes_of, tapped, with_notes
from bot.app.model.table import Asked, Hint, Page, Table
from bot.app.model.wish import Help
from bot.app.ports import Answer, Place
from bot.app.screens.misfit import misfit
from bot.app.screens.solo.hint_menu import BACK, CLEAR, MENU, OPEN, note_line
from bot.app.screens.solo.hint_table import information_screen
from bot.app.screens.variant import typed_example
from solver.analysis import information
from solver.variant import InvalidCode, Variant

WONDERING = re.compile(r"[?？]\s*(?P<code>.*)", re.DOTALL)


def wonder_in(text: str) -> str | None:
    """What they wonder about who write `?0123`; None for other texts."""
    match = WONDERING.fullmatch(text.strip())
    return None if match is None else match["code"]


async def next_hint(table: Table, desk: Desk) -> Answer:
    """First how many codes fit; asked once more, a good guess; then whatever they choose."""
    return await _asked(following(table.hint), table, desk)


async def pressed(word: str, table: Table, desk: Desk) -> Answer:
    """A press on a button of the hints; one of another time only shows what there is."""
    if word == BACK:
        return await _shown(replace(table, hint=turned_to(Page.BOARD, table.hint)), desk)
    if word == MENU and following(table.hint) is not Asked.COUNT:
        return await _asked(None, table, desk)
    return await _asked(Asked.COUNT if word == MENU else asked_of(word), table, desk)


async def wondered(text: str, table: Table, desk: Desk) -> Answer:
    """Whether a guess may be right and what it would bring, before it is made."""
    variant, texts = table.game.variant, desk.texts
    if table.help is Help.BLIND:
        return await _refused(table, desk)
    if not text.strip():
        await desk.show_board(table, texts.html("hint.wonder-how", example=typed_example(variant, texts)))
        return Answer()
    try:
        code = variant.parse(text, texts.language)
    except InvalidCode as error:
        await desk.show_board(table, misfit(error, variant, texts))
        return Answer()
    hint = wondering(code, table.hint)
    return await _shown(_counted(table, hint), desk)


async def noted(word: str, table: Table, desk: Desk) -> Answer:
    """Open the notes, note something, or wipe all of one's notes away."""
    person, variant = desk.person.id, table.game.variant
    if word == BACK:
        return await _shown(replace(table, hint=turned_to(Page.BOARD, table.hint)), desk)
    if word == OPEN:
        return await _shown(replace(table, hint=turned_to(Page.NOTES, table.hint), asking=None), desk)
    after = noted_after(word, notes_of(person, table.notes), variant)
    if after is None:
        return desk.stripped("toast.old-button")
    table = replace(table, notes=with_notes(person, after, table.notes))
    desk.work.save(table)
    if not desk.chat.is_group:
        await desk.show_board(table)
        return Answer()
    return Answer(note_line(after, variant) or desk.texts.plain("toast.nothing-noted"))


def noted_after(word: str, notes: str, variant: Variant) -> str | None:
    """The notes after a press on their page; None for a button that it does not have."""
    if word == CLEAR:
        return ""
    symbols = len(variant.alphabet)
    return tapped(notes, int(word), symbols) if word.isdecimal() and int(word) < symbols else None


async def _asked(what: Asked | None, table: Table, desk: Desk) -> Answer:
    """Tell this as well, and show what else there is to ask for; None: only show that."""
    if table.help is Help.BLIND:
        return await _refused(table, desk)
    variant, history, recall = table.game.variant, table.game.history_of(ALL), desk.world.recall
    known = told(variant, history, table.hint, recall)
    hint = None if what is None else taken(what, table.hint, known)
    if hint is None:
        return await _shown(replace(table, hint=turned_to(Page.HINTS, table.hint)), desk)
    if what is Asked.TABLE and known is not None:
        show_replies(known, variant, table.id, desk)
    return await _shown(_counted(table, hint), desk)


def show_replies(known: Told, variant: Variant, game: str, desk: Desk) -> None:
    """Every reply to the guess that is spoken of, as a message of its own."""
    if known.weighed is None:
        return
    found = desk.world.recall(information, variant, known.weighed, known.history)
    screen = information_screen(found, variant, desk.preferences.style, desk.texts)
    desk.work.show(desk.chat, f"replies:{game}", screen, Place.BOTTOM)


def _counted(table: Table, hint: Hint) -> Table:
    """The table with that hint, which counts unless it is the one they had."""
    return replace(table, hint=hint, suggestions=table.suggestions + (hint != table.hint), asking=None)


async def _shown(table: Table, desk: Desk) -> Answer:
    desk.work.save(table)
    await desk.show_board(table)
    return Answer()


async def _refused(table: Table, desk: Desk) -> Answer:
    await desk.show_board(table, desk.texts.html("coach.blind"))
    return Answer()
