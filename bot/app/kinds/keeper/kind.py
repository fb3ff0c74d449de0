"""The kind of games in which the bot breaks a person's secret."""

from bot.app.kinds.code_fits import code_fits
from bot.app.kinds.keeper import codec, played
from bot.app.kinds.keeper.breaker import Breaker
from bot.app.kinds.keeper.ending import end
from bot.app.kinds.keeper.model import Keeper, is_keeper
from bot.app.kinds.keeper.presses import RULES, press_button
from bot.app.kinds.keeper.replies import keep, type_text
from bot.app.kinds.keeper.screens.board import board
from bot.app.kinds.keeper.thinking import thoughts_on
from bot.app.kinds.kind import Kind
from bot.app.kinds.outcome import Look, Outcome
from bot.app.model.modes import keeper_play
from bot.app.model.options import GameOptions
from bot.app.ports import Place, Work
from bot.app.request import Request
from bot.app.screen import Screen
from bot.app.screens.entry import Entry, board_entry
from bot.app.texts import Texts
from bot.game.model import Game
from bot.game.modes import MODES


async def screen_of(game: Keeper, look: Look, work: Work) -> Screen:
    """The board. Raises NeedsThought."""
    return board(game, await thoughts_on(game, work, look.recall, is_alone=look.is_alone), look)


def entry_of(game: Keeper, person: int, texts: Texts) -> Entry:  # noqa: ARG001  everybody sees the same
    """The game in a list."""
    return board_entry(game, texts)


class Hints:
    """Whoever keeps the secret needs no hint, and from others it is none of theirs."""

    async def hint(self, game: Keeper, request: Request) -> Outcome[Keeper]:
        """Say why there is none."""
        why = keeper_play(game.game.mode).no_hints if is_keeper(game, request) else "alert.not-the-keeper"
        return Outcome(game, request.texts.html(why))

    async def weigh(self, text: str, game: Keeper, request: Request) -> Outcome[Keeper] | None:  # noqa: ARG002
        """Say why there is none."""
        return await self.hint(game, request)


class Begins:
    """Games by options: the mode, the variant and the level at which the bot guesses."""

    async def begin(self, options: GameOptions, request: Request) -> Outcome[Keeper]:
        """A new game, its board at the bottom."""
        game = Keeper(
            id=request.world.new_id(),
            chat=request.chat,
            starter=request.person.id,
            salt=request.world.new_salt(),
            opened_at=request.world.now(),
            game=Game(options.the_variant, MODES[options.mode], ()),
            breaker=Breaker(options.level, str(request.incoming.update)),
        )
        return Outcome(game, place=Place.BOTTOM)

    def options_of(self, game: Keeper) -> GameOptions:
        """The options with which the game is begun again."""
        return game.options


KEEPER: Kind[Keeper] = Kind(
    name="keeper",
    model=Keeper,
    codec=codec,
    played=played,
    type_text=type_text,
    press_button=press_button,
    screen_of=screen_of,
    variant_of=lambda game: game.game.variant,
    entry_of=entry_of,
    end=end,
    keep=keep,
    rules=RULES,
    step=lambda game, _person: len(game.game.turns),
    untouched=lambda game: not game.game.turns,
    fits=code_fits,
    hints=Hints(),
    begins=Begins(),
)
