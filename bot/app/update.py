"""Carries out one update in one transaction."""

from dataclasses import dataclass, replace

from bot.app.features import feature_off, is_shut_out
from bot.app.handlers import handle
from bot.app.handlers.duels.inline import offer_cards
from bot.app.intents import Intent, Nothing
from bot.app.messages import Asked, Chat, Chose, Incoming, Migrated, Person, Pressed, Said, chat_of, in_supergroup
from bot.app.model.chats import FIRST_REPLIES, Preferences, Scene
from bot.app.model.operators import Gate
from bot.app.ports import Answer, Work
from bot.app.request import KindsOfGames, Request, slot_of
from bot.app.screens.duels.inline import Cards
from bot.app.texts import language_of, texts_in
from bot.app.world import World


@dataclass(frozen=True, slots=True)
class Handled:
    """The result of an update."""

    answer: Answer
    first_time: bool = True
    """Whether it had not been carried out before."""
    cards: Cards | None = None
    """The cards that answer an inline query."""


@dataclass(frozen=True, slots=True)
class Update:
    """An update and its intent."""

    incoming: Incoming
    intent: Intent
    world: World
    kinds: KindsOfGames

    async def carry_out(self, work: Work) -> Handled:
        """Carry the update out, unless that was done before. Raises NeedsThought."""
        incoming = self.incoming
        if isinstance(incoming, Asked):
            gate = await work.operators.gate(incoming.person.id)
            if is_shut_out(self.intent, gate) or feature_off(self.intent, gate):
                return Handled(Answer(), cards=Cards(()))
            request = await self._request_apart(incoming.person, gate, work)
            return Handled(Answer(), cards=await offer_cards(incoming.text, request))
        chat, person = chat_of(incoming), getattr(incoming, "person", Person(0, ""))
        scene = await work.scene(incoming.update, chat, person.id)
        # Telegram delivers an update again if the process died between commit and confirmation.
        if scene.seen:
            return Handled(Answer(), first_time=False)
        if scene.moved_to is not None and not isinstance(incoming, Migrated):
            return await self._carry_over(scene, work)
        if isinstance(incoming, Chose | Pressed) and incoming.inline is not None:
            work.answers_at(incoming.inline)
            return Handled(await handle(self.intent, await self._request_apart(person, scene.gate, work)))
        if chat is None:
            return Handled(Answer())
        if isinstance(incoming, Said) and chat.is_group:
            for game in scene.games:
                if game.chat == chat:  # in a forum, what is said in other topics stands elsewhere
                    work.count_below(chat, slot_of(game.id))
        if isinstance(self.intent, Nothing):
            return Handled(Answer())
        return Handled(await handle(self.intent, await self._request(chat, scene, work)))

    async def _request(self, chat: Chat, scene: Scene, work: Work) -> Request:
        """The request, with what is stored about the chat; preferences that follow from the update are saved."""
        incoming = self.incoming
        person = getattr(incoming, "person", Person(chat.id, ""))
        preferences = _preferences_after(scene, chat, person, incoming)
        if preferences != scene.preferences:
            work.prefer(chat, preferences)
        request = Request(
            incoming=incoming,
            chat=chat,
            person=person,
            work=work,
            world=self.world,
            preferences=preferences,
            kinds=self.kinds,
            games=scene.games,
            has_seats=scene.has_seats,
            focus=scene.focus,
            gate=scene.gate,
        )
        if isinstance(incoming, Pressed) and incoming.message is not None and chat.is_group:
            return replace(request, stands_in=await work.slot_at(chat, incoming.message))
        if isinstance(incoming, Said) and incoming.to_bot and incoming.answers is not None and _has_several(scene):
            return replace(request, replied_slot=await work.slot_at(chat, incoming.answers))
        return request

    async def _request_apart(self, person: Person, gate: Gate, work: Work) -> Request:
        """A request for an inline card, whose chat the bot does not see: as in the presser's private chat."""
        preferences = await work.preferences(person.id)
        return Request(self.incoming, Chat(person.id), person, work, self.world, preferences, self.kinds, gate=gate)

    async def _carry_over(self, scene: Scene, work: Work) -> Handled:
        """Carry out a late update of a group that has become a supergroup, as if it came from there.

        The boards were sent anew there, with other message ids, so a press on an old one is only told where they are.
        """
        incoming = self.incoming
        if isinstance(incoming, Said) and scene.moved_to is not None:
            return await replace(self, incoming=in_supergroup(incoming, scene.moved_to)).carry_out(work)
        words = texts_in(language_of(scene.preferences.language, scene.preferences.spoken))
        return Handled(Answer(words.plain("toast.moved-away")) if isinstance(incoming, Pressed) else Answer())


def _preferences_after(scene: Scene, chat: Chat, person: Person, incoming: Incoming) -> Preferences:
    """The chat's preferences after the update: that it is reachable, its language, whether a newcomer is there.

    Whoever writes in private needs no greeting any more, and may be written to.
    """
    known = scene.preferences
    spoken = known.spoken if chat.is_group and known.spoken else person.language or known.spoken
    speaks = isinstance(incoming, Said | Pressed)
    greeted = known.greeted or (speaks and not chat.is_group)
    reachable = known.reachable or speaks
    username = person.username if speaks and not chat.is_group else known.username
    known = replace(known, spoken=spoken, greeted=greeted, reachable=reachable, username=username)
    return replace(known, unexplained=_unexplained(scene, chat))


def _unexplained(scene: Scene, chat: Chat) -> int:
    """How many replies are still to be explained. Whoever has played something knows what the bot is."""
    if chat.is_group or scene.has_played:
        return 0
    known = scene.preferences.unexplained
    return FIRST_REPLIES if known is None else known


def _has_several(scene: Scene) -> bool:
    """Whether several games may run for whoever wrote: on boards, and in the seats of a private chat."""
    return scene.has_seats or len(scene.games) > 1
