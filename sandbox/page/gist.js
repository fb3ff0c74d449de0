// Messages in one line: for lists, quotes and screen readers.

import { w } from "./words.js";

/** What happened in a group, for everybody there. */
export function happening({ kind, names }) {
  return w("happened")[kind].replace(/\{(\d)\}/g, (_, at) => names[at]);
}

/** The message in one line. */
export function gist(message) {
  if (message.happened) return happening(message.happened);
  const kind = message.photo ? w("photo") : (message.document?.name ?? message.sticker?.emoji);
  const words = veiled(message).replace(/\s+/g, " ").slice(0, 160);
  return [kind, words].filter(Boolean).join(", ");
}

/** The text with its spoilers kept secret. */
function veiled({ text, entities }) {
  return entities.filter(({ type }) => type === "spoiler").reduce(
    (words, { offset, length }) => words.slice(0, offset) + "▒".repeat(length) + words.slice(offset + length), text ?? "");
}
