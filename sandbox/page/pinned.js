// What is pinned in the open place, in a bar under the head. A click goes there, and on to the one pinned before it.

import { button, byId, el, reconcile } from "./dom.js";
import { gist } from "./gist.js";
import { icon } from "./icons.js";
import { jump } from "./messages.js";
import { messagesIn } from "./store.js";
import { spoken, w } from "./words.js";

let shownKey = null;
let turn = 0;

export function renderPinned(place) {
  const bar = byId("pinned");
  const all = place.chat?.pinned.length ? messagesIn(place).filter(({ id }) => place.chat.pinned.includes(id)) : [];
  bar.hidden = all.length === 0;
  if (place.key !== shownKey) turn = 0;
  shownKey = place.key;
  const at = all.length - 1 - (turn % Math.max(1, all.length));
  const items = all.slice(at, at + 1).map((message) => (
    { key: "pin", stamp: [message, all.length, at, spoken()], build: () => pin(message, at, all.length, place) }));
  reconcile(bar, items, (item) => item.build());
}

function pin(message, at, count, place) {
  const open = () => {
    turn += 1;
    jump(message.id);
    renderPinned(place);
  };
  const title = count > 1 ? `${w("pinned")} ${at + 1}/${count}` : w("pinned");
  return button({ class: "pin", "data-focus": "pin", onclick: open }, icon("pin"),
    el("span", { class: "pin-words" }, el("b", {}, title), el("span", { class: "clip", dir: "auto" }, gist(message))));
}
