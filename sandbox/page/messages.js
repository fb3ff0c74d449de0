// The open chat's messages.

import { avatar } from "./avatar.js";
import { messageRow, serviceRow } from "./bubble.js";
import { byId, el, reconcile } from "./dom.js";
import { gist } from "./gist.js";
import { icon } from "./icons.js";
import { markWaiting } from "./keyboard.js";
import { gliding } from "./motion.js";
import { atBottom, onScroll, reveal, settle, stickToBottom, watchScroll } from "./scroll.js";
import { changed, isMine, isWithBot, messageOf, messagesIn, saidIn, state } from "./store.js";
import { dayKey, dayName } from "./times.js";
import { unreadIn } from "./unread.js";
import { spoken, w } from "./words.js";

const PAGE = 120;
const BELONGS = 300;
let shownKey = null;
let shownUpTo = 0;
let limit = PAGE;
let total = 0;

export function startMessages() {
  watchScroll();
  onScroll((turned) => {
    const earlier = byId("scroller").scrollTop < 300 && limit < total;
    if (earlier) limit += PAGE;
    if (earlier || turned) changed();
  });
  byId("newer").addEventListener("click", () => {
    stickToBottom();
    changed();
  });
}

export function renderMessages(place) {
  const { me, chat, key } = place;
  const all = chat ? messagesIn(place) : [];
  total = all.length;
  const items = chat ? itemsOf(all.slice(-limit), place) : [];
  if (items.length === 0) items.push(emptyItem(place));
  const [scroller, log] = [byId("scroller"), byId("log")];
  const show = () => {
    reconcile(log, items, (item) => item.build());
    settle();
  };
  if (key === shownKey) {
    gliding(scroller, log, show);
    announce(all, me);
  } else {
    open(key, log, show);
  }
  shownUpTo = all.at(-1)?.id ?? 0;
  log.ariaLabel = w("messages");
  markWaiting(log, me?.id);
  renderNewer(place);
}

function open(key, log, show) {
  shownKey = key;
  limit = PAGE;
  log.replaceChildren();
  show();
  stickToBottom();
}

function itemsOf(messages, place) {
  const items = [];
  messages.forEach((message, at) => {
    const [before, after] = [messages[at - 1], messages[at + 1]];
    if (!before || dayKey(before.date) !== dayKey(message.date)) items.push(dayItem(message.date));
    items.push(messageItem(message, !together(before, message), !together(message, after), place));
  });
  return items;
}

function together(one, other) {
  if (!one || !other || one.happened || other.happened) return false;
  const near = other.date - one.date < BELONGS && dayKey(one.date) === dayKey(other.date);
  return near && one.from.id === other.from.id;
}

function messageItem(message, first, last, { me, group }) {
  const quoted = message.reply_to === null ? null : messageOf(message.chat, message.reply_to);
  const stamp = [message, quoted, first, last, spoken()];
  const build = () => messageRow({ message, person: me.id, group, first, last, jump });
  return { key: `m${message.id}`, stamp, build };
}

function dayItem(date) {
  return { key: dayKey(date), stamp: [dayName(date), spoken()], build: () => {
    const row = serviceRow(dayName(date));
    row.classList.add("day");
    return row;
  } };
}

function emptyItem({ me, chat, key }) {
  const { bot } = state;
  const build = () => (me && chat && isWithBot(chat) ? welcome(bot, me) : el("div", { class: "blank" }, blankWords(me, chat)));
  return { key: "empty", stamp: [key, bot, spoken()], build };
}

function blankWords(me, chat) {
  if (!me) return [el("b", {}, w("nobody")), el("span", {}, w("nobodyHelp"))];
  return [el("span", {}, chat ? w("noMessages") : w("pickChat"))];
}

function welcome(bot, me) {
  const description = saidIn(bot.descriptions, me.language);
  return el("div", { class: "welcome" },
    avatar(bot.name, bot.id, "bot"),
    el("h2", { dir: "auto" }, bot.name),
    el("p", { class: "welcome-ask" }, w("whatCan")),
    description ? el("p", { class: "welcome-words", dir: "auto" }, description) : null);
}

/** Brings a message into view, however far up it stands. */
export function jump(id) {
  const find = () => byId("log").querySelector(`[data-message="${id}"]`);
  if (!find()) {
    limit = total;
    changed();
  }
  const row = find();
  reveal(row);
  changed();
  row.classList.remove("flash");
  void row.offsetWidth;
  row.classList.add("flash");
}

function announce(all, me) {
  const news = all.filter((message) => message.id > shownUpTo && !isMine(message, me.id));
  if (news.length === 0) return;
  byId("announcer").textContent = news.map((one) => one.happened ? gist(one) : `${one.from.name}: ${gist(one)}`).join("\n");
}

function renderNewer({ me, chat, topic }) {
  const button = byId("newer");
  const unread = chat ? unreadIn(me.id, chat, topic) : 0;
  button.hidden = atBottom() || !chat;
  button.ariaLabel = w("newer");
  button.replaceChildren(icon("down"), ...(unread > 0 ? [el("span", { class: "badge" }, String(unread))] : []));
}
