// The list over the composer: commands, or the cards of inline mode. It is walked with the arrow keys.

import { el } from "./dom.js";

export const list = el("div", { class: "suggestions", role: "listbox", id: "suggestions", hidden: true });
let chosen = 0;
let acts = [];
let owner = null;

/** Tells the field of the list, so that assistive technology reads the chosen row out. */
export function suggestTo(field) {
  owner = field;
}

/** Shows `items` ({title, note, act}, and of a card its face; `kind` names its looks; Tab inserts where there is an `insert`). */
export function showSuggestions(items, label) {
  chosen = 0;
  acts = items;
  list.ariaLabel = label;
  list.replaceChildren(...items.map(row));
  list.hidden = items.length === 0;
  mark();
}

export function hideSuggestions() {
  list.hidden = true;
  owner.removeAttribute("aria-activedescendant");
}

export const suggesting = () => !list.hidden;

/** Whether the key was for the list. */
export function suggestionKey(event) {
  const rows = [...list.children];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    chosen = (chosen + step + rows.length) % rows.length;
    mark();
  } else if (event.key === "Tab" && acts[chosen].insert) acts[chosen].insert();
  else if ((event.key === "Enter" && !event.shiftKey) || event.key === "Tab") rows[chosen].click();
  else if (event.key === "Escape") hideSuggestions();
  else return false;
  event.preventDefault();
  return true;
}

function row({ title, note, face, kind = "command", act }, at) {
  const words = [
    el("b", { class: kind === "card" ? "clip" : null, dir: "auto" }, title),
    note ? el("span", { class: "clip", dir: "auto" }, note) : null,
  ];
  return el("div", { class: `suggestion ${kind}`, role: "option", id: `suggestion-${at}`, onclick: act,
    onpointerdown: (event) => event.preventDefault() },
    face, face ? el("div", { class: "suggestion-words" }, words) : words);
}

function mark() {
  [...list.children].forEach((node, at) => (node.ariaSelected = String(at === chosen)));
  const node = list.children[chosen];
  node?.scrollIntoView({ block: "nearest" });
  if (node) owner.setAttribute("aria-activedescendant", node.id);
}
