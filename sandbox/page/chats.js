// The list of my chats.

import * as api from "./api.js";
import { attempt } from "./acts.js";
import { newChat } from "./chooser.js";
import { button, byId, el, reconcile } from "./dom.js";
import { draftText } from "./drafts.js";
import { faceOf, titleOf } from "./faces.js";
import { gist } from "./gist.js";
import { newGroup } from "./groups.js";
import { icon } from "./icons.js";
import { menu } from "./menus.js";
import { addPerson } from "./people.js";
import { go } from "./place.js";
import { guestMode, inlineMode, privacy } from "./settings.js";
import { actionIn, chatsOf, isGroup, isMine, isWithBot, lastMessageOf, saidIn, state } from "./store.js";
import { shortTime } from "./times.js";
import { unreadIn } from "./unread.js";
import { spoken, w } from "./words.js";

export function renderChats({ me, chat: open }) {
  renderHead(me);
  const list = byId("chats");
  list.ariaLabel = w("chats");
  const chats = me ? chatsOf(me.id) : [];
  const items = chats.map((chat) => item(chat, me, chat === open));
  if (!me) items.push({ key: "nobody", stamp: [spoken()] });
  reconcile(list, items, (one) => (one.chat ? row(one.shown, one.chat, me) : nobody()));
}

function renderHead(me) {
  const title = state.online ? (me?.name ?? w("chats")) : w("connecting");
  reconcile(byId("inbox-head"), [{ key: "head", stamp: [title, spoken(), me?.id] }], () =>
    el("div", { class: "bar-line" },
      button({ class: "round", "aria-label": w("menu"), "aria-haspopup": "menu", "data-focus": "menu",
        onclick: (event) => openMenu(event.currentTarget, me) }, icon("menu")),
      el("h1", { class: "clip", dir: "auto" }, title)));
}

function openMenu(anchor, me) {
  menu(anchor, [
    { icon: "person", label: w("addPerson"), act: addPerson },
    me && state.people.size > 1 && { icon: "edit", label: w("newChat"), act: () => newChat(me) },
    me && { icon: "group", label: w("newGroup"), act: () => newGroup(me) },
    { icon: "shield", label: w("privacy"), act: privacy },
    { icon: "at", label: w("inlineMode"), act: inlineMode },
    { icon: "reply", label: w("guestMode"), act: guestMode },
    { icon: "forward", label: w("tomorrow"), act: () => attempt(api.skipDay()) },
  ]);
}

function nobody() {
  return el("div", { class: "nobody" }, el("b", {}, w("nobody")), el("span", {}, w("nobodyHelp")),
    button({ class: "wide-button", onclick: addPerson }, w("addPerson")));
}

function item(chat, me, current) {
  const last = lastMessageOf(chat.id);
  const shown = {
    title: titleOf(chat, me), time: last ? shortTime(last.date) : "", unread: unreadIn(me.id, chat), current,
    draft: current ? "" : draftText(`${me.id}:${chat.id}`), acting: actionIn(chat.id) !== null, last,
  };
  return { key: `c${chat.id}`, stamp: [chat, me, spoken(), state.bot, ...Object.values(shown)], shown, chat };
}

function row(shown, chat, me) {
  const label = `${shown.unread} ${w("unread")}`;
  const badge = shown.unread > 0 && el("span", { class: "badge", "aria-label": label }, String(shown.unread));
  const current = shown.current ? "true" : null;
  const props = { class: "chat", "aria-current": current, "data-focus": `c${chat.id}` };
  return button({ ...props, onclick: () => go(me.id, chat.id) },
    faceOf(chat, me),
    el("span", { class: "chat-words" },
      el("span", { class: "chat-line" },
        el("bdi", { class: "chat-title clip" }, shown.title),
        el("time", {}, shown.time)),
      el("span", { class: "chat-line" }, preview(shown, chat, me), badge)),
  );
}

function preview({ last, draft, acting }, chat, me) {
  if (acting) return el("span", { class: "preview clip acting" }, w("typing"));
  if (draft) return el("span", { class: "preview clip", dir: "auto" }, el("i", {}, `${w("draft")}: `), draft);
  const greeting = isWithBot(chat) ? saidIn(state.bot.short_descriptions, me.language) : "";
  if (!last) return el("span", { class: "preview clip", dir: "auto" }, greeting);
  const author = !last.happened && (isMine(last, me.id) ? w("you") : isGroup(chat) ? last.from.name : "");
  const by = author ? el("b", {}, el("bdi", {}, author), ": ") : null;
  return el("span", { class: "preview clip" }, by, el("bdi", {}, gist(last)));
}
