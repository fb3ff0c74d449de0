// The cards of inline mode over the composer, and what becomes of the one that is chosen.

import * as api from "./api.js";
import { attempt } from "./acts.js";
import { avatar } from "./avatar.js";
import { clearDraft, draftAt } from "./drafts.js";
import { forgetCards } from "./inline.js";
import { go, here } from "./place.js";
import { stickToBottom } from "./scroll.js";
import { changed, state } from "./store.js";
import { hideSuggestions, showSuggestions } from "./suggestions.js";
import { w } from "./words.js";

/** Lays out the bot's answer; its button stands above the cards. */
export function showCards({ query, results, button }) {
  const cards = results.map(({ id, title, description }, at) => (
    { kind: "card", face: avatar(title, at), title, note: description, act: () => sendCard(query, id) }));
  const above = button ? [{ kind: "above", title: button.text, act: () => startWith(button.payload) }] : [];
  showSuggestions([...above, ...cards], w("cards"));
}

function sendCard(query, id) {
  const { me, chat, topic, key } = here();
  const { replyTo } = draftAt(key);
  leave(key);
  stickToBottom();
  return attempt(api.choose(me.id, chat.id, query, id, { topic, reply_to: replyTo }));
}

function startWith(payload) {
  const { me, key } = here();
  leave(key);
  go(me.id, me.id);
  return attempt(api.open(me.id, `https://t.me/${state.bot.username}?start=${payload}`));
}

function leave(key) {
  forgetCards();
  hideSuggestions();
  clearDraft(key);
  changed();
}
