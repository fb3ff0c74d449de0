// The bot's commands as this person sees them in this chat, chosen as Telegram chooses: the narrowest scope that has a
// list, in the person's language before the one for everybody.

import { isWithBot, kindOf, state } from "./store.js";

function scopesOf(me, chat) {
  if (kindOf(chat) === "user") return [];
  if (isWithBot(chat)) return [`chat:${chat.id}`, "all_private_chats", "default"];
  const here = [`chat_member:${chat.id}:${me.id}`, `chat_administrators:${chat.id}`, `chat:${chat.id}`];
  return [...here, "all_chat_administrators", "all_group_chats", "default"];
}

export function commandsFor(me, chat) {
  for (const scope of scopesOf(me, chat)) {
    for (const language of [me.language, ""]) {
      const set = state.commands.find((one) => one.scope === scope && one.language === language);
      if (set && set.commands.length > 0) return set.commands;
    }
  }
  return [];
}

/** What stands beside the field in place of the list of commands: {text, web_app}, or null. */
export function menuButtonFor(chat) {
  const set = (whose) => state.menuButtons.find((one) => one.chat === whose)?.button;
  const button = isWithBot(chat) ? (set(chat.id) ?? set(null)) : null;
  return button?.type === "web_app" ? button : null;
}

/** The commands that begin with what has been typed. */
export function matching(commands, typed) {
  const wished = typed.slice(1).toLowerCase();
  return commands.filter(({ command }) => command.startsWith(wished));
}
