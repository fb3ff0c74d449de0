// Short notices over the chat. They go by themselves.

import { byId, el } from "./dom.js";

const STAYS = 3500;
const LONGER_PER_LETTER = 30;

export function toast(text, kind = "plain") {
  const shelf = byId("toasts");
  for (const old of [...shelf.children]) if (old.textContent === text) old.remove();
  const note = el("div", { class: `toast ${kind}`, dir: "auto" }, text);
  const go = () => note.remove();
  note.addEventListener("click", go);
  shelf.append(note);
  while (shelf.children.length > 3) shelf.firstElementChild.remove();
  setTimeout(go, STAYS + LONGER_PER_LETTER * text.length);
}
