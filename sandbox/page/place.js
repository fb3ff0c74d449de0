// Who I am, which chat is open, and which topic of it, kept in the address (#person=1&chat=1): a reload keeps the place.

import { isGroup, state } from "./store.js";

const NOWHERE = 0; // no chat has this number
const wide = matchMedia("(min-width: 720px)");

/** What the address says. */
export function address() {
  const said = new URLSearchParams(location.hash.slice(1));
  const number = (name) => (said.has(name) ? Number(said.get(name)) : null);
  return { person: number("person"), chat: number("chat"), topic: number("topic") };
}

/** Whether the address names no place yet: the page was opened by its bare address. */
export const isUnplaced = () => !location.hash;

/** Opens a place. Opening a chat can be undone with the browser's back button; `replace` leaves no trace. */
export function go(person, chat, { topic = null, replace = false } = {}) {
  const hash = `#person=${person}${chat === null ? "" : `&chat=${chat}`}${topic === null ? "" : `&topic=${topic}`}`;
  if (hash === location.hash) return;
  if (replace) location.replace(hash);
  else location.hash = hash;
}

/** The open place as {me, chat, topic, group, key}, or what comes nearest to it; `topic` is null in General. */
export function here() {
  const said = address();
  const me = state.people.get(said.person) ?? state.people.values().next().value ?? null;
  if (!me) return { me: null, chat: null, topic: null, group: false, key: "" };
  const seen = (id) => (state.chats.get(id)?.members.includes(me.id) ? state.chats.get(id) : null);
  const chat = seen(said.chat) ?? (wide.matches && said.chat !== NOWHERE ? seen(me.id) : null);
  const topic = chat?.topics?.find(({ id }) => id === said.topic)?.id ?? null;
  return { me, chat, topic, group: chat !== null && isGroup(chat), key: chat ? keyOf(me, chat, topic) : `${me.id}` };
}

/** Leaves the open chat for the list of chats. */
export const leave = (person) => go(person, NOWHERE);

/** What drafts and marks of a place are kept under. */
export function keyOf(me, chat, topic = null) {
  return `${me.id}:${chat.id}${topic === null ? "" : `:${topic}`}`;
}

/** Becomes another person: in the same chat if that person is in it too, else in their own chat with the bot. */
export function become(person) {
  const { chat, topic } = here();
  const own = chat || wide.matches ? person : null;
  if (chat?.members.includes(person)) go(person, chat.id, { topic, replace: true });
  else go(person, own, { replace: true });
}

export function isWide() {
  return wide.matches;
}

export function onPlaceChange(watcher) {
  addEventListener("hashchange", watcher);
  wide.addEventListener("change", watcher);
}
