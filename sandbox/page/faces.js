// How a chat looks to somebody in it: the bot's is the bot, a private chat is the other person, a group is itself.

import { avatar } from "./avatar.js";
import { isGroup, isWithBot, otherIn, state } from "./store.js";

/** The chat's name. */
export function titleOf(chat, me) {
  if (isGroup(chat)) return chat.title;
  return isWithBot(chat) ? state.bot.name : (otherIn(chat, me)?.name ?? chat.title);
}

/** Its round picture. */
export function faceOf(chat, me) {
  if (isWithBot(chat)) return avatar(state.bot.name, state.bot.id, "bot");
  return isGroup(chat) ? avatar(chat.title, chat.id) : avatar(titleOf(chat, me), otherIn(chat, me)?.id ?? chat.id);
}
