// What each person has not seen yet. Kept by the page alone; what was there when it opened counts as seen.

import { atBottom } from "./scroll.js";
import { keyOf } from "./place.js";
import { chatsOf, isMine, lastMessageOf, messagesIn, state } from "./store.js";

const SAVED = "seen";
const seen = restored();
let begun = false;

function restored() {
  const reloaded = performance.getEntriesByType("navigation")[0]?.type === "reload";
  return new Map(reloaded ? JSON.parse(sessionStorage.getItem(SAVED) ?? "[]") : []);
}

/** Notes what the open place shows right now. */
export function noteSeen(place) {
  if (!begun) begin();
  if (place.chat && !document.hidden && atBottom()) seen.set(place.key, messagesIn(place).at(-1)?.id ?? 0);
  sessionStorage.setItem(SAVED, JSON.stringify([...seen]));
}

function begin() {
  begun = state.ready;
  for (const chat of state.chats.values()) {
    const newest = lastMessageOf(chat.id)?.id ?? 0;
    const parts = [null, ...(chat.topics ?? []).map(({ id }) => id)];
    for (const person of chat.members) {
      for (const key of parts.map((topic) => keyOf({ id: person }, chat, topic))) {
        seen.set(key, Math.min(seen.get(key) ?? newest, newest));
      }
    }
  }
}

/** How many messages of others are new in a chat, or in this topic of it. */
export function unreadIn(person, chat, only) {
  const partOf = (message) => (chat.topics ? message.topic : null);
  const isNew = (message) => message.id > (seen.get(keyOf({ id: person }, chat, partOf(message))) ?? 0);
  let count = 0;
  for (const message of state.messages.get(chat.id)?.values() ?? []) {
    if (only !== undefined && partOf(message) !== only) continue;
    if (isNew(message) && !isMine(message, person) && !message.happened) count += 1;
  }
  return count;
}

export function unreadOf(person) {
  return chatsOf(person).reduce((sum, chat) => sum + unreadIn(person, chat), 0);
}
