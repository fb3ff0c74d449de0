// What each person has not seen yet. Kept by the page alone; what was there when it opened counts as seen.

import { atBottom } from "./scroll.js";
import { chatsOf, isMine, lastMessageOf, state } from "./store.js";

const SAVED = "seen";
const seen = restored();
let begun = false;

function restored() {
  const reloaded = performance.getEntriesByType("navigation")[0]?.type === "reload";
  return new Map(reloaded ? JSON.parse(sessionStorage.getItem(SAVED) ?? "[]") : []);
}

/** Notes what the open place shows right now. */
export function noteSeen({ me, chat }) {
  if (!begun) begin();
  if (chat && !document.hidden && atBottom()) seen.set(`${me.id}:${chat.id}`, lastMessageOf(chat.id)?.id ?? 0);
  sessionStorage.setItem(SAVED, JSON.stringify([...seen]));
}

function begin() {
  begun = state.ready;
  for (const chat of state.chats.values()) {
    const newest = lastMessageOf(chat.id)?.id ?? 0;
    for (const person of chat.members) {
      const key = `${person}:${chat.id}`;
      seen.set(key, Math.min(seen.get(key) ?? newest, newest));
    }
  }
}

export function unreadIn(person, chat) {
  const upTo = seen.get(`${person}:${chat}`) ?? 0;
  let count = 0;
  for (const message of state.messages.get(chat)?.values() ?? []) {
    if (message.id > upTo && !isMine(message, person) && !message.happened) count += 1;
  }
  return count;
}

export function unreadOf(person) {
  return chatsOf(person).reduce((sum, chat) => sum + unreadIn(person, chat.id), 0);
}
