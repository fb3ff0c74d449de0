// What stands under the messages: the composer, START, or RESTART for who has blocked the bot.

import * as api from "./api.js";
import { attempt, pressStart } from "./acts.js";
import { composer, focusComposer, renderComposer } from "./composer.js";
import { button, byId, reconcile } from "./dom.js";
import { forgetStart, waitingStart } from "./links.js";
import { here, isWide } from "./place.js";
import { changed, isWithBot, lastMessageOf } from "./store.js";
import { spoken, w } from "./words.js";

let shown = "";

export function renderFoot(place) {
  const kind = kindOf(place);
  reconcile(byId("foot"), kind ? [{ key: kind, stamp: [kind === "composer" || spoken()] }] : [], () => FEET[kind]());
  if (kind === "composer") renderComposer(place);
  const now = `${kind} ${place.key}`;
  if (kind === "composer" && now !== shown && isWide() && !document.querySelector("dialog")) focusComposer();
  shown = now;
}

function kindOf({ me, chat }) {
  if (!chat) return null;
  if (!isWithBot(chat)) return "composer";
  if (me.blocked) return "restart";
  return waitingStart(me.id) !== null || lastMessageOf(chat.id) === null ? "start" : "composer";
}

const FEET = {
  composer: () => composer,
  start: () => wideButton(w("start"), start),
  restart: () => wideButton(w("restart"), restart),
};

function wideButton(label, onclick) {
  return button({ class: "wide-button", "data-focus": "wide", onclick }, label);
}

async function start() {
  const { me } = here();
  const payload = waitingStart(me.id);
  forgetStart(me.id);
  await pressStart(payload);
  changed();
}

async function restart() {
  if (await attempt(api.block(here().me.id, false))) await start();
}
