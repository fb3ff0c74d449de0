// A round picture with initials. The colour depends on the id alone, so it stays when a name changes.

import { el } from "./dom.js";
import { icon } from "./icons.js";

const COLOURS = 7;

/** Which of the seven name colours belongs to this id; people, groups and the bot are numbered apart. */
export function colourOf(id) {
  return (Math.abs(id) + (id < 0 ? 2 : 5)) % COLOURS;
}

export function avatar(name, id, kind = "person") {
  const face = kind === "bot" ? icon("bot") : initials(name);
  return el("span", { class: `avatar tint-${colourOf(id)}`, "aria-hidden": "true" }, face);
}

function initials(name) {
  const words = name.trim().split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const chosen = words.length > 1 ? [words[0], words[words.length - 1]] : words.slice(0, 1);
  const letters = chosen.map((word) => word.match(/[\p{L}\p{N}]/u)[0]).join("");
  return letters.toLocaleUpperCase() || [...name.trim()][0] || "?";
}
