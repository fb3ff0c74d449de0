// What the person one is does in the open chat.

import * as api from "./api.js";
import { draftAt } from "./drafts.js";
import { stickToBottom } from "./scroll.js";
import { here } from "./place.js";
import { state } from "./store.js";
import { toast } from "./toasts.js";

/** Waits for a request; a refusal is shown and gives null. */
export async function attempt(request) {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof api.Refused)) throw error;
    toast(error.message, "error");
    return null;
  }
}

/** Sends content ({text}, {photo}, {sticker}, reply_to …) to the open chat, in the name chosen there. */
export function say(content) {
  const { me, chat, topic, key } = here();
  stickToBottom();
  const anonymous = draftAt(key).anonymous ? { anonymous: true } : {};
  return attempt(api.send(me.id, chat.id, { topic, ...content, ...anonymous }));
}

/** A command as it is sent from the open chat: in a group it is addressed to the bot, as Telegram does. */
export function addressed(words) {
  return here().group && !words.includes("@") ? `${words}@${state.bot.username}` : words;
}

/** Sends a command. */
export function runCommand(words) {
  return say({ text: addressed(words) });
}

/** Presses START: `payload` is what a deep link carries. */
export function pressStart(payload) {
  return say({ text: payload ? `/start ${payload}` : "/start" });
}
