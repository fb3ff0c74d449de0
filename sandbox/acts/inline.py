"""Inline mode: somebody types the bot's name in any chat, is shown cards, and sends one of them."""

from sandbox.acts import hearing
from sandbox.acts.people import chat_of, message_of, topic_of
from sandbox.refusal import Unwelcome
from sandbox.schema.kinds import Kind, integer, record, string
from sandbox.schema.parameters import Given
from sandbox.world import page_json, telegram_json
from sandbox.world.model import Article, InlineAnswer, InlineQuery, Message, Person
from sandbox.world.world import World

MOST_TEXT = 256
_BAD = 400

ASKING: Kind = record({"chat": integer, "text": string}, {"offset": string})
CHOOSING: Kind = record({"chat": integer, "query": string, "result": string}, {"reply_to": integer, "topic": integer})


def ask(world: World, person: Person, given: Given) -> InlineQuery:
    """Type something after the bot's name; a cached answer to the same text is shown at once."""
    chat, text, offset = chat_of(world, person, given["chat"]), given["text"], given.get("offset", "")
    if not world.inline:
        raise Unwelcome("the bot has no inline mode")
    if len(text) > MOST_TEXT:
        raise Unwelcome(f"an inline query has at most {MOST_TEXT} characters", _BAD)
    query = world.open_inline_query(person.id, chat.id, text, offset)
    if cached := _cached(world, query):
        show(world, query, cached)
    else:
        world.tell("inline_query", telegram_json.inline_query(world, query), ("person", person.id))
    return query


def _cached(world: World, query: InlineQuery) -> InlineAnswer | None:
    for whose in (query.person, None):
        answer = world.inline_cache.get((query.text, query.offset, whose))
        if answer and world.clock.now() < answer.fresh_until:
            return answer
    return None


def show(world: World, query: InlineQuery, answer: InlineAnswer) -> None:
    """Show the cards to whoever asked for them."""
    query.answer = answer
    world.events.publish("inline_answer", **page_json.inline_answer(query, answer))


def choose(world: World, person: Person, given: Given) -> Message:
    """Send one of the cards that were shown."""
    chat = chat_of(world, person, given["chat"])
    query = world.inline_queries.get(given["query"])
    if query is None or query.person != person.id:
        raise Unwelcome("these results are not yours")
    if given.get("reply_to") is not None:
        message_of(chat, given["reply_to"])
    card = _card(query, given["result"])
    person.wrote = person.wrote or chat.type == "private"
    content = {"text": card.text, "markup": card.markup, "extras": card.extras, "reply_to": given.get("reply_to")}
    message = world.post_inline(chat, person.id, thread=topic_of(chat, given.get("topic")), **content)
    if world.inline_feedback:
        chosen = telegram_json.chosen_inline_result(world, query, card.id, message)
        world.tell("chosen_inline_result", chosen, ("person", person.id))
    hearing.tell(world, "message", message)
    return message


def _card(query: InlineQuery, name: str) -> Article:
    for article in query.answer.articles if query.answer else ():
        if article.id == name:
            return article
    raise Unwelcome(f"there is no result {name}")
