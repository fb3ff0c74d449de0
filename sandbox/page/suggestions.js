// The list of commands over the composer: opened by typing "/" or by its button, walked with the arrow keys.

import { el } from "./dom.js";

export const list = el("div", { class: "suggestions", role: "listbox", id: "suggestions", hidden: true });
let chosen = 0;
let choose = null;
let owner = null;

/** Tells the field of the list, so that assistive technology reads the chosen command out. */
export function suggestTo(field) {
  owner = field;
}

/** Shows these commands; `onChoose(command)` hears which one was taken. */
export function showSuggestions(commands, label, onChoose) {
  choose = onChoose;
  chosen = 0;
  list.ariaLabel = label;
  list.replaceChildren(...commands.map(row));
  list.hidden = commands.length === 0;
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
  } else if ((event.key === "Enter" && !event.shiftKey) || event.key === "Tab") rows[chosen].click();
  else if (event.key === "Escape") hideSuggestions();
  else return false;
  event.preventDefault();
  return true;
}

function row({ command, description }, at) {
  return el("div", { class: "suggestion", role: "option", id: `suggestion-${at}`, onclick: () => choose(command),
    onpointerdown: (event) => event.preventDefault() },
    el("b", {}, `/${command}`), el("span", { class: "clip", dir: "auto" }, description));
}

function mark() {
  [...list.children].forEach((node, at) => (node.ariaSelected = String(at === chosen)));
  const node = list.children[chosen];
  node?.scrollIntoView({ block: "nearest" });
  if (node) owner.setAttribute("aria-activedescendant", node.id);
}
