// What the server has told us: the only state that is shared. Everything comes from its events.

export const state = {
  ready: false,
  online: false,
  bot: { id: 0, name: "", username: "", descriptions: {}, short_descriptions: {} },
  people: new Map(),
  chats: new Map(),
  messages: new Map(),
  commands: [],
  menuButtons: [],
  privacy: true,
  guests: true,
  inline: { on: true, feedback: false },
  acting: new Map(),
  clockAhead: 0,
};

const ACTION_LASTS = 5000;
const watchers = new Set();
const answerWatchers = new Set();
const cardWatchers = new Set();
const moveWatchers = new Set();

/** What the bot says of itself in a language, or to everybody: one of `bot.descriptions` and `bot.short_descriptions`. */
export const saidIn = (words, language) => words[language] ?? words[""] ?? "";

/** Calls `watcher` after every change. */
export function watch(watcher) {
  watchers.add(watcher);
}

/** Calls `watcher` with every answer to a press. */
export function watchAnswers(watcher) {
  answerWatchers.add(watcher);
}

/** Calls `watcher` with the cards for every inline query. */
export function watchCards(watcher) {
  cardWatchers.add(watcher);
}

/** Calls `watcher(old, fresh)` when a group has become a supergroup. */
export function watchMigrations(watcher) {
  moveWatchers.add(watcher);
}

export function changed() {
  for (const watcher of watchers) watcher();
}

/** Takes in one event of the server. */
export function take(event) {
  APPLY[event.type]?.(event);
}

const APPLY = {
  snapshot(event) {
    state.ready = true;
    state.bot = event.bot;
    state.people = byIds(event.people);
    state.chats = byIds(event.chats);
    state.messages = new Map();
    event.messages.forEach(put);
    state.commands = event.commands;
    state.menuButtons = event.menu_buttons;
    state.privacy = event.privacy;
    state.inline = event.inline;
    state.guests = event.guests;
    state.acting.clear();
    setClock(event);
  },
  clock: setClock,
  bot: (event) => (state.bot = event.bot),
  person: (event) => state.people.set(event.person.id, event.person),
  chat: (event) => state.chats.set(event.chat.id, event.chat),
  message(event) {
    put(event.message);
    if (event.message.from?.bot) state.acting.delete(event.message.chat);
  },
  edited: (event) => put(event.message),
  deleted: (event) => event.messages.forEach((id) => state.messages.get(event.chat)?.delete(id)),
  commands: (event) => (state.commands = event.commands),
  menu_buttons: (event) => (state.menuButtons = event.buttons),
  privacy: (event) => (state.privacy = event.on),
  guests: (event) => (state.guests = event.on),
  inline_mode: (event) => (state.inline = event.inline),
  inline_answer: (event) => cardWatchers.forEach((watcher) => watcher(event)),
  action(event) {
    state.acting.set(event.chat, { action: event.action, topic: event.topic, until: Date.now() + ACTION_LASTS });
    setTimeout(changed, ACTION_LASTS + 20);
  },
  answer: (event) => answerWatchers.forEach((watcher) => watcher(event)),
  migrated(event) {
    state.chats.delete(event.chat);
    state.messages.delete(event.chat);
    state.chats.set(event.to.id, event.to);
    moveWatchers.forEach((watcher) => watcher(event.chat, event.to.id));
  },
};

/** The sandbox's clock may be moved, so times are told by it, never by the browser's. */
function setClock(event) {
  state.clockAhead = event.now - Date.now() / 1000;
}

function byIds(things) {
  return new Map(things.map((thing) => [thing.id, thing]));
}

function put(message) {
  if (!state.messages.has(message.chat)) state.messages.set(message.chat, new Map());
  state.messages.get(message.chat).set(message.id, message);
}

/** The messages of a chat, oldest first. */
export function messagesOf(chat) {
  return [...(state.messages.get(chat)?.values() ?? [])].sort((one, other) => one.id - other.id);
}

/** The messages of a place: of a chat, or of one topic of a forum. */
export function messagesIn({ chat, topic }) {
  const all = messagesOf(chat.id);
  return chat.topics ? all.filter((message) => message.topic === topic) : all;
}

export function messageOf(chat, id) {
  return state.messages.get(chat)?.get(id) ?? null;
}

export function lastMessageOf(chat) {
  let last = null;
  for (const message of state.messages.get(chat)?.values() ?? []) if (!last || message.id > last.id) last = message;
  return last;
}

/** The chats this person sees, the latest talk first. */
export function chatsOf(person) {
  const mine = [...state.chats.values()].filter((chat) => chat.members.includes(person));
  const latest = (chat) => lastMessageOf(chat.id)?.date ?? 0;
  return mine.sort((one, other) => latest(other) - latest(one) || isGroup(one) - isGroup(other) || other.id - one.id);
}

const KINDS = { private: "bot", pair: "user", group: "group", supergroup: "group" };

/** With whom one talks there: "bot", "user" (somebody else) or "group". */
export const kindOf = (chat) => KINDS[chat.type];
export const isGroup = (chat) => kindOf(chat) === "group";
export const isWithBot = (chat) => kindOf(chat) === "bot";

/** The other one in a private chat of two people, or null. */
export function otherIn(chat, me) {
  if (kindOf(chat) !== "user") return null;
  return state.people.get(chat.members.find((person) => person !== me.id)) ?? null;
}

export function isMine(message, person) {
  return Boolean(message.from) && !message.from.bot && message.from.id === person;
}

/** What the bot is doing in the chat, or in this topic of it ("typing"), or null. */
export function actionIn(chat, topic) {
  const acting = state.acting.get(chat);
  const shown = acting && acting.until > Date.now() && (topic === undefined || topic === acting.topic);
  return shown ? acting.action : null;
}

/** The sandbox's clock in unix seconds. */
export function sandboxNow() {
  return Date.now() / 1000 + state.clockAhead;
}
