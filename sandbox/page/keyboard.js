// Inline keyboards: rows of buttons under a message.

import { openApp } from "./apps.js";
import { copyText } from "./clipboard.js";
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { switchInline } from "./inline.js";
import { openLink } from "./links.js";
import { isWaiting, pressButton, spotOf } from "./presses.js";

const MARKS = { app: "app", url: "link", copy: "copy", switch: "forward", switch_here: "at" };

export function keyboardOf(message) {
  const rows = message.keyboard.map((row, at) =>
    el("div", { class: "keys" }, row.map((button, column) => key(message, button, spotOf(message, at, column)))),
  );
  return el("div", { class: "keyboard" }, rows);
}

function key(message, button, spot) {
  const acts = {
    callback: () => pressButton(message, button, spot),
    app: () => openApp({ chat: message.chat, message: message.id, url: button.value }),
    url: () => openLink(button.value),
    copy: () => copyText(button.value),
    switch: () => switchInline(button),
    switch_here: () => switchInline(button),
  };
  const mark = button.kind in MARKS ? el("span", { class: "key-mark" }, icon(MARKS[button.kind])) : null;
  const look = button.style ? `key ${button.style}` : "key";
  const props = { type: "button", class: look, "data-spot": spot, "data-focus": spot, title: button.text };
  return el("button", { ...props, onclick: acts[button.kind] }, el("bdi", { class: "clip" }, button.text), mark);
}

/** Shows on every button whether it still waits for its answer. */
export function markWaiting(log, person) {
  for (const node of log.querySelectorAll(".key")) node.ariaBusy = String(isWaiting(person, node.dataset.spot));
}
