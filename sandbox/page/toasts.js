// Short notices over the chat, one at a time. They go by themselves.

import { byId, el } from "./dom.js";

const STAYS = 3500;
const LONGER_PER_LETTER = 30;

/** Shows `text` in place of the notice before it. */
export function toast(text, kind = "plain") {
  const note = el("div", { class: `toast ${kind}`, dir: "auto" }, text);
  const go = () => note.remove();
  note.addEventListener("click", go);
  byId("toasts").replaceChildren(note);
  setTimeout(go, STAYS + LONGER_PER_LETTER * text.length);
}
