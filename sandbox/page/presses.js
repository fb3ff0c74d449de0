// Presses of inline buttons: a button spins from the press until the bot's answer has come.

import * as api from "./api.js";
import { attempt } from "./acts.js";
import { alertBox } from "./dialogs.js";
import { openLink } from "./links.js";
import { here } from "./place.js";
import { changed, state, watchAnswers } from "./store.js";
import { toast } from "./toasts.js";
import { w } from "./words.js";

const PATIENCE = 15000;
const waiting = new Map();
const early = new Set();

/** Where a button stands, as a name. */
export const spotOf = (message, row, column) => `${message.chat}:${message.id}:${row}:${column}`;

export function isWaiting(person, spot) {
  return waiting.has(`${person}/${spot}`);
}

export async function pressButton(message, button, spot) {
  const { me } = here();
  const key = `${me.id}/${spot}`;
  if (waiting.has(key)) return;
  waiting.set(key, null);
  changed();
  const accepted = await attempt(api.press(me.id, message.chat, message.id, button.value));
  if (!accepted || early.delete(accepted.query)) return done(key);
  waiting.set(key, accepted.query);
  setTimeout(() => giveUp(me.id, key, accepted.query), PATIENCE);
}

function giveUp(person, key, query) {
  if (waiting.get(key) !== query) return;
  done(key);
  if (here().me?.id === person) toast(w("noAnswer"), "error");
}

function done(key) {
  waiting.delete(key);
  changed();
}

watchAnswers((answer) => {
  const entry = [...waiting].find(([, query]) => query === answer.query);
  if (entry) done(entry[0]);
  else early.add(answer.query);
  if (here().me?.id !== answer.person) return;
  if (answer.url) openLink(answer.url);
  if (!answer.text) return;
  if (answer.alert) alertBox(state.bot.name, answer.text);
  else toast(answer.text);
});
