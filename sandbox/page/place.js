// Who I am and which chat is open, kept in the address (#person=1&chat=1), so that a reload keeps the place.

import { isGroup, state } from "./store.js";

const wide = matchMedia("(min-width: 720px)");

/** What the address says. */
export function address() {
  const said = new URLSearchParams(location.hash.slice(1));
  const number = (name) => (said.has(name) ? Number(said.get(name)) : null);
  return { person: number("person"), chat: number("chat") };
}

/** Opens a place. Opening a chat can be undone with the browser's back button; `replace` leaves no trace. */
export function go(person, chat, { replace = false } = {}) {
  const hash = `#person=${person}${chat === null ? "" : `&chat=${chat}`}`;
  if (hash === location.hash) return;
  if (replace) location.replace(hash);
  else location.hash = hash;
}

/** The open place as {me, chat, group, key}, or what comes nearest to it. */
export function here() {
  const said = address();
  const me = state.people.get(said.person) ?? state.people.values().next().value ?? null;
  if (!me) return { me: null, chat: null, group: false, key: "" };
  const seen = (id) => (state.chats.get(id)?.members.includes(me.id) ? state.chats.get(id) : null);
  const chat = seen(said.chat) ?? (wide.matches ? seen(me.id) : null);
  return { me, chat, group: chat !== null && isGroup(chat), key: chat ? `${me.id}:${chat.id}` : `${me.id}` };
}

/** Becomes another person: in the same chat if that person is in it too, else in their own chat with the bot. */
export function become(person) {
  const { chat } = here();
  const shared = chat?.members.includes(person);
  const own = chat || wide.matches ? person : null;
  go(person, shared ? chat.id : own, { replace: true });
}

export function isWide() {
  return wide.matches;
}

export function onPlaceChange(watcher) {
  addEventListener("hashchange", watcher);
  wide.addEventListener("change", watcher);
}
