// What one can do with a message: reply, copy, forward, and with one's own: edit, delete.

import * as api from "./api.js";
import { attempt } from "./acts.js";
import { chooseChat, chooseTopic } from "./chooser.js";
import { copyText } from "./clipboard.js";
import { replyTo, startEditing } from "./composer.js";
import { menu } from "./menus.js";
import { go, here } from "./place.js";
import { isMine } from "./store.js";
import { w } from "./words.js";

export function messageMenu(message, person, at) {
  const mine = isMine(message, person);
  const mayDelete = mine || !here().group;
  const remove = () => attempt(api.remove(person, message.chat, message.id));
  menu(at, [
    { icon: "reply", label: w("reply"), act: () => replyTo(message) },
    message.text && { icon: "copy", label: w("copy"), act: () => copyText(message.text) },
    { icon: "forward", label: w("forward"), act: () => forward(message) },
    mine && message.text && !message.via && !message.forwarded && { icon: "edit", label: w("edit"), act: () => startEditing(message) },
    mayDelete && { icon: "trash", label: w("remove"), danger: true, act: remove },
  ]);
}

async function forward(message) {
  const { me } = here();
  const chat = await chooseChat(me);
  const chosen = chat && (await chooseTopic(chat));
  if (!chosen) return;
  const { topic } = chosen;
  const sent = await attempt(api.forward(me.id, message, chat.id, topic));
  if (sent) go(me.id, chat.id, { topic });
}
