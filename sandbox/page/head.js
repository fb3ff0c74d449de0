// The head of the open chat: who it is with, what happens there, and its menu.

import * as api from "./api.js";
import { attempt } from "./acts.js";
import { avatar } from "./avatar.js";
import { button, byId, el, reconcile } from "./dom.js";
import { draftAt } from "./drafts.js";
import { faceOf, titleOf } from "./faces.js";
import { members } from "./groups.js";
import { icon } from "./icons.js";
import { menu } from "./menus.js";
import { become, go, here } from "./place.js";
import { actionIn, changed, isWithBot, state } from "./store.js";
import { topicMenu } from "./topics.js";
import { counted, spoken, w } from "./words.js";

export function renderHead(place) {
  const { me, chat, topic } = place;
  const head = byId("room-head");
  head.hidden = chat === null;
  if (!chat) return;
  const words = subtitle(place);
  const acting = state.online && actionIn(chat.id, topic) !== null;
  const stamp = [chat, words, me, state.bot, state.online, spoken()];
  reconcile(head, [{ key: "head", stamp }], () => line(place, words, acting));
}

function subtitle({ chat, topic, group }) {
  if (!state.online) return w("connecting");
  const action = actionIn(chat.id, topic);
  if (action) return action === "upload_photo" ? w("sendingPhoto") : w("typing");
  if (!group) return w(isWithBot(chat) ? "bot" : "privateChat");
  return [counted("memberCount", chat.members.length), chat.bot && w("bot")].filter(Boolean).join(", ");
}

function line({ me, chat, group }, words, acting) {
  const names = [
    el("bdi", { class: "clip room-title" }, titleOf(chat, me)),
    el("small", { class: `clip${acting ? " acting" : ""}` }, words),
  ];
  return el("div", { class: "bar-line" },
    button({ class: "round back", "aria-label": w("back"), onclick: () => go(me.id, null) }, icon("back")),
    faceOf(chat, me),
    group
      ? button({ class: "room-words", "data-focus": "title", onclick: () => members(here().chat) }, names)
      : el("div", { class: "room-words" }, names),
    button({ class: "as", title: me.name, "aria-label": `${w("people")}: ${me.name}`, "aria-haspopup": "menu",
      "data-focus": "as", onclick: (event) => choosePerson(event.currentTarget) }, avatar(me.name, me.id)),
    more(group ? groupMenu : privateMenu));
}

function more(items) {
  return button({ class: "round", "aria-label": w("more"), "aria-haspopup": "menu", "data-focus": "more",
    onclick: (event) => menu(event.currentTarget, items(here())) }, icon("more"));
}

/** On a phone the rail is out of sight, so the head has a way to be somebody else. */
function choosePerson(anchor) {
  menu(anchor, [...state.people.values()].map((person) => (
    { face: avatar(person.name, person.id), label: person.name, act: () => become(person.id) })));
}

function privateMenu({ me, chat }) {
  const label = me.blocked ? w("unblock") : w("block");
  return [
    isWithBot(chat) && { icon: "ban", label, danger: !me.blocked, act: () => attempt(api.block(me.id, !me.blocked)) },
    { icon: "trash", label: w("clear"), danger: true, act: () => attempt(api.clear(me.id, chat.id)) },
  ];
}

function groupMenu({ me, chat, topic, key }) {
  const draft = draftAt(key);
  const switchName = () => {
    draft.anonymous = !draft.anonymous;
    changed();
  };
  return [
    { icon: "group", label: w("groupMembers"), act: () => members(chat) },
    { icon: "mask", label: draft.anonymous ? w("notAnonymous") : w("anonymous"), act: switchName },
    chat.type === "group" && { icon: "up", label: w("upgrade"), act: () => attempt(api.migrate(chat.id)) },
    { icon: "topics", label: w(chat.topics ? "topicsOff" : "topicsOn"),
      act: () => attempt(api.setForum(chat.id, !chat.topics)) },
    ...topicMenu(chat, topic),
    chat.bot && { icon: "shield", label: w(chat.admin ? "demoteBot" : "promoteBot"),
      act: () => attempt(api.promoteBot(chat.id, !chat.admin, me.id)) },
    { icon: "bot", label: chat.bot ? w("removeBot") : w("addBot"), danger: chat.bot,
      act: () => attempt(api.setBot(chat.id, !chat.bot, me.id)) },
  ];
}
