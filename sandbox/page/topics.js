// The topics of a forum, as tabs under the head of the chat.

import * as api from "./api.js";
import { attempt } from "./acts.js";
import { form, lineField } from "./dialogs.js";
import { button, byId, el, reconcile } from "./dom.js";
import { icon } from "./icons.js";
import { go, here } from "./place.js";
import { unreadIn } from "./unread.js";
import { spoken, w } from "./words.js";

export function renderTopics({ me, chat, topic }) {
  const strip = byId("topics");
  strip.hidden = !chat?.topics;
  if (strip.hidden) return strip.replaceChildren();
  strip.ariaLabel = w("topics");
  const general = { id: null, name: w("general"), color: null, closed: false };
  const items = [general, ...chat.topics].map((one) => tabItem(one, unreadIn(me.id, chat, one.id), one.id === topic));
  items.push({ key: "add", stamp: [spoken()], build: addButton });
  reconcile(strip, items, (item) => item.build());
  strip.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function tabItem(topic, unread, current) {
  const { id, name, color, closed } = topic;
  const build = () => tab(topic, unread, current);
  return { key: `t${id}`, stamp: [name, color, closed, unread, current, spoken()], build };
}

function tab({ id, name, color, closed }, unread, current) {
  const dot = color === null ? icon("hash") : el("span", { class: "dot", style: { "--tint": hex(color) } });
  const open = () => go(here().me.id, here().chat.id, { topic: id });
  return button({ class: "topic", "aria-current": current ? "true" : null, "data-focus": `t${id}`, onclick: open },
    closed ? icon("lock") : dot, el("bdi", { class: "clip" }, name),
    unread > 0 && el("span", { class: "badge", "aria-label": `${unread} ${w("unread")}` }, String(unread)));
}

const hex = (color) => `#${color.toString(16).padStart(6, "0")}`;

function addButton() {
  return button({ class: "topic", "aria-label": w("newTopic"), title: w("newTopic"), "data-focus": "add",
    onclick: newTopic }, icon("plus"));
}

async function newTopic() {
  const { me, chat } = here();
  const said = await form(w("newTopic"), w("create"), lineField(w("title"), "name", { autofocus: true }));
  if (!said || !said.get("name").trim()) return;
  const topic = await attempt(api.addTopic(chat.id, said.get("name").trim(), me.id));
  if (topic) go(me.id, chat.id, { topic: topic.id });
}

/** What one can do with the open topic, for the menu of the chat. */
export function topicMenu(chat, topic) {
  const open = chat.topics?.find(({ id }) => id === topic);
  if (!open) return [];
  const close = () => attempt(api.closeTopic(chat.id, topic, !open.closed, here().me.id));
  return [
    { icon: "lock", label: w(open.closed ? "reopenTopic" : "closeTopic"), act: close },
    { icon: "trash", label: w("deleteTopic"), danger: true, act: () => attempt(api.deleteTopic(chat.id, topic)) },
  ];
}
