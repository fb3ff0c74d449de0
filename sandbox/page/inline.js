// Inline mode: what is typed after the bot's name goes to the bot, and cards come back.

import * as api from "./api.js";
import { attempt } from "./acts.js";
import { chooseChat } from "./chooser.js";
import { draftAt } from "./drafts.js";
import { go, here, keyOf } from "./place.js";
import { changed, state, watchCards } from "./store.js";

const PAUSE = 300; // whoever types on is not asked for yet
const PATIENCE = 10000;
const early = new Map();
let asked = null;
let timer = null;

/** What the text asks the bot for, or null if it does not begin with the bot's name. */
export function inlineQuery(text) {
  const name = `@${state.bot.username}`;
  const rest = text.slice(name.length);
  const named = state.inline.on && text.slice(0, name.length).toLowerCase() === name.toLowerCase();
  return named && /^\s/.test(rest) ? rest.slice(1) : null;
}

/** Asks for cards; `show(answer)` hears of them, unless something else is asked for meanwhile. */
export function askCards({ me, chat, key }, text, show) {
  if (asked?.key === key && asked.text === text) return asked.answer && show(asked.answer);
  clearTimeout(timer);
  early.clear();
  const question = { key, text, show, query: null, answer: null, since: Date.now() };
  asked = question;
  timer = setTimeout(async () => {
    const accepted = await attempt(api.askInline(me.id, chat.id, text));
    question.query = accepted?.query ?? null;
    if (asked === question && early.has(question.query)) arrived(early.get(question.query));
  }, PAUSE);
}

/** Whether cards are on their way. */
export const awaitingCards = () => Boolean(asked && !asked.answer && Date.now() - asked.since < PATIENCE);

/** Nothing is asked for any more. */
export function forgetCards() {
  clearTimeout(timer);
  asked = null;
}

function arrived(answer) {
  asked.answer = answer;
  asked.show(answer);
}

watchCards((answer) => {
  if (asked?.query === answer.query) arrived(answer);
  else early.set(answer.query, answer);
});

/** Puts the bot's name and a query into the composer of a chat, which then asks for cards. */
export function typeInline(chat, query) {
  const { me, chat: open, topic: near } = here();
  const topic = chat === open ? near : null;
  draftAt(keyOf(me, chat, topic)).text = `@${state.bot.username} ${query}`;
  go(me.id, chat.id, { topic });
  changed();
}

/** A button that leads into inline mode, here or in a chat that one chooses. */
export async function switchInline({ kind, value, chats }) {
  const { me, chat } = here();
  const chosen = kind === "switch_here" ? chat : await chooseChat(me, chats);
  if (chosen) typeInline(chosen, value);
}
