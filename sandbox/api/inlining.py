"""Answers to inline queries and to guest messages."""

from sandbox.acts import inline
from sandbox.api.keyboards import keyboard_of
from sandbox.api.wording import text_of
from sandbox.refusal import too_old
from sandbox.schema.parameters import Given
from sandbox.state import State
from sandbox.world.model import Article, InlineAnswer, Json

_ANSWERABLE_FOR = 30.0
_CACHED_FOR = 300


def answer_inline_query(state: State, given: Given) -> bool:
    """Answer an inline query once, before it expires. The answer is cached for others with the same text."""
    query = state.world.inline_queries.get(given["inline_query_id"])
    now = state.clock.now()
    if query is None or query.answer is not None or now - query.made > _ANSWERABLE_FOR:
        raise too_old()
    cards = tuple(_article(state, result) for result in given["results"])
    fresh_until = now + given.get("cache_time", _CACHED_FOR)
    answer = InlineAnswer(cards, given.get("button"), given.get("next_offset", ""), fresh_until)
    whose = query.person if given.get("is_personal") else None
    state.world.inline_cache[query.text, query.offset, whose] = answer
    inline.show(state.world, query, answer)
    return True


def answer_guest_query(state: State, given: Given) -> Json:
    """Post the answer to a guest message in its chat, once, before it expires."""
    query = state.world.guest_queries.get(given["guest_query_id"])
    if query is None or query.answered or state.clock.now() - query.made > _ANSWERABLE_FOR:
        raise too_old()
    card, asked = _article(state, given["result"]), query.message
    query.answered = True
    content = {"text": card.text, "markup": card.markup, "extras": card.extras, "reply_to": asked.id}
    posted = state.world.post_inline(state.world.chats[asked.chat], state.world.bot.id, thread=asked.thread, **content)
    return {"inline_message_id": posted.inline}


def _article(state: State, given: Json) -> Article:
    content = given["input_message_content"]
    preview = content.get("link_preview_options")
    return Article(
        id=given["id"],
        title=given["title"],
        description=given.get("description", ""),
        text=text_of(content | {"text": content["message_text"]}),
        markup=keyboard_of(state, given),
        extras={"link_preview_options": preview} if preview else {},
    )
